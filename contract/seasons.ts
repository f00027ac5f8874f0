import { seasonTemplates } from '#/rules/season.ts'
import { knownSeasons, type SeasonKind } from './season-kinds.ts'

const templates: readonly SeasonKind[] = seasonTemplates.map(({ slug, name }) => ({ slug, name }))

/** The existing kinds of seasons, to choose from. */
export function listedSeasons(): readonly SeasonKind[] {
  return knownSeasons() ?? templates
}

/** Finds a season by its slug or name, in any case. */
export function findSeason(text: string): SeasonKind | undefined {
  const wanted = text.trim().toLowerCase()
  return listedSeasons().find(({ slug, name }) => slug === wanted || name.toLowerCase() === wanted)
}

/** The templates, in the order of the year. */
export function listedTemplates(): readonly SeasonKind[] {
  return templates
}
