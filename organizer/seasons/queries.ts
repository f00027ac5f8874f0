import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { discountOfTerms, toAmount } from '#/contract/money.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { holdsPlace, acquireLeagueSlot } from '#/features/leagues/queries.ts'
import type { Seasons } from '#/db/types.ts'
import { isOnSale, rulesSql } from '#/features/seasons/queries.ts'
import { stageDates } from '#/rules/playoffs.ts'
import { standardFormat, type LeagueFormat } from '#/rules/formats/formats.ts'
import type { LeaguePrice } from '#/rules/league-price.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import { isTemplate } from '#/features/seasons/jobs.ts'
import { slugOf } from '#/organizer/desk/named-lists.ts'
import { firstFree } from '#/rules/slug.ts'
import { seasonTemplates, type SeasonSlug } from '#/rules/season.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { formatSides } from '#/contract/format.ts'
import { namesOf } from '#/features/leagues/sides.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { ClosingPreview, OrganizerLeague, OrganizerSeason, SeasonDetail } from './contract.ts'

/** The areas in which entries and results are counted, and the day (yyyy-mm-dd) that decides the state. */
type View = { areas: readonly AreaSlug[]; today: string }

/** The columns of the season `se` as organizers see it. */
function seasonColumns({ areas, today }: View): RawBuilder<unknown> {
  const on_sale = isOnSale(today)
  return sql`
    se.id, se.name, se.slug, se.year, se.starting_date, se.ending_date, se.sale_from, se.sold_until, se.counts_until,
    ${on_sale} as on_sale,
    case
      when se.is_draft then 'draft'
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
function withWireDays<T extends Record<DayColumns, string> & { sale_from: string | null }>(row: T): T {
  const { starting_date, ending_date, sale_from, sold_until, counts_until } = row
  return {
    ...row,
    sale_from: sale_from && wireDay(sale_from),
    starting_date: wireDay(starting_date),
    ending_date: wireDay(ending_date),
    sold_until: wireDay(sold_until),
    counts_until: wireDay(counts_until),
  }
}

/** Whether the seasons of the templates are of this installation: the clock makes them, has made one, or it began with them. */
export async function hasTemplates(db: Db | Tx): Promise<boolean> {
  const slugs = seasonTemplates.map(({ slug }) => slug)
  const { rows } = await sql`
    select from organization
    where opens_templates or catalogue = 'us-flex' or exists (select from seasons where slug = any(${slugs}::text[]))`.execute(
    db,
  )
  return rows.length > 0
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
  type Row = Omit<SeasonDetail, 'leagues' | 'stages' | 'own_stages' | 'second_division'> &
    Pick<StoredSeason, 'stage_dates' | 'second_division_percent' | 'second_division_cents'>
  const { rows } = await sql<Row>`
    select ${seasonColumns(view)}, se.sale_until, ${rulesSql} as rules, se.stage_dates, not ${isInUse} as empty,
      se.second_division_percent, se.second_division_cents,
      (select next.id from seasons next where next.slug = se.slug and next.year = se.year + 1) as next_id,
      (select count(*) from questions q where q.season_id = se.id and q.removed_at is null)::int as questions
    from seasons se where se.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { stage_dates, sale_until, second_division_percent, second_division_cents, ...season } = row
  const days = stageDates({ slug: season.slug, ending_date: season.ending_date, stage_dates })
  return {
    ...withWireDays(season),
    sale_until: sale_until && wireDay(sale_until),
    stages: { 1: wireDay(days[1]), 2: wireDay(days[2]), 3: wireDay(days[3]) },
    own_stages: stage_dates !== null,
    second_division: secondDivisionOf({ second_division_percent, second_division_cents }),
    leagues: await listLeagues(db, id, view.areas),
  }
}

/** What each further division of a season costs less; null: nothing. */
export function secondDivisionOf({
  second_division_percent: percent,
  second_division_cents: amount_cents,
}: Pick<StoredSeason, 'second_division_percent' | 'second_division_cents'>): SeasonDetail['second_division'] {
  return percent === null && amount_cents === null ? null : discountOfTerms({ percent, amount_cents })
}

/** The leagues of a season: one for each area and division. */
async function listLeagues(db: Db, season_id: number, areas: readonly AreaSlug[]): Promise<OrganizerLeague[]> {
  type Row = Omit<OrganizerLeague, 'price' | 'division_price' | 'early_price' | 'format'> &
    LeaguePrice & { division_cents: number; format: LeagueFormat | null }
  const { rows } = await sql<Row>`
    select l.id, l.area, l.division_id, d.name as division_name, d.kind, d.sport, d.retired_at is not null as retired, l.capacity, l.offered, l.results,
      l.price_cents, d.price_cents as division_cents, l.early_price_cents, l.early_until, l.format, ${isDrawn} as drawn,
      (select count(*) from purchases p where p.league_id = l.id and ${holdsPlace}) as taken,
      (select count(*) from wait_list w where w.league_id = l.id and w.ended_at is null) as waiting
    from leagues l
    join divisions d on d.id = l.division_id
    join areas a on a.slug = l.area
    where l.season_id = ${season_id} and l.area = any(${areas}::text[])
    order by a.position, d.position`.execute(db)
  return rows.map(({ price_cents, division_cents, early_price_cents, early_until, format, ...league }) => ({
    ...league,
    format: format ?? standardFormat,
    price: price_cents === null ? null : toAmount(price_cents),
    division_price: toAmount(division_cents),
    early_price: early_price_cents === null ? null : toAmount(early_price_cents),
    early_until: early_until && wireDay(early_until),
  }))
}

