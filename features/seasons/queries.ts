import { discountOfTerms, toAmount } from '#/contract/money.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { organization } from '#/contract/organization.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { dayInZone } from '#/rules/day.ts'
import { kindsThat } from '#/rules/formats/formats.ts'
import { firstRules, leagueRulesOf, rulesOf, standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import { laterPoints } from '#/rules/table-defaults.ts'
import { formatsOfSport, formatsPlayed, sports } from '#/rules/sports/formats.ts'
import type { SeasonSpan } from '#/rules/season.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { questionsSql } from '#/features/questions/queries.ts'
import type { Division, Season } from './contract.ts'

/**
 * Today's date for sales, yyyy-mm-dd, in the organization's time zone for all areas, so that a sale ends everywhere at
 * once.
 */
export function saleDay(now: Date): string {
  return dayInZone(now, organization().time_zone)
}

/** The rules of a league: its season's rules in its division's sport. */
export async function findRules(db: Db | Tx, league_id: number): Promise<SeasonRules> {
  const league = await db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['seasons.rules', 'divisions.sport'])
    .where('leagues.id', '=', league_id)
    .executeTakeFirst()
  return league ? leagueRulesOf(league.rules, league.sport) : rulesOf(null)
}

/** The complete rules of season `se`. */
export const rulesSql: RawBuilder<SeasonRules> = sql`(case when se.rules ? 'version' then ${JSON.stringify(firstRules)} else ${JSON.stringify(standardRules)} end::text::jsonb
  || coalesce(se.rules - 'version', '{}')
  || case when se.rules ? 'ranking' then jsonb_build_object('ranking', (se.rules -> 'ranking') || jsonb_build_object('points',
    ${JSON.stringify(laterPoints)}::text::jsonb || (se.rules #> '{ranking,points}'))) else '{}' end)`

/** One rule of season `se`, as JSON. For statements that need it on each row: PostgreSQL parses `rulesSql` every time. */
export function ruleSql(name: keyof SeasonRules): RawBuilder<unknown> {
  const [first, standard] = [JSON.stringify(firstRules[name]), JSON.stringify(standardRules[name])]
  const fallback =
    first === standard
      ? sql`${standard}::text`
      : sql`case when se.rules ? 'version' then ${first} else ${standard} end::text`
  return sql`coalesce(se.rules -> ${name}::text, ${fallback}::jsonb)`
}

/** How many matches of two entries count in the table of league `l` of season `se`. Null for all. */
export const meetingsSql: RawBuilder<number | null> =
  sql`case when ${ruleSql('meetings')} <> '"schedule"' then (${ruleSql('meetings')} #>> '{}')::int
  when l.format ->> 'kind' = any(${kindsThat('by_rung')}::text[]) then null else coalesce(l.meetings, 1) end`

/** Whether matches of league `l` count that its schedule does not have: `counts_added` of `tableRulesOf`. */
export const countsAddedSql: RawBuilder<boolean> = sql`(${ruleSql('meetings')} <> '"schedule"'
  or (l.format ->> 'kind' = any(${kindsThat('only_scheduled')}::text[])) is not true)`

const formatsBySport = JSON.stringify(
  Object.fromEntries(
    sports.map((sport) => [
      sport,
      { all: formatsOfSport(sport).map(({ format }) => format), standard: formatsPlayed([], sport) },
    ]),
  ),
)

/** The keys of composed formats that this release reads (rules/sports/composed.ts). */
const composedKeys = '^[a-z_]+[.][1-9]([.]([smcotx]|mtb|any)[1-9][0-9]*|[.](ad|dp|sp|long|serve))*$'

/** The complete rules of the league in season `se` and division `d`: `leagueRulesOf` in SQL. */
export const leagueRulesSql: RawBuilder<SeasonRules> = sql`(${rulesSql} || jsonb_build_object('formats', coalesce(
  case when se.rules -> 'formats' is not null then (
    select jsonb_agg(own.format order by own.at)
    from jsonb_array_elements(se.rules -> 'formats') with ordinality own (format, at)
    where ${formatsBySport}::text::jsonb -> d.sport -> 'all' @> own.format
      or (own.format #>> '{}' ~ ${composedKeys} and starts_with(own.format #>> '{}', d.sport || '.'))) end,
  ${formatsBySport}::text::jsonb -> d.sport -> 'standard')))`

