import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { holdsPlace } from '#/features/leagues/queries.ts'
import type { Seasons } from '#/db/types.ts'
import { rulesSql } from '#/features/seasons/queries.ts'
import { stageDates, type StageDates } from '#/rules/playoffs.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { SeasonSlug } from '#/rules/season.ts'
import type { Db, Tx } from '#/server/db.ts'
import { formatSides } from '#/contract/format.ts'
import { namesOf } from '#/features/leagues/sides.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { ClosingPreview, OrganizerLeague, OrganizerSeason, SeasonDetail } from './contract.ts'

/** The areas in which entries and results are counted, and the day (yyyy-mm-dd) that decides the state. */
type View = { areas: readonly AreaSlug[]; today: string }

/** The columns of the season `se` as organizers see it. */
function seasonColumns({ areas, today }: View): RawBuilder<unknown> {
  const on_sale = sql`(se.sold_until >= ${today} and not exists (
    select from seasons before where before.slug = se.slug and before.year < se.year and before.sold_until >= ${today}))`
  return sql`
    se.id, se.name, se.slug, se.year, se.starting_date, se.ending_date, se.sold_until, se.counts_until, ${on_sale} as on_sale,
    case
      when ${today} > se.counts_until then 'closed'
      when ${today} >= se.starting_date then 'playing'
      when ${on_sale} then 'on_sale'
      else 'upcoming'
    end as state,
    (select count(*) from leagues l join standings s on s.league_id = l.id
     where l.season_id = se.id and l.area = any(${areas}::text[])) as entries,
    coalesce((select sum(l.results) from leagues l where l.season_id = se.id and l.area = any(${areas}::text[])), 0)::int as results`
}

type DayColumns = 'starting_date' | 'ending_date' | 'sold_until' | 'counts_until'

/** yyyy-mm-dd to the yyyy/MM/dd of the API. */
function withWireDays<T extends Record<DayColumns, string>>(row: T): T {
  const { starting_date, ending_date, sold_until, counts_until } = row
  return {
    ...row,
    starting_date: wireDay(starting_date),
    ending_date: wireDay(ending_date),
    sold_until: wireDay(sold_until),
    counts_until: wireDay(counts_until),
  }
}

/** A page of all seasons, the latest first. */
export async function listSeasonsPage(
  db: Db,
  page: PageQuery,
  view: View,
): Promise<{ seasons: OrganizerSeason[]; total: number; skip: number }> {
  const skip = skipOf(page)
  const { rows } = await sql<OrganizerSeason>`
    select ${seasonColumns(view)} from seasons se
    order by se.starting_date desc, se.id desc
    limit ${page.per_page} offset ${skip}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from seasons`.execute(db)
  return { seasons: rows.map(withWireDays), total: counted.rows[0]?.total ?? 0, skip }
}

