import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { startEmbeddedPostgres } from '#/db/embedded.ts'
import { migrate } from '#/db/migrate.ts'
import { openDatabase, type WritableDb } from '#/server/db.ts'
import type { Load } from './figures.ts'
import type { Order, Question, Subject } from './load.ts'

/** An hour in milliseconds, for filling millions of rows. */
const HOUR = 3_600_000

const folder = await mkdtemp(join(tmpdir(), 'deuce-bench-'))
const children: ChildProcess[] = []
const processes = new Map<number, number>()
const databases: { stop: () => Promise<void> }[] = []

/** A temporary folder for the servers. Removed at the end. */
export const benchFolder = folder

/** Creates an empty, migrated database. Returns its URL and the result of `filled`. `fsync` false is for benchmarks that measure no writes. */
export async function startDatabase<T>(
  name: string,
  { fsync, onLog = () => {} }: { fsync: boolean; onLog?: (line: string) => void },
  filled: (db: WritableDb) => Promise<T>,
): Promise<{ url: string; filled: T }> {
  const database = await startEmbeddedPostgres({ dataDir: join(folder, name), log: onLog, fsync })
  databases.push(database)
  await migrate(database.url)
  const db = openDatabase(database.url, {
    connections: 2,
    transactions: 2,
    per_lock: 2,
    acquire: HOUR,
    statement: HOUR,
    transaction: HOUR,
    lock: HOUR,
  })
  const result = await filled(db)
  await db.destroy()
  return { url: database.url, filled: result }
}

/** Starts a server in a separate process. Returns its port once it prints its address. */
export async function startServer(
  file: 'app/main.ts' | 'bench/bare-server.ts',
  url: string,
  settings: Record<string, string> = {},
): Promise<number> {
  const child = spawn(process.execPath, [file], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      DATA_DIR: join(folder, `app-${children.length}`),
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })
  const port = await new Promise<string>((started, failed) => {
    lines.on('line', (line) => {
      const listening = /http:\/\/\S+:(\d+)/.exec(line)?.[1]
      if (listening !== undefined) started(listening)
    })
    child.once('exit', () => failed(new Error(`${file} ended before it was ready`)))
  })
  // Its log is read and discarded.
  lines.close()
  child.stdout.resume()
  processes.set(Number(port), child.pid ?? 0)
  return Number(port)
}

/** Seconds of processor time used by the server at a port. Null if unknown (only Linux reports it). */
export async function cpuSeconds(port: number): Promise<number | null> {
  const stat = await readFile(`/proc/${processes.get(port)}/stat`, 'utf8').catch(() => null)
  // After the name in parentheses, fields 14 and 15 are user and system time in hundredths (proc(5)).
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) / 100 : null
}

/**
 * Bytes of memory held by the server at a port: the minimum over a few seconds, because garbage collection runs at idle
 * times. Null if unknown (only Linux reports it).
 */
export async function settledMemory(port: number, seconds: number): Promise<number | null> {
  let least = Infinity
  for (let second = 0; second < seconds; second += 1) {
    await wait(1_000)
    least = Math.min(least, (await memoryBytes(port)) ?? Infinity)
  }
  return Number.isFinite(least) ? least : null
}

async function memoryBytes(port: number): Promise<number | null> {
  const status = await readFile(`/proc/${processes.get(port)}/status`, 'utf8').catch(() => null)
  const kilobytes = status && /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes ? Number(kilobytes) * 1024 : null
}

/** Stops everything that was started here, and removes its files. */
export async function stopServers(): Promise<void> {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map(async (child) => child.exitCode ?? once(child, 'exit')))
  for (const database of databases) await database.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Loads two servers alternately. Returns the bursts of each. */
export async function askInTurns(
  one: Subject,
  two: Subject,
  order: Omit<Order, 'subjects'>,
): Promise<[Load[], Load[]]> {
  return (await askAllInTurns([one, two], order)) as [Load[], Load[]]
}

/**
 * Loads servers alternately, from a separate process. Returns the bursts of each. An error response fails the benchmark.
 */
export async function askAllInTurns(subjects: Subject[], order: Omit<Order, 'subjects'>): Promise<Load[][]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ ...order, subjects } satisfies Order))
  const loads: Load[][] = JSON.parse(await text(child.stdout))
  const failed = loads.flat().reduce((sum, load) => sum + load.failed, 0)
  if (failed > 0) {
    console.error(`${failed} requests failed.`)
    process.exitCode = 1
  }
  return loads
}

/** Sends one call to a server. Returns the parsed reply. */
export async function ask(port: number, { path, token, body }: Question): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return answer.json()
}
