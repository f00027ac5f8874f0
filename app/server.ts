import { join } from 'node:path'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { accountsRoutes } from '#/features/accounts/routes.ts'
import { frontDoorRoutes } from '#/features/front-door/routes.ts'
import { guestRoutes } from '#/features/checkout/guest-routes.ts'
import { couponRoutes } from '#/features/coupons/routes.ts'
import { couponOrganizerRoutes } from '#/organizer/coupons/routes.ts'
import { levelOrganizerRoutes } from '#/organizer/levels/routes.ts'
import { checkoutRoutes } from '#/features/checkout/routes.ts'
import { refundRoutes } from '#/features/refunds/routes.ts'
import { confirmationRoutes } from '#/features/confirmation/routes.ts'
import { entryOrganizerRoutes } from '#/organizer/entries/routes.ts'
import { matchOrganizerRoutes } from '#/organizer/matches/routes.ts'
import { matchesRoutes } from '#/features/matches/routes.ts'
import { pairsRoutes } from '#/features/pairs/routes.ts'
import { invitationRoutes } from '#/features/invitations/routes.ts'
import { mergeRoutes } from '#/organizer/merges/routes.ts'
import { servePictures } from '#/features/pictures/routes.ts'
import { playerOrganizerRoutes } from '#/organizer/players/routes.ts'
import { exchangeRoutes } from '#/organizer/exchange/routes.ts'
import { liveRoutes, serveStreamOfPages } from '#/features/live/routes.ts'
import { liveScoringRoutes } from '#/features/live-scoring/routes.ts'
import { paymentOrganizerRoutes } from '#/organizer/payments/routes.ts'
import { playersRoutes } from '#/features/players/routes.ts'
import { playoffsOrganizerRoutes } from '#/organizer/playoffs/routes.ts'
import { playoffsRoutes } from '#/features/playoffs/routes.ts'
import { referralsRoutes } from '#/features/referrals/routes.ts'
import { scheduleOrganizerRoutes } from '#/organizer/schedule/routes.ts'
import { arrangingRoutes } from '#/features/arranging/routes.ts'
import { scheduleRoutes } from '#/features/schedule/routes.ts'
import { areaOrganizerRoutes } from '#/organizer/areas/routes.ts'
import { courtOrganizerRoutes } from '#/organizer/courts/routes.ts'
import { serveCalendar } from '#/features/calendar/feed.ts'
import { calendarRoutes } from '#/features/calendar/routes.ts'
import { availabilityRoutes } from '#/features/availability/routes.ts'
import { courtsRoutes } from '#/features/courts/routes.ts'
import { divisionOrganizerRoutes } from '#/organizer/divisions/routes.ts'
import { seasonOrganizerRoutes } from '#/organizer/seasons/routes.ts'
import { leaguesRoutes } from '#/features/leagues/routes.ts'
import { siteRoutes } from '#/features/site/routes.ts'
import { serveEmbeds } from '#/features/embed/pages.ts'
import { embedRoutes } from '#/features/embed/routes.ts'
import { seasonsRoutes } from '#/features/seasons/routes.ts'
import { settingsRoutes } from '#/features/settings/routes.ts'
import { socialRoutes } from '#/features/social/routes.ts'
import { peopleRoutes } from '#/organizer/people/routes.ts'
import { activityRoutes } from '#/features/activity/routes.ts'
import { notificationRoutes, serveUnsubscribePage } from '#/features/notifications/routes.ts'
import { waitListRoutes } from '#/features/wait-list/routes.ts'
import { overviewRoutes } from '#/organizer/overview/routes.ts'
import { auditRoutes } from '#/organizer/audit/routes.ts'
import { taskRoutes } from '#/organizer/desk/routes.ts'
import { securityRoutes } from '#/organizer/security/routes.ts'
import { demoRoutes } from '#/organizer/demo/routes.ts'
import { apiKeyRoutes } from '#/organizer/api-keys/routes.ts'
import { publicPagesRoutes } from '#/organizer/embed/routes.ts'
import { webhookRoutes } from '#/organizer/webhooks/routes.ts'
import { setupRoutes } from '#/organizer/setup/routes.ts'
import { organizationRoutes } from '#/organizer/organization/routes.ts'
import { textOrganizerRoutes } from '#/organizer/texts/routes.ts'
import { questionRoutes } from '#/features/questions/routes.ts'
import { questionOrganizerRoutes } from '#/organizer/questions/routes.ts'
import { mailTextRoutes } from '#/organizer/mail-texts/routes.ts'
import { textsRoutes } from '#/features/texts/routes.ts'
import { placeRoutes } from '#/features/standings/place-routes.ts'
import { standingsRoutes } from '#/features/standings/routes.ts'
import { serveCrawlers } from '#/features/site/crawlers.ts'
import { serveDocs } from './docs.ts'
import { readsThatMayLag } from './replica-reads.ts'
import { openApiOf } from './openapi.ts'
import { openPages, sendForms } from './pages.ts'
import { postedForms } from './posted-forms.ts'
import { isLoopbackName } from '#/server/config.ts'
import { httpLimits, refuseAddress, refuseConnection, sendSafeHeaders } from '#/server/http.ts'
import type { App } from '#/server/context.ts'
import { networkOf } from '#/server/limits.ts'
import { outboxOf } from '#/server/outside/mail-outbox.ts'
import { serveMailbox } from '#/server/outside/mailbox.ts'
import { serveOrganizationFiles } from '#/server/organization-files.ts'
import { servePhotos } from '#/server/photos.ts'
import { answerOf, Refusal, refusalOf, refuse } from '#/server/refuse.ts'
import type { Route } from '#/server/serve.ts'
import { ladderRoutes } from '#/features/ladder/routes.ts'
import { openToPlayRoutes } from '#/features/open-to-play/routes.ts'
import { unplayedOrganizerRoutes } from '#/organizer/unplayed/routes.ts'
import { organization } from '#/contract/organization.ts'
import { serveWeb } from '#/server/web.ts'
import { cardRoutes } from '#/features/cards/routes.ts'
import { serveHealth } from '#/server/health.ts'
import { logOptions, logRequests, requestIdOf, type LogOutput } from '#/server/log.ts'

