import { startSession } from '#/server/session.ts'
import { median, row, verdict } from './figures.ts'
import { entriesPerLeague, fill, haveMet, matchesPerLeague, playerOf } from './fill.ts'
import type { Question } from './load.ts'
import { askInTurns, startDatabase, startServer, stopServers } from './servers.ts'
import type { Db } from '#/server/db.ts'

// A reported score beside the bare transaction that stores the same rows, in turns: node bench/report.ts [matches] [leagues]
const matches = Number(process.argv[2] ?? 20_000)
const leagues = Number(process.argv[3] ?? 8)
const target = 2
const perBurst = 15

try {
  const { url, filled } = await startDatabase('report', { fsync: true }, async (db) => {
    await fill(db, matches, new Date(), { checked: true })
    return Promise.all(Array.from({ length: leagues }, (_, index) => reportsOf(db, index + 1)))
  })
  // Each reports in leagues of its own, which have as many results as the other's.
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
} finally {
  await stopServers()
}

/** The matches that a league has not seen yet, each reported by its winner. */
async function reportsOf(db: Db, league_id: number): Promise<Question[]> {
  const league = await db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .select(['seasons.slug', 'seasons.year', 'seasons.starting_date', 'leagues.area'])
    .where('leagues.id', '=', league_id)
    .executeTakeFirstOrThrow()
  const reports: Question[] = []
  for (let one = 1; one <= entriesPerLeague; one += 1) {
    const token = await startSession(db, playerOf(league_id, one), new Date())
    for (let two = one + 1; two <= entriesPerLeague; two += 1) {
      if (haveMet(one, two)) continue
      reports.push({
        path: '/api/users/scores',
        token,
        body: {
          season: league.slug,
          year: league.year,
          match_date: league.starting_date.replaceAll('-', '/'),
          duration: '01:30',
          match_area: league.area,
          match_location: 'Court 1',
          winner: { id: playerOf(league_id, one) },
          opponent: { id: playerOf(league_id, two) },
          set_games: [
            { score_1: 6, score_2: 4 },
            { score_1: 6, score_2: 3 },
          ],
          total_winner_score: 2,
          total_opponent_score: 0,
          match_status: null,
        },
      })
    }
  }
  return reports
}
