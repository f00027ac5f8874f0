import { isDeepStrictEqual } from 'node:util'
import { median, middleOf, rate, rounded, row, verdict, writeFigures } from './figures.ts'
import { entriesPerLeague, fill } from './fill.ts'
import type { Question, Subject } from './load.ts'
import { firstReadsOf, readsOf } from './questions.ts'
import { ask, askInTurns, startDatabase, startServer, stopServers } from './servers.ts'

// Compares the app's requests per second with those of a bare server that runs the same SQL and returns the same JSON,
// in alternating runs. Usage: `node bench/reads.ts [matches] [bursts]`
const matches = Number(process.argv[2] ?? 100_000)
const bursts = Number(process.argv[3] ?? 40)
const connections = 16

// Minimum ratios to the bare server (docs/decisions/060): cached replies are far ahead, the rest keeps up.
const targets: Record<string, number> = {
  'GET /users/standings': 2.5,
  'GET /users/scores': 2.5,
  'GET /users/misc/my-league': 1.2,
}
const firstReadTarget = 0.9
const otherTarget = 0.85

const figures: object[] = []

try {
  const { url, filled } = await startDatabase('reads', { fsync: false }, async (db) => ({
    ...(await fill(db, matches, new Date(), { checked: true })),
    questions: await readsOf(db),
  }))
  const app = await startServer('app/main.ts', url)
  const bare = await startServer('bench/bare-server.ts', url)
  console.log(
    `Requests a second, median of ${bursts} bursts in turns, ${connections} connections, each with its session look-up;\na league of ${entriesPerLeague} among ${filled.matches} matches\n`,
  )
  console.log(row('', 'app', 'p50 ms', 'p99 ms', 'bare', 'p50 ms', 'p99 ms', 'ratio'))
  for (const [name, question] of filled.questions) {
    await compareAnswers(app, bare, name, question)
    await compareSpeed(app, bare, name, [question])
    if (name in targets) await compareSpeed(app, bare, `${name}, first read`, firstReadsOf(question))
  }
  await writeFigures('reads', { connections, matches: filled.matches, bursts, reads: figures })
} finally {
  await stopServers()
}

async function compareAnswers(app: number, bare: number, name: string, question: Question): Promise<void> {
  const [ours, theirs] = await Promise.all([ask(app, question), ask(bare, question)])
  if (isDeepStrictEqual(ours, theirs)) return
  console.error(`The two servers do not answer the same to ${name}.`, ours, theirs)
  process.exitCode = 1
}

async function compareSpeed(app: number, bare: number, name: string, questions: Question[]): Promise<void> {
  const subjects = [app, bare].map((port) => ({ port, questions })) as [Subject, Subject]
  const measure = (count: number) =>
    askInTurns(...subjects, { bursts: count, connections, each: { milliseconds: 250 } })
  // Warms up: both are compiled, connected and prepared.
  await measure(6)
  const [ours, theirs] = await measure(bursts)
  const ratio = median(ours.map((load, burst) => rate(load) / rate(theirs[burst] ?? load)))
  const target = targetOf(name)
  const [one, other] = [middleOf(ours), middleOf(theirs)]
  figures.push({ name, app: one, bare: other, ratio: rounded(ratio), target, met: ratio >= target })
  console.log(row(name, ...cells(one), ...cells(other), ratio.toFixed(2), verdict(ratio >= target)))
}

function targetOf(name: string): number {
  return targets[name] ?? (name.endsWith('first read') ? firstReadTarget : otherTarget)
}

function cells({ rate: each, p50_ms, p99_ms }: ReturnType<typeof middleOf>): string[] {
  return [each.toFixed(0), p50_ms.toFixed(1), p99_ms.toFixed(1)]
}
