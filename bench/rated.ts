import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { rateResults } from '#/features/ratings/jobs.ts'
import { openDatabase, type Db, type WritableDb } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { loadOf, rounded, row, verdict, writeFigures } from './figures.ts'
import { entriesPerLeague, fill, playerOf } from './fill.ts'
import { reportsOf } from './questions.ts'
import { ask, startDatabase, startServer, stopServers } from './servers.ts'

// How long a result waits for its rating, in a pool of 420 players who are all connected: node bench/rated.ts [results]
const results = Number(process.argv[2] ?? 200)
const LEAGUES = 14
const TARGET_MS = 5_000

try {
  const { url, filled } = await startDatabase('rated', { fsync: true }, async (db) => {
    await fill(db, LEAGUES * 210, new Date(), { checked: true })
    await connectLeagues(db)
    const first = await timeOf(() => rateResults({ db }))
    return { first, reports: await reportsOf(db, 1) }
  })
  const db = openDatabase(url, JOB_LIMITS)
  const work: number[] = []
  for (let made = 0; made < results; made += 1) {
    await insertResult(db as WritableDb, made)
    work.push(await timeOf(() => rateResults({ db })))
  }
  const port = await startServer('app/main.ts', url)
  const waits: number[] = []
  for (const report of filled.reports.slice(0, results)) {
    await ask(port, report)
    waits.push(await timeOf(() => untilRated(db)))
  }
  const { rows } = await sql<{ ledger: number; rows: number; snapshots: number }>`
    select pg_total_relation_size('rating_changes') as ledger, (select count(*) from rating_changes) as rows,
      (select sum(octet_length(state)) from rating_snapshots) as snapshots`.execute(db)
  await db.destroy()
  const [today, late] = [loadOf(work, 0, 0), loadOf(waits, 0, 0)]
  console.log(`A result in a pool of ${LEAGUES * entriesPerLeague} connected players, milliseconds\n`)
  console.log(row('', 'p50', 'p99', 'target'))
  console.log(row('the job, a result of today', today.p50.toFixed(1), today.p99.toFixed(1)))
  console.log(
    row(
      'reported, of weeks ago → rated',
      late.p50.toFixed(1),
      late.p99.toFixed(1),
      `${TARGET_MS}`,
      verdict(late.p99 <= TARGET_MS),
    ),
  )
  console.log(row('all results for the first time', filled.first.toFixed(0)))
  console.log(JSON.stringify(rows[0]))
  const figures = { job_p50_ms: rounded(today.p50), rated_p50_ms: rounded(late.p50), rated_p99_ms: rounded(late.p99) }
  await writeFigures('rated', { ...figures, target_ms: TARGET_MS, met: late.p99 <= TARGET_MS })
} finally {
  await stopServers()
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Lets a player of each league have played a match of the league before. */
async function connectLeagues(db: WritableDb): Promise<void> {
  for (let league = 1; league < LEAGUES; league += 1)
    await sql`
      update match_players set player_id = ${playerOf(league + 1, 1)}
      where side = 1 and match_id = (select min(id) from matches where league_id = ${league})`.execute(db)
}

/** Stores a result of today between two players of the first league. */
async function insertResult(db: WritableDb, number: number): Promise<void> {
  const [one, two] = [
    1 + (number % entriesPerLeague),
    1 + ((number * 7 + 11 + Math.floor(number / entriesPerLeague)) % entriesPerLeague),
  ]
  if (one === two) return
  await sql`
    with matched as (
      insert into matches (league_id, area, entry_one_id, entry_two_id, match_date, created_at)
      select id, area, ${one}, ${two}, current_date - ${Math.floor(number / 60)}::int % 2, now() from leagues where id = 1
      on conflict do nothing
      returning id, area, entry_one_id, match_date)
    insert into scores (match_id, version, reported_by_id, winner_entry_id, match_date, match_area, match_location, duration_minutes,
      set_games, total_winner_score, total_opponent_score, match_notes, created_at, answer_until)
    select id, 1, ${one}, entry_one_id, match_date, area, 'Court 1', 60, '[{"score_1": 6, "score_2": 4}, {"score_1": 6, "score_2": 3}]', 2, 0, '',
      now(), now() from matched`.execute(db)
  await sql`
    update matches set score_id = s.id from scores s
    where s.match_id = matches.id and matches.score_id is null and matches.league_id = 1`.execute(db)
}

async function untilRated(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ rated: boolean }>`
      select not exists (select from rating_marks) and not exists (select from rating_pools where from_day is not null) as rated`.execute(
      db,
    )
    if (rows[0]?.rated === true) return
    await wait(2)
  }
}
