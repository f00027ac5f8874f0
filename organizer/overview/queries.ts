import { toAmount } from '#/contract/money.ts'
import { sql } from 'kysely'
import { countMatches, isOpen } from '#/organizer/matches/queries.ts'
import { cashReturnedSql, cashSql, countFailedRefunds } from '#/organizer/payments/queries.ts'
import { countSilent } from '#/organizer/matches/silent-queries.ts'
import type { Db } from '#/server/db.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Figures } from '#/organizer/desk/contract.ts'
import { isLeagueOf, leagueTables, type LeaguesInAreas } from '#/features/leagues/league-filter.ts'

type Season = {
  id: number
  season: string
  season_slug: string
  year: number
  starting_date: string
  ending_date: string
}

/**
 * The season to show: the requested one; otherwise, of those whose matches count on that day, the one with the most
 * entries in these areas; otherwise the last that began; otherwise the next one.
 */
export async function findOverviewSeason(
  db: Db,
  { season, year, areas }: LeaguesInAreas,
  today: string,
): Promise<Season | undefined> {
  const { rows } = await sql<Season>`
    select se.id, se.name as season, se.slug as season_slug, se.year, se.starting_date, se.ending_date
    from seasons se
    cross join lateral (select se.starting_date <= ${today} and se.counts_until >= ${today} as runs) now
    where ${isLeagueOf({ season, year })}
    order by now.runs desc,
      case when now.runs then (
        select count(*) from leagues l join standings st on st.league_id = l.id
        where l.season_id = se.id and l.area = any(${areas}::text[])) end desc nulls last,
      se.starting_date <= ${today} desc, abs(se.starting_date - ${today}::date), se.id
    limit 1`.execute(db)
  return rows[0]
}

/** The figures of a season, computed only from its leagues. */
export async function readFigures(db: Db, season: Season, areas: readonly AreaSlug[], now: Date): Promise<Figures> {
  const league: LeaguesInAreas = { areas, season: season.season_slug, year: season.year }
  const { rows } = await sql<{
    entries: number
    waiting: number
    taken_cents: number
    refunded_cents: number
    pending_cents: number
    cash_cents: number
    cash_returned_cents: number
    played: number
    open: number
  }>`
    select coalesce(sum(of.entries), 0)::int as entries, coalesce(sum(of.waiting), 0)::int as waiting,
      coalesce(sum(money.taken), 0)::bigint as taken_cents, coalesce(sum(money.refunded), 0)::bigint as refunded_cents,
      coalesce(sum(money.pending), 0)::bigint as pending_cents, coalesce(sum(money.cash), 0)::bigint as cash_cents,
      coalesce(sum(money.cash_returned), 0)::bigint as cash_returned_cents,
      coalesce(sum(l.results), 0)::int as played, coalesce(sum(of.open), 0)::int as open
    from ${leagueTables}
    cross join lateral (
      select
        (select count(*) from entries e join purchases p on p.id = e.purchase_id
         where e.league_id = l.id and p.counts) as entries,
        (select count(*) from wait_list w where w.league_id = l.id and w.ended_at is null) as waiting,
        (select count(*) from matches m where m.league_id = l.id and ${isOpen}) as open) of
    cross join lateral (
      select sum(p.taken_cents) as taken, sum(p.refunded_cents) as refunded,
        sum(p.price_cents) filter (where p.status = 'Pending') as pending,
        sum(${cashSql}) as cash, sum(${cashReturnedSql}) as cash_returned
      from purchases p where p.league_id = l.id) money
    where ${isLeagueOf(league)}`.execute(db)
  const sums = rows[0]
  const count = (filter: Parameters<typeof countMatches>[1]) => countMatches(db, filter, league, null, now, null)
  const [overdue, disputed, unconfirmed, late, silent, failed_refunds, entries_before] = await Promise.all([
    count('overdue'),
    count('disputed'),
    count('unconfirmed'),
    count('late'),
    countSilent(db, league, now),
    countFailedRefunds(db, league),
    countEntriesOf(db, { ...league, year: season.year - 1 }),
  ])
  const played = sums?.played ?? 0
  return {
    entries: sums?.entries ?? 0,
    entries_before,
    waiting: sums?.waiting ?? 0,
    taken: toAmount(sums?.taken_cents ?? 0),
    refunded: toAmount(sums?.refunded_cents ?? 0),
    pending: toAmount(sums?.pending_cents ?? 0),
    cash_taken: toAmount(sums?.cash_cents ?? 0),
    cash_returned: toAmount(sums?.cash_returned_cents ?? 0),
    played,
    matches: played + (sums?.open ?? 0),
    overdue,
    disputed,
    unconfirmed,
    late,
    silent,
    failed_refunds,
  }
}

/** The number of entries that count in these leagues. Null if there are no such leagues. */
async function countEntriesOf(db: Db, league: LeaguesInAreas): Promise<number | null> {
  const { rows } = await sql<{ leagues: number; entries: number }>`
    select count(*) as leagues, coalesce(sum(of.entries), 0)::int as entries
    from ${leagueTables}
    cross join lateral (
      select count(*) as entries from entries e join purchases p on p.id = e.purchase_id
      where e.league_id = l.id and p.counts) of
    where ${isLeagueOf(league)}`.execute(db)
  return rows[0] && rows[0].leagues > 0 ? rows[0].entries : null
}
