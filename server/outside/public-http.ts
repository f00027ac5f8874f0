import { Resolver } from 'node:dns/promises'
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** Finds the IP addresses of a host. Throws if it has none. */
export type Resolve = (host: string) => Promise<string[]>

type PublicHttpOptions = {
  /** For tests and development: allows addresses on this machine too, and only those without TLS. */
  allows_loopback: boolean
  resolve?: Resolve
}

export type PublicPost = {
  headers: Record<string, string | number | undefined>
  body: string | Buffer | null
  /** Timeout for the whole request, in milliseconds. */
  timeout_ms: number
}

export type PublicAnswer = { status: number; headers: IncomingHttpHeaders }

/** Posts to addresses chosen by others. */
export type PublicHttp = {
  /** Whether it is https at an address of the public internet. */
  mayReach(address: string): Promise<boolean>
  /** Throws ForbiddenAddress, and errors of the network. Redirects are not followed, and no body is read. */
  post(address: string, post: PublicPost): Promise<PublicAnswer>
}

export class ForbiddenAddress extends Error {}

/**
 * The address that was checked is also the address of the connection, so a name that changes its address after the
 * check has no effect.
 */
export function openPublicHttp({ allows_loopback, resolve = resolveHost }: PublicHttpOptions): PublicHttp {
  const isAllowed = (address: string, protocol: string) =>
    (protocol === 'https:' && isPublicAddress(address)) || (allows_loopback && isLoopbackAddress(address))

  async function resolveAllowed(host: string, protocol: string): Promise<string[]> {
    const literal = host.replace(/^\[|\]$/g, '')
    // The system always knows the name localhost, but name servers may not.
    const isThisMachine = allows_loopback && host === 'localhost'
    const addresses = isIP(literal) > 0 ? [literal] : isThisMachine ? ['127.0.0.1'] : await resolve(host)
    if (addresses.length === 0 || !addresses.every((address) => isAllowed(address, protocol)))
      throw new ForbiddenAddress('It does not have a public address.')
    return addresses
  }

  const lookupFor =
    (protocol: string): LookupFunction =>
    (host, options, answer) => {
      resolveAllowed(host, protocol).then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: isIP(address) }))
          if (options.all) answer(null, found)
          else answer(null, found[0]?.address ?? '', found[0]?.family)
        },
        (error: Error) => answer(error, options.all ? [] : ''),
      )
    }

  const agents = {
    'https:': new https.Agent({ keepAlive: true, maxSockets: 20, lookup: lookupFor('https:') }),
    'http:': new http.Agent({ lookup: lookupFor('http:') }),
  }

  return {
    async mayReach(address) {
      const url = parseAddress(address)
      if (!url) return false
      return resolveAllowed(url.hostname, url.protocol).then(
        () => true,
        () => false,
      )
    },

    async post(address, { headers, body, timeout_ms }) {
      const url = parseAddress(address)
      if (!url) throw new ForbiddenAddress('It is not an address that can be called.')
      // A numeric address is connected to without a lookup.
      if (isIP(url.hostname.replace(/^\[|\]$/g, '')) > 0) await resolveAllowed(url.hostname, url.protocol)
      const options = { method: 'POST', headers, signal: AbortSignal.timeout(timeout_ms) }
      const request =
        url.protocol === 'https:'
          ? https.request(url, { ...options, agent: agents['https:'] })
          : http.request(url, { ...options, agent: agents['http:'] })
      const response = await answerTo(request, body)
      response.resume()
      return { status: response.statusCode ?? 0, headers: response.headers }
    },
  }
}

type HttpUrl = URL & { protocol: 'https:' | 'http:' }

function parseAddress(address: string): HttpUrl | null {
  const url = URL.canParse(address) ? new URL(address) : null
  const isFit =
    url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return isFit ? (url as HttpUrl) : null
}

function answerTo(request: ClientRequest, body: PublicPost['body']): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The timer continues when the response begins, because a response without an end is cut off later.
    request.on('error', reject)
    request.once('response', (response) => {
      response.on('error', () => {})
      resolve(response)
    })
    request.end(body)
  })
}

/** The seconds of Retry-After, given as a number or a date (RFC 9110). Null if there is none. */
export function parseRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

// The system's lookup is not used: its four threads also check passwords, and a slow name server would block them.
async function resolveHost(host: string): Promise<string[]> {
  // Each lookup uses a new resolver, because a resolver knows only the name servers of the time when it was made.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const failed = found.find((each) => each.status === 'rejected')
  if (addresses.length === 0 && failed) throw failed.reason
  return addresses
}