/** The days of season `se` (`SeasonSpan`): when it is sold, and how long matches count. */
export const spanSql: RawBuilder<SeasonSpan> = sql`
  coalesce(se.sale_from - 1, (
    select max(before.sold_until) from seasons before
    where before.slug = se.slug and before.year < se.year and not before.is_draft)) as sold_after,
  se.sold_until, se.counts_until`

/** A number from the rules of season `se`, or its default if the season does not set it. */
export function seasonRule(name: 'playoff_matches' | 'playoff_places' | 'grace_days'): RawBuilder<number> {
  return sql<number>`(${ruleSql(name)} #>> '{}')::int`
}

/**
 * Whether season `se` is on sale on that day: from its own first day of sale or, without one, once the sale of the
 * previous season with its name is over.
 */
export function isOnSale(today: string): RawBuilder<SqlBool> {
  // Nothing is sold during set-up.
  return sql<SqlBool>`(${organization().is_open}::boolean and not se.is_draft and se.sold_until >= ${today} and case
    when se.sale_from is not null then se.sale_from <= ${today}
    else not exists (
      select from seasons before
      where before.slug = se.slug and before.year < se.year and before.sold_until >= ${today} and not before.is_draft) end)`
}

/** The seasons on sale on a day, by first day. */
export async function listSeasonsOnSale(db: Db | Tx, today: string): Promise<Season[]> {
  const seasons = await db
    .selectFrom('seasons as se')
    .select([
      'id',
      'name',
      'slug',
      'year',
      'starting_date',
      'ending_date',
      'sold_until',
      'rules',
      'second_division_percent',
      'second_division_cents',
      questionsSql.as('questions'),
    ])
    .where(isOnSale(today))
    .orderBy('starting_date')
    .orderBy('id')
    .execute()
  return seasons.map(({ rules, second_division_percent: percent, second_division_cents: amount_cents, ...season }) => ({
    ...season,
    ...((percent !== null || amount_cents !== null) && { second_division: discountOfTerms({ percent, amount_cents }) }),
    starting_date: wireDay(season.starting_date),
    ending_date: wireDay(season.ending_date),
    sold_until: wireDay(season.sold_until),
    rules: rulesOf(rules),
  }))
}

/** The edition of a season that is on sale now. Refuses an unknown season (422) and another year's (409). */
export async function findSeasonOnSale(db: Db, slug: string, year: number | undefined, now: Date): Promise<Season> {
  if (!listedSeasons().some((kind) => kind.slug === slug))
    refuse('invalid', { fields: { league_slug: 'We do not know this season.' } })
  const seasons = await listSeasonsOnSale(db, saleDay(now))
  return (
    seasons.find((season) => season.slug === slug && (year ?? season.year) === season.year) ?? refuse('not_on_sale')
  )
}

/** Refuses area_archived, and not_on_sale before the area's sale begins. `today` is the sale day. */
export async function refuseClosedArea(db: Db | Tx, area: AreaSlug, today: string): Promise<void> {
  const found = await db
    .selectFrom('areas')
    .select(['name', 'archived_at', 'sale_from'])
    .where('slug', '=', area)
    .executeTakeFirst()
  if (!found || found.archived_at !== null) refuse('area_archived')
  if (found.sale_from !== null && found.sale_from > today)
    refuse('not_on_sale', {
      message: `The sale in ${found.name} begins on ${formatDay(wireDay(found.sale_from))}. You have not been charged.`,
    })
}

/** Counts the entries that count in these seasons, by season id. Seasons without any are omitted. */
export async function countEntries(db: Db, season_ids: number[]): Promise<Map<number, number>> {
  if (season_ids.length === 0) return new Map()
  const counts = await db
    .selectFrom('leagues')
    .innerJoin('entries', 'entries.league_id', 'leagues.id')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .select(['leagues.season_id', sql<number>`count(*)`.as('entries')])
    .where('leagues.season_id', 'in', season_ids)
    .where('purchases.counts', '=', true)
    .groupBy('leagues.season_id')
    .execute()
  return new Map(counts.map(({ season_id, entries }) => [season_id, entries]))
}

