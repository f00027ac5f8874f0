/** What the editions of a season have in common: its slug, and its name in the latest of them. */
export type SeasonKind = { slug: string; name: string }

// One list per process, like the areas: the server reads it from the database, a browser finds it in the page.
let known: readonly SeasonKind[] | null = null

/** Sets the kinds of seasons of this process, by their first day in the year. For code that has just read them, never while rendering. */
export function knowSeasons(kinds: readonly SeasonKind[]): void {
  known = kinds
}

/** What `knowSeasons` has set; null: nothing yet. For contract/seasons.ts: the program of a page begins without the templates. */
export function knownSeasons(): readonly SeasonKind[] | null {
  return known
}
