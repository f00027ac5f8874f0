import { sql } from 'kysely'
import { organization } from '#/contract/organization.ts'
import { toAmount } from '#/contract/money.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { isLeagueOf, leagueTables, type LeaguesInAreas } from '#/features/leagues/league-filter.ts'
import { cashReturnedSql, cashSql } from '#/organizer/payments/queries.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import type { Db } from '#/server/db.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Charts } from './contract.ts'

type Season = { id: number; season_slug: string; year: number; starting_date: string; ending_date: string }

/** Seasons compared with the one after each. */
const SEASONS_COMPARED = 5

/** The charts of a season, from its leagues in these areas. */
export async function readCharts(
  db: Db,
  season: Season,
  areas: readonly AreaSlug[],
  { today, now }: { today: string; now: Date },
): Promise<Charts> {
  const league: LeaguesInAreas = { areas, season_id: season.id }
  const [entries, matches, money, answers, retention, fill] = await Promise.all([
    readEntries(db, season, areas, today),
    readMatchesByWeek(db, season, league, today),
    readMoney(db, league),
    readAnswers(db, league, now),
    readRetention(db, season, areas),
    readFill(db, league),
  ])
  return { entries, matches, money, answers, retention, fill }
}

async function readEntries(
  db: Db,
  season: Season,
  areas: readonly AreaSlug[],
  today: string,
): Promise<Charts['entries']> {
  const { rows } = await sql<{ year: number; offset: number | null; entries: number }>`
    select se.year, (e.created_at at time zone ${organization().time_zone})::date - se.starting_date as offset,
      count(e.id) as entries
    from ${leagueTables}
    left join (entries e join purchases line on line.id = e.purchase_id and line.counts) on e.league_id = l.id
    where ${isLeagueOf({ areas, season: season.season_slug })} and se.year in (${season.year}, ${season.year - 1})
    group by 1, 2 order by 1, 2`.execute(db)
  const ofYear = (year: number) => rows.filter((row) => row.year === year)
  const counted = (year: number) =>
    ofYear(year).flatMap(({ offset, entries }) => (offset === null ? [] : [{ offset, entries }]))
  const by_now = daysBetween(season.starting_date, today)
  const [present, earlier] = [counted(season.year), counted(season.year - 1)]
  const series = cumulative(present, season.starting_date)
  return {
    total: series.at(-1)?.value ?? 0,
    series,
    before: cumulative(earlier, season.starting_date),
    before_by_now:
      ofYear(season.year - 1).length === 0
        ? null
        : earlier.reduce((sum, { offset, entries }) => (offset <= by_now ? sum + entries : sum), 0),
  }
}

function cumulative(counts: readonly { offset: number; entries: number }[], first: string) {
  let value = 0
  return counts.map(({ offset, entries }) => {
    value += entries
    return { day: wireDay(addDays(first, offset)), value }
  })
}

async function readMatchesByWeek(
  db: Db,
  season: Season,
  league: LeaguesInAreas,
  today: string,
): Promise<Charts['matches']> {
  const last = Math.max(0, Math.floor(daysBetween(season.starting_date, season.ending_date) / 7))
  const week = (day: ReturnType<typeof sql>) =>
    sql`least(${last}::int, greatest(0, (${day} - ${season.starting_date}::date) / 7))`
  const due = sql`coalesce(m.play_by, ${season.ending_date}::date)`
  const { rows } = await sql<{ planned_week: number; played_week: number | null; matches: number; by_now: number }>`
    select ${week(due)} as planned_week, case when m.score_id is not null then ${week(sql`m.match_date`)} end as played_week,
      count(*) as matches, count(*) filter (where ${due} < ${today}::date) as by_now
    from ${leagueTables} join matches m on m.league_id = l.id
    where ${isLeagueOf(league)} and (m.score_id is not null or m.canceled_at is null)
    group by 1, 2`.execute(db)
  const dayOf = (number: number) => {
    const day = addDays(season.starting_date, 7 * number + 6)
    return wireDay(day < season.ending_date ? day : season.ending_date)
  }
  const upTo = (key: 'planned_week' | 'played_week', number: number) =>
    rows.reduce((sum, row) => {
      const own = row[key]
      return own !== null && own <= number ? sum + row.matches : sum
    }, 0)
  const weeks = rows.length === 0 ? [] : Array.from({ length: last + 1 }, (_, number) => number)
  const begun = weeks.filter((number) => addDays(season.starting_date, 7 * number) <= today)
  return {
    played: begun.map((number) => ({ day: dayOf(number), value: upTo('played_week', number) })),
    planned: weeks.map((number) => ({ day: dayOf(number), value: upTo('planned_week', number) })),
    planned_by_now: rows.reduce((sum, { by_now }) => sum + by_now, 0),
  }
}

