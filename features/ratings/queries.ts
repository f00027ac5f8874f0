import { sql, type RawBuilder } from 'kysely'
import { wireDay } from '#/contract/wire-day.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { nameFor, winningSide } from '#/features/leagues/sides.ts'
import { daysBetween } from '#/rules/day.ts'
import { scoreLine, unplayedStatuses, type MatchStatus, type SetScore, swapSides } from '#/rules/outcome.ts'
import { ratingParameters } from '#/rules/rating/parameters.ts'
import { grownVariance } from '#/rules/rating/pool.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { SignedIn } from '#/server/session.ts'
import type { exportedRatings, listRatingChanges, PlayerRating, PoolName } from './contract.ts'
import { formatCause, formatOwnMatch, type Cause, type Meeting } from './format.ts'
import type { PoolKey } from './pool.ts'
import type * as z from 'zod/mini'

export function keyOf(pool: PoolName): PoolKey {
  const at = pool.lastIndexOf('-')
  return { sport: pool.slice(0, at), kind: pool.slice(at + 1) } as PoolKey
}

type Reader = Pick<SignedIn, 'id' | 'email_proved'>

/** The pools in which a player has rated matches, that of the latest match first. */
export async function listPools(db: Db, player_id: number): Promise<PoolName[]> {
  const { rows } = await sql<{ pool: PoolName }>`
    select sport || '-' || kind as pool from rating_changes
    where player_id = ${player_id} and match_id is not null
    group by sport, kind order by max(day) desc, max(id) desc`.execute(db)
  return rows.map(({ pool }) => pool)
}

/** Rated matches below which a rating is provisional. */
export const SETTLED_MATCHES = 3

type ShownRating = { value: number; deviation: number; provisional: boolean }

/** Days of a curve. */
const MOST_DAYS = 500

/**
 * A player's rating with its curve, oldest day first; the uncertainty is that of `today` (yyyy-mm-dd). `pool`: that of the
 * latest match if left out. Null without a rated match.
 */
export async function findRating(
  db: Db,
  player_id: number,
  today: string,
  pool?: PoolName,
): Promise<PlayerRating | null> {
  const name = pool ?? (await listPools(db, player_id))[0]
  if (name === undefined) return null
  const { sport, kind } = keyOf(name)
  const [rating] = await listRatings(db, [player_id], { sport, kind }, today)
  if (!rating) return null
  const { rows } = await sql<{ day: string; value: number; deviation: number }>`
    select * from (
      select distinct on (day) day, after_value as value, after_deviation as deviation
      from rating_changes where player_id = ${player_id} and sport = ${sport} and kind = ${kind}
      order by day desc, id desc limit ${MOST_DAYS}) newest
    order by day`.execute(db)
  const { player_id: _, ...shown } = rating
  return { pool: name, ...shown, series: rows.map((row) => ({ ...row, day: wireDay(row.day) })) }
}

/** The ratings of these players in a pool, as of `today`. Players without a rated match are missing. */
export async function listRatings(
  db: Db | Tx,
  player_ids: readonly number[],
  { sport, kind }: PoolKey,
  today: string,
): Promise<(ShownRating & { player_id: number })[]> {
  const rows = await db
    .selectFrom('ratings')
    .select(['player_id', 'value', 'deviation', 'matches', 'day'])
    .where('sport', '=', sport)
    .where('kind', '=', kind)
    .where('matches', '>', 0)
    .where('player_id', 'in', player_ids)
    .execute()
  return rows.map(({ player_id, value, deviation, matches, day }) => ({
    player_id,
    value,
    deviation: deviationOn(deviation, daysBetween(day, today)),
    provisional: matches < SETTLED_MATCHES,
  }))
}

/** The uncertainty after days without a result. */
export function deviationOn(deviation: number, days: number): number {
  const { shown_scale } = ratingParameters
  return Math.round(shown_scale * Math.sqrt(grownVariance((deviation / shown_scale) ** 2, days, ratingParameters)))
}

type Ledger = Omit<Reply<typeof listRatingChanges>, 'skip'>

type ChangeRow = {
  id: number
  match_id: number | null
  day: string
  before_value: number
  before_deviation: number
  after_value: number
  after_deviation: number
  expected: string | null
  causes: number | null
  sets: SetScore[] | null
  status: MatchStatus
  is_first: boolean | null
  opponents: { id: number; name: string }[]
}

