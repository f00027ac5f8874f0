import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { migrate } from '#/db/migrate.ts'
import { migrationFailure } from '#/db/requirements.ts'
import { prepareCatalogue } from '#/organizer/setup/jobs.ts'
import { renewDemoPassword, seedDemo } from '#/organizer/demo-league/seed.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { ensureOrganizer } from '#/features/accounts/jobs.ts'
import { keepMemoryFresh, readMemory } from './memory.ts'
import { resealWebhookSecrets } from '#/organizer/webhooks/queries.ts'
import { findOrMakePushKeys } from '#/features/notifications/push-keys.ts'
import { openLive } from '#/features/live/queries.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { handOverOwnerLink, startFirstOwnerLink } from './first-owner.ts'
import { listenFailure } from './port.ts'
import { buildServer } from './server.ts'
import type { App } from '#/server/context.ts'
import { startAdmission } from '#/server/admission.ts'
import { BadSetting, isLoopbackName, siteOf, type Config } from '#/server/config.ts'
import { openDatabase, type Db } from '#/server/db.ts'
import { readDevAccess } from '#/server/dev-access.ts'
import { startWorker } from './job-worker.ts'
import { Line } from '#/server/line.ts'
import { openLimits } from '#/server/limits.ts'
import { pushContact, senderOf } from '#/server/organization.ts'
import { openSessions } from '#/server/session.ts'
import { openSecretBox, readSecretKey, type SecretBox } from '#/server/secret-box.ts'
import { encryptSecondFactors, startEnrollments } from '#/organizer/security/jobs.ts'
import { startClock } from '#/server/outside/clock.ts'
import type { Mail } from '#/server/outside/mail.ts'
import { openOutbox, outboxOf } from '#/server/outside/mail-outbox.ts'
import { openSmtp } from '#/server/outside/mail-smtp.ts'
import type { Payments } from '#/server/outside/payments.ts'
import { openTestPayments } from '#/server/outside/payments-test.ts'
import { openPhotoFolder } from '#/server/outside/photos-folder.ts'
import { openS3Photos } from '#/server/outside/photos-s3.ts'
import { openPublicHttp } from '#/server/outside/public-http.ts'
import { openPush } from '#/server/outside/push-http.ts'
import { openSocial } from '#/server/outside/social.ts'
import { PRODUCT_NAME } from '#/contract/product.ts'
import { JOB_LIMITS, REQUEST_LIMITS } from '#/server/pool-limits.ts'
import { findPooler } from '#/server/pooler.ts'
import { followReplica, REPLICA_LIMITS } from '#/server/replica.ts'
import type { Health } from '#/server/health.ts'
import { observeMail, observePayments, observePush } from '#/server/observe.ts'
import type { Tracing } from '#/server/tracing.ts'

/** The parts to stop: first everything that does work, in parallel; then its dependencies, in reverse order of starting. */
export type Started = { working: (() => Promise<unknown>)[]; running: (() => Promise<unknown>)[]; health: Health }

/**
 * Starts the app on its database; resolves once it listens. Adds each part to `started` immediately, so that a failed
 * start can be stopped.
 */
export async function startApp(config: Config, url: string, started: Started): Promise<void> {
  const { working, running, health } = started
  // A pooler in transaction mode does not support session locks and settings, LISTEN, or unlimited work.
  const { DATABASE_DIRECT_URL: direct = url } = config
  await migrate(direct).catch((error: unknown) => {
    throw migrationFailure(error)
  })
  performance.mark('migrations')
  const tracing = await openTracing(config, running)
  const db = openDatabase(url, REQUEST_LIMITS, direct === url ? null : await findPooler(url, direct))
  running.push(() => db.destroy())
  const jobsDb = openDatabase(direct, JOB_LIMITS)
  running.push(() => jobsDb.destroy())
  const replicaDb = await openReplica(config, running)
  const replica = replicaDb && followReplica(db, replicaDb)
  if (replica) working.push(() => replica.stop())
  const photos = config.s3 ? openS3Photos(config.s3) : openPhotoFolder(join(config.DATA_DIR, 'photos'))
  const clock = startClock(config.NOW)
  const sessions = openSessions(db, config)
  const live = openLive({ db, sessions, clock }, config)
  working.push(async () => live.stop())
  const secrets = await openSecrets(config)
  const { admission, stop: stopAdmission } = startAdmission(db)
  running.push(async () => stopAdmission())
  const access = await readDevAccess(config)
  const app: App = {
    config,
    db,
    replica,
    clock,
    payments: observePayments(await openPayments(config, db)),
    mail: observeMail(openMail(config)),
    push: observePush(
      openPush({
        keys: config.push_keys ?? (await findOrMakePushKeys(jobsDb, secrets, clock.now())),
        contact: pushContact,
        allows_loopback: config.CALLS_TO_LOOPBACK,
      }),
    ),
    publicHttp: openPublicHttp({ allows_loopback: config.CALLS_TO_LOOPBACK }),
    photos,
    social: openSocial(config),
    limits: openLimits(config, db),
    sessions,
    live,
    secrets,
    health,
    admission,
    saleLine: new Line(),
    dev_token: config.production ? null : access.token,
  }

  const unhurried: App = { ...app, db: jobsDb }
  await prepareCatalogue(jobsDb, { production: config.production && !config.DEMO, now: app.clock.now() })
  await readMemory(unhurried)
  await openSeasons(jobsDb, saleDay(app.clock.now()))
  if (config.ORGANIZER_EMAIL && config.ORGANIZER_PASSWORD)
    await ensureOrganizer(
      jobsDb,
      { email: config.ORGANIZER_EMAIL, password: config.ORGANIZER_PASSWORD, name: config.ORGANIZER_NAME },
      app.clock.now(),
    )
  await encryptSecondFactors(unhurried)
  await resealWebhookSecrets(unhurried, app.clock.now())
  if (config.production) await startEnrollments(jobsDb, app.clock.now())
  performance.mark('what is stored')
  await renewDemoPassword(jobsDb, access.demo_password)
  const demo = config.DEMO ? await seedDemo(unhurried, access.demo_password) : null
  performance.mark('demo league')

  const metrics = await openMetrics(
    config,
    { requests: db, jobs: jobsDb, ...(replicaDb && { replica: replicaDb }) },
    app,
    running,
  )
  const server = await buildServer(app, {
    observe(built) {
      tracing?.watch(built)
      metrics?.watch(built)
      const { METRICS_PORT, METRICS_TOKEN } = config
      if (metrics && METRICS_PORT === undefined && METRICS_TOKEN !== undefined) metrics.serve(built, METRICS_TOKEN)
    },
  })
  performance.mark('routes')
  // Work that begins during a stop would outlive its database connections.
  if (health.stopping) return
  const worker = startWorker(unhurried, direct, server.log)
  working.push(() => worker.stop())
  const memory = keepMemoryFresh(unhurried, direct, server.log)
  working.push(() => memory.stop())
  const opened = server.listen({ port: config.PORT, host: config.HOST })
  // A server that is closed while it looks up its addresses throws where nobody can catch it (fastify 5.12.8, `multipleBindings`).
  working.push(() => opened.catch(() => {}).then(() => closeServer(server)))
  await opened.catch((error: unknown) => {
    throw listenFailure(error, config.PORT, config.HOST)
  })
  performance.mark('listening')

  // The cache is written at the start too, because a killed process never reaches its exit handler.
  flushCompileCache()
  const address = server.server.address()
  const listening = typeof address === 'object' && address ? address.port : config.PORT
  const site = siteOf(config.PUBLIC_URL, listening)
  const link = config.DEMO ? null : startFirstOwnerLink({ db: jobsDb, clock }, site)
  if (link) working.push(() => link.stop())
  const words = `${PRODUCT_NAME} is at ${site}`
  if (config.production) server.log.info(words)
  else console.log(words)
  const ownerLink = await link?.made
  if (ownerLink) await handOverOwnerLink(config.DATA_DIR, ownerLink)
  if (!config.production) for (const line of devLines(config, site, access.token)) console.log(line)
  if (demo) for (const { who, email, password } of demo) console.log(`Demo ${who}: ${email} / ${password}`)
}

