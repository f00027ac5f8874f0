import { sql } from 'kysely'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { formatChoice } from '#/contract/locale.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import { leagueRulesOf, rulesOf, type SeasonRules } from '#/rules/season-rules.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import { countsUntil, seasonDates, seasonTemplates, soldUntil, type SeasonSlug } from '#/rules/season.ts'
import { insertEdition } from '#/features/seasons/jobs.ts'
import { isSealedNow, lockEachSealed } from '#/features/sealing/queries.ts'
import { spanSql } from '#/features/seasons/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { cellOf, normalize, readArea, type CheckTerms, type Problems } from './check.ts'
import type { TableRow } from './csv.ts'
import { findSeasonId } from '#/organizer/seasons/queries.ts'

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
    const [, season_name = cell, named_year = ''] = /^(.*\S)\s+(\d{4})$/.exec(cell) ?? []
    const year_word = cellOf(terms, row, 'year') || named_year
    const word = seasons.has(`${normalize(cell)} ${year_word}`) ? normalize(cell) : normalize(season_name)
    const year = /^\d{4}$/.test(year_word) ? Number(year_word) : 0
    if (year < 2000 || year > 2999) return problems.add(row, 'year', 'Please enter a year, such as 2019.')
    const template = seasonTemplates.find(({ slug, name }) => slug === word || normalize(name) === word)
    const found = seasons.get(`${word} ${year}`) ?? (template && seasons.get(`${template.slug} ${year}`))
    // A result of January names the new year for the winter that is being played.
    const ended = cellOf(terms, row, 'date') === '' ? undefined : seasons.get(`${template?.slug ?? word} ${year - 1}`)
    if (ended?.ending_date.startsWith(String(year)) && (!found || found.starting_date > today)) return ended
    if (found) return found
    if (!template) {
      const kind = listedSeasons().find(({ slug, name }) => slug === word || normalize(name) === word)
      return kind
        ? problems.add(row, 'year', `There is no ${kind.name} ${year} yet. Please create it under Seasons first.`)
        : problems.add(
            row,
            'season',
            `Please write ${formatChoice(listedSeasons().map(({ name }) => name))}, or create the season under Seasons first.`,
          )
    }
    const dates = seasonDates(template.slug, year)
    if (dates.starting_date > today)
      return problems.add(
        row,
        'year',
        `${template.name} ${year} has not started yet. Please create it under Seasons first.`,
      )
    // How many matches of two counted then is not known: what was played counts.
    const rules = rulesOf({ meetings: null })
    const season: Season = {
      id: null,
      slug: template.slug,
      name: template.name,
      year,
      ...dates,
      rules,
      sold_until: soldUntil(dates),
      counts_until: countsUntil(dates, rules),
      sold_after: null,
    }
    seasons.set(`${template.slug} ${year}`, season)
    return season
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

/** Inserts the seasons and leagues that do not exist yet. Returns the id of each league by its key. */
export async function insertLeagues(tx: Tx, leagues: readonly NamedLeague[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { key, id, season, division, area } of leagues) {
    if (id !== null) {
      ids.set(key, id)
      continue
    }
    const season_id =
      season.id ??
      (await insertEdition(tx, { ...season, rules: { meetings: null } })) ??
      (await findSeasonId(tx, season.slug, season.year))
    const league = await tx
      .insertInto('leagues')
      .values({ season_id, division_id: division.id, area })
      .onConflict((conflict) => conflict.constraint('leagues_one_per_season_division_area').doUpdateSet({ area }))
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(key, league.id)
  }
  return ids
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
