import { sql } from 'kysely'
import { emptyPool } from '#/rules/rating/pool.ts'
import { estimateOf, listPlayers, rateDays } from '#/rules/rating/rating.ts'
import { runJobs, type TestApp } from '#/test/app.ts'
import { FIRST_DAY, LAST_DAY, levelIn, listResults, readStartLevels, type PoolKey } from './pool.ts'

/** All that the job has written, without ids. */
export async function readStored(t: TestApp) {
  const { rows: ratings } = await sql<PoolKey & { player_id: number; value: number; matches: number }>`
    select sport, kind, player_id, start_level, value, deviation, matches, day from ratings where matches > 0 order by 1, 2, 3`.execute(
    t.db,
  )
  const { rows: changes } = await sql`
    select sport, kind, player_id, day, match_id, before_value, before_deviation, after_value, after_deviation, expected, cause_ids, causes
    from rating_changes order by sport, kind, day, player_id, match_id nulls last`.execute(t.db)
  return { ratings, changes }
}

/** Stores settled ratings, as if these players had played three matches. */
export async function storeRatings(t: TestApp, values: readonly (readonly [player_id: number, value: number])[]) {
  const rows = values.map(([player_id, value]) => ({
    sport: 'tennis' as const,
    kind: 'singles' as const,
    player_id,
    start_level: null,
    value,
    deviation: 60,
    matches: 3,
    day: '2026-05-15',
  }))
  await t.db.insertInto('ratings').values(rows).execute()
}

/** The stored ratings, and those of a job that has forgotten everything; the values also by the rules alone. */
export async function storedAndRebuilt(t: TestApp) {
  await runJobs(t)
  const { ratings, changes } = await readStored(t)
  const stored = { ratings, changes, values: ratings.map(toValue).toSorted(compareValues) }
  const values = []
  for (const key of await t.db.selectFrom('rating_pools').select(['sport', 'kind']).execute()) {
    const days = await listResults(t.db, key, FIRST_DAY, LAST_DAY)
    const players = days.flatMap(({ matches }) => matches.flatMap(({ sides }) => sides.flat()))
    const levels = await readStartLevels(t.db, key, [...new Set(players)])
    const pool = rateDays(emptyPool(key.sport), days, levelIn(levels))
    for (const player_id of listPlayers(pool))
      values.push(toValue({ ...key, player_id, ...estimateOf(pool, player_id, LAST_DAY)! }))
  }
  await sql`update rating_pools set formula = 0, version = version + 1`.execute(t.db)
  await sql`select graphile_worker.add_job('rate_results', '{}')`.execute(t.db)
  await runJobs(t)
  return { stored, rebuilt: { ...(await readStored(t)), values: values.toSorted(compareValues) } }
}

type Value = PoolKey & { player_id: number; value: number; matches: number }

function toValue({ sport, kind, player_id, value, matches }: Value): Value {
  return { sport, kind, player_id, value, matches }
}

function compareValues(a: Value, b: Value): number {
  return a.player_id - b.player_id || a.kind.localeCompare(b.kind)
}
