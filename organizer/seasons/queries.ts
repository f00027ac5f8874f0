import { sql, type RawBuilder, type Selectable } from 'kysely'
import { leagueTables } from '#/features/leagues/league-filter.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { discountOfTerms } from '#/contract/money.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { acquireLeagueSlot } from '#/features/leagues/queries.ts'
import type { Seasons } from '#/db/types.ts'
import { isOnSale, rulesSql } from '#/features/seasons/queries.ts'
import { stageDates } from '#/rules/playoffs.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import { isTemplate } from '#/features/seasons/jobs.ts'
import { slugOf } from '#/organizer/desk/named-lists.ts'
import { firstFree } from '#/rules/slug.ts'
import { seasonTemplates, type SeasonSlug } from '#/rules/season.ts'
import type { Db, Tx } from '#/server/db.ts'
import { formatSides } from '#/contract/format.ts'
import { organization } from '#/contract/organization.ts'
import { playersOf } from '#/features/leagues/sides.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { ClosingPreview, OrganizerSeason, SeasonDetail } from './contract.ts'
import { listLeagues } from './grid-queries.ts'

/** The areas in which entries and results are counted, and the day (yyyy-mm-dd) that decides the state. */
type View = { areas: readonly AreaSlug[]; today: string }

/** The state of the season `se` on that day. */
export function seasonState(today: string): RawBuilder<OrganizerSeason['state']> {
  return sql`case
    when se.is_draft then 'draft'
    when ${today} > se.counts_until then 'closed'
    when ${today} >= se.starting_date then 'playing'
    when ${isOnSale(today)} then 'on_sale'
    else 'upcoming'
  end`
}

/** The columns of the season `se` as organizers see it. */
function seasonColumns({ areas, today }: View): RawBuilder<unknown> {
  const on_sale = isOnSale(today)
  return sql`
    se.id, se.name, se.slug, se.year, se.starting_date, se.ending_date, se.sale_from, se.sold_until, se.counts_until,
    ${on_sale} as on_sale,
    case
      when ${on_sale} then 'now'
      when se.sold_until < ${today} then 'over'
      when ${organization().is_open}::boolean then 'later'
      else 'after_setup'
    end as sale,
    ${seasonState(today)} as state,
    (select count(*) from leagues l join standings s on s.league_id = l.id
     where l.season_id = se.id and l.area = any(${areas}::text[])) as entries,
    coalesce((select sum(l.results) from leagues l where l.season_id = se.id and l.area = any(${areas}::text[])), 0)::int as results`
}

type DayColumns = 'starting_date' | 'ending_date' | 'sold_until' | 'counts_until'

/** Converts days from yyyy-mm-dd to the API's yyyy/MM/dd. */
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

/**
 * Whether this installation uses the seasons of the templates: they are created automatically, one has been created
 * before, or the installation began with them.
 */
export async function hasTemplates(db: Db | Tx): Promise<boolean> {
  const slugs = seasonTemplates.map(({ slug }) => slug)
  const { rows } = await sql`
    select from organization
    where opens_templates or catalogue = 'us-flex' or exists (select from seasons where slug = any(${slugs}::text[]))`.execute(
    db,
  )
  return rows.length > 0
}

/** A page of all seasons, latest first. */
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

/** Finds a season with its leagues in these areas. */
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

/** The discount on each additional division of a season. Null if there is none. */
export function secondDivisionOf({
  second_division_percent: percent,
  second_division_cents: amount_cents,
}: Pick<StoredSeason, 'second_division_percent' | 'second_division_cents'>): SeasonDetail['second_division'] {
  return percent === null && amount_cents === null ? null : discountOfTerms({ percent, amount_cents })
}

/** Whether the season `se` has orders, entries, wait-list entries, invitations or messages. */
const isInUse = sql<boolean>`(
  exists (select from orders o where o.season_id = se.id)
  or exists (
    select from leagues l where l.season_id = se.id and (
      exists (select from purchases p where p.league_id = l.id) or exists (select from entries e where e.league_id = l.id)
      or exists (select from wait_list w where w.league_id = l.id)
      or exists (select from entry_invitations i where i.league_id = l.id)
      or exists (select from league_messages m where m.league_id = l.id))))`

/** Locks a season so that no new row can refer to it, and returns whether it is in use. */
export async function lockUse(tx: Tx, id: number): Promise<boolean> {
  await sql`select from seasons where id = ${id} for update`.execute(tx)
  // Keeps anybody from joining one of its leagues before the transaction ends.
  const leagues = await tx.selectFrom('leagues').select('id').where('season_id', '=', id).orderBy('id').execute()
  for (const league of leagues) acquireLeagueSlot(tx, league.id)
  await sql`select from leagues where season_id = ${id} order by id for update`.execute(tx)
  return (await isSeasonInUse(tx, id)) ?? false
}

/** Whether anybody has joined a season. Undefined if there is no such season. */
export async function isSeasonInUse(db: Db | Tx, id: number): Promise<boolean | undefined> {
  const { rows } = await sql<{ used: boolean }>`select ${isInUse} as used from seasons se where se.id = ${id}`.execute(
    db,
  )
  return rows[0]?.used
}

/** The slug for a season of that name: that of earlier seasons with the name, otherwise a new one made from the name. */
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

/** Deletes an unused season with its leagues. A season of a template is remembered, so that it is not created again. */
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

/** A season as stored, with its rules complete. Days are yyyy-mm-dd. */
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

/** The id of the season of that slug and year. Throws if there is none. */
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
 * Results of the season that count today and would not count with other days: those after the new last counting day, and
 * those between the old and a later first day. Returns the newest 20 and the total.
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
    select m.id as match_id, m.match_date, count(*) over () as total, ${playersOf(1)} as one, ${playersOf(2)} as two,
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

/** Counts the results that a season's play-offs wait for, and the matches that nobody has played. */
export async function countOpenMatches(
  db: Db | Tx,
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

/** A season's leagues that have entries, by ascending id, with division and area. */
export async function listEnteredLeagues(db: Db, season_id: number): Promise<{ league_id: number; name: string }[]> {
  const { rows } = await sql<{ league_id: number; name: string }>`
    select l.id as league_id, d.name || ', ' || a.name as name from ${leagueTables}
    where l.season_id = ${season_id} and exists (select from entries e where e.league_id = l.id)
    order by l.id`.execute(db)
  return rows
}

/** A player and the place of their entry in a league's stored table. */
export type PlayersPlace = { player_id: number; rank: number }

export async function listPlaces(tx: Tx, league_id: number): Promise<PlayersPlace[]> {
  const { rows } = await sql<PlayersPlace>`
    select ep.player_id, s.rank from standings s
    join entry_players ep on ep.entry_id = s.entry_id and not ep.former
    where s.league_id = ${league_id}
    order by ep.player_id`.execute(tx)
  return rows
}

/** Players in the tables of a season. */
export async function countPlayers(db: Db, season_id: number): Promise<number> {
  const { rows } = await sql<{ players: number }>`
    select count(distinct ep.player_id) as players from leagues l
    join standings s on s.league_id = l.id
    join entry_players ep on ep.entry_id = s.entry_id and not ep.former
    where l.season_id = ${season_id}`.execute(db)
  return rows[0]?.players ?? 0
}
