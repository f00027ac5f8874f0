import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Access, Answer, Endpoint, FileAnswer, Received } from '#/contract/endpoint.ts'
import type { App } from './context.ts'
import { answerOnce, hashOfRequest, keyOf, takesKey } from './idempotency.ts'
import { isLocalRequest } from './local.ts'
import { bringsKey, findKeyCaller } from './api-keys.ts'
import { readForm, withForms } from './multipart.ts'
import { refuse } from './refuse.ts'
import { compressFor } from './compress.ts'
import { serializerOf } from './json-schema.ts'
import { findAsking, KeptAnswers, sendTagged, tagged, type Keeping } from './kept-answers.ts'
import { setDocumentCookie } from './document-cookie.ts'
import { allowDocuments, isRecentlyAuthenticated, isSessionToken, type FoundSession, type SignedIn } from './session.ts'
import { siteFor } from './site.ts'

/** What a handler gets: the parsed request, the caller, the app's parts, and the time of the call. */
export type Call<E extends Endpoint> = Received<E> & {
  player: PlayerOf<E['access']>
  /** The live session that a public call brings along; null: none, or an impersonation. */
  findCaller: () => Promise<SignedIn | null>
  app: App
  now: Date
  /** The caller's IP address; behind a proxy, the one that a trusted proxy (TRUST_PROXY) reports. */
  address: string
  /** Whether the caller is at this machine itself, in development. */
  local: boolean
  /** The app's address: PUBLIC_URL, or else the one that was called. No slash at the end. */
  site: string
  log: FastifyBaseLogger
  /** For an answer that is kept (`Keeping`): when it changes although nothing is stored. */
  holdsUntil: (instant: Date | null) => void
  /** Names the player whom a public call has signed in, for the log, and gives the browser the session's document cookie. */
  identify: (player_id: number, token: string) => void
  /** Gives the browser the document cookie of the caller's own session. */
  allowDocuments: () => Promise<void>
  /** Takes the document cookie away. */
  endDocuments: () => void
}

/** Seconds for which anybody may keep a shared answer. */
const SHARED_FOR_S = 60

/** A shared answer, and its refusal, may be read by a page of any web site. */
const readableAnywhere = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

type PlayerOf<A extends Access> = A extends 'public' ? null : SignedIn

/** An endpoint with its handler. */
export type Route = {
  endpoint: Endpoint
  /** `may_lag`: it reads alone, and may be answered by a replica. */
  mount: (fastify: FastifyInstance, app: App, terms?: { may_lag: boolean }) => void
}

/**
 * Binds a handler to an endpoint, which defines access, parsing and the compiled reply. `repeating`: its answer follows from
 * the leagues of one area, and is kept in memory as long as they stay as they are; 'conditional': it is made for each call,
 * and sent only when it is another one than the caller has.
 */
