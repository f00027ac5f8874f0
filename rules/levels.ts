/** A playing strength (docs/product.md, "Levels"). `key` is what players and divisions have; it stays when the level gets another name. */
export type Level = { key: string; name: string }

/** Below 0: the first is the lower one. One that is not in the list comes last. */
export function compareLevels(levels: readonly Level[], one: string, two: string): number {
  const placeOf = (wanted: string) => {
    const place = levels.findIndex(({ key }) => key === wanted)
    return place === -1 ? levels.length : place
  }
  return placeOf(one) - placeOf(two)
}
