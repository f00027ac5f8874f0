import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { areAllAreas, type AreaSlug } from '#/contract/areas.ts'
import type { Db } from '#/server/db.ts'

/** Which leagues; what is left out is any. */
export type LeagueFilter = {
  area?: AreaSlug | undefined
  /** Any of these. */
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

/** The season `se` and the division `d` of the league `l`. */
export const joinSeasonAndDivision = sql`
  join seasons se on se.id = l.season_id
  join divisions d on d.id = l.division_id`

/** 'Women's Singles 3.5, Summer 1 2026': the division `d` and the season `se`. */
export const leagueName = sql<string>`d.name || ', ' || se.name || ' ' || se.year`

/** Leagues `l`, each with its season `se`, its division `d` and its area `a`. */
export const leagueTables = sql`leagues l ${joinSeasonAndDivision} join areas a on a.slug = l.area`

/** Whether the league `l` of the season `se` and the division `d` is one of these; each table is used only for what is given. */
export function isLeagueOf(filter: LeagueFilter): RawBuilder<SqlBool> {
  const { area, areas, season, year, season_id, division, league_id } = filter
  // What is not given is left out, not compared with null: a plan made for any value would begin with every league.
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

/** The ids of the leagues that a filter means; null: all there are. */
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

/** Whether a row is of one of these leagues. */
export function isOfLeagues(league_id: RawBuilder<number>, ids: readonly number[] | null): RawBuilder<SqlBool> {
  return ids === null ? sql`true` : sql`${league_id} = any(${ids}::int[])`
}

/** The newest rows of up to this many leagues are found by the leagues, where they may be old. */
export const MOST_GATHERED = 1000

/**
 * The same, for a page of the newest rows. Those of many leagues are among the newest of all: an index of rows by league does
 * not answer a test for truth, so that the page ends with them.
 */
export function isAmongNewestOf(league_id: RawBuilder<number>, ids: readonly number[] | null): RawBuilder<SqlBool> {
  const isOne = isOfLeagues(league_id, ids)
  return ids !== null && ids.length > MOST_GATHERED ? sql`(${isOne}) is true` : isOne
}
