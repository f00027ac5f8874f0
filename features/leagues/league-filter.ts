import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { areAllAreas, type AreaSlug } from '#/contract/areas.ts'
import { editionsOfYear } from '#/rules/season.ts'
import type { Db } from '#/server/db.ts'

/** Selects leagues; omitted fields match any. */
export type LeagueFilter = {
  area?: AreaSlug | undefined
  /** Any of these areas. */
  areas?: readonly AreaSlug[] | undefined
  /** A season's slug. */
  season?: string | undefined
  year?: number | undefined
  season_id?: number | undefined
  /** A division's slug. */
  division?: string | undefined
  league_id?: number | undefined
}

export type LeaguesInAreas = LeagueFilter & { areas: readonly AreaSlug[] }

/** Joins season `se` and division `d` of league `l`. */
export const joinSeasonAndDivision = sql`
  join seasons se on se.id = l.season_id
  join divisions d on d.id = l.division_id`

/** 'Women's Singles 3.5, Summer 1 2026', from division `d` and season `se`. */
export const leagueName = sql<string>`d.name || ', ' || se.name || ' ' || se.year`

/** Leagues `l`, each with season `se`, division `d` and area `a`. */
export const leagueTables = sql`leagues l ${joinSeasonAndDivision} join areas a on a.slug = l.area`

/** Whether league `l` of season `se` and division `d` matches. Only tables of given fields are used. */
export function isLeagueOf(filter: LeagueFilter): RawBuilder<SqlBool> {
  const { area, areas, season, year, season_id, division, league_id } = filter
  // An empty filter adds no condition. If it were compared with null, a generic plan would begin with every league.
  const conditions = [
    area === undefined ? null : sql<SqlBool>`l.area = ${area}`,
    areas === undefined ? null : sql<SqlBool>`l.area = any(${areas}::text[])`,
    season === undefined ? null : sql<SqlBool>`se.slug = ${season}`,
    year === undefined ? null : sql<SqlBool>`se.year = ${year}`,
    season_id === undefined ? null : sql<SqlBool>`l.season_id = ${season_id}`,
    division === undefined ? null : sql<SqlBool>`d.slug = ${division}`,
    league_id === undefined ? null : sql<SqlBool>`l.id = ${league_id}`,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/**
 * The filter with the year that its season's year means (`editionsOfYear` in rules/season.ts): an edition of that year
 * that somebody has joined, otherwise one that ends in it.
 */
export async function withMeantYear<F extends LeagueFilter>(db: Db, filter: F): Promise<F> {
  const { season, year } = filter
  if (season === undefined || year === undefined) return filter
  const { rows } = await sql<{ year: number; ending_date: string; is_joined: boolean }>`
    select se.year, se.ending_date, exists (
      select from leagues l join standings st on st.league_id = l.id where l.season_id = se.id) as is_joined
    from seasons se where se.slug = ${season} and se.year in (${year}, ${year - 1})`.execute(db)
  const [meant] = editionsOfYear(rows, year, ({ is_joined }) => is_joined)
  return meant ? { ...filter, year: meant.year } : filter
}

/** The ids of the matching leagues. Null for all leagues. */
export async function listLeagueIds(db: Db, { areas, ...filter }: LeagueFilter): Promise<number[] | null> {
  const given = { ...filter, areas: areas && areAllAreas(areas) ? undefined : areas }
  const isGiven = (...names: (keyof LeagueFilter)[]) => names.some((name) => given[name] !== undefined)
  if (!isGiven('area', 'areas', 'season', 'year', 'season_id', 'division', 'league_id')) return null
  const { rows } = await sql<{ id: number }>`
    select l.id from leagues l
    ${isGiven('season', 'year') ? sql`join seasons se on se.id = l.season_id` : sql``}
    ${isGiven('division') ? sql`join divisions d on d.id = l.division_id` : sql``}
    where ${isLeagueOf(given)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a row belongs to one of these leagues. */
export function isOfLeagues(league_id: RawBuilder<number>, ids: readonly number[] | null): RawBuilder<SqlBool> {
  return ids === null ? sql`true` : sql`${league_id} = any(${ids}::int[])`
}

/** Up to this many leagues, the newest rows are found per league, even if they are old. */
export const MOST_GATHERED = 1000

/**
 * Like `isOfLeagues`, for a page of the newest rows. Rows of many leagues are among the newest of all: `is true` keeps
 * PostgreSQL from using an index by league, so that it stops at the end of the page.
 */
export function isAmongNewestOf(league_id: RawBuilder<number>, ids: readonly number[] | null): RawBuilder<SqlBool> {
  const isOne = isOfLeagues(league_id, ids)
  return ids !== null && ids.length > MOST_GATHERED ? sql`(${isOne}) is true` : isOne
}
