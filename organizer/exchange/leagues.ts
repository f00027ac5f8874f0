import { sql } from 'kysely'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import { leagueRulesOf, rulesOf, type SeasonRules } from '#/rules/season-rules.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import {
  countsUntil,
  seasonDates,
  seasonTemplates,
  soldUntil,
  type SeasonDates,
  type SeasonSlug,
} from '#/rules/season.ts'
import { insertEdition } from '#/features/seasons/jobs.ts'
import { isSealedNow, lockEachSealed } from '#/features/sealing/queries.ts'
import { spanSql } from '#/features/seasons/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { cellOf, normalize, readArea, type CheckTerms, type Problems } from './check.ts'
import type { TableRow } from './rows.ts'
import { namedYear, readYear } from './season-year.ts'
import { slugOf } from '#/organizer/desk/named-lists.ts'
import { findSeasonId } from '#/organizer/seasons/queries.ts'
import { firstFree } from '#/rules/slug.ts'

type Season = {
  /** Null if the import creates it. */
  id: number | null
  slug: SeasonSlug
  name: string
  year: number
  starting_date: string
  ending_date: string
  sold_until: string
  counts_until: string
  sold_after: string | null
  rules: SeasonRules
}
type Division = { id: number; slug: string; name: string; kind: 'singles' | 'doubles'; sport: Sport }

/** A league as named in a row of a file. */
export type NamedLeague = {
  key: string
  /** Null if the import creates it. */
  id: number | null
  season: Season
  division: Division
  area: AreaSlug
  /** 'Women's Singles 3.5, Fall 2019, South Bend' */
  name: string
  /** The season's rules, in the division's sport. */
  rules: SeasonRules
}

/** The days of a past season of which nothing but the year is known. The import's results all count in it. */
function yearDates(year: number): SeasonDates {
  return { starting_date: `${year}-01-01`, ending_date: `${year}-12-31` }
}

/** An entry that a result proves: its players are known, but not in the league. `id` is negative. */
export type DerivedEntry = { id: number; league: NamedLeague; player_ids: number[] }

/** Reads the league of a row. Null if a part of it is invalid. */
export type LeagueReader = (row: TableRow) => NamedLeague | null

/** Creates a reader, after loading all seasons, divisions and leagues. */
export async function openLeagueReader(terms: CheckTerms, problems: Problems): Promise<LeagueReader> {
  const { db, today } = terms
  const seasons = new Map<string, Season>()
  const { rows: stored } = await sql<Season & { id: number; rules: Partial<SeasonRules> | null }>`
    select se.id, se.slug, se.name, se.year, se.starting_date, se.ending_date, ${spanSql}, se.rules from seasons se`.execute(
    db,
  )
  for (const { rules, ...season } of stored) {
    const known = { ...season, rules: rulesOf(rules) }
    for (const word of [season.slug, season.name]) seasons.set(`${normalize(word)} ${season.year}`, known)
  }
  const taken = new Set([...stored.map(({ slug }) => slug), ...seasonTemplates.map(({ slug }) => slug as string)])
  const own = new Map<string, { slug: SeasonSlug; name: string }>()
  for (const { slug, name } of stored) own.set(normalize(name), { slug, name })
  const divisions = new Map<string, Division>()
  for (const division of await db.selectFrom('divisions').select(['id', 'slug', 'name', 'kind', 'sport']).execute())
    for (const word of [division.slug, division.name]) divisions.set(normalize(word), division)
  const leagues = new Map<string, number>()
  for (const { id, season_id, division_id, area } of await db
    .selectFrom('leagues')
    .select(['id', 'season_id', 'division_id', 'area'])
    .execute())
    leagues.set(`${season_id} ${division_id} ${area}`, id)
  const known = new Map<string, NamedLeague>()

  function readSeason(row: TableRow): Season | null {
    const cell = cellOf(terms, row, 'season')
    // 'Fall 2019', but a season may also be called 'Open 2019'.
    const [, season_name = cell, long_year, short_year = ''] = namedYear.exec(cell) ?? []
    const year = readYear(cellOf(terms, row, 'year') || (long_year ?? short_year))
    const word = seasons.has(`${normalize(cell)} ${year}`) ? normalize(cell) : normalize(season_name)
    if (year < 2000 || year > 2999) return problems.add(row, 'year', 'Please enter a year, such as 2019.')
    const template = seasonTemplates.find(({ slug, name }) => slug === word || normalize(name) === word)
    const found = seasons.get(`${word} ${year}`) ?? (template && seasons.get(`${template.slug} ${year}`))
    // A result of January names the new year for the winter that is being played.
    const ended = cellOf(terms, row, 'date') === '' ? undefined : seasons.get(`${template?.slug ?? word} ${year - 1}`)
    if (ended?.ending_date.startsWith(String(year)) && (!found || found.starting_date > today)) return ended
    if (found) return found
    const custom = template ? null : nameSeason(word, season_name)
    if (custom?.name === '') return problems.add(row, 'season', 'Please enter the season’s name.')
    const { slug, name } = template ?? custom ?? { slug: '', name: '' }
    const dates = template ? seasonDates(template.slug, year) : yearDates(year)
    if (template ? dates.starting_date > today : dates.ending_date >= today)
      return problems.add(
        row,
        'year',
        template
          ? `${name} ${year} has not started yet. Please create it under Seasons first.`
          : `There is no ${name} ${year} yet. Please create it under Seasons first.`,
      )
    // How many matches of two counted then is not known: what was played counts.
    const rules = rulesOf({ meetings: null })
    const season: Season = {
      id: null,
      slug,
      name,
      year,
      ...dates,
      rules,
      sold_until: soldUntil(dates),
      counts_until: countsUntil(dates, rules),
      sold_after: null,
    }
    seasons.set(`${template ? slug : word} ${year}`, season)
    return season
  }

  /** The slug and the name of a season of an organization's own, as earlier seasons of that name have them. */
  function nameSeason(word: string, written: string): { slug: SeasonSlug; name: string } {
    const listed = listedSeasons().find(({ slug, name }) => slug === word || normalize(name) === word)
    if (listed) return listed
    const earlier = own.get(word)
    if (earlier) return earlier
    const slug = firstFree(slugOf(written).slice(0, 36), taken)
    taken.add(slug)
    const named = { slug, name: written }
    own.set(word, named)
    return named
  }

  return (row) => {
    const season = readSeason(row)
    const division = divisions.get(normalize(cellOf(terms, row, 'division')))
    if (!division) problems.add(row, 'division', 'There is no division with this name.')
    const area = readArea(terms, row, problems)
    if (!season || !division || area === null) return null
    const key = `${season.slug} ${season.year} ${division.slug} ${area}`
    const league = known.get(key) ?? {
      key,
      id: season.id === null ? null : (leagues.get(`${season.id} ${division.id} ${area}`) ?? null),
      season,
      division,
      area,
      name: `${formatLeague({ level_name: division.name, league_name: season.name, year: season.year })}, ${areaName(area)}`,
      rules: leagueRulesOf(season.rules, division.sport),
    }
    known.set(key, league)
    return league
  }
}

