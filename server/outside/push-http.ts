import { Resolver } from 'node:dns/promises'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import type { Push, PushKeys, PushMessage, PushOutcome, PushSubscriptionKeys } from './push.ts'

/** Milliseconds that a push service may take. */
const SEND_TIMEOUT_MS = 10_000

/** The IP addresses of a host; throws when it has none. */
export type Resolve = (host: string) => Promise<string[]>

type PushOptions = {
  keys: PushKeys
  /** For push services that have a question (RFC 8292): a mailto: or https: address. */
  contact: () => string
  /** For tests: push services on this machine, and only those without TLS. */
  allows_loopback: boolean
  resolve?: Resolve
  timeout_ms?: number
}

class ForbiddenAddress extends Error {}

/**
 * Push messages over HTTP. The addresses come from players, so each one is checked, and the connection goes to the address
 * that was checked: a name that changes its address in between changes nothing. Redirects are not followed.
 */
export function openPush({
  keys,
  contact,
  allows_loopback,
  resolve = resolveHost,
  timeout_ms = SEND_TIMEOUT_MS,
}: PushOptions): Push {
  const isAllowed = (address: string, protocol: string) =>
    (protocol === 'https:' && isPublicAddress(address)) || (allows_loopback && isLoopbackAddress(address))

  async function resolveAllowed(host: string, protocol: string): Promise<string[]> {
    const literal = host.replace(/^\[|\]$/g, '')
    const addresses = isIP(literal) > 0 ? [literal] : await resolve(host)
    if (addresses.length === 0 || !addresses.every((address) => isAllowed(address, protocol)))
      throw new ForbiddenAddress('It is not at a public address.')
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
    public_key: keys.public_key,

    async mayReach(endpoint) {
      const url = parseEndpoint(endpoint)
      if (!url) return false
      return resolveAllowed(url.hostname, url.protocol).then(
        () => true,
        () => false,
      )
    },

    async send(to, message) {
      const url = parseEndpoint(to.endpoint)
      if (!url) return { kind: 'refused', why: 'It is no address of a push service.' }
      try {
        // An address that is written as numbers is connected to without a look-up.
        if (isIP(url.hostname.replace(/^\[|\]$/g, '')) > 0) await resolveAllowed(url.hostname, url.protocol)
        const { headers, body } = await encrypt(to, message, { keys, contact: contact() })
        const options = { method: 'POST', headers, signal: AbortSignal.timeout(timeout_ms) }
        const request =
          url.protocol === 'https:'
            ? https.request(url, { ...options, agent: agents['https:'] })
            : http.request(url, { ...options, agent: agents['http:'] })
        const response = await answerTo(request, body)
        return outcomeOf(response)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        return error instanceof ForbiddenAddress
          ? { kind: 'refused', why }
          : { kind: 'later', why, retry_after_s: null }
      }
    },
  }
}

function parseEndpoint(endpoint: string): (URL & { protocol: 'https:' | 'http:' }) | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  const isFit =
    url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return isFit ? (url as URL & { protocol: 'https:' | 'http:' }) : null
}

/** Encrypted for the browser (RFC 8291), and signed with our key (RFC 8292). */
async function encrypt(
  { endpoint, p256dh, auth }: PushSubscriptionKeys,
  { payload, ttl_s, urgency, topic }: PushMessage,
  { keys, contact }: { keys: PushKeys; contact: string },
) {
  // Only for who has a device: it takes a while to load.
  const { default: webPush } = await import('web-push')
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: ttl_s,
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
    vapidDetails: { subject: contact, publicKey: keys.public_key, privateKey: keys.private_key },
  })
}

function answerTo(request: ClientRequest, body: unknown): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // It stays when the answer is there: an answer without an end is cut later.
    request.on('error', reject)
    request.once('response', (response) => {
      response.on('error', () => {})
      response.resume()
      resolve(response)
    })
    request.end(body)
  })
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 413) return { kind: 'too_large' }
  const why = `It answered ${status}.`
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'later', why, retry_after_s: parseRetryAfter(headers['retry-after']) }
  return { kind: 'refused', why }
}

/** Seconds, or a date (RFC 9110). */
function parseRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

// Not the system's look-up, whose four threads also check passwords: a slow name server would hold them.
async function resolveHost(host: string): Promise<string[]> {
  // A new one each time: it knows the name servers of the moment in which it was made.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const failed = found.find((each) => each.status === 'rejected')
  if (addresses.length === 0 && failed) throw failed.reason
  return addresses
}
