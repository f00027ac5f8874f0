import { sql } from 'kysely'
import type { Db } from '#/server/db.ts'
import { startSession } from '#/server/session.ts'
import { median, rounded, row, verdict, writeFigures } from './figures.ts'
import { fill, playerOf } from './fill.ts'
import type { Question } from './load.ts'
import { readsOf } from './questions.ts'
import { ask, askInTurns, startDatabase, startServer, stopServers } from './servers.ts'

// Milliseconds to suggest times to two players with 40 open matches each: node bench/suggestions.ts [bursts]
const bursts = Number(process.argv[2] ?? 20)
const OPEN_MATCHES = 40
const TARGET_MS = 15

type Middle = { p50: number; p99: number }

try {
  const { url, filled } = await startDatabase('suggestions', { fsync: false }, async (db) => {
    await fill(db, 20_000, new Date(), { checked: false })
    return { suggestions: await fillPair(db), reads: await readsOf(db) }
  })
  const port = await startServer('app/main.ts', url)
  // A call that costs the same in every version, to show the machine's noise.
  const bare = await startServer('bench/bare-server.ts', url)
  const { suggestions, reads } = filled
  const answer = await ask(port, suggestions)
  if (!JSON.stringify(answer).includes('"why"')) throw new Error(`No time was suggested: ${JSON.stringify(answer)}`)
  const measure = (count: number) =>
    askInTurns(
      { port, questions: [suggestions] },
      { port: bare, questions: reads.map(([, question]) => question) },
      { bursts: count, connections: 1, each: { milliseconds: 250 } },
    )
  await measure(4)
  const [loads, partner] = (await measure(bursts)).map((of) => ({
    p50: median(of.map((load) => load.p50)),
    p99: median(of.map((load) => load.p99)),
  })) as [Middle, Middle]
  const { p50, p99 } = loads
  console.log(
    `Suggesting times for a pair with ${OPEN_MATCHES} open matches each, one call at a time, median of ${bursts} bursts\n`,
  )
  console.log(row('', 'p50 ms', 'p99 ms', 'target'))
  console.log(row('GET suggestions', p50.toFixed(1), p99.toFixed(1), `${TARGET_MS}`, verdict(p50 <= TARGET_MS)))
  console.log(row('the reads of playing, bare server', partner.p50.toFixed(1), partner.p99.toFixed(1)))
  const figures = { p50_ms: rounded(p50), p99_ms: rounded(p99), bare_p50_ms: rounded(partner.p50) }
  await writeFigures('suggestions', { ...figures, target_ms: TARGET_MS, met: p50 <= TARGET_MS })
} finally {
  await stopServers()
}

/**
 * Availability, courts and open matches of two players of the first league, and one of their matches that has no date.
 */
async function fillPair(db: Db): Promise<Question> {
  const players = [playerOf(1, 1), playerOf(1, 2)]
  await sql`
    insert into availability_hours (player_id, weekday, from_time, to_time)
    select p, day, time '06:00' + part * interval '4 hours', time '09:30' + part * interval '4 hours'
    from unnest(${players}::int[]) p, generate_series(1, 7) day, generate_series(0, 3) part`.execute(db)
  await sql`
    insert into courts (area, name, address, latitude, longitude, surface, court_count, has_lights, created_at)
    select 'south-bend', 'Park ' || n, n || ' Main Street', 41.6 + n / 100.0, -86.2, 'Hard', n, n = 1, now() from generate_series(1, 20) n`.execute(
    db,
  )
  // Every day except the last ones has a match of one or both players.
  await sql`
    insert into matches (league_id, area, entry_one_id, entry_two_id, match_date, match_time, court_id, created_at)
    select me.league_id, l.area, me.entry_id, other.entry_id, current_date + 1 + n % 25, time '07:00' + (n * 37 % 14) * interval '1 hour',
      (select min(id) from courts) + n % 20, now()
    from unnest(${players}::int[]) p
    join entry_players me on me.player_id = p and me.league_id = 1
    join leagues l on l.id = me.league_id
    join lateral (select entry_id from entry_players o where o.league_id = 1 and o.player_id <> all (${players}::int[]) limit 1) other on true
    cross join generate_series(1, ${OPEN_MATCHES}::int) n`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into matches (league_id, area, entry_one_id, entry_two_id, play_from, play_by, created_at)
    select one.league_id, l.area, one.entry_id, two.entry_id, current_date, current_date + 28, now()
    from entry_players one
    join entry_players two on two.league_id = one.league_id and two.player_id = ${players[1]}
    join leagues l on l.id = one.league_id
    where one.player_id = ${players[0]} and one.league_id = 1
    returning id`.execute(db)
  const token = await startSession(db, players[0] ?? 0, new Date())
  return { path: `/api/users/matchups/${rows[0]?.id}/suggestions`, token }
}
