import { sql } from 'kysely'
import { addDays } from '#/rules/day.ts'
import { packPool, type RatingPool } from '#/rules/rating/pool.ts'
import { estimateOf, listPlayers, rateDays, type PlayerChange } from '#/rules/rating/rating.ts'
import type { App } from '#/server/context.ts'
import { afterCommit, inTransaction, type Db, type Tx } from '#/server/db.ts'
import {
  FIRST_DAY,
  findDayWithResults,
  FORMULA,
  keepStates,
  LAST_DAY,
  levelIn,
  listResults,
  newPlayersOf,
  readStartLevels,
  readStateBefore,
  type PoolKey,
  type PoolState,
} from './pool.ts'

/** Days that are rated in one transaction, after which a job that is ended goes on. */
const DAYS_AT_ONCE = 31

/**
 * Job: rates the pools whose results have changed, from the first changed day on. Many changes at once are rated together,
 * because the marks that are there when a pool is locked are worked off at once. A job that finds the pool locked ends: who
 * has locked it looks for marks again afterwards.
 */
export async function rateResults({ db }: Pick<App, 'db'>): Promise<void> {
  while ((await hasWork(db)) && (await rateOnePart(db)));
}

async function hasWork(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from rating_marks)
      or exists (select from rating_pools where from_day is not null or formula < ${FORMULA}) as any`.execute(db)
  return rows[0]?.any === true
}

type LockedPool = PoolKey & { from_day: string | null; formula: number; version: number }

/** Rates the next days of a pool. Returns false if there are none, or others are rating them. */
async function rateOnePart(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const pool = await lockPool(tx)
    if (!pool) return false
    const { sport, kind } = pool
    const { rows: marks } = await sql<{ day: string }>`
      delete from rating_marks where sport = ${sport} and kind = ${kind} returning day`.execute(tx)
    const days = [...marks.map(({ day }) => day), ...(pool.from_day === null ? [] : [pool.from_day])].toSorted()
    const from = pool.formula < FORMULA ? FIRST_DAY : days[0]
    if (from !== undefined) await rateFrom(tx, pool, from)
    return true
  })
}

/** Locks the pool that has the newest day to rate, so that today's results do not wait for a rebuild of another pool. */
async function lockPool(tx: Tx): Promise<LockedPool | undefined> {
  await sql`
    insert into rating_pools (sport, kind, formula) select distinct sport, kind, ${FORMULA}::int from rating_marks
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<LockedPool>`
    select p.sport, p.kind, p.from_day, p.formula, p.version
    from rating_pools p
    left join lateral (select min(day) as day from rating_marks k where k.sport = p.sport and k.kind = p.kind) marked on true
    where p.formula <= ${FORMULA} and (p.from_day is not null or marked.day is not null or p.formula < ${FORMULA})
    order by p.formula = ${FORMULA} desc, least(p.from_day, marked.day) desc
    limit 1
    for update of p skip locked`.execute(tx)
  return rows[0]
}

/** Rates the days since `from`, at most `DAYS_AT_ONCE` of them. The caller has locked the pool. */
async function rateFrom(tx: Tx, pool: LockedPool, from: string): Promise<void> {
  const before = await readStateBefore(tx, pool, pool.version, from)
  const first = await findDayWithResults(tx, pool, from)
  const to = first === null ? LAST_DAY : addDays(first, DAYS_AT_ONCE - 1)
  const days = first === null ? [] : await listResults(tx, pool, first, to)
  const next = first === null ? null : await findDayWithResults(tx, pool, addDays(to, 1))
  const levels = await readStartLevels(tx, pool, newPlayersOf(before.pool, days))
  const rows: ChangeRow[] = []
  const rate = (state: PoolState, part: typeof days): PoolState => ({
    day: part.at(-1)?.day ?? state.day,
    pool: rateDays(state.pool, part, levelIn(levels), (day, changes) => rows.push(...toRows(day, changes))),
  })
  // A result of the same day is rated with the others of that day, from the state of that morning.
  const morning = rate(before, days.slice(0, -1))
  const last = rate(morning, days.slice(-1))
  await sql`
    delete from rating_snapshots where sport = ${pool.sport} and kind = ${pool.kind} and day >= ${from}`.execute(tx)
  await storeSnapshot(tx, pool, next === null ? morning : last)
  await storeChanges(tx, pool, { from, to: next === null ? LAST_DAY : to }, rows)
  const isContinued = pool.from_day !== null
  const moved = listPlayers(last.pool).filter(
    (player) => isContinued || before.pool.blocks.get(player) !== last.pool.blocks.get(player),
  )
  if (next !== null) await storeRatings(tx, pool, last.pool, [...levels.keys()], levels)
  else {
    await storeRatings(tx, pool, last.pool, moved, levels)
    await sql`
      update ratings set matches = 0
      where sport = ${pool.sport} and kind = ${pool.kind} and matches > 0 and (${isContinued} or day >= ${from})
        and player_id <> all (${isContinued ? listPlayers(last.pool) : moved}::int[])`.execute(tx)
  }
  await sql`
    update rating_pools set from_day = ${next}, formula = ${FORMULA}, version = version + 1
    where sport = ${pool.sport} and kind = ${pool.kind}`.execute(tx)
  const states = Promise.resolve([morning, last])
  afterCommit(tx, () => keepStates(tx, pool, { version: pool.version + 1, states }))
}

