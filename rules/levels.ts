/** A playing strength. `key` is what players and divisions have; it stays when the level gets another name. */
export type Level = { key: string; name: string }

/** The levels of the starter kit, lowest first (docs/product.md, "Levels"). */
export const starterLevels: readonly Level[] = ['3.0', '3.5', '4.0', '4.5', '5.0'].map((name) => ({ key: name, name }))

/** Whether these are ratings of the NTRP: 1.0 to 7.0 in halves, and nothing else. */
export function areRatings(levels: readonly Level[]): boolean {
  return levels.every(({ key, name }) => key === name && /^[1-7]\.[05]$/.test(name))
}

/** The level that a text means: by its key or its name, in any case. */
export function findLevel(levels: readonly Level[], text: string): Level | undefined {
  const wanted = text.trim().toLowerCase()
  return levels.find(({ key, name }) => key === wanted || name.toLowerCase() === wanted)
}

/** Below 0: the first is the lower one. One that is not in the list comes last. */
export function compareLevels(levels: readonly Level[], one: string, two: string): number {
  const placeOf = (wanted: string) => {
    const place = levels.findIndex(({ key }) => key === wanted)
    return place === -1 ? levels.length : place
  }
  return placeOf(one) - placeOf(two)
}
