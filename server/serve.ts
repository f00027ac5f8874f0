import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Access, Answer, Endpoint, FileAnswer, Received } from '#/contract/endpoint.ts'
import { loadClassOf } from './admission.ts'
import { Callers, findOwnSession } from './caller.ts'
import { compressFor } from './compress.ts'
import type { App } from './context.ts'
import { setDocumentCookie } from './document-cookie.ts'
import { keyOf, respondOnce, acceptsKey } from './idempotency.ts'
import { allowDocuments, type SignedIn } from './session.ts'
import { serializerOf } from './json-schema.ts'
import { readForm, withForms } from './multipart.ts'
import { refuse } from './refuse.ts'
import { openReplicaReads, type ReplicaReads } from './replica.ts'
import { ResponseCache, sendWithEtag, withEtag, type CachePolicy } from './response-cache.ts'
import { siteFor } from './site.ts'

/** The input of a handler: the parsed request, the caller, the app's parts, and the time of the call. */
export type Call<E extends Endpoint> = Received<E> & {
  player: PlayerOf<E['access']>
  /** Finds the live session that a public call brings along. Null if there is none, or if it is an impersonation. */
  findCaller: () => Promise<SignedIn | null>
  app: App
  now: Date
  /** The caller's IP address. Behind a proxy, the one that a trusted proxy (TRUST_PROXY) reports. */
  address: string
  /** The app's address: PUBLIC_URL, or else the one that was called. No slash at the end. */
  site: string
  log: FastifyBaseLogger
  /** Sets when a cached response (`CachePolicy`) stops being valid even if no data changes. */
  holdsUntil: (instant: Date | null) => void
  /** Names the player whom a public call has signed in, for the log, and gives the browser the session's document cookie. */
  identify: (player_id: number, token: string) => void
  /** Gives the browser the document cookie of the caller's session. */
  allowDocuments: () => Promise<void>
  /** Removes the document cookie. */
  endDocuments: () => void
  /** Names the audit entry of a change that can be undone, in a header. */
  audited: (audit_id: number) => void
}

type PlayerOf<A extends Access> = A extends 'public' ? null : SignedIn

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

/** An endpoint with its handler. */
export type Route = {
  endpoint: Endpoint
  /** `may_lag`: a replica may answer this read. */
  mount: (fastify: FastifyInstance, app: App, terms?: { may_lag: boolean }) => void
}

/**
 * Binds a handler to an endpoint, which defines access, parsing and the compiled reply. `caching`: a policy for a response
 * that depends on the leagues of one area and stays in memory until they change, or 'etag' for one that is made at each call
 * and sent only if the client does not have it yet.
 */
export function serve<const E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  caching?: CachePolicy<Received<E>['query']> | 'etag',
): Route {
  return {
    endpoint,
    mount: (fastify, app, { may_lag } = { may_lag: false }) => {
      const cache = typeof caching === 'object' ? new ResponseCache(caching, endpoint.query) : null
      const callers = new Callers(app, endpoint, (request) => cache?.areaOf(request) ?? null)
      const loadClass = loadClassOf(endpoint)
      const replica = openReplicaReads(app, endpoint, may_lag)
      const served = { endpoint, app, callers, replica, handler: app.limits.guard(endpoint, handler) }
      mountIn(fastify, endpoint, {
        method: endpoint.method,
        url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        ...(endpoint.file === undefined && serializing(endpoint)),
        onRequest: async (request, reply) => {
          if (endpoint.shared) void reply.headers(readableAnywhere)
          const of = loadClass(request.headers)
          if (of !== null) app.admission.check(of)
          const authorize = () => callers.authorize(request, reply)
          await (endpoint.access === 'public' ? authorize() : app.admission.begin(authorize))
        },
        ...((endpoint.method === 'GET' || endpoint.reads) && { onSend: compress }),
        handler: cache
          ? (request, reply) => app.admission.work(() => respondFromCache(served, cache, request, reply))
          : (request, reply) => {
              const make = () => app.admission.work(() => respond(served, request, reply, caching === 'etag'))
              return endpoint.in_line ? app.saleLine.run(nameInLine(callers, request), make) : make()
            },
      })
    },
  }
}