/** The seasons and leagues of these that an import creates, as text. */
export function formatNewLeagues(leagues: readonly NamedLeague[]): string[] {
  const seasons = new Set(
    leagues.filter(({ season }) => season.id === null).map(({ season }) => `${season.name} ${season.year}`),
  )
  const made = leagues.filter(({ id }) => id === null).length
  return [
    ...[...seasons].toSorted().map((name) => `The season ${name}`),
    ...(made > 0 ? [made === 1 ? '1 league' : `${made} leagues`] : []),
  ]
}

/** The id of each league by its key, and those that were inserted. */
type StoredLeagues = { ids: Map<string, number>; leagues: number[]; seasons: number[] }

/** Inserts the seasons and leagues that do not exist yet. */
export async function insertLeagues(tx: Tx, leagues: readonly NamedLeague[]): Promise<StoredLeagues> {
  const ids = new Map<string, number>()
  const added: Pick<StoredLeagues, 'leagues' | 'seasons'> = { leagues: [], seasons: [] }
  for (const { key, id, season, division, area } of leagues) {
    if (id !== null) {
      ids.set(key, id)
      continue
    }
    const inserted = season.id === null ? await insertEdition(tx, { ...season, rules: { meetings: null } }) : null
    if (inserted !== null) added.seasons.push(inserted)
    const season_id = season.id ?? inserted ?? (await findSeasonId(tx, season.slug, season.year))
    const league = await tx
      .insertInto('leagues')
      .values({ season_id, division_id: division.id, area })
      .onConflict((conflict) => conflict.constraint('leagues_one_per_season_division_area').doUpdateSet({ area }))
      .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
      .executeTakeFirstOrThrow()
    if (league.is_new) added.leagues.push(league.id)
    ids.set(key, league.id)
  }
  return { ids, ...added }
}

/** Why a row adds nothing to a league. */
export const sealedProblem = 'The season is over and its table is final.'

/** Those of the leagues that are sealed or about to be. */
export async function listSealed(db: Db | Tx, league_ids: readonly number[], now: Date): Promise<Set<number>> {
  const sealed = new Set<number>()
  for (const id of new Set(league_ids)) if (await isSealedNow(db, id, now)) sealed.add(id)
  return sealed
}

/** Locks the leagues of an import, which the check has not done. Refuses import_wrong if one is sealed by now. */
export async function lockUnsealed(tx: Tx, league_ids: readonly number[], now: Date): Promise<void> {
  if ((await lockEachSealed(tx, league_ids, now)).size > 0)
    refuse('import_wrong', {
      message: 'Something has changed since the check: a season is over and its table is final. Nothing was imported.',
    })
}