/** Every call that the server answers. */
export const routes: readonly Route[] = [
  ...accountsRoutes,
  ...siteRoutes,
  ...seasonsRoutes,
  ...embedRoutes,
  ...frontDoorRoutes,
  ...leaguesRoutes,
  ...waitListRoutes,
  ...seasonOrganizerRoutes,
  ...divisionOrganizerRoutes,
  ...levelOrganizerRoutes,
  ...areaOrganizerRoutes,
  ...courtOrganizerRoutes,
  ...couponRoutes,
  ...couponOrganizerRoutes,
  ...checkoutRoutes,
  ...cardRoutes,
  ...refundRoutes,
  ...guestRoutes,
  ...referralsRoutes,
  ...pairsRoutes,
  ...invitationRoutes,
  ...matchesRoutes,
  ...confirmationRoutes,
  ...courtsRoutes,
  ...availabilityRoutes,
  ...arrangingRoutes,
  ...calendarRoutes,
  ...openToPlayRoutes,
  ...ladderRoutes,
  ...scheduleRoutes,
  ...standingsRoutes,
  ...placeRoutes,
  ...playoffsRoutes,
  ...playoffsOrganizerRoutes,
  ...playersRoutes,
  ...settingsRoutes,
  ...activityRoutes,
  ...notificationRoutes,
  ...liveRoutes,
  ...liveScoringRoutes,
  ...socialRoutes,
  ...securityRoutes,
  ...taskRoutes,
  ...auditRoutes,
  ...overviewRoutes,
  ...matchOrganizerRoutes,
  ...unplayedOrganizerRoutes,
  ...scheduleOrganizerRoutes,
  ...paymentOrganizerRoutes,
  ...exchangeRoutes,
  ...peopleRoutes,
  ...entryOrganizerRoutes,
  ...playerOrganizerRoutes,
  ...mergeRoutes,
  ...demoRoutes,
  ...organizationRoutes,
  ...textsRoutes,
  ...textOrganizerRoutes,
  ...questionRoutes,
  ...questionOrganizerRoutes,
  ...mailTextRoutes,
  ...setupRoutes,
  ...webhookRoutes,
  ...publicPagesRoutes,
  ...apiKeyRoutes,
]

