import { join } from 'node:path'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { serveDocs } from './docs.ts'
import { features } from './features.ts'
import { readsThatMayLag } from './replica-reads.ts'
import { openApiOf } from './openapi.ts'
import { openPages, sendForms } from './pages.ts'
import { postedForms } from './posted-forms.ts'
import { httpLimits, refuseAddress, refuseConnection, sendSafeHeaders } from '#/server/http.ts'
import type { App } from '#/server/context.ts'
import { networkOf } from '#/server/limits.ts'
import { outboxOf } from '#/server/outside/mail-outbox.ts'
import { serveMailbox } from '#/server/outside/mailbox.ts'
import { serveOrganizationFiles } from '#/server/organization-files.ts'
import { servePhotos } from '#/server/photos.ts'
import { answerOf, Refusal, refusalOf, refuse } from '#/server/refuse.ts'
import type { Route } from '#/server/serve.ts'
import { organization } from '#/contract/organization.ts'
import { serveWeb } from '#/server/web.ts'
import { serveHealth } from '#/server/health.ts'
import { logOptions, logRequests, requestIdOf, type LogOutput } from '#/server/log.ts'

/** Every call that the server serves. */
export const routes: readonly Route[] = features.flatMap((feature) => ('routes' in feature ? feature.routes : []))

type ServerOptions = {
  /** Receives the log's lines. */
  log?: LogOutput
  /** Adds metrics and traces. */
  observe?: (server: FastifyInstance) => void
  /** The folder of `npm run build`. */
  built?: string
}

/** Makes the HTTP server of the app, which does not listen yet. */
export async function buildServer(
  app: App,
  { log, observe, built = join(import.meta.dirname, '../dist') }: ServerOptions = {},
): Promise<FastifyInstance> {
  const logger = logOptions(app.config, log)
  const server: FastifyInstance = fastify({
    logger,
    // Fastify's two lines for each request cost a tenth of the throughput. logRequests writes one.
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
        // Nothing is cached unless a route opts in.
        void reply.header('cache-control', 'no-store')
        await app.limits.spend('address', networkOf(request.ip))
      })
      for (const route of routes) route.mount(api, app, { may_lag: readsThatMayLag.has(route.endpoint) })
      for (const feature of features) if ('serveApi' in feature) feature.serveApi(api, app)
      // Built at the first request, to keep the start fast, and again when the organization's name changes.
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
  for (const feature of features) if ('servePages' in feature) feature.servePages(server, app)
  if (app.dev_token !== null && app.config.SMTP_URL === null)
    await serveMailbox(server, outboxOf(app.config), app.dev_token)
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