/** Who can reach a development server, and where its emails are. */
function devLines({ HOST, SMTP_URL }: Config, site: string, token: string): string[] {
  const reach = isLoopbackName(HOST)
    ? 'It answers on this machine only. A proxy in front of it opens it to others.'
    : `Everybody who can reach ${HOST} can open it (setting HOST).`
  return SMTP_URL === null ? [reach, `Emails are at ${site}/dev/mailbox?token=${token}`] : [reach]
}

/** Traces, if a collector is configured; otherwise their library is not even loaded. */
async function openTracing(config: Config, running: Started['running']): Promise<Tracing | null> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null
  const { startTracing } = await import('#/server/tracing.ts')
  const tracing = startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, config)
  running.push(() => tracing.stop())
  return tracing
}

/** Metrics, if a port or a token is configured; otherwise their library is not even loaded. */
async function openMetrics(
  { METRICS_PORT: port, METRICS_TOKEN: token, HOST: host }: Config,
  dbs: { requests: Db; jobs: Db; replica?: Db },
  app: App,
  running: Started['running'],
) {
  if (port === undefined && token === undefined) return null
  const { countMetrics, listenForMetrics, serveMetrics } = await import('#/server/metrics.ts')
  const metrics = countMetrics(dbs, app)
  running.push(async () => metrics.close())
  if (port !== undefined) {
    const server = await listenForMetrics(metrics, { port, host, token }).catch((error: unknown) => {
      throw new BadSetting(
        `The setting METRICS_PORT=${port} cannot be used (${error instanceof Error ? error.message : ''}).`,
      )
    })
    running.push(async () => void server.close())
  }
  return {
    watch: metrics.watch,
    serve: (server: FastifyInstance, secret: string) => serveMetrics(server, metrics, secret),
  }
}

/** The connections to the replica, if there is one. If it is unavailable, it is treated as behind a simple pooler. */
async function openReplica({ DATABASE_REPLICA_URL: url }: Config, running: Started['running']): Promise<Db | null> {
  if (url === undefined) return null
  const pooler = await findPooler(url).catch(() => ({ direct: url, keeps_names: false }))
  const db = openDatabase(url, REPLICA_LIMITS, pooler)
  running.push(() => db.destroy())
  return db
}

async function openSecrets(config: Config): Promise<SecretBox> {
  const { PREVIOUS_SECRET_KEY: previous } = config
  return openSecretBox(await readSecretKey(config), previous === undefined ? null : Buffer.from(previous, 'base64'))
}

/** Stripe, if an account is configured; otherwise its library is not even loaded. */
async function openPayments({ stripe }: Config, db: Db): Promise<Payments> {
  if (!stripe) return openTestPayments(db)
  const { openStripe } = await import('#/server/outside/payments-stripe.ts')
  return openStripe(stripe)
}

function openMail(config: Config): Mail {
  const sender = () => senderOf(config)
  return config.SMTP_URL === null ? openOutbox(outboxOf(config), sender) : openSmtp(config.SMTP_URL, sender)
}

/** Accepts no new connections, finishes open requests, and closes each connection after its response. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const closeIdle = setInterval(() => server.server.closeIdleConnections(), 50)
  await server.close().finally(() => clearInterval(closeIdle))
}
