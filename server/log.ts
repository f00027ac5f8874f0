import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import * as z from 'zod/mini'
import type { RefusalCode } from '#/contract/refusals.ts'
import type { Config } from './config.ts'
import { logSecurity, type SecurityEvent } from './log-security.ts'
import { formatShort } from './log-short.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in player. Null if nobody is signed in, or not known yet. */
    player_id: number | null
    /** The organizer who impersonates that player. */
    impersonated_by_id: number | null
    /** The code of the refusal. */
    refusal: RefusalCode | null
    /** The security event, if neither the refusal's code nor the call determines it. */
    security_event: SecurityEvent | null
  }
  interface FastifyInstance {
    /** The output for the lines of requests. Null if they are not logged. */
    request_log: LogStream | null
  }
}

/** The output of the lines: standard output, or a test with its own level. */
export type LogOutput = { write: (text: string) => unknown; level?: Config['LOG_LEVEL'] }

/** Pino's numbers (getpino.io, "levels"). */
const LEVELS = { info: 30, error: 50 }

/** Lines are buffered for this time and this many characters, because a system call for each would cost a tenth of the throughput. */
const FLUSH_MS = 100
const MOST_WAITING = 16_384

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))

/** The product's version. */
export const RELEASE = version

/** The options of the app's log (docs/operating.md, "Logs"): JSON lines, or short ones in development. */
export function logOptions({ LOG_LEVEL, NODE_ENV }: Config, output?: LogOutput) {
  const stream = new LogStream(
    output ?? { write: (text) => process.stdout.write(text) },
    NODE_ENV === 'development' ? formatShort : null,
  )
  if (!output) process.once('exit', () => stream.flush())
  return {
    level: output?.level ?? LOG_LEVEL,
    base: { release: RELEASE },
    timestamp,
    formatters: { level: (level: string) => ({ level }) },
    // Fastify's multipart traces the headers of a form, with its bearer token.
    serializers: { err: describeError, busboyOptions: () => null },
    stream,
  }
}

let second = { at: 0, text: '' }

/** The time in ISO 8601. The text of the second is reused, because formatting a date costs a quarter of a line. */
export function timestamp(): string {
  const now = Date.now()
  const at = Math.floor(now / 1000)
  if (at !== second.at) second = { at, text: `,"time":"${new Date(now).toISOString().slice(0, 20)}` }
  return `${second.text}${String(now % 1000).padStart(3, '0')}Z"`
}

/** Collects lines and writes them together. An error is written at once, with the lines before it. */
class LogStream {
  /** Set by pino before each line. */
  lastLevel = 0
  readonly #output: LogOutput
  readonly #format: ((line: string) => string) | null
  #waiting = ''
  #timer: NodeJS.Timeout | null = null

  constructor(output: LogOutput, format: ((line: string) => string) | null) {
    Object.assign(this, { [Symbol.for('pino.metadata')]: true })
    this.#output = output
    this.#format = format
  }

