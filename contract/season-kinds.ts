/** The identity shared by all editions of a season: its slug, and the name of its latest edition. */
export type SeasonKind = { slug: string; name: string }

// Each process has one list, like the areas: the server reads it from the database, a browser from the page.
let known: readonly SeasonKind[] | null = null

/**
 * Sets this process's season kinds, by their first day in the year. Call it after reading them, never while rendering.
 */
export function setSeasons(kinds: readonly SeasonKind[]): void {
  known = kinds
}

/** The kinds set by `setSeasons`, null before that. For contract/seasons.ts, so that a page's first script loads without the templates. */
export function knownSeasons(): readonly SeasonKind[] | null {
  return known
}
