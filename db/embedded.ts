import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { withConnection } from './connection.ts'
import { stopLeftovers } from './embedded-leftovers.ts'
import { lockFolder } from './embedded-lock.ts'
import { AlreadyRunning, CanNotRun } from './embedded-refusals.ts'
import { copyPrograms, findPackage, type Programs, readyPrograms } from './embedded-programs.ts'
import { giveTo, runWay, spawnWay, type Way, waysToRun } from './embedded-user.ts'

export { AlreadyRunning, CanNotRun }

type Options = {
  /** The server's data folder, used for nothing else. Created if missing. */
  dataDir: string
  /** False loses acknowledged writes in a power cut. For tests only. */
  fsync?: boolean
  /** Called with each line that the server logs. */
  log: (line: string) => void
  /** Called when PostgreSQL's programs start to work, while this process only waits. */
  onLaunch?: (() => void) | undefined
  /** Called with the reason if the server ends unexpectedly. It restarts on the same port. */
  onRestart?: (reason: string) => void
  /** Called with the reason if it ends unexpectedly more than three times in a minute, or cannot restart. */
  onExit?: (reason: string) => void
}

/** Attempts to start a server while another process is in the way, and milliseconds between attempts. */
const LAUNCH_ATTEMPTS = 5
const LAUNCH_INTERVAL_MS = 100

/** Unexpected ends within a minute after which the server is still restarted. */
const RESTARTS_A_MINUTE = 3

export type EmbeddedPostgres = { url: string; pid: number; stop: () => Promise<void> }

/**
 * Runs the PostgreSQL from npm on `dataDir`, on loopback at a free port. Resolves once its database `deuce` accepts
 * connections. Throws AlreadyRunning while another process holds the folder, and CanNotRun if PostgreSQL cannot run
 * here. Removes PG* from this process's environment. Call it from the main thread: on Linux, the server stops when the
 * thread that started it ends.
 *
 * In `dataDir`: cluster (PostgreSQL's data), password, lock and pid. new-* is an unfinished setup or copy. programs-* is a
 * copy of PostgreSQL's programs, made only if they cannot run where npm put them.
 */
export async function startEmbeddedPostgres({
  dataDir,
  fsync = true,
  log,
  onLaunch,
  onRestart,
  onExit,
}: Options): Promise<EmbeddedPostgres> {
  // PGSSLMODE and the like are meant for other servers, but database libraries would apply them here too.
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name]
  const packageFolder = findPackage()
  await mkdir(dataDir, { recursive: true })
  const folder = await realpath(dataDir)
  const unlock = lockFolder(folder)
  try {
    await removeUnfinished(folder)
    const programs = await readyPrograms(packageFolder, folder)
    const cluster = join(folder, 'cluster')
    const mark = `deuce-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
    const stopOthers = () => stopLeftovers(cluster, mark, programs.pgCtl, log)
    await stopOthers()
    const way = await prepare(folder, programs, () => copyPrograms(packageFolder, folder), { fsync, onLaunch })
    const password = await readFile(join(folder, 'password'), 'utf8')
    const { child, port } = await launch(way, folder, mark, { fsync, log, onLaunch, stopOthers })
    const restart = async (reason: string) => {
      onRestart?.(reason)
      await stopOthers()
      return (await launch(way, folder, mark, { fsync, log, stopOthers }, port)).child
    }
    const server = keepRunning(child, restart, { cluster, programs, unlock, ...(onExit && { onExit }) })
    try {
      await createDatabase(port, password)
    } catch (error) {
      await server.stop()
      throw error
    }
    return { url: `postgres://deuce:${password}@127.0.0.1:${port}/deuce`, pid: child.pid ?? 0, stop: server.stop }
  } catch (error) {
    unlock()
    throw error
  }
}

async function removeUnfinished(folder: string) {
  const unfinished = (await readdir(folder)).filter((name) => name.startsWith('new-'))
  for (const name of unfinished) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
}

