import { sql } from 'kysely'
import { toAmount } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { namesOf, publicName, winnerAndOpponent } from '#/features/leagues/sides.ts'
import { isOnSale, priceSql, saleDay } from '#/features/seasons/queries.ts'
import { scoreLine, scoreOutcome, type MatchStatus } from '#/rules/outcome.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { Db } from '#/server/db.ts'
import type { FrontDoor, FrontResult, FrontSeason, FrontTable } from './contract.ts'

/** Limits of the front door; the linked pages show more. */
const MOST_SEASONS = 6
const MOST_RESULTS = 6
const MOST_TABLES = 3
const TABLE_ROWS = 4

type Row = {
  sports: Sport[]
  seasons: (Omit<FrontSeason, 'price' | 'highest_price'> & { lowest_cents: number; highest_cents: number })[]
  next: FrontDoor['next']
  areas: FrontDoor['areas']
  players: number
  results: (Omit<FrontResult, 'score_line' | 'is_tie'> & { match_status: MatchStatus })[]
  tables: FrontTable[]
}

/** Everything on the front door, in one statement. */
export async function readFrontDoor(db: Db, now: Date): Promise<FrontDoor> {
  const today = saleDay(now)
  const { rows } = await sql<Row>`
    with current as materialized (
      select l.id, l.area, l.season_id, l.division_id, d.sport, l.early_until >= ${today} as is_early, ${priceSql(today)} as cents,
        ${isOnSale(today)} and l.offered and d.retired_at is null and a.archived_at is null
          and coalesce(a.sale_from <= ${today}, true) as is_sold
      from seasons se
      join leagues l on l.season_id = se.id
      join divisions d on d.id = l.division_id
      join areas a on a.slug = l.area
      where not se.is_draft and se.ending_date >= ${today}),
    joined as materialized (
      select c.season_id, c.area, e.id as entry_id, ep.player_id
      from current c
      join entries e on e.league_id = c.id
      join purchases p on p.id = e.purchase_id and p.counts
      join entry_players ep on ep.entry_id = e.id and not ep.former),
    sold as (
      select season_id, min(cents) as lowest_cents, max(cents) as highest_cents,
        coalesce((array_agg(is_early order by cents))[1], false) as is_early, count(distinct division_id) as divisions
      from current where is_sold group by season_id),
    -- The newest results of each area, using its index.
    newest as materialized (
      select m.id, m.match_date, m.area, m.league_id, m.playoff_stage
      from areas a
      cross join lateral (
        select m.* from matches m join scores s on s.id = m.score_id
        where m.area = a.slug and m.score_id is not null
          and s.answer is distinct from 'disputed'
          and coalesce(s.match_status in ('Match ended in a tie', 'Stopped by time or weather'), true)
        order by m.match_date desc, m.id desc limit ${MOST_RESULTS}) m
      where a.archived_at is null)
    select
      (select coalesce(json_agg(sport order by sport), '[]') from (
        select distinct sport from current where is_sold or not exists (select from sold)
        union select distinct sport from divisions where retired_at is null and not exists (select from current)) played) as sports,
      (select coalesce(json_agg(season order by season.starting_date, season.id), '[]') from (
        select se.id, se.name, se.slug, se.year, to_char(se.starting_date, 'YYYY/MM/DD') as starting_date,
          to_char(se.ending_date, 'YYYY/MM/DD') as ending_date, to_char(se.sold_until, 'YYYY/MM/DD') as sold_until,
          sold.lowest_cents, sold.highest_cents, sold.is_early, sold.divisions,
          (select count(distinct entry_id) from joined where joined.season_id = se.id) as entries
        from sold join seasons se on se.id = sold.season_id
        order by se.starting_date, se.id limit ${MOST_SEASONS}) season) as seasons,
      (select json_build_object('name', se.name, 'year', se.year, 'sale_from', to_char(se.sale_from, 'YYYY/MM/DD'))
       from seasons se where ${organization().is_open}::boolean and not se.is_draft and se.sale_from > ${today} and not exists (select from sold)
       order by se.sale_from, se.id limit 1) as next,
      (select coalesce(json_agg(json_build_object('area', a.slug, 'players',
          (select count(distinct player_id) from joined where joined.area = a.slug)) order by a.position), '[]')
       from areas a where a.archived_at is null) as areas,
      (select count(distinct player_id) from joined)::int as players,
      (select coalesce(json_agg(result order by result.match_date desc, result.id desc), '[]') from (
        select m.id, to_char(m.match_date, 'YYYY/MM/DD') as match_date, m.area, d.name as level_name, d.sport, s.set_games, s.match_status,
          ${winnerAndOpponent(publicName)}
        from (select id from newest order by match_date desc, id desc limit ${MOST_RESULTS}) shown
        join matches m on m.id = shown.id
        join scores s on s.id = m.score_id
        join leagues l on l.id = m.league_id
        join divisions d on d.id = l.division_id) result) as results,
      (select coalesce(json_agg(league order by league.match_date desc, league.id desc), '[]') from (
        select last.match_date, last.id, last.area, se.name as league_name, se.year, d.name as level_name, (
          select json_agg(line) from (
            select s.rank, s.wins, s.losses, ${namesOf(sql`s.entry_id`, publicName)} as name
            from standings s where s.league_id = last.league_id order by s.flight, s.rank limit ${TABLE_ROWS}) line) as players
        from (
          select distinct on (area) area, id, match_date, league_id from newest
          where playoff_stage is null and exists (select from standings s where s.league_id = newest.league_id)
          order by area, match_date desc, id desc) last
        join leagues l on l.id = last.league_id
        join seasons se on se.id = l.season_id
        join divisions d on d.id = l.division_id
        order by last.match_date desc, last.id desc limit ${MOST_TABLES}) league) as tables`.execute(db)
  const { seasons, results, ...found } = rows[0]!
  return {
    ...found,
    seasons: seasons.map(({ lowest_cents, highest_cents, ...season }) => ({
      ...season,
      price: toAmount(lowest_cents),
      highest_price: toAmount(highest_cents),
    })),
    results: results.map(({ match_status, ...result }) => ({
      ...result,
      score_line: scoreLine(result.set_games, match_status),
      is_tie: !scoreOutcome(match_status).has_winner,
    })),
  }
}