type ServerOptions = {
  /** Gets the log's lines. */
  log?: LogOutput
  /** Adds metrics and traces. */
  observe?: (server: FastifyInstance) => void
  /** The folder of `npm run build`. */
  built?: string
}

/** The HTTP server over the app's parts; not yet listening. */
export async function buildServer(
  app: App,
  { log, observe, built = join(import.meta.dirname, '../dist') }: ServerOptions = {},
): Promise<FastifyInstance> {
  const logger = logOptions(app.config, log)
  const server: FastifyInstance = fastify({
    logger,
    // Its two lines for each request cost a tenth of the throughput; logRequests writes one.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    ...httpLimits,
    frameworkErrors: refuseAddress(app.config),
    clientErrorHandler: refuseConnection(app.config, (about) => server.log.info(about)),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: requestIdOf(app.config),
    trustProxy: app.config.TRUST_PROXY,
  })
  // A form on another site can send this type without a preflight request.
  server.removeContentTypeParser('text/plain')
  logRequests(server, logger.stream)
  observe?.(server)
  sendSafeHeaders(server, app.config)
  serveHealth(server, app)
  server.addHook('onRequest', async (request, reply) => {
    if (!app.health.stopping || request.url.startsWith('/health/')) return
    void reply.header('connection', 'close')
    refuse('unavailable')
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    request.refusal = refusal?.code ?? 'internal'
    request.security_event = refusal?.event ?? null
    if (!refusal) request.log.error({ err: error, route: request.routeOptions.url }, 'unhandled error')
    else if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'temporarily unavailable')
    const { status, body } = answerOf(refusal ?? new Refusal('internal'), request.id)
    if (refusal?.retryAfter !== undefined) void reply.header('retry-after', String(refusal.retryAfter))
    return reply.code(status).send(body)
  })
  await server.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        // No caching unless a route opts in.
        void reply.header('cache-control', 'no-store')
        await app.limits.spend('address', networkOf(request.ip))
      })
      for (const route of routes) route.mount(api, app, { may_lag: readsThatMayLag.has(route.endpoint) })
      servePictures(api, app)
      serveUnsubscribePage(api)
      // Built at the first request, to keep the start fast, and again when the organization has another name.
      let document: { name: string; text: string } | undefined
      api.get('/openapi.json', (_request, reply) => {
        const { name } = organization()
        if (document?.name !== name)
          document = { name, text: JSON.stringify(openApiOf(routes.map((route) => route.endpoint))) }
        return reply.type('application/json').send(document.text)
      })
      await serveDocs(api)
      api.setNotFoundHandler((request, reply) => {
        const allowed = methodsOf(request.url)
        if (allowed.length > 0) void reply.header('allow', allowed.join(', '))
        const { status, body } = answerOf(new Refusal(allowed.length > 0 ? 'wrong_method' : 'not_found'), request.id)
        return reply.code(status).send(body)
      })
    },
    { prefix: '/api' },
  )
  servePhotos(server, app.photos)
  serveOrganizationFiles(server, app)
  serveCalendar(server, app)
  serveCrawlers(server, app)
  serveEmbeds(server, app)
  serveStreamOfPages(server, app)
  const { production, SMTP_URL, HOST } = app.config
  if (!production && SMTP_URL === null && isLoopbackName(HOST)) await serveMailbox(server, outboxOf(app.config))
  await serveWeb(
    server,
    app,
    { makePage: await openPages(server, app, built), sendForm: sendForms(server), forms: Object.keys(postedForms) },
    join(built, 'web'),
  )
  return server
}

/** The methods of the calls at an address like /api/users?page=2, for the Allow header (RFC 9110, section 10.2.1). */
function methodsOf(address: string): string[] {
  const path = address.replace(/\?.*$/, '').replace(/^\/api/, '')
  const methods = routes
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set(methods)].toSorted()
}
