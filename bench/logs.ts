import { median, row, verdict } from './figures.ts'
import { fill } from './fill.ts'
import type { Load, Subject } from './load.ts'
import { readsOf } from './questions.ts'
import { askInTurns, startDatabase, startServer, stopServers } from './servers.ts'

// Requests a second of the app that logs each of them beside one that logs none, in turns: node bench/logs.ts [bursts]
const bursts = Number(process.argv[2] ?? 60)
const connections = 16
const target = 0.97

try {
  const { url, filled } = await startDatabase('logs', { fsync: false }, async (db) => {
    await fill(db, 20_000, new Date(), { checked: true })
    return readsOf(db)
  })
  const logs = await startServer('app/main.ts', url, { NODE_ENV: 'test', LOG_LEVEL: 'info' })
  const quiet = await startServer('app/main.ts', url, { NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  console.log(`Requests a second, median of ${bursts} bursts in turns, ${connections} connections\n`)
  console.log(row('', 'with log', 'without', 'ratio'))
  const ratios: number[] = []
  for (const [name, question] of filled) {
    const subjects = [logs, quiet].map((port) => ({ port, questions: [question] })) as [Subject, Subject]
    const measure = (count: number) =>
      askInTurns(...subjects, { bursts: count, connections, each: { milliseconds: 250 } })
    // Both are compiled, connected and prepared before it counts.
    await measure(6)
    const [ours, theirs] = await measure(bursts)
    const each = ours.map((load, burst) => rate(load) / rate(theirs[burst] ?? load))
    ratios.push(...each)
    console.log(
      row(name, median(ours.map(rate)).toFixed(0), median(theirs.map(rate)).toFixed(0), median(each).toFixed(3)),
    )
  }
  const all = median(ratios)
  console.log(row('all reads', '', '', all.toFixed(3), verdict(all >= target)))
  console.log(row('target, at least', '', '', target.toFixed(3)))
} finally {
  await stopServers()
}

function rate({ requests, seconds }: Load): number {
  return requests / seconds
}
