import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { startEmbeddedPostgres } from '#/db/embedded.ts'
import { migrate } from '#/db/migrate.ts'
import { openDatabase } from '#/server/db.ts'
import { entriesPerLeague, fillWithMatches } from './large-league.ts'
import type { Load } from './load.ts'

// Requests a second of the app beside a bare server of the same SQL and JSON, in turns: node bench/standings.ts [matches] [seconds] [rounds]
const matches = Number(process.argv[2] ?? 100_000)
const seconds = Number(process.argv[3] ?? 1.5)
const rounds = Number(process.argv[4] ?? 10)
const connections = 16
const target = 0.7
/** The calls that are measured; bench/bare-server.ts answers the same. */
const calls = [{ name: 'GET /users/standings', path: `/api/users/standings?page=1&per_page=${entriesPerLeague}` }]

const folder = await mkdtemp(join(tmpdir(), 'deuce-bench-'))
const children: ChildProcess[] = []
const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} })
try {
  await migrate(database.url)
  const db = openDatabase(database.url, 2)
  const filled = await fillWithMatches(db, matches, new Date())
  await db.destroy()
  const app = await startServer('server/main.ts')
  const bare = await startServer('bench/bare-server.ts')
  for (const { name, path } of calls) {
    await compareAnswers(app, bare, path, filled.token)
    console.log(
      `\n${name} with its session look-up: a league of ${entriesPerLeague} among ${filled.matches} matches, ${connections} connections\n`,
    )
    await compareSpeed(app, bare, path, filled.token)
  }
} finally {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map(async (child) => child.exitCode ?? once(child, 'exit')))
  await database.stop()
  await rm(folder, { recursive: true })
}

/** A server in a process of its own; answers its port once it prints its address. */
async function startServer(file: string): Promise<number> {
  const child = spawn(process.execPath, [file], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /http:\/\/\S+:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error(`${file} ended before it was ready`)
}

async function compareAnswers(app: number, bare: number, path: string, token: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [app, bare].map(async (port): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
      return answer.json()
    }),
  )
  if (isDeepStrictEqual(ours, theirs) && JSON.stringify(ours).split('"entry_id"').length === entriesPerLeague + 1)
    return
  console.error('The two servers do not answer the same league.', ours, theirs)
  process.exitCode = 1
}

async function compareSpeed(app: number, bare: number, path: string, token: string): Promise<void> {
  const measure = (port: number, time = seconds) =>
    burst([String(port), path, token, String(connections), String(time)])
  // Both are compiled, connected and prepared before it counts.
  for (const port of [app, bare, app, bare]) await measure(port, 1)
  console.log(row('', 'app: req/s', 'p50 ms', 'p99 ms', 'bare: req/s', 'p50 ms', 'p99 ms', 'ratio'))
  const loads: { ours: Load; theirs: Load }[] = []
  for (let round = 1; round <= rounds; round += 1) {
    // Who goes first changes, so that neither always has the warmer machine.
    const [first, second] = round % 2 === 0 ? [bare, app] : [app, bare]
    const [one, two] = [await measure(first), await measure(second)]
    const load = first === app ? { ours: one, theirs: two } : { ours: two, theirs: one }
    loads.push(load)
    console.log(
      row(
        `round ${round}`,
        ...figures(load.ours),
        ...figures(load.theirs),
        (rate(load.ours) / rate(load.theirs)).toFixed(2),
      ),
    )
  }
  const middle = (figure: (load: Load) => number) =>
    [median(loads.map(({ ours }) => figure(ours))), median(loads.map(({ theirs }) => figure(theirs)))] as const
  const [[ours, theirs], [p50, bareP50], [p99, bareP99]] = [
    middle(rate),
    middle((load) => load.p50),
    middle((load) => load.p99),
  ]
  const ratio = median(loads.map((load) => rate(load.ours) / rate(load.theirs)))
  console.log(
    row(
      'median',
      ours.toFixed(0),
      p50.toFixed(1),
      p99.toFixed(1),
      theirs.toFixed(0),
      bareP50.toFixed(1),
      bareP99.toFixed(1),
      ratio.toFixed(2),
    ),
  )
  console.log(row('target, at least', '', '', '', '', '', '', target.toFixed(2)))
  const failed = loads.reduce((sum, load) => sum + load.ours.failed + load.theirs.failed, 0)
  if (failed === 0) return
  console.error(`${failed} requests were not answered with 200.`)
  process.exitCode = 1
}

async function burst(args: string[]): Promise<Load> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const load: Load = JSON.parse(await text(child.stdout))
  children.splice(children.indexOf(child), 1)
  return load
}

function rate({ requests, seconds: took }: Load): number {
  return requests / took
}

function figures(load: Load): string[] {
  return [rate(load).toFixed(0), load.p50.toFixed(1), load.p99.toFixed(1)]
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(18) + cells.map((cell) => cell.padStart(13)).join('')
}
