import { ForbiddenAddress, openPublicHttp, parseRetryAfter, type PublicAnswer, type Resolve } from './public-http.ts'
import type { Push, PushKeys, PushMessage, PushOutcome, PushSubscriptionKeys } from './push.ts'

/** Timeout of a push service. */
const SEND_TIMEOUT_MS = 10_000

type PushOptions = {
  keys: PushKeys
  /** The contact for push services (RFC 8292): a mailto: or https: address. */
  contact: () => string
  /** For tests: allows push services on this machine, and only those without TLS. */
  allows_loopback: boolean
  resolve?: Resolve
  timeout_ms?: number
}

/** Sends push messages over HTTP, to addresses from players. */
export function openPush({ keys, contact, allows_loopback, resolve, timeout_ms = SEND_TIMEOUT_MS }: PushOptions): Push {
  const http = openPublicHttp({ allows_loopback, ...(resolve && { resolve }) })
  return {
    public_key: keys.public_key,

    mayReach: (endpoint) => http.mayReach(endpoint),

    async send(to, message) {
      try {
        if (!URL.canParse(to.endpoint)) throw new ForbiddenAddress('It is not the address of a push service.')
        const { headers, body } = await encrypt(to, message, { keys, contact: contact() })
        return outcomeOf(await http.post(to.endpoint, { headers, body, timeout_ms }))
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        return error instanceof ForbiddenAddress
          ? { kind: 'refused', why }
          : { kind: 'later', why, retry_after_s: null }
      }
    },
  }
}

/** Encrypted for the browser (RFC 8291), and signed with our key (RFC 8292). */
async function encrypt(
  { endpoint, p256dh, auth }: PushSubscriptionKeys,
  { payload, ttl_s, urgency, topic }: PushMessage,
  { keys, contact }: { keys: PushKeys; contact: string },
) {
  // Loaded with the first message, because it takes a while.
  const { default: webPush } = await import('web-push')
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: ttl_s,
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
    vapidDetails: { subject: contact, publicKey: keys.public_key, privateKey: keys.private_key },
  })
}

function outcomeOf({ status, headers }: PublicAnswer): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 413) return { kind: 'too_large' }
  const why = `It answered ${status}.`
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'later', why, retry_after_s: parseRetryAfter(headers['retry-after']) }
  return { kind: 'refused', why }
}