async function readMoney(db: Db, league: LeaguesInAreas): Promise<Charts['money']> {
  const { rows } = await sql<{ area: string; card_cents: number; cash_cents: number }>`
    select l.area, sum(p.taken_cents - p.refunded_cents)::bigint as card_cents,
      sum(${cashSql} - ${cashReturnedSql})::bigint as cash_cents
    from ${leagueTables} join purchases p on p.league_id = l.id
    where ${isLeagueOf(league)}
    group by l.area, a.position order by a.position, l.area`.execute(db)
  return rows.map(({ area, card_cents, cash_cents }) => ({
    area,
    card: toAmount(card_cents),
    cash: toAmount(cash_cents),
  }))
}

async function readAnswers(db: Db, league: LeaguesInAreas, now: Date): Promise<Charts['answers']> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  type Share = { in_time: number; total: number }
  const [results, offers] = await Promise.all([
    sql<Share>`
      select count(*) as total, count(*) filter (
        where s.answer in ('confirmed', 'disputed') and s.answered_at <= s.created_at + interval '1 day') as in_time
      from ${leagueTables} join matches m on m.league_id = l.id join scores s on s.id = m.score_id
      where ${isLeagueOf(league)} and s.kind = 'report'
        and (s.answer in ('confirmed', 'disputed') or s.answer is null and s.answer_until <= ${now})`.execute(db),
    sql<Share>`
      select count(*) as total, count(*) filter (
        where o.outcome in ('taken', 'declined', 'countered') and o.ended_at <= o.created_at + interval '1 day') as in_time
      from ${leagueTables} join matches m on m.league_id = l.id join match_offers o on o.match_id = m.id
      where ${isLeagueOf(league)}
        and (o.outcome in ('taken', 'declined', 'countered', 'expired') or o.outcome is null and o.created_at <= ${dayAgo})`.execute(
      db,
    ),
  ])
  const none = { in_time: 0, total: 0 }
  return { results: results.rows[0] ?? none, offers: offers.rows[0] ?? none }
}

async function readRetention(db: Db, season: Season, areas: readonly AreaSlug[]): Promise<Charts['retention']> {
  const { rows } = await sql<{ season: string; players: number; again: number }>`
    with recent as (
      select se.id, se.name || ' ' || se.year as season, row_number() over (order by se.starting_date desc, se.id) as ago
      from seasons se
      where not se.is_draft and (se.id = ${season.id} or se.starting_date < ${season.starting_date}::date)
      order by se.starting_date desc, se.id limit ${SEASONS_COMPARED + 1}),
    members as materialized (
      select distinct recent.ago, ep.player_id
      from recent join leagues l on l.season_id = recent.id and ${isLeagueOf({ areas })}
      join entries e on e.league_id = l.id join purchases line on line.id = e.purchase_id and line.counts
      join entry_players ep on ep.entry_id = e.id and not ep.former)
    select recent.season, count(*) as players, count(next.player_id) as again
    from recent join members one on one.ago = recent.ago
    left join members next on next.ago = one.ago - 1 and next.player_id = one.player_id
    where recent.ago > 1
    group by recent.season, recent.ago order by recent.ago desc`.execute(db)
  return rows
}

async function readFill(db: Db, league: LeaguesInAreas): Promise<Charts['fill']> {
  const { rows } = await sql<Charts['fill'][number]>`
    select d.name as division, count(*) as leagues, sum(own.entries)::int as entries,
      coalesce(sum(own.entries) filter (where l.capacity is not null), 0)::int as limited,
      coalesce(sum(l.capacity), 0)::int as places
    from ${leagueTables}
    cross join lateral (
      select count(*) as entries from entries e join purchases line on line.id = e.purchase_id and line.counts
      where e.league_id = l.id) own
    where ${isLeagueOf(league)} and l.canceled_at is null and (own.entries > 0 or l.capacity is not null)
    group by d.id, d.name, d.position order by d.position, d.id`.execute(db)
  return rows
}