/** A page of a player's ledger, newest first, as the reader may see it. */
export async function listChanges(
  db: Db,
  reader: Reader,
  player_id: number,
  pool: PoolName | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Ledger> {
  const name = pool ?? (await listPools(db, player_id))[0]
  if (name === undefined) return { changes: [], total: 0 }
  const { sport, kind } = keyOf(name)
  const ofPool = sql`c.player_id = ${player_id} and c.sport = ${sport} and c.kind = ${kind}`
  const { rows } = await sql<ChangeRow>`
    select c.id, c.match_id, c.day, c.before_value, c.before_deviation, c.after_value, c.after_deviation, c.expected, c.causes,
      s.set_games as sets, s.match_status as status,
      me.side = ${winningSide} as is_first,
      coalesce((
        select json_agg(json_build_object('id', p.id, 'name', ${nameFor(reader)}) order by mp.position)
        from match_players mp join players p on p.id = mp.player_id
        where mp.match_id = m.id and mp.side <> me.side), '[]') as opponents
    from rating_changes c
    left join matches m on m.id = c.match_id
    left join scores s on s.id = m.score_id
    left join lateral (
      select mp.side from match_players mp where mp.match_id = m.id and mp.player_id = c.player_id limit 1) me on true
    where ${ofPool}
    order by c.day desc, c.id desc
    limit ${limit} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from rating_changes c where ${ofPool}`.execute(db)
  const ids = rows.flatMap(({ id, match_id }) => (match_id === null ? [id] : []))
  const causes = await listCauses(db, reader, ids)
  const whom = player_id === reader.id ? 'you' : await findName(db, reader, player_id)
  return {
    total: counted[0]?.total ?? 0,
    changes: rows.map((row) => {
      const result = row.sets === null ? null : scoreLine(row.is_first ? row.sets : row.sets.map(swapSides), row.status)
      const points = row.after_value - row.before_value
      return {
        match_id: row.match_id,
        day: wireDay(row.day),
        before: { value: row.before_value, deviation: row.before_deviation },
        expected: row.expected,
        result,
        opponents: row.opponents,
        after: { value: row.after_value, deviation: row.after_deviation },
        text:
          row.match_id === null
            ? formatCause({
                cause: causes.get(row.id) ?? null,
                whom,
                day: row.day,
                others: (row.causes ?? 1) - 1,
                points,
              })
            : formatOwnMatch({ expected: row.expected ?? '', result: result ?? 'no result', points }),
      }
    }),
  }
}

async function findName(db: Db, reader: Reader, player_id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${nameFor(reader)} as name from players p where p.id = ${player_id}`.execute(db)
  return rows[0]?.name ?? ''
}

type CauseRow = {
  id: number
  name: string
  outcome: Cause['outcome']
  met_day: string
  partner: boolean
  met_outcome: Meeting['outcome']
  times: number
}

/**
 * For these changes by matches of others: who of the match with the largest effect has met the player last, and how often
 * they have won or lost since. Missing if none of them had met the player.
 */
async function listCauses(db: Db, reader: Reader, ids: readonly number[]): Promise<Map<number, Cause>> {
  if (ids.length === 0) return new Map()
  const outcomeOf = (side: RawBuilder<unknown>) =>
    sql`case when s.winner_entry_id is null then 'tied' when ${winningSide} = ${side} then 'won' else 'lost' end`
  const played = sql`join scores s on s.id = m.score_id and s.answer is distinct from 'disputed'
      and coalesce(s.match_status <> all (${unplayedStatuses}::text[]), true)
    join leagues l on l.id = m.league_id
    join divisions d on d.id = l.division_id and d.sport = c.sport and d.kind = c.kind`
  const { rows } = await sql<CauseRow>`
    select distinct on (c.id) c.id, ${nameFor(reader)} as name, cause.outcome, met.day as met_day, met.partner, met.outcome as met_outcome, since.times
    from rating_changes c
    cross join lateral (
      select q.player_id, ${outcomeOf(sql`q.side`)} as outcome
      from matches m join scores s on s.id = m.score_id join match_players q on q.match_id = m.id
      where m.id = c.cause_ids[1]) cause
    join players p on p.id = cause.player_id
    cross join lateral (
      select m.id, m.match_date as day, mine.side = theirs.side as partner, ${outcomeOf(sql`mine.side`)} as outcome
      from match_players mine
      join match_players theirs on theirs.match_id = mine.match_id and theirs.player_id = cause.player_id
      join matches m on m.id = mine.match_id and m.match_date <= c.day ${played}
      where mine.player_id = c.player_id
      order by m.match_date desc, m.id desc limit 1) met
    cross join lateral (
      select count(*)::int as times
      from match_players theirs
      join matches m on m.id = theirs.match_id and m.match_date between met.day and c.day and m.id <> met.id ${played}
      where theirs.player_id = cause.player_id and ${outcomeOf(sql`theirs.side`)} = cause.outcome) since
    where c.id = any (${[...ids]}::bigint[])
    order by c.id, met.day desc, met.id desc, cause.player_id`.execute(db)
  return new Map(
    rows.map(({ id, name, outcome, met_day, partner, met_outcome, times }) => [
      id,
      { name, outcome, times, met: { day: met_day, partner, outcome: met_outcome } },
    ]),
  )
}

/** A player's ratings with what changed them, for the download of their data. */
export async function collectRatings(db: Db, player_id: number): Promise<z.output<typeof exportedRatings>> {
  const { rows } = await sql<z.output<typeof exportedRatings>[number]>`
    select r.sport || '-' || r.kind as pool, r.value, r.deviation, r.matches, coalesce((
      select json_agg(json_build_object('match_id', c.match_id, 'day', to_char(c.day, 'YYYY/MM/DD'), 'value', c.after_value,
        'deviation', c.after_deviation) order by c.day, c.id)
      from rating_changes c where c.player_id = r.player_id and c.sport = r.sport and c.kind = r.kind), '[]') as changes
    from ratings r
    where r.player_id = ${player_id} and r.matches > 0
    order by r.sport, r.kind`.execute(db)
  return rows
}

/** Deletes the ledger of an account that is closed. What its results did to others stays. */
export async function deleteRatingChanges(tx: Tx, player_id: number): Promise<void> {
  await tx.deleteFrom('rating_changes').where('player_id', '=', player_id).execute()
}
