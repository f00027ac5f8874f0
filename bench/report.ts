import { median, rounded, row, verdict, writeFigures } from './figures.ts'
import { entriesPerLeague, fill, matchesPerLeague } from './fill.ts'
import { reportsOf } from './questions.ts'
import { askInTurns, startDatabase, startServer, stopServers } from './servers.ts'

// A reported score, compared in turns with the bare transaction that stores the same rows: node bench/report.ts
// [matches] [leagues]
const matches = Number(process.argv[2] ?? 20_000)
const leagues = Number(process.argv[3] ?? 8)
const target = 2
const perBurst = 15

try {
  const { url, filled } = await startDatabase('report', { fsync: true }, async (db) => {
    await fill(db, matches, new Date(), { checked: true })
    return Promise.all(Array.from({ length: leagues }, (_, index) => reportsOf(db, index + 1)))
  })
  // Each reports in separate leagues, with equally many results.
  const ours = filled.filter((_, index) => index % 2 === 0).flat()
  const theirs = filled.filter((_, index) => index % 2 === 1).flat()
  const bursts = Math.floor(ours.length / perBurst)
  const [app, bare] = await askInTurns(
    { port: await startServer('app/main.ts', url), questions: ours },
    { port: await startServer('bench/bare-server.ts', url), questions: theirs },
    // The emails that a report starts must not slow down the next report.
    { bursts, connections: 1, pause: 30, each: { questions: perBurst } },
  )
  const [ourTimes, theirTimes] = [app, bare].map((loads) => loads.slice(2).map(({ p50 }) => p50)) as [
    number[],
    number[],
  ]
  const cost = median(ourTimes.map((time, burst) => time / (theirTimes[burst] ?? time)))
  console.log(
    `A score reported in a league of ${entriesPerLeague} with ${matchesPerLeague} results and more: p50 in ms\n`,
  )
  console.log(row('', 'app', 'bare', 'app / bare'))
  console.log(
    row(
      'POST /users/scores',
      median(ourTimes).toFixed(1),
      median(theirTimes).toFixed(1),
      cost.toFixed(2),
      verdict(cost <= target),
    ),
  )
  console.log(row('target, at most', '', '', target.toFixed(2)))
  await writeFigures('report', {
    app_ms: rounded(median(ourTimes)),
    bare_ms: rounded(median(theirTimes)),
    ratio: rounded(cost),
    target,
    met: cost <= target,
  })
} finally {
  await stopServers()
}
