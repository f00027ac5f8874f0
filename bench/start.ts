import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbeddedPostgres } from '#/db/embedded.ts'
import { median, rounded, verdict, writeFigures } from './figures.ts'

// How long a first start (empty data folder) and a later one take, until connections are taken: node bench/start.ts [runs]
const runs = Number(process.argv[2] ?? 5)

type Start = (dataDir: string) => Promise<() => Promise<unknown>>

type Targets = { first: number; later: number }

const subjects: [string, Start, Targets | null][] = [
  ['PostgreSQL alone', startPostgres, null],
  ['the app, empty', (dataDir) => startApp(dataDir, '0'), { first: 3, later: 1 }],
  ['the app with the demo league', (dataDir) => startApp(dataDir, '1'), { first: 6, later: 1 }],
]

const figures: object[] = []
console.log(`Seconds to start, median of ${runs} (fastest to slowest)\n`)
console.log(row('', 'first start', 'later start'))
for (const [name, start, targets] of subjects) {
  const { first, later } = await measure(start)
  console.log(row(name, judged(first, targets?.first), judged(later, targets?.later)))
  const seconds = { first: rounded(median(first)), later: rounded(median(later)) }
  figures.push({
    name,
    ...seconds,
    targets,
    met: targets && { first: seconds.first <= targets.first, later: seconds.later <= targets.later },
  })
}
await writeFigures('start', { runs, starts: figures })

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
  const child = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'app/main.ts'], {
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

function judged(times: number[], target: number | undefined) {
  if (target === undefined) return spread(times)
  return `${spread(times)} ${verdict(median(times) <= target)} (${target})`
}

function spread(values: number[]) {
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
}

function row(name: string, first: string, later: string) {
  return `${name.padEnd(30)}${first.padEnd(40)}${later}`.trimEnd()
}