/** Finds a way to run PostgreSQL here by trying: creates the cluster, or reads the existing one. */
async function prepare(
  folder: string,
  programs: Programs,
  copied: () => Promise<Programs>,
  terms: Pick<Options, 'onLaunch'> & { fsync: boolean },
): Promise<Way> {
  const cluster = join(folder, 'cluster')
  const reasons: string[] = []
  for (const way of await waysToRun(folder, programs, copied)) {
    try {
      if (existsSync(cluster)) {
        if (way.owner) await giveTo(way.owner, cluster)
        await runWay(way, (await way.programs()).postgres, ['-D', cluster, '-C', 'data_directory'], folder)
      } else {
        await createCluster(way, folder, terms)
      }
      return way
    } catch (error) {
      reasons.push(`${way.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new CanNotRun(`PostgreSQL cannot run here (${reasons.join('; ')}); set DATABASE_URL to a PostgreSQL server.`)
}

/** Creates the cluster in another folder and renames it when complete, so that a killed start leaves no incomplete cluster. */
async function createCluster(
  way: Way,
  folder: string,
  { fsync, onLaunch }: Pick<Options, 'onLaunch'> & { fsync: boolean },
) {
  const half = await mkdtemp(join(folder, 'new-'))
  try {
    const password = join(half, 'password')
    const cluster = join(half, 'cluster')
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (way.owner) await giveTo(way.owner, half)
    const { initdb } = await way.programs()
    const secret = ['--username=deuce', `--pwfile=${password}`, '--auth=scram-sha-256']
    // The builtin provider sorts and folds the same on every system, and does not change with system libraries.
    const language = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const created = runWay(
      way,
      initdb,
      ['-D', cluster, ...secret, ...language, ...(fsync ? [] : ['--no-sync'])],
      folder,
    )
    onLaunch?.()
    await created
    await rename(password, join(folder, 'password'))
    await rename(cluster, join(folder, 'cluster'))
  } finally {
    await rm(half, { recursive: true, force: true })
  }
  if (fsync && process.platform !== 'win32') await syncFolder(folder)
}

async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** Starts the server and waits until it reports that it is ready. */
async function launch(
  way: Way,
  folder: string,
  mark: string,
  {
    fsync,
    log,
    onLaunch,
    stopOthers,
  }: Pick<Options, 'log' | 'onLaunch'> & { fsync: boolean; stopOthers: () => Promise<void> },
  samePort?: number,
) {
  const programs = await way.programs()
  for (let attempt = 1; ; attempt++) {
    const port = samePort ?? (await freePort())
    const args = [
      '-D',
      join(folder, 'cluster'),
      ...Object.entries(settings(port, mark, fsync)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    const child = spawnWay(way, programs.postgres, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    onLaunch?.()
    try {
      await readiness(child, log)
      return { child, port }
    } catch (error) {
      // Since our check, another process has taken the port, or a server that was still starting has taken the folder.
      // Or a process of a killed server is ending: it no longer has a name in the system but still holds the server's
      // memory.
      const raced = error instanceof Error && /(already|still) in use|postmaster\.pid/.test(error.message)
      if (!raced || attempt === LAUNCH_ATTEMPTS) throw error
      await wait(LAUNCH_INTERVAL_MS)
      await stopOthers()
    }
  }
}

/**
 * These settings are on the command line so that they come from the current code, not from the code that created the
 * cluster.
 */
function settings(port: number, mark: string, fsync: boolean): Record<string, string | number> {
  return {
    cluster_name: mark,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: 60,
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    // JIT and parallel workers cost more than they save on small queries. Workers also need more than a container's 64
    // MB of shared memory.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    // Clients receive the errors of their statements. Logged here as well, they would put players' data into the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '',
    // After a kill, PostgreSQL makes sure that what it had written is on the disk: thousands of files one by one, in seconds, or
    // their file system at once.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    // In tests, several files share one server, each with its own app.
    ...(!fsync && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 }),
  }
}

function readiness(child: ChildProcess, log: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const last: string[] = []
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', (line) => {
        log(line)
        if (/ready to accept (read-only )?connections/.test(line)) resolve()
        last.push(line)
        if (last.length > 10) last.shift()
      })
    child.once('error', reject)
    child.once('close', (code, signal) =>
      reject(new CanNotRun(`PostgreSQL did not start (${signal ?? code}): ${last.join(' ')}`)),
    )
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

async function createDatabase(port: number, password: string) {
  await withConnection(
    `postgres://deuce:${password}@127.0.0.1:${port}/postgres`,
    async (client) => {
      const { rowCount } = await client.query(`select from pg_database where datname = 'deuce'`)
      if (rowCount === 0) await client.query('create database deuce')
    },
    // Meanwhile the app loads its code, which can stop all timers of this process for seconds on a slow machine.
    { connectionTimeoutMillis: 60_000 },
  )
}

/**
 * Watches the server, restarts it if it ends unexpectedly, and returns a function that stops it: it waits for a fast
 * shutdown, then unlocks the folder.
 */
function keepRunning(
  first: ChildProcess,
  restart: (reason: string) => Promise<ChildProcess>,
  {
    cluster,
    programs,
    unlock,
    onExit,
  }: { cluster: string; programs: Programs; unlock: () => void; onExit?: NonNullable<Options['onExit']> },
) {
  let child = first
  let ended = watch(child)
  let restarting: Promise<void> | null = null
  let stopping: Promise<void> | undefined
  let ends: number[] = []
  const interrupt = () => child.kill('SIGINT')
  // For systems that cannot bind a process's life to ours.
  process.once('exit', interrupt)

  function watch(server: ChildProcess): Promise<void> {
    return new Promise((resolve) => {
      server.once('exit', (code, signal) => {
        if (!stopping) restarting = startAgain(signal ? `killed by ${signal}` : `exit code ${code}`)
        resolve()
      })
    })
  }

  async function startAgain(reason: string): Promise<void> {
    const now = performance.now()
    ends = [...ends.filter((at) => now - at < 60_000), now]
    if (ends.length > RESTARTS_A_MINUTE) return onExit?.(reason)
    try {
      child = await restart(reason)
      ended = watch(child)
    } catch (error) {
      onExit?.(error instanceof Error ? error.message : String(error))
    }
  }

  async function shutDown() {
    await restarting
    // On Windows, a signal kills at once.
    if (process.platform === 'win32') await stopLeftovers(cluster, '', programs.pgCtl, () => {})
    else interrupt()
    const limit = new AbortController()
    void wait(20_000, undefined, { signal: limit.signal, ref: false }).then(
      () => child.kill('SIGQUIT'),
      () => {},
    )
    await ended
    limit.abort()
    process.off('exit', interrupt)
    unlock()
  }
  return { stop: () => (stopping ??= shutDown()) }
}
