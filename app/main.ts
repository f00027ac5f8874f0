import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { CanNotRun, startEmbeddedPostgres } from '#/db/embedded.ts'
import { migrate } from '#/db/migrate.ts'
import { checkServers, migrationFailure } from '#/db/requirements.ts'
import { seedDemo } from '#/organizer/demo-league/seed.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { ensureOrganizer } from '#/features/accounts/jobs.ts'
import { keepMemoryFresh, readMemory } from './memory.ts'
import { openLive } from '#/features/live/queries.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { prepareDataDir } from './data-dir.ts'
import { choosePort, listenFailure } from './port.ts'
import { buildServer } from './server.ts'
import { isDiskFull } from '#/server/outside/whole-file.ts'
import type { App } from '#/server/context.ts'
import { BadSetting, readConfig, siteOf, type Config } from '#/server/config.ts'
import { openDatabase, type Db } from '#/server/db.ts'
import { startWorker } from './jobs.ts'
import { openLimits } from '#/server/limits.ts'
import { senderOf } from '#/server/organization.ts'
import type { LiveStreams } from '#/server/live.ts'
import { openSessions } from '#/server/session.ts'
import { openSecretBox, readSecretKey, type SecretBox } from '#/server/secret-box.ts'
import { encryptSecondFactors, startEnrollments } from '#/organizer/security/jobs.ts'
import { startClock } from '#/server/outside/clock.ts'
import type { Mail } from '#/server/outside/mail.ts'
import { openOutbox, outboxOf } from '#/server/outside/mail-outbox.ts'
import { openSmtp } from '#/server/outside/mail-smtp.ts'
import { openStripe } from '#/server/outside/payments-stripe.ts'
import { openTestPayments } from '#/server/outside/payments-test.ts'
import { openPhotoFolder } from '#/server/outside/photos-folder.ts'
import { openS3Photos } from '#/server/outside/photos-s3.ts'
import { openSocial } from '#/server/outside/social.ts'
import { PRODUCT_NAME } from '#/contract/product.ts'
import { JOB_LIMITS, REQUEST_LIMITS } from '#/server/db-pool.ts'
import { findPooler } from '#/server/pooler.ts'
import { followReplica, REPLICA_LIMITS } from '#/server/replica.ts'
import type { Health } from '#/server/health.ts'
import { scrub } from '#/server/log.ts'
import { observeMail, observePayments } from '#/server/observe.ts'
import type { Tracing } from '#/server/tracing.ts'

/** Milliseconds for what is under way, once the process is to end. */
const STOP_TIMEOUT_MS = 8_000

/** Milliseconds for closing each part after that time is up. */
const CLOSE_TIMEOUT_MS = 2_000

/** Milliseconds in which a second signal is the same wish: npm passes on what the terminal or the group got too. */
const SAME_SIGNAL_MS = 1_000

/** What has to be stopped: what does work, all at once; then what it works with, in reverse order of starting. */
const working: (() => Promise<unknown>)[] = []
const running: (() => Promise<unknown>)[] = []
// A reader of the log that has gone must not end the process.
process.stdout.on('error', () => {})
const health: Health = { stopping: false, queueSeenAt: null }
let stopping: Promise<never> | null = null

// The last resort: a fault of the program. What it left behind cannot be trusted, so the process ends.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    console.error(printable(error))
    void stop(1)
  })

try {
  await start(readConfig(process.env))
} catch (error) {
  if (error instanceof BadSetting || error instanceof CanNotRun) console.error(error.message)
  else if (isDiskFull(error)) console.error(`The disk is full (${error.message}).`)
  else console.error(printable(error))
  await stop(1)
}

