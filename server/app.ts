import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { accountsRoutes } from '#/features/accounts/routes.ts'
import { checkoutRoutes } from '#/features/checkout/routes.ts'
import { matchesRoutes } from '#/features/matches/routes.ts'
import { seasonsRoutes } from '#/features/seasons/routes.ts'
import { standingsRoutes } from '#/features/standings/routes.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { serveDocs } from './docs.ts'
import { openApiOf } from './openapi.ts'
import type { Clock } from './outside/clock.ts'
import type { Payments } from './outside/payments.ts'
import { answerOf, Refusal, refusalOf } from './refuse.ts'
import type { Route } from './serve.ts'
import { serveWeb } from './web.ts'

/** The app's parts, made once by main.ts and by the tests, handed to every handler. */
export type App = {
  config: Config
  db: Db
  clock: Clock
  payments: Payments
}

/** The table of contents: every call the server answers. */
export const routes: readonly Route[] = [...accountsRoutes, ...seasonsRoutes, ...checkoutRoutes, ...matchesRoutes, ...standingsRoutes]

/** The HTTP server over the app's parts; not yet listening. */
export async function buildServer(app: App): Promise<FastifyInstance> {
  const server = fastify({
    logger: { level: app.config.LOG_LEVEL },
    // One line a request is 10 % of the server's speed; failures are logged below.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: () => randomUUID(),
  })
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: app.config.PUBLIC_URL?.startsWith('https:') ? { maxAge: 63_072_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (!refusal) request.log.error({ err: error, url: request.url }, 'a bug')
    else if (refusal.code === 'away') request.log.warn({ err: error }, 'the database is away')
    const { status, body } = answerOf(refusal ?? new Refusal('internal'), request.id)
    if (status === 503) void reply.header('retry-after', '2')
    return reply.code(status).send(body)
  })
  await server.register(
    async (api) => {
      api.addHook('onSend', async (_request, reply) => {
        void reply.header('cache-control', 'no-store')
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
  await serveWeb(server)
  return server
}
