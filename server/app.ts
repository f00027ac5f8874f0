import { randomUUID } from 'node:crypto'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { accountsRoutes } from '#/features/accounts/routes.ts'
import { guestRoutes } from '#/features/checkout/guest-routes.ts'
import { checkoutRoutes } from '#/features/checkout/routes.ts'
import { confirmationRoutes } from '#/features/confirmation/routes.ts'
import { matchesRoutes } from '#/features/matches/routes.ts'
import { playersRoutes } from '#/features/players/routes.ts'
import { playoffsRoutes } from '#/features/playoffs/routes.ts'
import { referralsRoutes } from '#/features/referrals/routes.ts'
import { scheduleRoutes } from '#/features/schedule/routes.ts'
import { seasonsRoutes } from '#/features/seasons/routes.ts'
import { settingsRoutes } from '#/features/settings/routes.ts'
import { socialRoutes } from '#/features/social/routes.ts'
import { placeRoutes } from '#/features/standings/place-routes.ts'
import { standingsRoutes } from '#/features/standings/routes.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { serveDocs } from './docs.ts'
import { openApiOf } from './openapi.ts'
import { patience, refuseAddress, refuseConnection, sendSafeHeaders } from './http.ts'
import { networkOf, type Limits } from './limits.ts'
import type { Clock } from './outside/clock.ts'
import type { Mail } from './outside/mail.ts'
import { outboxOf } from './outside/mail-outbox.ts'
import { serveMailbox } from './outside/mailbox.ts'
import type { Payments } from './outside/payments.ts'
import type { Photos } from './outside/photos.ts'
import type { Social } from './outside/social.ts'
import { servePhotos } from './photos.ts'
import { answerOf, Refusal, refusalOf } from './refuse.ts'
import type { Route } from './serve.ts'
import { serveWeb } from './web.ts'

/** The app's parts, made once by main.ts and by the tests, handed to every handler. */
export type App = {
  config: Config
  db: Db
  clock: Clock
  payments: Payments
  mail: Mail
  photos: Photos
  /** Null: no provider is set. */
  social: Social | null
  limits: Limits
}

/** The table of contents: every call the server answers. */
export const routes: readonly Route[] = [
  ...accountsRoutes,
  ...seasonsRoutes,
  ...checkoutRoutes,
  ...guestRoutes,
  ...referralsRoutes,
  ...matchesRoutes,
  ...confirmationRoutes,
  ...scheduleRoutes,
  ...standingsRoutes,
  ...placeRoutes,
  ...playoffsRoutes,
  ...playersRoutes,
  ...settingsRoutes,
  ...socialRoutes,
]

/** The HTTP server over the app's parts; not yet listening. */
export async function buildServer(app: App): Promise<FastifyInstance> {
  const server = fastify({
    logger: { level: app.config.LOG_LEVEL },
    // One line a request is 10 % of the server's speed; failures are logged below.
    logController: new LogController({ disableRequestLogging: true }),
    ...patience,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: () => randomUUID(),
    trustProxy: app.config.TRUST_PROXY,
  })
  // A form of another site may send it without asking first.
  server.removeContentTypeParser('text/plain')
  await sendSafeHeaders(server, app.config)
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (!refusal) request.log.error({ err: error, url: request.url }, 'a bug')
    else if (refusal.code === 'away') request.log.warn({ err: error }, 'the database is away')
    const { status, body } = answerOf(refusal ?? new Refusal('internal'), request.id)
    if (refusal?.retryAfter !== undefined) void reply.header('retry-after', String(refusal.retryAfter))
    return reply.code(status).send(body)
  })
  await server.register(
    async (api) => {
      api.addHook('onRequest', async (request) => app.limits.spend('address', networkOf(request.ip)))
      api.addHook('onSend', async (_request, reply) => {
        // Whoever wants an answer kept has said so.
        if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
      })
      for (const route of routes) route.mount(api, app)
      const document = JSON.stringify(openApiOf(routes.map((route) => route.endpoint)))
      api.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document))
      await serveDocs(api)
      api.setNotFoundHandler((request, reply) => {
        const { status, body } = answerOf(new Refusal('not_found'), request.id)
        return reply.code(status).send(body)
      })
    },
    { prefix: '/api' },
  )
  servePhotos(server, app.photos)
  if (!app.config.production && app.config.SMTP_URL === null) await serveMailbox(server, outboxOf(app.config))
  await serveWeb(server)
  return server
}
