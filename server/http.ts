import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { logRequest } from './log.ts'
import { answerOf, Refusal } from './refuse.ts'

/**
 * Limits against slow and large requests, in milliseconds and bytes: 10 s for the headers, 30 s for the whole request.
 * Keep-alive is longer than the 60 s after which load balancers close an idle connection.
 */
export const httpLimits = {
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  bodyLimit: 1_048_576,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16_384,
    // A page may disappear without closing the stream that it reads.
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  },
}

// The hash of the style that React Aria adds to the head of every page (usePress): "@layer { [data-react-aria-pressable] ... }".
const pressableStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

// The hosts of Stripe's script (docs.stripe.com/security/guide#content-security-policy), if Stripe is the provider.
const stripeHosts = {
  'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ["'self'", 'https://api.stripe.com'],
}

// The app uses none of these features. They are denied so that an injected script cannot use them either.
const permissions = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The headers of every response: pages, files, API calls and errors (ASVS 5.0, V3.4). */
export function sendSafeHeaders(server: FastifyInstance, config: Config): void {
  const safe = safeHeaders(config)
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(safe)
    void reply.header('x-request-id', request.id)
    if (request.protocol === 'https') void reply.headers(onlyHttps)
    done()
  })
}

const onlyHttps = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

function safeHeaders(config: Config): Record<string, string> {
  return {
    ...(config.PUBLIC_URL?.startsWith('https:') ? onlyHttps : {}),
    'content-security-policy': policyOf(config),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissions,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

/** Headers that browsers only use for documents. */
const ofDocuments = ['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy', 'x-frame-options']

/**
 * Removes the headers that a part of a page (a script, a style sheet, a font) does not need, because its page's policy
 * applies. They would be a fourth of the weight of small files. The part's own policy allows nothing if it is opened by
 * itself.
 */
export function sendAsPart(reply: FastifyReply): void {
  for (const name of ofDocuments) void reply.removeHeader(name)
  // A script's imports are requested with the referrer policy of the script, not of its page.
  void reply.headers({
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  })
}

/** The content security policy. `scripts` are the hashes of the page's inline scripts. */
export function policyOf({ stripe }: Config, scripts: readonly string[] = []): string {
  const directives = {
    'default-src': ["'self'"],
    'style-src': ["'self'", pressableStyle],
    'img-src': ["'self'", 'data:', 'blob:', ...(stripe ? ['https://*.stripe.com'] : [])],
    ...(stripe ? stripeHosts : {}),
    'script-src': [...(stripe ? stripeHosts['script-src'] : ["'self'"]), ...scripts],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** Refuses a malformed URL, like /%. No hook has run, so the headers are set here. */
export function refuseAddress(config: Config) {
  const headers = { ...safeHeaders(config), 'cache-control': 'no-store' }
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, body } = answerOf(new Refusal('malformed'), request.id)
    void reply.code(status).headers(headers).header('x-request-id', request.id).send(body)
    logRequest(request, reply)
  }
}

/** Refuses connections without a valid request: broken HTTP, too many headers, a timeout. */
export function refuseConnection(config: Config, log: (about: object) => void) {
  const headers = Object.entries(safeHeaders(config)).map(([name, value]) => `${name}: ${value}`)
  return (error: { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const request_id = randomUUID()
    const status = writeRefusal(error, socket, headers, request_id)
    log({ kind: 'request', request_id, method: null, route: null, status, player_id: null })
  }
}

function writeRefusal(error: { code?: string }, socket: Socket, headers: string[], request_id: string): number {
  const code =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'too_slow'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'too_large'
        : 'malformed'
  const { status, body } = answerOf(new Refusal(code), request_id)
  const text = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      `x-request-id: ${request_id}`,
      ...headers,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  )
  return status
}
