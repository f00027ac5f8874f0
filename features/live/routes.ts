import { MOST_TOPICS, STREAM_PATH } from '#/contract/topics.ts'
import { findDocumentReader } from '#/server/document-cookie.ts'
import { networkOf } from '#/server/limits.ts'
import { logRequest } from '#/server/log.ts'
import type { App } from '#/server/context.ts'
import { parse, type Route } from '#/server/serve.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { siteFor } from '#/server/site.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Received } from '#/contract/endpoint.ts'
import { watchChanges } from './contract.ts'
import { listAllowed, listOwnTopics } from './queries.ts'

type FindSession = (request: FastifyRequest) => Promise<SignedIn | null>

/** An open page does not count as use of the session. */
const terms = { counts_as_use: false }

/** For programs, with the token in the header. Registered with Fastify directly, because the response does not end. */
const watchRoute: Route = {
  endpoint: watchChanges,
  mount: (fastify, app) =>
    mountStream(fastify, app, watchChanges.path, ({ headers }) =>
      app.sessions.find(headers, app.clock.now(), null, terms),
    ),
}

export const routes = [watchRoute]

/** The same stream for this site's own pages: `EventSource` sends the document cookie, but no token. */
export function serveStreamOfPages(server: FastifyInstance, app: App): void {
  mountStream(server, app, STREAM_PATH, async (request) => {
    const reader = isFromHere(request) ? findDocumentReader(request, siteFor(app.config, request)) : null
    if (reader === null) return null
    const { headers } = request
    const asked = { key: reader.key, headers, now: app.clock.now(), ...terms }
    return app.sessions.openDocument(asked, async (session) => session)
  })
}

/**
 * Otherwise another site of the domain could open so many streams with the reader's cookie that the reader's own
 * streams are closed.
 */
function isFromHere({ headers }: FastifyRequest): boolean {
  return (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
}

function mountStream(fastify: FastifyInstance, app: App, url: string, findSession: FindSession): void {
  const callers = new WeakMap<FastifyRequest, SignedIn>()
  fastify.route({
    method: watchChanges.method,
    url,
    exposeHeadRoute: false,
    config: { streams: true },
    onRequest: async (request) => {
      const session = await findSession(request)
      if (!session) refuse('not_signed_in')
      request.player_id = session.id
      request.impersonated_by_id = session.impersonated_by_id
      await app.limits.spend('player', session.id)
      callers.set(request, session)
    },
    handler: async (request, reply) => {
      const session = callers.get(request) ?? refuse('not_signed_in')
      callers.delete(request)
      const { topics: asked } = parse(watchChanges.query, request.query) as Received<typeof watchChanges>['query']
      const topics = asked
        ? await listAllowed(app.db, session, asked)
        : await listOwnTopics(app.db, session, MOST_TOPICS)
      const after = request.headers['last-event-id']
      const subscriber = {
        player_id: session.id,
        session: session.token_hash.toString('hex'),
        network: networkOf(request.ip),
        topics,
      }
      // Fastify does not notice a response that the client aborts.
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) logRequest(request, reply)
      })
      app.live.open(reply.raw, reply.getHeaders(), subscriber, typeof after === 'string' && after !== '' ? after : null)
      reply.hijack()
    },
  })
}