/** Whether the matches of the league `l` are drawn. */
const isDrawn = sql<boolean>`exists (select from entries e where e.league_id = l.id and e.drawn_at is not null)`

/** Which of these leagues are drawn. The caller has locked them. */
export async function listDrawn(tx: Tx, league_ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leagues l where l.id = any(${league_ids}::int[]) and ${isDrawn}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Whether somebody has to do with the season `se`: it is no more the owner's alone. */
const isInUse = sql<boolean>`(
  exists (select from orders o where o.season_id = se.id)
  or exists (
    select from leagues l where l.season_id = se.id and (
      exists (select from purchases p where p.league_id = l.id) or exists (select from entries e where e.league_id = l.id)
      or exists (select from wait_list w where w.league_id = l.id)
      or exists (select from entry_invitations i where i.league_id = l.id)
      or exists (select from league_messages m where m.league_id = l.id))))`

/** Locks a season so that nothing refers to it meanwhile, and answers whether somebody has to do with it. */
export async function lockUse(tx: Tx, id: number): Promise<boolean> {
  await sql`select from seasons where id = ${id} for update`.execute(tx)
  // Nobody joins one of its leagues meanwhile.
  const leagues = await tx.selectFrom('leagues').select('id').where('season_id', '=', id).orderBy('id').execute()
  for (const league of leagues) acquireLeagueSlot(tx, league.id)
  await sql`select from leagues where season_id = ${id} order by id for update`.execute(tx)
  const { rows } = await sql<{ used: boolean }>`select ${isInUse} as used from seasons se where se.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.used ?? false
}

/** The slug that a season of that name has: that of the seasons called so, else one of its own made from the name. */
export async function findSlugFor(tx: Tx, name: string): Promise<string> {
  const template = seasonTemplates.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (template) return template.slug
  const { rows } = await sql<{ slug: string; called_so: boolean }>`
    select slug, bool_or(lower(name) = lower(${name})) as called_so from seasons group by slug order by max(year) desc`.execute(
    tx,
  )
  const known = rows.find(({ called_so }) => called_so)
  if (known) return known.slug
  const taken = new Set<string>([...rows.map(({ slug }) => slug), ...seasonTemplates.map(({ slug }) => slug)])
  return firstFree(slugOf(name).slice(0, 36), taken)
}

/** Deletes an unused season with its leagues; of a template, so that the clock does not make it again. */
export async function deleteUnusedSeason(tx: Tx, { id, slug, year }: StoredSeason, now: Date): Promise<void> {
  await tx.deleteFrom('leagues').where('season_id', '=', id).execute()
  await tx.deleteFrom('seasons').where('id', '=', id).execute()
  if (!isTemplate(slug)) return
  await tx
    .insertInto('deleted_seasons')
    .values({ slug, year, deleted_at: now })
    .onConflict((conflict) => conflict.columns(['slug', 'year']).doNothing())
    .execute()
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
    select se.id, se.name, se.slug, se.year, se.starting_date, se.ending_date, se.counts_until, se.sale_from, se.sale_until,
      se.is_draft, se.stage_dates, se.second_division_percent, se.second_division_cents,
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

/** What of a league the grid of a season changes. */
type GridLeague = LeaguePrice & {
  id: number
  title: string
  offered: boolean
  capacity: number | null
  division_cents: number
  format: LeagueFormat
  /** How many there are. */
  results: number
}

/**
 * Finds the leagues of a season that these name, and locks them by ascending id until the transaction ends; makes those that
 * do not exist yet. Refuses an unknown division and one that is named twice, by field.
 */
export async function lockLeagues<G extends { area: AreaSlug; division_id: number }>(
  tx: Tx,
  season_id: number,
  named: readonly G[],
): Promise<{ league: GridLeague; given: G }[]> {
  const divisions = new Set((await tx.selectFrom('divisions').select('id').execute()).map(({ id }) => id))
  const keyOf = ({ area, division_id }: { area: AreaSlug; division_id: number }) => `${area} ${division_id}`
  const fields: Record<string, string> = {}
  for (const [index, each] of named.entries())
    if (!divisions.has(each.division_id)) fields[`leagues.${index}.division_id`] = 'We do not know this division.'
    else if (named.findIndex((other) => keyOf(other) === keyOf(each)) !== index)
      fields[`leagues.${index}.division_id`] = 'This league is named twice.'
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  if (named.length === 0) return []
  await tx
    .insertInto('leagues')
    .values(named.map(({ area, division_id }) => ({ season_id, division_id, area })))
    .onConflict((conflict) => conflict.constraint('leagues_one_per_season_division_area').doNothing())
    .execute()
  const { rows } = await sql<
    Omit<GridLeague, 'format'> & { area: AreaSlug; division_id: number; format: LeagueFormat | null }
  >`
    select l.id, l.area, l.division_id, l.offered, l.capacity, l.price_cents, l.early_price_cents, l.early_until, l.format, l.results,
      d.price_cents as division_cents, d.name || ', ' || a.name as title
    from leagues l join divisions d on d.id = l.division_id join areas a on a.slug = l.area
    where l.season_id = ${season_id} and l.area || ' ' || l.division_id = any(${named.map(keyOf)}::text[])
    order by l.id for no key update of l`.execute(tx)
  return rows.flatMap((league) => {
    const given = named.find((each) => keyOf(each) === keyOf(league))
    return given ? [{ league: { ...league, format: league.format ?? standardFormat }, given }] : []
  })
}
