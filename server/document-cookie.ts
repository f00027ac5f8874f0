import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { READER_COOKIE, readerOf } from '#/contract/document-reader.ts'
import { paths } from '#/contract/paths.ts'

// The document cookie (docs/decisions/101): by it the server renders a player's screens with their data, and opens the stream
// that says that something has changed. It does nothing else: calls need the token.

const COOKIE = 'deuce.document'

/** Seconds for which a browser keeps it. The session's row decides how long it works. */
const COOKIE_S = 30 * 86_400

/**
 * What the cookie holds: the session's name, and 256 bits that only follow from its token, so that all tabs that ask get the
 * same one. There is no way back to the token.
 */
export function documentKeyOf(token: string): string {
  return `${readerOf(token)}.${hash('sha256', `document cookie of ${token}`, 'base64url')}`
}

/** Gives the browser the cookie of a session, or takes it away. `site` is the origin. */
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

/** For which session a document is wanted, and where its reader is. */
export type DocumentReader = { key: string; zone: string }

/**
 * The session that the browser wants a document for; null without one. Only where the page's script has named the same
 * session, and where each cookie is there once: another site of the domain could add one.
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

/** A cookie of this prefix can only be set over https. */
function nameAt(site: string): string {
  return isSecure(site) ? `__Secure-${COOKIE}` : COOKIE
}
