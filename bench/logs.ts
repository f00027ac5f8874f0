import { type Load, median, rate, rounded, row, verdict, writeFigures } from './figures.ts'
import { fill } from './fill.ts'
import type { Subject } from './load.ts'
import { readsOf } from './questions.ts'
import { askInTurns, cpuSeconds, startDatabase, startServer, stopServers } from './servers.ts'

// Requests per second with request logging, compared in turns with the app without it, and of that one compared with a
// second copy, which shows the machine's noise: node bench/logs.ts [bursts]
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
  const control = await startServer('app/main.ts', url, { NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  console.log(row('', 'with log', 'without', 'ratio', 'noise', 'CPU', 'CPU without', 'ratio'))
  const ratios: number[] = []
  const noise: number[] = []
  const costs = { logs: 0, quiet: 0 }
  for (const [name, question] of filled) {
    const measure = async (one: number, two: number, count: number) => {
      const subjects = [one, two].map((port) => ({ port, questions: [question] })) as [Subject, Subject]
      return askInTurns(...subjects, { bursts: count, connections, each: { milliseconds: 250 } })
    }
    // Warms up: everything is compiled, connected and prepared.
    await measure(logs, quiet, 6)
    await measure(control, quiet, 6)
    const before = [await cpuSeconds(logs), await cpuSeconds(quiet)]
    const [ours, theirs] = await measure(logs, quiet, bursts)
    const [cost, partner] = [
      perRequest(before[0], await cpuSeconds(logs), ours),
      perRequest(before[1], await cpuSeconds(quiet), theirs),
    ]
    const same = ratiosOf(await measure(control, quiet, bursts))
    noise.push(...same)
    costs.logs += cost
    costs.quiet += partner
    const each = ratiosOf([ours, theirs])
    ratios.push(...each)
    const speeds = [
      median(ours.map(rate)).toFixed(0),
      median(theirs.map(rate)).toFixed(0),
      median(each).toFixed(3),
      median(same).toFixed(3),
    ]
    console.log(row(name, ...speeds, `${cost.toFixed(0)} µs`, `${partner.toFixed(0)} µs`, (partner / cost).toFixed(3)))
  }
  const all = median(ratios)
  const usual = median(noise)
  const cpu_ratio = rounded(costs.quiet / costs.logs)
  const met = all / usual >= target
  console.log(row('all reads', '', '', all.toFixed(3), usual.toFixed(3), '', '', cpu_ratio.toFixed(3), verdict(met)))
  console.log(row('target of ratio to noise, at least', '', '', target.toFixed(3)))
  await writeFigures('logs', { ratio: rounded(all), noise: rounded(usual), cpu_ratio, target, met })
} finally {
  await stopServers()
}

/** The ratio of the two, burst by burst. */
function ratiosOf([ours, theirs]: readonly [Load[], Load[]]): number[] {
  return ours.map((load, burst) => rate(load) / rate(theirs[burst] ?? load))
}

/** Microseconds of processor time per request. On a busy machine, they vary less than requests per second. */
function perRequest(before: number | null | undefined, after: number | null, loads: readonly Load[]): number {
  const requests = loads.reduce((sum, load) => sum + load.requests, 0)
  return (((after ?? 0) - (before ?? 0)) * 1_000_000) / requests
}
