import { seasonTemplates } from '#/rules/season.ts'

/** What the editions of a season have in common: its slug, and its name in the latest of them. */
export type SeasonKind = { slug: string; name: string }

const templates: readonly SeasonKind[] = seasonTemplates.map(({ slug, name }) => ({ slug, name }))

// One list per process, like the areas: the server reads it from the database, a browser finds it in the page.
let known: readonly SeasonKind[] = templates

/** Sets the kinds of seasons of this process, by their first day in the year. For code that has just read them, never while rendering. */
export function knowSeasons(kinds: readonly SeasonKind[]): void {
  known = kinds
}

/** The kinds of seasons that there are, to choose from. */
export function listedSeasons(): readonly SeasonKind[] {
  return known
}

/** A season by its slug or its name, in any case. */
export function findSeason(text: string): SeasonKind | undefined {
  const wanted = text.trim().toLowerCase()
  return known.find(({ slug, name }) => slug === wanted || name.toLowerCase() === wanted)
}

/** The templates, in the order of the year. */
export function listedTemplates(): readonly SeasonKind[] {
  return templates
}
