import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { startEmbeddedPostgres } from '#/db/embedded.ts'
import { median, rounded, verdict, writeFigures } from './figures.ts'

// The time of a first start (empty data folder) and of a later one, until connections are accepted, and its parts: node
// bench/start.ts [runs] [the folder of another version, which is started in turns with this one]
const runs = Number(process.argv[2] ?? 5)
const other = process.argv[3]
const root = join(import.meta.dirname, '..')

/**
 * Starts on a data folder. Returns a function that stops it and returns the milliseconds from process start to each
 * mark of app/start.ts.
 */
type Start = (dataDir: string) => Promise<() => Promise<[name: string, ms: number][]>>

type Targets = { first: number; later: number }

type Subject = { name: string; start: Start; targets: Targets | null }

const versions = [{ name: '', folder: root }, ...(other ? [{ name: ', other version', folder: resolve(other) }] : [])]
const subjects: Subject[][] = [
  [{ name: 'PostgreSQL alone', start: startPostgres, targets: null }],
  versions.map(({ name, folder }) => ({
    name: `the app, empty${name}`,
    start: (dataDir) => startApp(folder, dataDir, '0'),
    targets: { first: 3, later: 1 },
  })),
  versions.map(({ name, folder }) => ({
    name: `the app with the demo league${name}`,
    start: (dataDir) => startApp(folder, dataDir, '1'),
    targets: { first: 6, later: 1 },
  })),
]

type Measured = { seconds: number[]; parts: Map<string, number[]> }
type Measurement = Subject & { first: Measured; later: Measured }

const figures: object[] = []
const measured: Measurement[] = []
console.log(`Seconds to start, median of ${runs} (fastest to slowest)\n`)
console.log(row('', 'first start', 'later start'))
for (const group of subjects)
  for (const measurement of await measure(group)) {
    const { name, targets } = measurement
    const [first, later] = [measurement.first.seconds, measurement.later.seconds]
    console.log(row(name, judged(first, targets?.first), judged(later, targets?.later)))
    measured.push(measurement)
    const seconds = { first: rounded(median(first)), later: rounded(median(later)) }
    figures.push({
      name,
      ...seconds,
      parts: { first: partsOf(measurement.first), later: partsOf(measurement.later) },
      targets,
      met: targets && { first: seconds.first <= targets.first, later: seconds.later <= targets.later },
    })
  }
for (const { name, first, later } of measured) {
  if (first.parts.size === 0) continue
  console.log(`\n${row(name, 'first start', 'later start')}`)
  const [parts, laterParts] = [partsOf(first), partsOf(later)]
  for (const [part, seconds] of Object.entries(parts))
    console.log(row(`  ${part}`, seconds.toFixed(3), (laterParts[part] ?? 0).toFixed(3)))
}
await writeFigures('start', { runs, starts: figures })

/** Measures the subjects in turns. */
async function measure(group: readonly Subject[]): Promise<Measurement[]> {
  const none = (): Measured => ({ seconds: [], parts: new Map() })
  const result = group.map((subject) => ({ ...subject, first: none(), later: none() }))
  for (let run = 0; run < runs; run++)
    for (const { start, first, later } of result) {
      const dataDir = await mkdtemp(join(tmpdir(), 'deuce-bench-'))
      for (const { seconds, parts } of [first, later]) {
        const began = performance.now()
        const stop = await start(dataDir)
        seconds.push((performance.now() - began) / 1000)
        const marks = (await stop()).toSorted(([, one], [, two]) => one - two)
        for (const [index, [name, ms]] of marks.entries())
          parts.set(name, [...(parts.get(name) ?? []), (ms - (marks[index - 1]?.[1] ?? 0)) / 1000])
      }
      await rm(dataDir, { recursive: true })
    }
  return result
}

/** The seconds of each part of the start, in order. */
function partsOf({ parts }: Measured): Record<string, number> {
  return Object.fromEntries([...parts].map(([name, seconds]) => [name, rounded(median(seconds))]))
}

async function startPostgres(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return async () => {
    await server.stop()
    return []
  }
}

/** Starts the same process as `npm start` after the build. Ready when it prints its address. */
async function startApp(folder: string, dataDir: string, demo: string) {
  const { DATABASE_URL: _, ...env } = process.env
  const printMarks = join(import.meta.dirname, 'print-marks.ts')
  const child = spawn(process.execPath, ['--import', './ops/node-24.mjs', '--import', printMarks, 'app/main.ts'], {
    cwd: folder,
    env: { ...env, DATA_DIR: dataDir, DEMO: demo, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  }) as ChildProcessByStdio<null, Readable, null>
  const marks = child.stdio[3] instanceof Readable ? text(child.stdio[3]) : Promise.resolve('[]')
  const ended = once(child, 'exit')
  const address = new Promise<void>((ready) => {
    createInterface({ input: child.stdout }).on('line', (line) => line.includes('http://') && ready())
  })
  const died = ended.then(([code]) =>
    Promise.reject(new Error(`The app ended with exit code ${code} before it was ready.`)),
  )
  await Promise.race([address, died])
  died.catch(() => {})
  return async () => {
    child.kill('SIGTERM')
    await ended
    return JSON.parse(await marks) as [name: string, ms: number][]
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
  return `${name.padEnd(46)}${first.padEnd(40)}${later}`.trimEnd()
}
