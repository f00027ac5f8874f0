import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { lockPlayer } from '#/features/accounts/queries.ts'
import { isPlayedBy } from '#/features/leagues/sides.ts'
import type { Away, Hours } from '#/rules/availability.ts'
import { playoffGraceDays } from '#/rules/playoffs.ts'
import type { SlotCourt, SlotPlayer } from '#/rules/slots.ts'
import type { Db, Tx } from '#/server/db.ts'

export type Availability = { weekly: Hours[]; away: Away[] }

/** The weekly hours of player `p` as JSON, by day and time. */
export const hoursSql = sql<Hours[]>`(
  select coalesce(json_agg(json_build_object('weekday', h.weekday, 'from', to_char(h.from_time, 'HH24:MI'), 'to', to_char(h.to_time, 'HH24:MI'))
    order by h.weekday, h.from_time), '[]')
  from availability_hours h where h.player_id = p.id)`

/** The days away of player `p` as JSON, by day. */
export const awaySql = sql<Away[]>`(
  select coalesce(json_agg(json_build_object('from', d.from_day, 'to', d.to_day) order by d.from_day), '[]')
  from days_away d where d.player_id = p.id)`

/** The player's weekly availability and days away, in one statement. */
export async function findAvailability(db: Db | Tx, player_id: number): Promise<Availability> {
  const { rows } = await sql<Availability>`
    select ${hoursSql} as weekly, ${awaySql} as away from players p where p.id = ${player_id}`.execute(db)
  return rows[0] ?? { weekly: [], away: [] }
}

/** Replaces the player's availability. Concurrent calls run one after the other. */
export async function replaceAvailability(tx: Tx, player_id: number, { weekly, away }: Availability): Promise<void> {
  await lockPlayer(tx, player_id)
  await tx.deleteFrom('availability_hours').where('player_id', '=', player_id).execute()
  await tx.deleteFrom('days_away').where('player_id', '=', player_id).execute()
  if (weekly.length > 0)
    await tx
      .insertInto('availability_hours')
      .values(weekly.map(({ weekday, from, to }) => ({ player_id, weekday, from_time: from, to_time: to })))
      .execute()
  if (away.length > 0)
    await tx
      .insertInto('days_away')
      .values(away.map(({ from, to }) => ({ player_id, from_day: from, to_day: to })))
      .execute()
}

/** A player's open match, with the days on which it may be played. */
export type OpenMatch = {
  area: AreaSlug
  time_zone: string
  /** The ids of the two entries. */
  entry_ids: number[]
  from: string
  to: string
  /** In milliseconds. Null without a date and time. */
  appointment: number | null
}

const startOf = (match: 'm' | 'o', area: 'a' | 'oa') =>
  sql`(extract(epoch from (${sql.ref(`${match}.match_date`)} + ${sql.ref(`${match}.match_time`)}) at time zone ${sql.ref(`${area}.time_zone`)}) * 1000)::float8`

/** A match without a score, for one of its players only. Its window defaults to the season's days. */
export async function findOpenMatch(db: Db, id: number, player_id: number): Promise<OpenMatch | undefined> {
  const { rows } = await sql<OpenMatch>`
    select m.area, a.time_zone, array[m.entry_one_id, m.entry_two_id] as entry_ids, coalesce(m.play_from, se.starting_date) as from,
      coalesce(m.play_by, case when m.playoff_stage is null then se.counts_until else m.play_by + ${playoffGraceDays}::int end) as to,
      ${startOf('m', 'a')} as appointment
    from matches m
    join areas a on a.slug = m.area
    join leagues l on l.id = m.league_id
    join seasons se on se.id = l.season_id
    where m.id = ${id} and m.canceled_at is null and m.score_id is null and ${isPlayedBy(player_id)}`.execute(db)
  return rows[0]
}

/** The players of two entries, with their availability and their open matches in a range of days, except this match. */
export async function listSlotPlayers(
  db: Db,
  { entry_ids, match_id }: { entry_ids: readonly number[]; match_id: number | null },
  { from, to }: { from: string; to: string },
): Promise<(SlotPlayer & { id: number })[]> {
  const { rows } = await sql<SlotPlayer & { id: number }>`
    select p.id, ${hoursSql} as hours, ${awaySql} as away, taken.appointments, taken.days_taken
    from entry_players ep
    join players p on p.id = ep.player_id
    cross join lateral (
      select coalesce(json_agg(${startOf('o', 'oa')}) filter (where o.match_time is not null), '[]') as appointments,
        coalesce(json_agg(o.match_date) filter (where o.match_time is null), '[]') as days_taken
      from match_players every
      join matches o on o.id = every.match_id
      join areas oa on oa.slug = o.area
      where every.player_id = p.id and o.id is distinct from ${match_id}::int and o.score_id is null and o.canceled_at is null
        and o.match_date between ${from}::date - 1 and ${to}::date + 1) taken
    where ep.entry_id = any(${entry_ids}::int[]) and not ep.former`.execute(db)
  return rows
}

/** A court with the data that suggestions depend on. */
export type PlacedCourt = SlotCourt & { latitude: number; longitude: number }

/**
 * The courts of an area: those where the player has played most, then the largest. With the other matches that are set
 * there in a range of days, except this match.
 */
export async function listFavoriteCourts(
  db: Db,
  { area, player_id, match_id }: { area: AreaSlug; player_id: number; match_id: number | null },
  { from, to }: { from: string; to: string },
): Promise<PlacedCourt[]> {
  const { rows } = await sql<PlacedCourt>`
    select c.id, c.name, c.has_lights, c.court_count, c.latitude, c.longitude, array(
      select ${startOf('o', 'oa')} from matches o
      where o.court_id = c.id and o.score_id is null and o.canceled_at is null and o.match_time is not null
        and o.id is distinct from ${match_id}::int and o.match_date between ${from}::date and ${to}::date) as taken
    from courts c
    join areas oa on oa.slug = c.area
    left join (
      select coalesce(s.court_id, m.court_id) as court_id, count(*) as times
      from match_players me
      join matches m on m.id = me.match_id
      left join scores s on s.id = m.score_id
      where me.player_id = ${player_id}
      group by 1) mine on mine.court_id = c.id
    where c.area = ${area} and c.retired_at is null
    order by mine.times desc nulls last, c.court_count desc, lower(c.name), c.id
    limit 100`.execute(db)
  return rows
}