  write(line: string): void {
    // Lines of level info are our own. The others may quote a library's messages.
    const clean = this.lastLevel === LEVELS.info ? line : scrub(line)
    this.#waiting += this.#format ? this.#format(clean) : clean
    if (this.lastLevel >= LEVELS.error || this.#waiting.length >= MOST_WAITING) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref()
  }

  /** A line of level info, without its level, time and release. */
  info(about: string): void {
    this.lastLevel = LEVELS.info
    this.write(`{"level":"info"${timestamp()},"release":"${RELEASE}",${about}}\n`)
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const text = this.#waiting
    this.#waiting = ''
    if (text !== '') this.#output.write(text)
  }
}

/** Removes secrets that libraries' messages may quote: emails, card numbers, and tokens of sessions and of accounts elsewhere. */
export function scrub(text: string): string {
  return text
    .replaceAll(/[^\s"'<>(),:;@\\]+@[^\s"'<>(),:;@\\]+\.[a-z]{2,}/gi, '[email]')
    .replaceAll(/\b(?:\d(?: ?\d){12,18}|\d{4}-\d{4}-\d{4}-\d{4})\b/g, '[number]')
    .replaceAll(/\b(Bearer|Basic) [\w.~+/=-]+/gi, '$1 [secret]')
    .replaceAll(/\b(deuce\.document)=[\w.-]+/g, '$1=[secret]')
    .replaceAll(/\b(?:[sr]k|whsec|pi_\w+_secret|seti_\w+_secret|ctoken)_\w+/g, '[secret]')
}

type Described = {
  type: string
  message: string
  code?: string
  constraint?: string
  stack: string
  cause?: Described
}

/** The fields of an error that are logged. Its other fields may have rows, requests and addresses. */
export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const constraint = error instanceof DatabaseError ? error.constraint : undefined
  // The stack without its first line, which repeats the message.
  const stack = error.stack?.match(/^ {4}at .+$/gm)?.join('\n') ?? ''
  return {
    type: error.constructor.name,
    message: messageOf(error),
    stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}

function messageOf(error: Error): string {
  // PostgreSQL quotes the value that it cannot read: class 22, data exceptions (its documentation, appendix A).
  if (error instanceof DatabaseError && error.code?.startsWith('22')) return error.message.replace(/".*"/s, '"…"')
  return scrub(error.message)
}

/** Logs each response, and security events in a second line. */
export function logRequests(server: FastifyInstance, stream: LogStream): void {
  server.decorateRequest('player_id', null)
  server.decorateRequest('impersonated_by_id', null)
  server.decorateRequest('refusal', null)
  server.decorateRequest('security_event', null)
  const { level } = server.log
  const isLogged = level === 'trace' || level === 'debug' || level === 'info'
  server.decorate('request_log', isLogged ? stream : null)
  if (level === 'silent' || level === 'fatal' || level === 'error') return
  server.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply)
    done()
  })
}

/** Logs a request by its route, never by its address, which may have a name or a token. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { id: request_id, method, player_id, impersonated_by_id, refusal, security_event, server } = request
  const route = request.routeOptions.url ?? null
  const status = reply.statusCode
  const ms = Math.round(reply.elapsedTime * 10) / 10
  // A load balancer makes these requests every few seconds, so they are only logged at debug level.
  if (route?.startsWith('/health/') || route === '/metrics')
    server.log.debug({ kind: 'request', request_id, method, route, status, player_id, ms })
  // Written as text, because a line through pino costs several percent of the cheapest requests.
  else {
    const more =
      (impersonated_by_id ? `,"impersonated_by_id":${impersonated_by_id}` : '') +
      (refusal ? `,"refusal":"${refusal}"` : '')
    server.request_log?.info(
      `"kind":"request","request_id":"${request_id}","method":"${method}","route":${quoted(route)},"status":${status},"player_id":${player_id ?? null}${more},"ms":${ms}`,
    )
  }
  if (method === 'GET' && refusal === null && security_event === null) return
  const about = {
    request_id,
    method,
    route,
    status,
    player_id,
    ...(impersonated_by_id !== null && { impersonated_by_id }),
    ...(refusal !== null && { refusal }),
  }
  logSecurity(server.log, about, () => request.ip, security_event)
}

const quotedRoutes = new Map<string | null, string>()

/** A route as JSON. There is a fixed number of them. */
function quoted(route: string | null): string {
  const known = quotedRoutes.get(route)
  if (known !== undefined) return known
  const text = JSON.stringify(route)
  quotedRoutes.set(route, text)
  return text
}

/** The pattern of a proxy's request id. Anything else could break a line or a search. */
const proxyId = /^[\w.:=-]{8,128}$/

/** The id of a request: from X-Request-Id if a trusted proxy sends it (TRUST_PROXY), otherwise a new one. */
export function requestIdOf({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const isTrusted = trustOf(TRUST_PROXY)
  return ({ headers, socket }) => {
    const sent = headers['x-request-id']
    return typeof sent === 'string' && proxyId.test(sent) && isTrusted(socket.remoteAddress ?? '') ? sent : randomUUID()
  }
}

/** Whether an address is a trusted proxy's. */
export function trustOf(proxies: Config['TRUST_PROXY']): (address: string) => boolean {
  if (proxies === false) return () => false
  if (typeof proxies === 'function') return (address) => proxies(address, 0)
  const networks = new BlockList()
  for (const network of proxies) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    networks.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(plain) !== 0 && networks.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}
