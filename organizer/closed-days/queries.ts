import { sql } from 'kysely'
import { isOpen } from '#/organizer/matches/queries.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { closedSql, type ClosedDay } from '#/features/availability/closed-days.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { playersOf } from '#/features/leagues/sides.ts'
import { moveLastDay } from '#/rules/closed-days.ts'
import { dayInZone } from '#/rules/day.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { ListedClosedDay } from './contract.ts'

type Row = Omit<ListedClosedDay, 'can_delete'>

/** A page of the days without play of these areas and of all areas, newest first. */
export async function listClosedDaysOf(
  db: Db,
  areas: readonly AreaSlug[],
  filter: PageQuery,
): Promise<{ rows: Row[]; total: number; skip: number }> {
  const skip = skipOf(filter)
  const from = sql`from closed_days where area is null or area = any(${areas}::text[])`
  const { rows } = await sql<Row>`
    select id, area, name, from_day as from, to_day as to ${from}
    order by from_day desc, id limit ${filter.per_page} offset ${skip}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db)
  return {
    rows: rows.map((row) => ({ ...row, from: wireDay(row.from), to: wireDay(row.to) })),
    total: counted[0]?.total ?? 0,
    skip,
  }
}

type TouchedMatch = { match_id: number; one: string; two: string; league: string; area: AreaSlug }
type TouchedWindow = TouchedMatch & { play_by: string; new_play_by: string }
type TouchedAppointment = TouchedMatch & { match_date: string; match_time: string | null }

const touchedColumns = sql`m.id as match_id, ${playersOf(1)} as one, ${playersOf(2)} as two, ${leagueName} as league, m.area`

export type Span = { from: string; to: string }

/**
 * The open matches with a window that contains some of these days, and the last day that each would get. Play-off
 * matches keep theirs, because the next round waits for them.
 */
export async function listTouchedWindows(
  db: Db | Tx,
  areas: readonly AreaSlug[],
  span: Span,
  now: Date,
): Promise<TouchedWindow[]> {
  type Found = TouchedMatch & {
    play_from: string
    play_by: string
    counts_until: string
    time_zone: string
    closed: ClosedDay[]
  }
  const { rows } = await sql<Found>`
    select ${touchedColumns}, coalesce(m.play_from, se.starting_date) as play_from, m.play_by, se.counts_until, a.time_zone,
      ${closedSql(sql`m.area`)} as closed
    from matches m
    join ${leagueTables} on l.id = m.league_id
    where m.area = any(${areas}::text[]) and ${isOpen} and m.playoff_stage is null
      and m.play_by >= greatest(${span.from}::date, (${now}::timestamptz at time zone a.time_zone)::date)
      and coalesce(m.play_from, se.starting_date) <= ${span.to}::date
    order by m.play_by, m.id`.execute(db)
  return rows.flatMap(({ play_from, play_by, counts_until, time_zone, closed, ...match }) => {
    const terms = { before: closed, after: [...closed, span], today: dayInZone(now, time_zone), counts_until }
    const new_play_by = moveLastDay({ from: play_from, to: play_by }, terms)
    return new_play_by === play_by ? [] : [{ ...match, play_by, new_play_by }]
  })
}

/** The open matches that are set for one of these days, today or later. */
export async function listTouchedAppointments(
  db: Db | Tx,
  areas: readonly AreaSlug[],
  span: Span,
  now: Date,
): Promise<TouchedAppointment[]> {
  const { rows } = await sql<TouchedAppointment>`
    select ${touchedColumns}, m.match_date, to_char(m.match_time, 'HH24:MI') as match_time
    from matches m
    join ${leagueTables} on l.id = m.league_id
    where m.area = any(${areas}::text[]) and ${isOpen} and m.match_date between ${span.from}::date and ${span.to}::date
      and m.match_date >= (${now}::timestamptz at time zone a.time_zone)::date
    order by m.match_date, m.match_time, m.id`.execute(db)
  return rows
}

/** Locks the open matches that these days can touch until the transaction ends. */
export async function lockTouched(tx: Tx, areas: readonly AreaSlug[], { from, to }: Span): Promise<void> {
  await sql`
    select from matches m
    where m.area = any(${areas}::text[]) and ${isOpen}
      and (m.play_by >= ${from}::date or m.match_date between ${from}::date and ${to}::date)
    order by m.id for no key update`.execute(tx)
}

export async function updateWindows(
  tx: Tx,
  windows: readonly { match_id: number; new_play_by: string }[],
): Promise<void> {
  await sql`
    update matches m set play_by = new.play_by
    from unnest(${windows.map(({ match_id }) => match_id)}::int[], ${windows.map(({ new_play_by }) => new_play_by)}::date[]) new (id, play_by)
    where m.id = new.id`.execute(tx)
}

/** The players of matches, each with an account that is notified, once. */
export async function listPlayersOf(tx: Tx, match_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ player_id: number }>`
    select distinct mp.player_id
    from match_players mp
    join players p on p.id = mp.player_id and p.deleted_at is null and p.suspended_at is null
    where mp.match_id = any(${match_ids}::int[])
    order by mp.player_id`.execute(tx)
  return rows.map(({ player_id }) => player_id)
}

type EmailedMatch = {
  match_id: number
  one: string
  two: string
  match_date: string
  match_time: string | null
  match_location: string
}

/** Days without play, and a player's open matches on them. Undefined once they are deleted. */
export async function findEmailedClosedDays(
  db: Db,
  { closed_day_id, player_id }: { closed_day_id: number; player_id: number },
): Promise<(ClosedDay & { matches: EmailedMatch[] }) | undefined> {
  const { rows } = await sql<ClosedDay & { matches: EmailedMatch[] }>`
    select cd.name, cd.from_day as from, cd.to_day as to, (
      select coalesce(json_agg(json_build_object('match_id', m.id, 'one', ${playersOf(1)}, 'two', ${playersOf(2)},
        'match_date', m.match_date, 'match_time', to_char(m.match_time, 'HH24:MI'), 'match_location', m.match_location)
        order by m.match_date, m.match_time, m.id), '[]')
      from match_players mp join matches m on m.id = mp.match_id
      where mp.player_id = ${player_id} and ${isOpen} and m.match_date between cd.from_day and cd.to_day
        and (cd.area is null or m.area = cd.area)) as matches
    from closed_days cd where cd.id = ${closed_day_id}`.execute(db)
  return rows[0]
}