export function serve<const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
  repeating?: Keeping<Received<E>['query']> | 'conditional',
): Route {
  const keeping = repeating === 'conditional' ? undefined : repeating
  return {
    endpoint,
    mount: (fastify, app, { may_lag } = { may_lag: false }) => {
      const callers = new WeakMap<FastifyRequest, FoundSession>()
      const kept = keeping && new KeptAnswers(keeping)
      const queries = new WeakMap<FastifyRequest, unknown>()
      /** The area that a call asks for, whose answer may be kept; a query that is refused later has none. */
      const areaOf = (request: FastifyRequest) => {
        if (!keeping) return null
        const read = endpoint.query?.safeParse(request.query)
        if (read && !read.success) return null
        queries.set(request, read?.data)
        return keeping.area(read?.data as Received<E>['query'])
      }
      const isRead = endpoint.method === 'GET' || endpoint.reads === true
      const limited = app.limits.guard(endpoint, handle)
      const route: RouteOptions = {
        method: endpoint.method,
        url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        ...(endpoint.file === undefined && {
          schema: { response: { [endpoint.status ?? 200]: {} } },
          serializerCompiler: () => serializerOf(endpoint.reply),
        }),
        // Before the body is read, so that a stranger's large body is not parsed.
        onRequest: async (request, reply) => {
          if (endpoint.shared) void reply.headers(readableAnywhere)
          const { headers } = request
          const hasKey = bringsKey(headers)
          if (endpoint.access === 'public' && !hasKey) return
          const [area, now] = [areaOf(request), app.clock.now()]
          const keyed = hasKey ? await findKeyCaller(app, endpoint, { headers, area, now }) : null
          if (keyed) await app.limits.spend('api_key', keyed.api_key.id)
          if (endpoint.access === 'public') return
          const session = keyed ?? (await app.sessions.find(headers, now, area))
          if (!session) {
            // Not for a request without a token, which a link on another site can make.
            if (isSessionToken(headers.authorization ?? ''))
              setDocumentCookie(reply, siteFor(app.config, request), null)
            refuse(endpoint.unauthenticated ?? 'not_signed_in')
          }
          request.player_id = session.id
          request.impersonated_by_id = session.impersonated_by_id
          guardDesk(endpoint, session, now)
          await app.limits.spend('player', session.id)
          callers.set(request, session)
        },
        // A stranger cannot make a reader's browser send a read: its session is no cookie. An answer with a tag is compressed.
        ...(isRead && {
          onSend: async (request, reply, payload) =>
            typeof payload === 'string' && reply.statusCode < 300 && !reply.hasHeader('etag')
              ? compressFor(request, reply, payload)
              : payload,
        }),
        handler: async (request, reply) => {
          const now = app.clock.now()
          const session = callers.get(request) ?? null
          const asking = kept && (session ?? (await findAsking(app.db, areaOf(request))))
          const known = asking && kept.find(request, asking, now)
          if (known) return sendTagged(request, reply, known)
          let until: Date | null = null
          const key = session && takesKey(endpoint) ? keyOf(request) : null
          const body = endpoint.multipart ? await readForm(request, endpoint.multipart) : request.body
          const receive = () =>
            ({
              params: parse(endpoint.params, request.params),
              query: queries.has(request) ? queries.get(request) : parse(endpoint.query, request.query),
              body: endpoint.raw ? { bytes: request.body, headers: request.headers } : parse(endpoint.body, body),
            }) as Received<E>
          const player = session as PlayerOf<E['access']>
          const callOf = (received: Received<E>, of: App) => ({
            ...received,
            player,
            findCaller: () => findOwnSession(app, request),
            app: of,
            now,
            address: request.ip,
            // Most calls ask for neither.
            get local() {
              return isLocalRequest(request)
            },
            get site() {
              return siteFor(app.config, request)
            },
            log: request.log,
            holdsUntil: (instant: Date | null) => void (until = instant),
            identify: (player_id: number, token: string) => {
              request.player_id = player_id
              setDocumentCookie(reply, siteFor(app.config, request), token)
            },
            allowDocuments: async () =>
              setDocumentCookie(
                reply,
                siteFor(app.config, request),
                await allowDocuments(app.db, request.headers.authorization ?? ''),
              ),
            endDocuments: () => setDocumentCookie(reply, siteFor(app.config, request), null),
          })
          const run = (of: App) => throughReplica(limited, { endpoint, may_lag, call: callOf(receive(), of), request })
          if (session && key !== null) {
            const keyed = {
              player_id: session.id,
              call: `${endpoint.method} ${endpoint.path}`,
              key,
              request_hash: await hashOfRequest(request.url, body, endpoint.multipart !== undefined),
            }
            const once = { app, keyed, request_id: request.id, log: request.log }
            const { status, text, repeated } = await answerOnce(once, async (of) => {
              const { answer } = await run(of)
              return { status: endpoint.status ?? 200, text: reply.serialize(answer) as string }
            })
            if (repeated) void reply.header('idempotency-replayed', 'true')
            return reply.code(status).type('application/json; charset=utf-8').send(text)
          }
          // What a replica answers may lack what another caller has just changed.
          const isShared = kept && asking && !(app.replica && may_lag && !isAhead(request))
          const made = async () => ({ ...(await run(app)), until })
          const { answer, lags, until: holds } = await (isShared ? kept.share(request, asking, made) : made())
          if (endpoint.shared) void reply.header('cache-control', `public, max-age=${SHARED_FOR_S}`)
          if (endpoint.file !== undefined) return sendFile(reply, endpoint.file, answer as FileAnswer)
          if (asking && !lags) {
            const text = reply.serialize(answer) as string
            return sendTagged(request, reply, kept.keep(request, { text, session: asking, now, until: holds }))
          }
          if (repeating === 'conditional') return sendTagged(request, reply, tagged(reply.serialize(answer) as string))
          void reply.code(endpoint.status ?? 200)
          return answer
        },
      }
      if (endpoint.multipart) withForms(fastify, endpoint.multipart, (scope) => scope.route(route))
      else if (endpoint.raw) withBytes(fastify, (scope) => scope.route(route))
      else fastify.route(route)
    },
  }
}

