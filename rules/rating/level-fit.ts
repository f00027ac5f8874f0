/** The fewest others with whom a rating is compared. */
const FEWEST = 5

/** How a rating compares with others: nine in ten of them are above `from`, and as many below `to`. */
export type LevelFit = { fit: 'above' | 'below' | 'fits'; from: number; to: number }

type Rating = { value: number; deviation: number }

/**
 * Whether a rating is clearly outside those of others, its uncertainty included. Null with fewer than five others.
 */
export function levelFit(rating: Rating, others: readonly number[]): LevelFit | null {
  return fitIn(
    rating,
    others.toSorted((a, b) => a - b),
    others.length,
  )
}

/** `own`: the index in `sorted` of the rating itself, which does not count, or its length. */
function fitIn({ value, deviation }: Rating, sorted: readonly number[], own: number): LevelFit | null {
  const size = own === sorted.length ? own : sorted.length - 1
  if (size < FEWEST) return null
  const at = (index: number) => sorted[index < own ? index : index + 1]!
  const outside = Math.floor(size / 10)
  const [from, to] = [at(outside), at(size - 1 - outside)]
  return { fit: value - deviation > to ? 'above' : value + deviation < from ? 'below' : 'fits', from, to }
}

/**
 * The players whose rating is clearly outside those of their level, the farthest first. `to_level` is one above or below
 * `level`, a place in the list. Players of different groups are not compared.
 */
export function reviewLevels<P extends Rating & { group: string; level: number }>(
  players: readonly P[],
  levels: number,
): { player: P; to_level: number; range: LevelFit }[] {
  const levelsOf = Map.groupBy(players, ({ group, level }) => `${group} ${level}`)
  const found = [...levelsOf.values()].flatMap((same) => {
    const sorted = same.map(({ value }) => value).toSorted((a, b) => a - b)
    return same.flatMap((player) => {
      const range = fitIn(player, sorted, sorted.indexOf(player.value))
      if (range === null || range.fit === 'fits') return []
      const to_level = player.level + (range.fit === 'above' ? 1 : -1)
      return to_level < 0 || to_level >= levels ? [] : [{ player, to_level, range }]
    })
  })
  const distance = ({ player, range }: (typeof found)[number]) =>
    Math.max(player.value - range.to, range.from - player.value)
  return found.toSorted((a, b) => distance(b) - distance(a))
}
