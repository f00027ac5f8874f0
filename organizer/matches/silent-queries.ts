import { sql, type RawBuilder } from 'kysely'
import { wireDay } from '#/contract/wire-day.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { namesOf } from '#/features/leagues/sides.ts'
import type { Db } from '#/server/db.ts'
import { isLeagueOf, leagueTables, type LeaguesInAreas } from '#/features/leagues/league-filter.ts'
import type { SilentEntry } from './contract.ts'
import { heardSql, isOpen, isOverdue, todaySql } from './queries.ts'

/** Days without any activity of an entry. */
const quietDays = 21
/** An entry with this many overdue matches is listed even if the other side has not set a date. */
const fewOverdue = 2

/** Whether that side of the match `m` has offered times and not withdrawn them. */
function hasOffered(side: 1 | 2): RawBuilder<boolean> {
  return sql`exists (
    select from match_offers o where o.match_id = m.id and o.side = ${side} and o.outcome is distinct from 'withdrawn')`
}

/**
 * Entries that went quiet: they count, have done nothing for three weeks (`heardSql`), and have an overdue match for
 * which the other side had offered times or set a date, or several overdue ones. In seasons that are not closed, unless
 * one is given.
 */
function silentSql(league: LeaguesInAreas, now: Date): RawBuilder<unknown> {
  const since = new Date(now.getTime() - quietDays * 86_400_000)
  const live = league.season === undefined ? sql`se.counts_until >= ${todaySql(now)}` : sql`true`
  return sql`
    with overdue as (
      select m.league_id, m.entry_one_id, m.entry_two_id, greatest(m.play_by, m.match_date) as due,
        coalesce(m.arranged_side = 1, false) or ${hasOffered(1)} as one_tried,
        coalesce(m.arranged_side = 2, false) or ${hasOffered(2)} as two_tried
      from ${leagueTables}
      join matches m on m.league_id = l.id
      where ${isLeagueOf(league)} and ${live} and ${isOpen} and ${isOverdue(now)}),
    sides as (
      select league_id, entry_one_id as entry_id, two_tried as tried, due from overdue
      union all
      select league_id, entry_two_id, one_tried, due from overdue),
    counted as (
      select league_id, entry_id, count(*) as overdue, count(*) filter (where tried) as tried, min(due) as since
      from sides
      group by league_id, entry_id
      having bool_or(tried) or count(*) >= ${fewOverdue}::int)
    select c.*, heard.heard_at
    from counted c
    join entries e on e.id = c.entry_id
    join purchases p on p.id = e.purchase_id and p.counts
    cross join lateral (select ${heardSql(sql`c.entry_id`)} as heard_at) heard
    where heard.heard_at is null or heard.heard_at < ${since}`
}

/** Counts the entries that went quiet. */
export async function countSilent(db: Db, league: LeaguesInAreas, now: Date): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from (${silentSql(league, now)}) silent`.execute(db)
  return rows[0]?.total ?? 0
}

/** A page of the entries that went quiet, starting with those for whom others tried most. */
export async function listSilentOf(
  db: Db,
  league: LeaguesInAreas,
  page: PageQuery,
  now: Date,
): Promise<{ players: SilentEntry[]; total: number; skip: number }> {
  const skip = skipOf(page)
  const { rows } = await sql<Omit<SilentEntry, 'heard_at'> & { heard_at: Date | null; total: number }>`
    select count(*) over () as total, silent.entry_id, ${namesOf(sql`silent.entry_id`)} as name, first.name as first_player,
      l.area, se.name as season, se.slug as season_slug, se.year, d.slug as division, d.name as division_name,
      silent.overdue, silent.tried, silent.since, silent.heard_at
    from (${silentSql(league, now)}) silent
    join ${leagueTables} on l.id = silent.league_id
    join entry_players ep on ep.entry_id = silent.entry_id and ep.position = 1
    join players first on first.id = ep.player_id
    order by silent.tried desc, silent.overdue desc, silent.entry_id
    limit ${page.per_page} offset ${skip}`.execute(db)
  const players = rows.map(({ heard_at, since, total: _total, ...row }) => ({
    ...row,
    since: wireDay(since),
    heard_at: heard_at && heard_at.toISOString(),
  }))
  // A page past the end has no row with the total.
  return { players, total: rows[0]?.total ?? (await countSilent(db, league, now)), skip }
}
