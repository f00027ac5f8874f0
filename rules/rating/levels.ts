import type { Level } from '#/rules/levels.ts'
import { areRatings } from '#/rules/ratings.ts'

/**
 * A level as steps from the middle of the organization's list, for a new player's first rating: for NTRP ratings half a
 * point is a step and 3.5 is the middle, so that a list that gets a level keeps everybody's. Null for no level, or one
 * that is not in the list.
 */
export function levelSteps(levels: readonly Level[], key: string | null): number | null {
  const place = levels.findIndex((level) => level.key === key)
  if (place === -1) return null
  return areRatings(levels) ? (Number(levels[place]!.name) - 3.5) * 2 : place - (levels.length - 1) / 2
}
