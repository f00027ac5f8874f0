import { randomUUID } from 'node:crypto'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { accountsRoutes } from '#/features/accounts/routes.ts'
import { guestRoutes } from '#/features/checkout/guest-routes.ts'
import { checkoutRoutes } from '#/features/checkout/routes.ts'
import { confirmationRoutes } from '#/features/confirmation/routes.ts'
import { entryDeskRoutes } from '#/features/entry-desk/routes.ts'
import { matchDeskRoutes } from '#/features/match-desk/routes.ts'
import { matchesRoutes } from '#/features/matches/routes.ts'
import { pairsRoutes } from '#/features/pairs/routes.ts'
import { pageTags } from '#/features/pictures/page-tags.ts'
import { servePictures } from '#/features/pictures/routes.ts'
import { playerDeskRoutes } from '#/features/player-desk/routes.ts'
import { exchangeRoutes } from '#/features/exchange/routes.ts'
import { paymentDeskRoutes } from '#/features/payment-desk/routes.ts'
import { playersRoutes } from '#/features/players/routes.ts'
import { playoffsDeskRoutes } from '#/features/playoffs/desk-routes.ts'
import { playoffsRoutes } from '#/features/playoffs/routes.ts'
import { referralsRoutes } from '#/features/referrals/routes.ts'
import { scheduleDeskRoutes } from '#/features/schedule/desk-routes.ts'
import { scheduleRoutes } from '#/features/schedule/routes.ts'
import { catalogRoutes } from '#/features/season-desk/catalog-routes.ts'
import { seasonDeskRoutes } from '#/features/season-desk/routes.ts'
import { seasonsRoutes } from '#/features/seasons/routes.ts'
import { settingsRoutes } from '#/features/settings/routes.ts'
import { socialRoutes } from '#/features/social/routes.ts'
import { peopleRoutes } from '#/features/organizer/people-routes.ts'
import { waitListRoutes } from '#/features/wait-list/routes.ts'
import { overviewRoutes } from '#/features/organizer/overview-routes.ts'
import { organizerRoutes } from '#/features/organizer/routes.ts'
import { demoRoutes } from '#/features/demo/routes.ts'
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
  ...waitListRoutes,
  ...seasonDeskRoutes,
  ...catalogRoutes,
  ...checkoutRoutes,
  ...guestRoutes,
  ...referralsRoutes,
  ...pairsRoutes,
  ...matchesRoutes,
  ...confirmationRoutes,
  ...scheduleRoutes,
  ...standingsRoutes,
  ...placeRoutes,
  ...playoffsRoutes,
  ...playoffsDeskRoutes,
  ...playersRoutes,
  ...settingsRoutes,
  ...socialRoutes,
  ...organizerRoutes,
  ...overviewRoutes,
  ...matchDeskRoutes,
  ...scheduleDeskRoutes,
  ...paymentDeskRoutes,
  ...exchangeRoutes,
  ...peopleRoutes,
  ...entryDeskRoutes,
  ...playerDeskRoutes,
  ...demoRoutes,
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
  sendSafeHeaders(server, app.config)
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
      api.addHook('onRequest', async (request, reply) => {
        // Whoever wants an answer kept says so later.
        void reply.header('cache-control', 'no-store')
        await app.limits.spend('address', networkOf(request.ip))
      })
      for (const route of routes) route.mount(api, app)
      servePictures(api, app)
      // Made when it is first read: a start has no need of it.
      let document: string | undefined
      api.get('/openapi.json', (_request, reply) => {
        document ??= JSON.stringify(openApiOf(routes.map((route) => route.endpoint)))
        return reply.type('application/json').send(document)
      })
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
  await serveWeb(server, app, (page) => pageTags(app, page))
  return server
}
