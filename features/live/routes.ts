import { MOST_TOPICS } from '#/contract/topics.ts'
import { networkOf } from '#/server/limits.ts'
import { logRequest } from '#/server/log.ts'
import type { App } from '#/server/context.ts'
import { parse, type Route } from '#/server/serve.ts'
import { refuse } from '#/server/refuse.ts'
import type { FoundSession } from '#/server/session.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Received } from '#/contract/endpoint.ts'
import { watchChanges } from './contract.ts'
import { listAllowed, listOwnTopics } from './queries.ts'

/** Served by hand: an answer that does not end. */
const watchRoute: Route = {
  endpoint: watchChanges,
  mount(fastify: FastifyInstance, app: App) {
    const callers = new WeakMap<FastifyRequest, FoundSession>()
    fastify.route({
      method: watchChanges.method,
      url: watchChanges.path,
      exposeHeadRoute: false,
      config: { streams: true },
      onRequest: async (request) => {
        // A page that is left open is not in use.
        const session = await app.sessions.find(request.headers, app.clock.now(), null, { counts_as_use: false })
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
        const watcher = {
          player_id: session.id,
          session: session.token_hash.toString('hex'),
          network: networkOf(request.ip),
          topics,
        }
        // Fastify itself notices answers that end, not those that the page leaves.
        reply.raw.once('close', () => {
          if (!reply.raw.writableFinished) logRequest(request, reply)
        })
        app.live.open(reply.raw, reply.getHeaders(), watcher, typeof after === 'string' && after !== '' ? after : null)
        reply.hijack()
      },
    })
  },
}

export const routes = [watchRoute]