async function start(settings: Config): Promise<void> {
  let askedAt: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      askedAt ??= performance.now()
      if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1)
      void stop(0)
    })
  // A signal to npm ends npm's shell, which does not forward it: the app would outlive `npm start`.
  const starter = process.ppid
  if (process.env['npm_lifecycle_event'] === 'start')
    setInterval(() => process.ppid !== starter && void stop(0), 500).unref()
  // Before anything is changed, so that a start that cannot listen leaves nothing behind.
  const port = await choosePort(settings.PORT, settings.HOST, settings.any_port)
  const config = { ...settings, PORT: port, site: siteOf(settings.PUBLIC_URL, port) }
  await prepareDataDir(config.DATA_DIR)
  await checkServers(config)
  const url = config.DATABASE_URL ?? (await startDatabase(config))
  // What a pooler in transaction mode cannot carry: locks and settings of a connection, LISTEN, work without end.
  const { DATABASE_DIRECT_URL: direct = url } = config
  await migrate(direct).catch((error: unknown) => {
    throw migrationFailure(error)
  })
  const tracing = await openTracing(config)
  const db = openDatabase(url, REQUEST_LIMITS, direct === url ? null : await findPooler(url, direct))
  running.push(() => db.destroy())
  const jobsDb = openDatabase(direct, JOB_LIMITS)
  running.push(() => jobsDb.destroy())
  const replicaDb = await openReplica(config)
  const replica = replicaDb && followReplica(db, replicaDb)
  if (replica) working.push(() => replica.stop())
  const photos = config.s3 ? openS3Photos(config.s3) : openPhotoFolder(join(config.DATA_DIR, 'photos'))
  const clock = startClock(config.NOW)
  const sessions = openSessions(db, config)
  const live = openLive({ db, sessions, clock }, config)
  working.push(async () => live.stop())
  const app: App = {
    config,
    db,
    replica,
    clock,
    payments: observePayments(config.stripe ? openStripe(config.stripe) : openTestPayments(db)),
    mail: observeMail(openMail(config)),
    photos,
    social: openSocial(config),
    limits: openLimits(config, db),
    sessions,
    live,
    secrets: await openSecrets(config),
    health,
  }

  const unhurried: App = { ...app, db: jobsDb }
  await readMemory(unhurried)
  await openSeasons(jobsDb, saleDay(app.clock.now()))
  if (config.ORGANIZER_EMAIL && config.ORGANIZER_PASSWORD)
    await ensureOrganizer(
      jobsDb,
      { email: config.ORGANIZER_EMAIL, password: config.ORGANIZER_PASSWORD },
      app.clock.now(),
    )
  await encryptSecondFactors(unhurried)
  if (config.production) await startEnrollments(jobsDb, app.clock.now())
  const demo = config.DEMO ? await seedDemo(unhurried) : null

  const metrics = await openMetrics(
    config,
    { requests: db, jobs: jobsDb, ...(replicaDb && { replica: replicaDb }) },
    live,
  )
  const server = await buildServer(app, {
    observe(built) {
      tracing?.watch(built)
      metrics?.watch(built)
      const { METRICS_PORT, METRICS_TOKEN } = config
      if (metrics && METRICS_PORT === undefined && METRICS_TOKEN !== undefined) metrics.serve(built, METRICS_TOKEN)
    },
  })
  const worker = startWorker(unhurried, direct, server.log)
  working.push(() => worker.stop())
  const memory = keepMemoryFresh(unhurried, direct, server.log)
  working.push(() => memory.stop())
  working.push(() => closeServer(server))
  await server.listen({ port: config.PORT, host: config.HOST }).catch((error: unknown) => {
    throw listenFailure(error, config.PORT, config.HOST)
  })

  // Not only at the exit: a killed process never reaches it.
  flushCompileCache()
  const address = server.server.address()
  const listening = typeof address === 'object' && address ? address.port : config.PORT
  const words = `${PRODUCT_NAME} is at ${siteOf(config.PUBLIC_URL, listening)}`
  if (config.production) server.log.info(words)
  else console.log(words)
  if (demo) for (const { who, email, password } of demo) console.log(`Demo ${who}: ${email} / ${password}`)
}

/** Traces, when there is a collector for them; otherwise their library is not even loaded. */
async function openTracing(config: Config): Promise<Tracing | null> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null
  const { startTracing } = await import('#/server/tracing.ts')
  const tracing = startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, config)
  running.push(() => tracing.stop())
  return tracing
}

/** Metrics, when they have a port or a token; otherwise their library is not even loaded. */
async function openMetrics(
  { METRICS_PORT: port, METRICS_TOKEN: token, HOST: host }: Config,
  dbs: { requests: Db; jobs: Db; replica?: Db },
  live: LiveStreams,
) {
  if (port === undefined && token === undefined) return null
  const { countMetrics, listenForMetrics, serveMetrics } = await import('#/server/metrics.ts')
  const metrics = countMetrics(dbs, live)
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

/** The connections to the replica; null: there is none. One that is away may be behind a pooler, of the simplest kind. */
async function openReplica({ DATABASE_REPLICA_URL: url }: Config): Promise<Db | null> {
  if (url === undefined) return null
  const pooler = await findPooler(url).catch(() => ({ direct: url, keeps_names: false }))
  const db = openDatabase(url, REPLICA_LIMITS, pooler)
  running.push(() => db.destroy())
  return db
}

/** An error without its fields, which may hold a row of the database. */
function printable(error: unknown): string {
  return scrub(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

async function openSecrets(config: Config): Promise<SecretBox> {
  const { PREVIOUS_SECRET_KEY: previous } = config
  return openSecretBox(await readSecretKey(config), previous === undefined ? null : Buffer.from(previous, 'base64'))
}

function openMail(config: Config): Mail {
  const sender = () => senderOf(config)
  return config.SMTP_URL === null ? openOutbox(outboxOf(config), sender) : openSmtp(config.SMTP_URL, sender)
}

/** PostgreSQL from npm, with its data in DATA_DIR. */
async function startDatabase(config: Config): Promise<string> {
  const dataDir = join(config.DATA_DIR, 'postgres')
  const database = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    onRestart: (reason) => console.error(`PostgreSQL ended (${reason}) and is started again.`),
    onExit: (reason) => {
      console.error(`PostgreSQL ended (${reason}) and cannot go on.`)
      void stop(1)
    },
  })
  running.push(() => database.stop())
  return database.url
}

/** Takes no new connection, answers what is under way, and closes each connection after its answer. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const closeIdle = setInterval(() => server.server.closeIdleConnections(), 50)
  await server.close().finally(() => clearInterval(closeIdle))
}

/** Stops everything, once, however often it is called. Ends with `code`, or with 1 when something was cut off. */
function stop(code: number): Promise<never> {
  stopping ??= (async () => {
    health.stopping = true
    const ended = Promise.allSettled(working.map((end) => end()))
    const limit = new AbortController()
    const inTime = await Promise.race([
      ended.then(() => true),
      wait(STOP_TIMEOUT_MS, false, { signal: limit.signal, ref: false }),
    ])
    limit.abort()
    if (!inTime) console.error(`Ended after ${STOP_TIMEOUT_MS / 1000} s with work under way.`)
    for (const end of running.toReversed()) {
      const closed = end().catch((error: unknown) => console.error(printable(error)))
      // A connection that is cut off from its work would be waited for.
      await (inTime ? closed : Promise.race([closed, wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]))
    }
    process.exit(inTime ? code : 1)
  })()
  return stopping
}
