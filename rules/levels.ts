/**
 * A playing strength (docs/product.md, "Levels"). Players and divisions refer to its `key`, which survives a new name.
 */
export type Level = { key: string; name: string }

/** Compares two levels: negative if the first is lower. Levels missing from the list sort last. */
export function compareLevels(levels: readonly Level[], one: string, two: string): number {
  const placeOf = (wanted: string) => {
    const place = levels.findIndex(({ key }) => key === wanted)
    return place === -1 ? levels.length : place
  }
  return placeOf(one) - placeOf(two)
}