type ChangeRow = {
  player_id: number
  day: string
  match_id: number | null
  before_value: number
  before_deviation: number
  after_value: number
  after_deviation: number
  expected: string | null
  cause_ids: number[] | null
  causes: number | null
}

/** Causes of a change that the ledger names. */
const MOST_CAUSES = 3

/** A day's rows of the ledger: one for each match of a player, and one for what the matches of others changed. */
function toRows(day: string, changes: readonly PlayerChange[]): ChangeRow[] {
  return changes.flatMap(({ player, before, after, own, causes }) => {
    let value = before.value
    const row = (points: number): Omit<ChangeRow, 'match_id' | 'expected' | 'cause_ids' | 'causes'> => ({
      player_id: player,
      day,
      before_value: value,
      before_deviation: before.deviation,
      after_value: (value += points),
      after_deviation: after.deviation,
    })
    const rows: ChangeRow[] = own.map(({ match, expected, points }) => ({
      ...row(points),
      match_id: match,
      expected: expected.sets_text,
      cause_ids: null,
      causes: null,
    }))
    const rest = after.value - value
    if (causes.length > 0 && rest !== 0)
      rows.push({
        ...row(rest),
        match_id: null,
        expected: null,
        cause_ids: causes.slice(0, MOST_CAUSES).map(({ match }) => match),
        causes: causes.length,
      })
    return rows
  })
}

/** Rows that one statement inserts. */
const ROWS_AT_ONCE = 5_000

/** Replaces the ledger of these days. Accounts that are closed have none. */
async function storeChanges(
  tx: Tx,
  { sport, kind }: PoolKey,
  { from, to }: { from: string; to: string },
  rows: readonly ChangeRow[],
): Promise<void> {
  await sql`
    delete from rating_changes where sport = ${sport} and kind = ${kind} and day between ${from} and ${to}`.execute(tx)
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await sql`
      insert into rating_changes (sport, kind, player_id, day, match_id, before_value, before_deviation, after_value, after_deviation,
        expected, cause_ids, causes)
      select ${sport}, ${kind}, c.player_id, c.day, c.match_id, c.before_value, c.before_deviation, c.after_value, c.after_deviation,
        c.expected, c.cause_ids, c.causes
      from json_to_recordset(${JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE))}::json) as c (player_id int, day date, match_id int,
        before_value smallint, before_deviation smallint, after_value smallint, after_deviation smallint, expected text, cause_ids int[],
        causes smallint)
      join players p on p.id = c.player_id and p.deleted_at is null`.execute(tx)
}

/** Stores the ratings of these players. A start level stays as it was stored first. */
async function storeRatings(
  tx: Tx,
  { sport, kind }: PoolKey,
  pool: RatingPool,
  players: readonly number[],
  levels: ReadonlyMap<number, number | null>,
): Promise<void> {
  const rows = players.flatMap((player_id) => {
    const block = pool.blocks.get(player_id)
    if (!block) return []
    const day = addDays('1970-01-01', block.day)
    const estimate = estimateOf(pool, player_id, day)
    return estimate ? [{ player_id, day, ...estimate, start_level: levels.get(player_id) ?? null }] : []
  })
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await sql`
      insert into ratings as r (sport, kind, player_id, start_level, value, deviation, matches, day)
      select ${sport}, ${kind}, c.player_id, c.start_level, c.value, c.deviation, c.matches, c.day
      from json_to_recordset(${JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE))}::json) as c (player_id int, day date,
        start_level real, value smallint, deviation smallint, matches int)
      on conflict (sport, kind, player_id) do update
      set value = excluded.value, deviation = excluded.deviation, matches = excluded.matches, day = excluded.day
      where (r.value, r.deviation, r.matches, r.day) is distinct from
        (excluded.value, excluded.deviation, excluded.matches, excluded.day)`.execute(tx)
}

/** Snapshots that are kept whatever their day; then one a month for two years, and one a year. */
const NEWEST_SNAPSHOTS = 5

async function storeSnapshot(tx: Tx, { sport, kind }: PoolKey, { day, pool }: PoolState): Promise<void> {
  if (pool.blocks.size === 0) return
  const { rows } = await sql`
    insert into rating_snapshots (sport, kind, day, state) values (${sport}, ${kind}, ${day}, ${Buffer.from(packPool(pool))})
    on conflict do nothing returning day`.execute(tx)
  if (rows.length === 0) return
  await sql`
    delete from rating_snapshots s using (
      select day, row_number() over (order by day desc) as place,
        row_number() over (partition by case when day > ${day}::date - 730 then to_char(day, 'YYYY-MM') else to_char(day, 'YYYY') end
          order by day desc) as place_of_time
      from rating_snapshots where sport = ${sport} and kind = ${kind}) known
    where s.sport = ${sport} and s.kind = ${kind} and s.day = known.day
      and known.place > ${NEWEST_SNAPSHOTS} and known.place_of_time > 1`.execute(tx)
}
