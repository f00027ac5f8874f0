import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { READER_COOKIE, readerOf } from '#/contract/document-reader.ts'
import { paths } from '#/contract/paths.ts'

// The document cookie (docs/decisions/101) lets the server render a player's screens with their data, and open the stream
// of change notifications. It allows nothing else: calls need the token.

const COOKIE = 'deuce.document'

/** Seconds for which a browser keeps it. The session's row decides how long it is valid. */
const COOKIE_S = 30 * 86_400

/**
 * The value of the cookie: the session's name, and 256 bits derived from its token, so that every tab that asks gets the
 * same value. The token cannot be derived from it.
 */
export function documentKeyOf(token: string): string {
  return `${readerOf(token)}.${hash('sha256', `document cookie of ${token}`, 'base64url')}`
}

/** Sets the cookie of a session in the browser, or removes it. `site` is the origin. */
export function setDocumentCookie(reply: FastifyReply, site: string, token: string | null): void {
  const attributes = [
    `Path=${paths.profile}`,
    `Max-Age=${token === null ? 0 : COOKIE_S}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(site) ? ['Secure'] : []),
  ]
  const value = token === null ? '' : documentKeyOf(token)
  void reply.header('set-cookie', `${nameAt(site)}=${value}; ${attributes.join('; ')}`)
}

/** The key of the session that a document is for, and its reader's time zone. */
export type DocumentReader = { key: string; zone: string }

/**
 * Finds the session that the browser wants a document for. Null unless the page's script has named the same session, and
 * each cookie was sent exactly once: another site of the domain could add one.
 */
export function findDocumentReader({ headers }: FastifyRequest, site: string): DocumentReader | null {
  const cookies = (headers.cookie ?? '').split(/; */).map((cookie) => cookie.split('='))
  const one = (name: string) => {
    const [first, ...more] = cookies.filter(([key]) => key === name)
    return more.length === 0 ? (first?.[1] ?? null) : null
  }
  const key = one(nameAt(site))
  if (key === null || !/^[\w-]{8}\.[\w-]{43}$/.test(key)) return null
  const [reader, zone] = one(READER_COOKIE)?.split(':') ?? []
  return reader === readerOf(key) && isZone(zone) ? { key, zone } : null
}

function isZone(zone: string | undefined): zone is string {
  if (zone === undefined) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function isSecure(site: string): boolean {
  return site.startsWith('https:')
}

/** A cookie with this prefix can only be set over https. */
function nameAt(site: string): string {
  return isSecure(site) ? `__Secure-${COOKIE}` : COOKIE
}
