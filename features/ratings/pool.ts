import { sql } from 'kysely'
import { listedLevels } from '#/contract/levels.ts'
import { addDays } from '#/rules/day.ts'
import type { MatchStatus, SetScore } from '#/rules/outcome.ts'
import { levelSteps } from '#/rules/rating/levels.ts'
import type { RatedMatch } from '#/rules/rating/match.ts'
import { emptyPool, unpackPool, type RatingPool } from '#/rules/rating/pool.ts'
import { rateDays, type LevelOf } from '#/rules/rating/rating.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import { perDatabase, type Db, type Tx } from '#/server/db.ts'

/** The number of the formula. Raise it when ratings become other ones: everything is rated again (a test notices). */
export const FORMULA = 1

export type PoolKey = { sport: Sport; kind: 'singles' | 'doubles' }

export type DayOfResults = { day: string; matches: RatedMatch[] }

type Row = { id: number; day: string; sets: SetScore[]; status: MatchStatus; first: number[]; second: number[] }

/**
 * The results of a pool between two days, both included, that count: not disputed and not voided. The winner's side comes
 * first, as in the score.
 */
export async function listResults(db: Db | Tx, { sport, kind }: PoolKey, from: string, to: string) {
  const { rows } = await sql<Row>`
    select m.id, m.match_date as day, s.set_games as sets, s.match_status as status,
      array(select mp.player_id from match_players mp where mp.match_id = m.id and mp.side = side.winner order by mp.position) as first,
      array(select mp.player_id from match_players mp where mp.match_id = m.id and mp.side = 3 - side.winner order by mp.position) as second
    from areas a
    join matches m on m.area = a.slug and m.score_id is not null and m.match_date between ${from} and ${to}
    join scores s on s.id = m.score_id and s.match_id = m.id and s.answer is distinct from 'disputed'
    cross join lateral (select case s.winner_entry_id when m.entry_two_id then 2 else 1 end as winner) side
    join leagues l on l.id = m.league_id
    join divisions d on d.id = l.division_id and d.sport = ${sport} and d.kind = ${kind}
    order by m.match_date, m.id`.execute(db)
  const days: DayOfResults[] = []
  for (const { id, day, sets, status, first, second } of rows) {
    if (days.at(-1)?.day !== day) days.push({ day, matches: [] })
    days.at(-1)?.matches.push({ id, sides: [first, second], sets, status })
  }
  return days
}

/** The first day since `from` that has a result in the pool. Null if there is none. */
export async function findDayWithResults(tx: Db | Tx, { sport, kind }: PoolKey, from: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(m.match_date) as day
    from areas a
    join matches m on m.area = a.slug and m.score_id is not null and m.match_date >= ${from}
    join leagues l on l.id = m.league_id
    join divisions d on d.id = l.division_id and d.sport = ${sport} and d.kind = ${kind}`.execute(tx)
  return rows[0]?.day ?? null
}

/**
 * The level with which each of these players begins: the one that they had when they were first rated, else today's. So a
 * level that is changed later does not change what has happened.
 */
export async function readStartLevels(
  db: Db | Tx,
  { sport, kind }: PoolKey,
  ids: readonly number[],
): Promise<Map<number, number | null>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; level: string | null; start_level: number | null; rated: boolean }>`
    select p.id, p.singles_level as level, r.start_level, r.player_id is not null as rated
    from players p
    left join ratings r on r.sport = ${sport} and r.kind = ${kind} and r.player_id = p.id
    where p.id = any (${[...ids]}::int[])`.execute(db)
  return new Map(
    rows.map(({ id, level, start_level, rated }) => [id, rated ? start_level : levelSteps(listedLevels(), level)]),
  )
}

/** The players of these results who are new to a pool. */
export function newPlayersOf(pool: RatingPool, days: readonly DayOfResults[]): number[] {
  const players = days.flatMap(({ matches }) => matches.flatMap(({ sides }) => sides.flat()))
  return [...new Set(players)].filter((player) => !pool.blocks.has(player))
}

export function levelIn(levels: ReadonlyMap<number, number | null>): LevelOf {
  return (player) => levels.get(player) ?? null
}

/** A pool after all results up to a day. */
export type PoolState = { day: string; pool: RatingPool }

type KnownStates = { version: number; states: Promise<readonly PoolState[]> }

/** The states of each pool that this process used last, of one version of the pool. They share what they have in common. */
const memory = perDatabase(() => new Map<string, KnownStates>())

/** Keeps the states of a version of a pool in memory, in the order of their days. */
export function keepStates(db: Db | Tx, { sport, kind }: PoolKey, known: KnownStates): void {
  memory(db)?.set(`${sport} ${kind}`, known)
}

/** Before all days. */
export const FIRST_DAY = '1000-01-01'

/** The pool after all results before a day, from the nearest state that is known. `version`: the pool's, as read before. */
export async function readStateBefore(db: Db | Tx, key: PoolKey, version: number, day: string): Promise<PoolState> {
  const known = memory(db)?.get(`${key.sport} ${key.kind}`)
  const states = known?.version === version ? await known.states : []
  const base = states.findLast((state) => state.day < day) ?? (await readSnapshot(db, key, day))
  const to = addDays(day, -1)
  const days = await listResults(db, key, addDays(base.day, 1), to)
  if (days.length === 0) return base
  const levels = await readStartLevels(db, key, newPlayersOf(base.pool, days))
  return { day: days.at(-1)?.day ?? base.day, pool: rateDays(base.pool, days, levelIn(levels)) }
}

async function readSnapshot(db: Db | Tx, { sport, kind }: PoolKey, before: string): Promise<PoolState> {
  const { rows } = await sql<{ day: string; state: Buffer }>`
    select day, state from rating_snapshots
    where sport = ${sport} and kind = ${kind} and day < ${before}
    order by day desc limit 1`.execute(db)
  const [row] = rows
  return row
    ? { day: row.day, pool: unpackPool(new Uint8Array(row.state), sport) }
    : { day: FIRST_DAY, pool: emptyPool(sport) }
}

/** The newest state of a pool. Null if the pool is not rated yet, or is being rated again. */
export async function findPool(db: Db, key: PoolKey): Promise<RatingPool | null> {
  const row = await db
    .selectFrom('rating_pools')
    .select(['version', 'from_day', 'formula'])
    .where('sport', '=', key.sport)
    .where('kind', '=', key.kind)
    .executeTakeFirst()
  if (row?.from_day !== null || row.formula !== FORMULA) return null
  const known = memory(db)?.get(`${key.sport} ${key.kind}`)
  const states =
    known?.version === row.version
      ? known.states
      : readStateBefore(db, key, row.version, LAST_DAY).then((state) => [state])
  keepStates(db, key, { version: row.version, states })
  states.catch(() => memory(db)?.delete(`${key.sport} ${key.kind}`))
  return (await states).at(-1)?.pool ?? null
}

/** After all days. */
export const LAST_DAY = '9999-12-31'
