import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CanNotRun, startEmbeddedPostgres } from '#/db/embedded.ts'
import { prepareDataDir } from './data-dir.ts'
import { choosePort } from './port.ts'
import type { Started } from './start.ts'
import { isDiskFull } from '#/server/outside/whole-file.ts'
import { BadSetting, readConfig, siteOf, type Config } from '#/server/config.ts'
import { scrub } from '#/server/log.ts'

/** Milliseconds for work in progress when the process stops. */
const STOP_TIMEOUT_MS = 8_000

/** Milliseconds for closing each part after that timeout. */
const CLOSE_TIMEOUT_MS = 2_000

/**
 * Milliseconds within which a second signal counts as the same one: npm forwards what the terminal or the group also
 * received.
 */
const SAME_SIGNAL_MS = 1_000

const started: Started = { working: [], running: [], health: { stopping: false, queueSeenAt: null } }
// A closed log reader must not end the process, nor cause endless error reports.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
let stopping: Promise<never> | null = null

// Last resort: an unhandled error. The state is not trustworthy, so the process ends.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    console.error(`The process ends after an unexpected error. ${printable(error)}`)
    void stop(1)
  })

try {
  await start(readConfig(process.env))
} catch (error) {
  // An error that the stop has caused does not mean that the start failed.
  if (stopping !== null) await stop(0)
  else if (error instanceof BadSetting || error instanceof CanNotRun) console.error(error.message)
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
  // Checks the port before anything is changed, so that a start that cannot listen leaves nothing behind.
  const port = await choosePort(settings.PORT, settings.HOST, settings.any_port)
  const config = { ...settings, PORT: port, site: siteOf(settings.PUBLIC_URL, port) }
  await prepareDataDir(config.DATA_DIR)
  if (config.DATABASE_URL === undefined) {
    const launched = Promise.withResolvers<void>()
    const database = startDatabase(config, launched.resolve)
    // Any earlier step would have to wait for code that is being loaded.
    await Promise.race([launched.promise, database])
    const [url, { startApp }] = await Promise.all([database, loadApp()])
    performance.mark('PostgreSQL and code')
    return startApp(config, url, started)
  }
  const { checkServers } = await import('#/db/requirements.ts')
  await checkServers(config)
  const { startApp } = await loadApp()
  return startApp(config, config.DATABASE_URL, started)
}

/** Loads the code while PostgreSQL starts, in parts: loading one blocks everything else in this process. */
async function loadApp() {
  for (const load of [
    () => import('kysely'),
    () => import('fastify'),
    () => import('graphile-worker'),
    () => import('#/features/accounts/routes.ts'),
    () => import('#/features/matches/routes.ts'),
    () => import('./server.ts'),
    () => import('./jobs.ts'),
  ]) {
    await load()
    await new Promise(setImmediate)
  }
  return import('./start.ts')
}

/** An error without its fields, which may contain a database row. */
function printable(error: unknown): string {
  return scrub(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

/** PostgreSQL from npm, with its data in DATA_DIR. */
async function startDatabase(config: Config, onLaunch: () => void): Promise<string> {
  const dataDir = join(config.DATA_DIR, 'postgres')
  const database = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    onLaunch,
    onRestart: (reason) => console.error(`PostgreSQL ended (${reason}) and is started again.`),
    onExit: (reason) => {
      console.error(`PostgreSQL ended (${reason}) and cannot go on.`)
      void stop(1)
    },
  })
  started.running.push(() => database.stop())
  return database.url
}

/** Stops everything, once, however often it is called. Exits with `code`, or with 1 if something was cut off. */
function stop(code: number): Promise<never> {
  stopping ??= (async () => {
    started.health.stopping = true
    const ended = Promise.allSettled(started.working.map((end) => end()))
    const limit = new AbortController()
    const inTime = await Promise.race([
      ended.then(() => true),
      wait(STOP_TIMEOUT_MS, false, { signal: limit.signal, ref: false }),
    ])
    limit.abort()
    if (!inTime) console.error(`Ended after ${STOP_TIMEOUT_MS / 1000} s with work under way.`)
    for (const end of started.running.toReversed()) {
      const closed = end().catch((error: unknown) => console.error(printable(error)))
      // Closing would wait for a connection whose work was cut off.
      await (inTime ? closed : Promise.race([closed, wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]))
    }
    process.exit(inTime ? code : 1)
  })()
  return stopping
}
