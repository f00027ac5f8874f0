import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbeddedPostgres } from '#/db/embedded.ts'

// How long a first start (empty data folder) and a later one take, until connections are taken: node bench/start.ts [runs]
const runs = Number(process.argv[2] ?? 5)
const targets = { first: 10, later: 3 }

type Start = (dataDir: string) => Promise<() => Promise<unknown>>

const subjects: [string, Start][] = [
  ['PostgreSQL alone', startPostgres],
  ['the app, empty', (dataDir) => startApp(dataDir, '0')],
  ['the app with the demo league', (dataDir) => startApp(dataDir, '1')],
]

console.log(`Seconds to start, median of ${runs} (fastest to slowest)\n`)
console.log(row('', 'first start', 'later start'))
for (const [name, start] of subjects) {
  const { first, later } = await measure(start)
  console.log(row(name, spread(first), spread(later)))
  if (median(first) > targets.first || median(later) > targets.later) process.exitCode = 1
}
console.log(row('target, at most', targets.first.toFixed(2), targets.later.toFixed(2)))

async function measure(start: Start) {
  const first: number[] = []
  const later: number[] = []
  for (let run = 0; run < runs; run++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'deuce-bench-'))
    for (const times of [first, later]) {
      const began = performance.now()
      const stop = await start(dataDir)
      times.push((performance.now() - began) / 1000)
      await stop()
    }
    await rm(dataDir, { recursive: true })
  }
  return { first, later }
}

async function startPostgres(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return server.stop
}

/** A process as `npm start` makes it, after the build; ready when it prints its address. */
async function startApp(dataDir: string, demo: string) {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['app/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...env, DATA_DIR: dataDir, DEMO: demo, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const address = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => line.includes('http://') && resolve())
  })
  const died = ended.then(([code]) =>
    Promise.reject(new Error(`The app ended with exit code ${code} before it was ready.`)),
  )
  await Promise.race([address, died])
  died.catch(() => {})
  return () => {
    child.kill('SIGTERM')
    return ended
  }
}

function median(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return (low + high) / 2
}

function spread(values: number[]) {
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
}

function row(name: string, first: string, later: string) {
  return `${name.padEnd(30)}${first.padEnd(24)}${later}`.trimEnd()
}
