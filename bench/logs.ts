import { median, rounded, row, verdict, writeFigures } from './figures.ts'
import { fill } from './fill.ts'
import type { Load, Subject } from './load.ts'
import { readsOf } from './questions.ts'
import { askInTurns, cpuSeconds, startDatabase, startServer, stopServers } from './servers.ts'

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
  console.log(row('', 'with log', 'without', 'ratio', 'CPU', 'CPU without', 'ratio'))
  const ratios: number[] = []
  const costs = { logs: 0, quiet: 0 }
  for (const [name, question] of filled) {
    const subjects = [logs, quiet].map((port) => ({ port, questions: [question] })) as [Subject, Subject]
    const measure = (count: number) =>
      askInTurns(...subjects, { bursts: count, connections, each: { milliseconds: 250 } })
    // Both are compiled, connected and prepared before it counts.
    await measure(6)
    const before = [await cpuSeconds(logs), await cpuSeconds(quiet)]
    const [ours, theirs] = await measure(bursts)
    const [cost, partner] = [
      perRequest(before[0], await cpuSeconds(logs), ours),
      perRequest(before[1], await cpuSeconds(quiet), theirs),
    ]
    costs.logs += cost
    costs.quiet += partner
    const each = ours.map((load, burst) => rate(load) / rate(theirs[burst] ?? load))
    ratios.push(...each)
    const speeds = [median(ours.map(rate)).toFixed(0), median(theirs.map(rate)).toFixed(0), median(each).toFixed(3)]
    console.log(row(name, ...speeds, `${cost.toFixed(0)} µs`, `${partner.toFixed(0)} µs`, (partner / cost).toFixed(3)))
  }
  const all = median(ratios)
  console.log(
    row('all reads', '', '', all.toFixed(3), '', '', (costs.quiet / costs.logs).toFixed(3), verdict(all >= target)),
  )
  console.log(row('target, at least', '', '', target.toFixed(3)))
  const cpu_ratio = rounded(costs.quiet / costs.logs)
  await writeFigures('logs', { ratio: rounded(all), cpu_ratio, target, met: all >= target })
} finally {
  await stopServers()
}

function rate({ requests, seconds }: Load): number {
  return requests / seconds
}

/** Microseconds of processor time for a request; on a busy machine they vary less than requests a second. */
function perRequest(before: number | null | undefined, after: number | null, loads: readonly Load[]): number {
  const requests = loads.reduce((sum, load) => sum + load.requests, 0)
  return (((after ?? 0) - (before ?? 0)) * 1_000_000) / requests
}