/** The caller's name in the line: the player, or a guest's email. */
function nameInLine(callers: Callers, request: FastifyRequest): string {
  const session = callers.of(request)
  if (session) return `player ${session.id}`
  const { email } = (request.body ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email.toLowerCase() : request.id
}

type Served<E extends Endpoint> = {
  endpoint: E
  app: App
  callers: Callers
  replica: ReplicaReads
  handler: Handler<E>
}

/** Sends a response that is kept in this process as long as its policy says. */
function respondFromCache<E extends Endpoint>(
  served: Served<E>,
  cache: ResponseCache<never>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { app, callers, replica } = served
  const now = app.clock.now()
  const make = () => run(served, request, reply, { app, body: undefined, now })
  const of = { db: app.db, session: callers.of(request), now, mayLag: replica.mayLag(request) }
  return cache.respond(request, reply, { ...of, make })
}

/** Sends a new response, or the stored one of a change whose Idempotency-Key was used before. */
async function respond<E extends Endpoint>(
  served: Served<E>,
  request: FastifyRequest,
  reply: FastifyReply,
  hasEtag: boolean,
): Promise<unknown> {
  const { endpoint, app, callers } = served
  const now = app.clock.now()
  const session = callers.of(request)
  const key = session && acceptsKey(endpoint) ? keyOf(request) : null
  const body = endpoint.multipart ? await readForm(request, endpoint.multipart) : request.body
  const answerWith = async (parts: App) => (await run(served, request, reply, { app: parts, body, now })).answer
  if (session && key !== null)
    return respondOnce(request, reply, { app, endpoint, player_id: session.id, key, body }, answerWith)
  const answer = await answerWith(app)
  if (endpoint.shared) void reply.header('cache-control', `public, max-age=${SHARED_FOR_S}`)
  if (endpoint.file !== undefined) return sendFile(reply, endpoint.file, answer as FileAnswer)
  if (hasEtag) return sendWithEtag(request, reply, withEtag(reply.serialize(answer) as string))
  void reply.code(endpoint.status ?? 200)
  return answer
}

/** Seconds for which any cache may store a shared response. */
const SHARED_FOR_S = 60

/** Lets the pages of any web site read a shared response, or its refusal. */
const readableAnywhere = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Runs the handler. `expires_at` is when the response stops being valid. Null if only a change of data makes it invalid. */
async function run<E extends Endpoint>(
  { endpoint, callers, replica, handler }: Served<E>,
  request: FastifyRequest,
  reply: FastifyReply,
  { app, body, now }: { app: App; body: unknown; now: Date },
): Promise<{ answer: Answer<E>; expires_at: Date | null }> {
  let expires_at: Date | null = null
  const setCookie = (token: string | null) => setDocumentCookie(reply, siteFor(app.config, request), token)
  const call: Call<E> = {
    ...receive(endpoint, request, body),
    player: callers.of(request) as PlayerOf<E['access']>,
    findCaller: () => findOwnSession(app, request),
    app,
    now,
    address: request.ip,
    // Computed when it is read, because most calls do not need it.
    get site() {
      return siteFor(app.config, request)
    },
    log: request.log,
    holdsUntil: (instant) => void (expires_at = instant),
    identify: (player_id, token) => {
      request.player_id = player_id
      setCookie(token)
    },
    allowDocuments: async () => setCookie(await allowDocuments(app.db, request.headers.authorization ?? '')),
    endDocuments: () => setCookie(null),
    audited: (audit_id) => void reply.header('audit-id', audit_id),
  }
  const { answer, lags } = await replica.run(request, call, handler)
  return { answer, expires_at: lags ? now : expires_at }
}

function receive<E extends Endpoint>(endpoint: E, request: FastifyRequest, body: unknown): Received<E> {
  return {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: endpoint.raw ? { bytes: request.body, headers: request.headers } : parse(endpoint.body, body),
  } as Received<E>
}

function serializing({ status, reply }: Endpoint): Pick<RouteOptions, 'schema' | 'serializerCompiler'> {
  return { schema: { response: { [status ?? 200]: {} } }, serializerCompiler: () => serializerOf(reply) }
}

/**
 * Compresses the response to a read. A stranger cannot make a reader's browser send such a read, because the session is
 * no cookie. A response with an ETag is compressed already.
 */
async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isText = typeof payload === 'string' && reply.statusCode < 300 && !reply.hasHeader('etag')
  return isText ? compressFor(request, reply, payload) : payload
}

function sendFile(reply: FastifyReply, type: string, { name, content }: FileAnswer): FastifyReply {
  const safe = name.replaceAll(/[^\w.-]/g, '-')
  return reply.type(type).header('content-disposition', `attachment; filename="${safe}"`).send(Readable.from(content))
}

/** Mounts a route where its kind of body is read: a form, bytes, or JSON. */
function mountIn(fastify: FastifyInstance, endpoint: Endpoint, route: RouteOptions): void {
  if (endpoint.multipart) withForms(fastify, endpoint.multipart, (scope) => scope.route(route))
  else if (endpoint.raw) withBytes(fastify, (scope) => scope.route(route))
  else fastify.route(route)
}

/** A scope of the server in which a body is the bytes of the request, empty if there are none. */
function withBytes(fastify: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    scope.addHook('preHandler', async (request) => void (request.body ??= new Uint8Array()))
    mount(scope)
  })
}

/** Parses a part of a request with its schema. Refuses `malformed` and `invalid`. */
export function parse(schema: Endpoint['body'], value: unknown): unknown {
  if (!schema) return undefined
  if (value === undefined || value === null) refuse('malformed')
  const read = schema.safeParse(value)
  if (read.success) return read.data
  refuse('invalid', { fields: fieldsOf(read.error.issues) })
}

/** Finds the first problem of each field, by dotted path. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.join('.') || 'body'
    fields[path] ??= issue.message
  }
  return fields
}
