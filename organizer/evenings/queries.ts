import { sql } from 'kysely'
import { isOpen } from '#/organizer/matches/queries.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { isLive } from '#/features/leagues/live-queries.ts'
import { playersOf } from '#/features/leagues/sides.ts'
import type { EveningMatch } from '#/rules/evening.ts'
import { playoffGraceDays } from '#/rules/playoffs.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { MovedMatch } from '#/server/notifications.ts'

/** Which matches of a day, yyyy-mm-dd. */
export type Evening = {
  area: AreaSlug
  day: string
  court_id: number | null
  from_time: string | null
  to_time: string | null
}

export type MatchOfEvening = EveningMatch & {
  match_id: number
  one: string
  two: string
  league: string
  match_location: string
  court_id: number | null
  player_ids: number[]
}

/** The matches of an evening without a score, by time. */
export async function listEvening(db: Db | Tx, { area, day, ...only }: Evening, now: Date): Promise<MatchOfEvening[]> {
  const { rows } = await sql<MatchOfEvening>`
    select m.id as match_id, ${playersOf(1)} as one, ${playersOf(2)} as two, ${leagueName} as league,
      to_char(m.match_time, 'HH24:MI') as match_time, m.match_location, m.court_id, a.time_zone,
      case when m.playoff_stage is null then se.counts_until else m.play_by + ${playoffGraceDays}::int end as counts_until,
      exists (select from live_scores ls where ls.match_id = m.id and ${isLive(now)}) as is_live,
      array(select mp.player_id from match_players mp where mp.match_id = m.id order by mp.player_id) as player_ids
    from matches m
    join ${leagueTables} on l.id = m.league_id
    where m.area = ${area} and m.match_date = ${day}::date and ${isOpen}
      and (${only.court_id}::int is null or m.court_id = ${only.court_id}::int)
      and (${only.from_time}::time is null or m.match_time >= ${only.from_time}::time)
      and (${only.to_time}::time is null or m.match_time <= ${only.to_time}::time)
    order by m.match_time nulls last, m.id`.execute(db)
  return rows
}

/** Locks the open matches of a day until the transaction ends. */
export async function lockDay(tx: Tx, { area, day }: Evening): Promise<void> {
  await sql`
    select from matches m where m.area = ${area} and m.match_date = ${day}::date and ${isOpen}
    order by m.id for no key update`.execute(tx)
}

type Around = { moving: readonly number[]; from: string; to: string }

const startOf = sql<number>`(extract(epoch from (o.match_date + o.match_time) at time zone oa.time_zone) * 1000)::float8`
const isOther = ({
  moving,
  from,
  to,
}: Around) => sql`o.score_id is null and o.canceled_at is null and o.match_time is not null
  and o.match_date between ${from}::date - 1 and ${to}::date + 1 and not o.id = any(${moving}::int[])`

/** Other open matches of players around some days, by player. */
export async function listOtherStarts(
  db: Db | Tx,
  player_ids: readonly number[],
  around: Around,
): Promise<{ player_id: number; name: string; starts_at: number }[]> {
  const { rows } = await sql<{ player_id: number; name: string; starts_at: number }>`
    select p.id as player_id, p.name, ${startOf} as starts_at
    from match_players mp
    join players p on p.id = mp.player_id
    join matches o on o.id = mp.match_id
    join areas oa on oa.slug = o.area
    where mp.player_id = any(${player_ids}::int[]) and ${isOther(around)}
    order by p.name, p.id`.execute(db)
  return rows
}

/** Courts, each with the starts of other matches there around some days. */
export async function listCourtsAround(
  db: Db | Tx,
  court_ids: readonly number[],
  around: Around,
): Promise<{ id: number; name: string; court_count: number; taken: number[] }[]> {
  const { rows } = await sql<{ id: number; name: string; court_count: number; taken: number[] }>`
    select c.id, c.name, c.court_count, array(
      select ${startOf} from matches o join areas oa on oa.slug = o.area where o.court_id = c.id and ${isOther(around)}) as taken
    from courts c where c.id = any(${court_ids}::int[])`.execute(db)
  return rows
}

type EmailedMove = {
  match_id: number
  one: string
  two: string
  league: string
  match_date: string | null
  match_time: string | null
  match_location: string
}

/** A player's matches among some that were moved, with their present dates. */
export async function listEmailedMoves(
  db: Db,
  moves: readonly MovedMatch[],
  player_id: number,
): Promise<EmailedMove[]> {
  const { rows } = await sql<EmailedMove>`
    select m.id as match_id, ${playersOf(1)} as one, ${playersOf(2)} as two, ${leagueName} as league, m.match_date,
      to_char(m.match_time, 'HH24:MI') as match_time, m.match_location
    from match_players mp
    join matches m on m.id = mp.match_id
    join ${leagueTables} on l.id = m.league_id
    where mp.player_id = ${player_id} and m.id = any(${moves.map(({ match_id }) => match_id)}::int[]) and ${isOpen}
    order by m.match_date, m.match_time, m.id`.execute(db)
  return rows
}