/** One season with its leagues in these areas; undefined when there is no such season. */
export async function findSeasonDetail(db: Db, id: number, view: View): Promise<SeasonDetail | undefined> {
  type Row = Omit<SeasonDetail, 'leagues' | 'stages' | 'own_stages'> & { stage_dates: StageDates | null }
  const { rows } = await sql<Row>`
    select ${seasonColumns(view)}, se.sale_until, ${rulesSql} as rules, se.stage_dates,
      (select next.id from seasons next where next.slug = se.slug and next.year = se.year + 1) as next_id
    from seasons se where se.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { stage_dates, sale_until, ...season } = row
  const days = stageDates({ slug: season.slug, ending_date: season.ending_date, stage_dates })
  return {
    ...withWireDays(season),
    sale_until: sale_until && wireDay(sale_until),
    stages: { 1: wireDay(days[1]), 2: wireDay(days[2]), 3: wireDay(days[3]) },
    own_stages: stage_dates !== null,
    leagues: await listLeagues(db, id, view.areas),
  }
}

/** The leagues of a season: one for each area and division. */
async function listLeagues(db: Db, season_id: number, areas: readonly AreaSlug[]): Promise<OrganizerLeague[]> {
  const { rows } = await sql<OrganizerLeague>`
    select l.id, l.area, l.division_id, d.name as division_name, d.kind, d.sport, d.retired_at is not null as retired, l.capacity, l.results,
      (select count(*) from purchases p where p.league_id = l.id and ${holdsPlace}) as taken,
      (select count(*) from wait_list w where w.league_id = l.id and w.ended_at is null) as waiting
    from leagues l
    join divisions d on d.id = l.division_id
    join areas a on a.slug = l.area
    where l.season_id = ${season_id} and l.area = any(${areas}::text[])
    order by a.position, d.position`.execute(db)
  return rows
}

/** A season as it is stored, with its rules complete; days are yyyy-mm-dd. */
export type StoredSeason = Omit<Selectable<Seasons>, 'slug' | 'sold_until' | 'rules'> & {
  slug: SeasonSlug
  rules: SeasonRules
}

/** Finds a season and locks it until the transaction ends. */
export async function lockSeason(tx: Tx, id: number): Promise<StoredSeason | undefined> {
  await sql`select from seasons where id = ${id} for no key update`.execute(tx)
  return findStoredSeason(tx, id)
}

export async function findStoredSeason(db: Db | Tx, id: number): Promise<StoredSeason | undefined> {
  const { rows } = await sql<StoredSeason>`
    select se.id, se.name, se.slug, se.year, se.starting_date, se.ending_date, se.counts_until, se.sale_until, se.stage_dates,
      ${rulesSql} as rules
    from seasons se where se.id = ${id}`.execute(db)
  return rows[0]
}

/** The id of the season of that slug and year; throws when there is none. */
export async function findSeasonId(tx: Tx, slug: string, year: number): Promise<number> {
  const { id } = await tx
    .selectFrom('seasons')
    .select('id')
    .where('slug', '=', slug)
    .where('year', '=', year)
    .executeTakeFirstOrThrow()
  return id
}

/** Number of reported results of a season. */
export async function countResults(db: Db | Tx, season_id: number): Promise<number> {
  const { rows } = await sql<{ results: number }>`
    select coalesce(sum(results), 0)::int as results from leagues where season_id = ${season_id}`.execute(db)
  return rows[0]?.results ?? 0
}

/**
 * The results of the season that count today and would not count with other days: those after the new last counting day,
 * and those between the old and a later first day. The newest 20 of them, and how many there are.
 */
export async function listResultsOutside(
  db: Db | Tx,
  season: Pick<StoredSeason, 'id' | 'starting_date'>,
  { starting_date, counts_until }: { starting_date: string; counts_until: string },
): Promise<{ results: ClosingPreview['results']; total: number }> {
  type Row = {
    match_id: number
    match_date: string
    total: number
    one: string
    two: string
    winner: 'one' | 'two' | null
    set_games: SetScore[]
    match_status: MatchStatus
  }
  const { rows } = await sql<Row>`
    select m.id as match_id, m.match_date, count(*) over () as total, ${namesOf(sql`m.entry_one_id`)} as one, ${namesOf(sql`m.entry_two_id`)} as two,
      case s.winner_entry_id when m.entry_one_id then 'one' when m.entry_two_id then 'two' end as winner, s.set_games, s.match_status
    from leagues l join matches m on m.league_id = l.id join scores s on s.id = m.score_id
    where l.season_id = ${season.id} and m.playoff_stage is null
      and (m.match_date > ${counts_until} or (m.match_date >= ${season.starting_date} and m.match_date < ${starting_date}))
    order by m.match_date desc, m.id desc
    limit 20`.execute(db)
  return {
    results: rows.map(({ match_id, match_date, one, two, winner, set_games, match_status }) => ({
      match_id,
      title: `${formatSides(one, two, winner)} ${scoreLine(set_games, match_status)}`,
      match_date: wireDay(match_date),
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** What the play-offs of a season's leagues wait for, and matches that nobody has played. */
export async function countOpenMatches(
  db: Db,
  season_id: number,
  now: Date,
): Promise<Pick<ClosingPreview, 'disputed' | 'unconfirmed' | 'unplayed'>> {
  const { rows } = await sql<Pick<ClosingPreview, 'disputed' | 'unconfirmed' | 'unplayed'>>`
    select count(*) filter (where s.answer = 'disputed') as disputed,
      count(*) filter (where s.answer is null and s.answer_until > ${now}) as unconfirmed,
      count(*) filter (where m.score_id is null) as unplayed
    from leagues l
    join matches m on m.league_id = l.id and m.playoff_stage is null and m.canceled_at is null
    left join scores s on s.id = m.score_id
    where l.season_id = ${season_id}`.execute(db)
  return rows[0] ?? { disputed: 0, unconfirmed: 0, unplayed: 0 }
}

/** The ids of a season's leagues that have entries, ascending. */
export async function listEnteredLeagues(db: Db, season_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leagues l
    where l.season_id = ${season_id} and exists (select from entries e where e.league_id = l.id)
    order by l.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Finds a league of these areas and locks it until the transaction ends; undefined when it is in another area. */
export async function lockOwnLeague(
  tx: Tx,
  id: number,
  areas: readonly AreaSlug[],
): Promise<{ id: number; area: AreaSlug; capacity: number | null; title: string } | undefined> {
  const { rows } = await sql<{ id: number; area: AreaSlug; capacity: number | null; title: string }>`
    select l.id, l.area, l.capacity, ${leagueName} || ', ' || a.name as title
    from ${leagueTables}
    where l.id = ${id} and l.area = any(${areas}::text[])
    for no key update of l`.execute(tx)
  return rows[0]
}