const divisionColumns = [
  'id',
  'name',
  'slug',
  'image',
  'price_cents',
  'kind',
  'level',
  'gender',
  'is_mixed',
  'age_from',
  'age_to',
  'sport',
] as const

/** The price of league `l` of division `d` on a day: `priceOn` in SQL. */
export function priceSql(today: string): RawBuilder<number> {
  return sql<number>`(case when l.early_until >= ${today} then l.early_price_cents else coalesce(l.price_cents, d.price_cents) end)`
}

/** Exceptions of the seasons on sale, by division. */
async function listExceptions(db: Db, today: string, ids: readonly number[]): Promise<Map<number, Exceptions>> {
  type Row = Omit<Exceptions[number], 'price'> & { division_id: number; price_cents: number }
  const { rows } = await sql<Row>`
    select l.division_id, se.slug as season, se.year, l.area, l.offered, ${priceSql(today)} as price_cents,
      case when l.early_until >= ${today} then to_char(l.early_until, 'YYYY/MM/DD') end as early_until
    from seasons se join leagues l on l.season_id = se.id join areas a on a.slug = l.area
      join divisions d on d.id = l.division_id
    where ${isOnSale(today)} and (not l.offered or ${priceSql(today)} <> d.price_cents or l.early_until >= ${today}) and a.archived_at is null and l.division_id = any(${ids}::int[])
    order by se.starting_date, se.id, a.position`.execute(db)
  const found = new Map<number, Exceptions>()
  for (const { division_id, ...row } of rows)
    found.set(division_id, [...(found.get(division_id) ?? []), inDollars(row)])
  return found
}

type Exceptions = Division['exceptions']

/** The number of entries that count, by division, season on sale and area. */
async function listJoined(db: Db, today: string, ids: readonly number[]): Promise<Map<number, Division['joined']>> {
  const { rows } = await sql<Division['joined'][number] & { division_id: number }>`
    select l.division_id, se.slug as season, se.year, l.area, count(*) as entries
    from seasons se
    join leagues l on l.season_id = se.id
    join entries e on e.league_id = l.id
    join purchases p on p.id = e.purchase_id and p.counts
    where ${isOnSale(today)} and l.division_id = any(${ids}::int[])
    group by l.division_id, se.id, l.area
    order by se.starting_date, se.id, l.area`.execute(db)
  const found = new Map<number, Division['joined']>()
  for (const { division_id, ...row } of rows) found.set(division_id, [...(found.get(division_id) ?? []), row])
  return found
}

/** A page of the divisions on sale, in display order. */
export async function listDivisionsPage(
  db: Db,
  page: PageQuery,
  today: string,
): Promise<{ items: Division[]; total: number; skip: number }> {
  const skip = skipOf(page)
  const rows = await db
    .selectFrom('divisions')
    .select(divisionColumns)
    .where('retired_at', 'is', null)
    .orderBy('position')
    .limit(page.per_page)
    .offset(skip)
    .execute()
  const { total } = await db
    .selectFrom('divisions')
    .select(sql<number>`count(*)`.as('total'))
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  const ids = rows.map(({ id }) => id)
  const [exceptions, joined] = await Promise.all([listExceptions(db, today, ids), listJoined(db, today, ids)])
  const items = rows.map((row) => ({
    ...inDollars(row),
    exceptions: exceptions.get(row.id) ?? [],
    joined: joined.get(row.id) ?? [],
  }))
  return { items, total, skip }
}

/** A division, and whether it is on sale. */
export async function findDivision(
  db: Db,
  id: number,
  today: string,
): Promise<{ division: Division; for_sale: boolean } | undefined> {
  const row = await db
    .selectFrom('divisions')
    .select([...divisionColumns, 'retired_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { retired_at, ...division } = row
  const exceptions = (await listExceptions(db, today, [id])).get(id) ?? []
  const joined = (await listJoined(db, today, [id])).get(id) ?? []
  return { division: { ...inDollars(division), exceptions, joined }, for_sale: retired_at === null }
}

function inDollars<T extends { price_cents: number }>({
  price_cents,
  ...division
}: T): Omit<T, 'price_cents'> & { price: number } {
  return { ...division, price: toAmount(price_cents) }
}