/**
 * Answers a read that may lag from the replica, if there is one; `lags`: the answer is from there. Before a change it notes that the caller's next reads may
 * not come from there.
 */
async function throughReplica<E extends Endpoint>(
  handle: (call: Call<E>) => Promise<Answer<E>>,
  { endpoint, may_lag, call, request }: { endpoint: E; may_lag: boolean; call: Call<E>; request: FastifyRequest },
): Promise<{ answer: Answer<E>; lags: boolean }> {
  const { app, now } = call
  const changes = endpoint.method !== 'GET' && !endpoint.reads
  if (!app.replica || !(may_lag || changes) || (may_lag && isAhead(request)))
    return { answer: await handle(call), lags: false }
  const caller = call.player ?? (await app.sessions.find(request.headers, now))
  if (may_lag)
    return app.replica.read(caller, async (db) => {
      return { answer: await handle({ ...call, app: { ...app, db } }), lags: db !== app.db }
    })
  if (caller) await app.replica.noteWrite(caller)
  return { answer: await handle(call), lags: false }
}

/** Whether a page was told of a change, so that it asks for what a replica may lack (docs/decisions/063). */
function isAhead({ headers }: FastifyRequest): boolean {
  return headers['cache-control'] === 'no-cache'
}

/** The caller's own session, not one in which an organizer looks at the site as them. */
async function findOwnSession(app: App, request: FastifyRequest): Promise<SignedIn | null> {
  const session = await app.sessions.find(request.headers, app.clock.now())
  return session?.impersonated_by_id === null ? session : null
}

function sendFile(reply: FastifyReply, type: string, { name, content }: FileAnswer): FastifyReply {
  const safe = name.replaceAll(/[^\w.-]/g, '-')
  return reply.type(type).header('content-disposition', `attachment; filename="${safe}"`).send(Readable.from(content))
}

/** Refuses organizers' calls to players and to organizers whose second factor is due, and changes during impersonation. */
function guardDesk(endpoint: Endpoint, session: SignedIn, now: Date): void {
  if (session.impersonated_by_id !== null) {
    if (endpoint.private)
      refuse('read_only', { message: 'Only the player can see this. It is hidden while you view the site as them.' })
    if (endpoint.method !== 'GET' && !endpoint.reads) refuse('read_only')
  }
  if (endpoint.access === 'organizer' || endpoint.access === 'owner') {
    if (session.role === 'player' || session.impersonated_by_id !== null) refuse('not_allowed')
    if (session.second_factor_due) refuse('second_factor_due')
    if (session.second_factor_missing && !endpoint.enrolls) refuse('second_factor_missing')
    if (endpoint.access === 'owner' && session.role !== 'owner') refuse('not_allowed')
  }
  if (endpoint.reauthenticate && !isRecentlyAuthenticated(session, now)) refuse('sign_in_again')
}

/** A scope of the server in which a body is the bytes that arrived, empty when there were none. */
function withBytes(fastify: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    scope.addHook('preHandler', async (request) => void (request.body ??= new Uint8Array()))
    mount(scope)
  })
}

/** A part of a request by its schema. Refuses `malformed` and `invalid`. */
export function parse(schema: Endpoint['body'], value: unknown): unknown {
  if (!schema) return undefined
  if (value === undefined || value === null) refuse('malformed')
  const read = schema.safeParse(value)
  if (read.success) return read.data
  refuse('invalid', { fields: fieldsOf(read.error.issues) })
}

/** The first problem of each field, by its dotted path. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.join('.') || 'body'
    fields[path] ??= issue.message
  }
  return fields
}
