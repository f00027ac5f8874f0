import { choleskyOf, solveBy } from './cholesky.ts'
import type { RatingParameters } from './parameters.ts'

/** A measured result (`observe`) of two seats: the first has won, or either in a tie. */
export type SeasonResult = {
  first: number
  second: number
  isTie: boolean
  difference: number
  variance: number
}

/**
 * The strengths of all seats from these results alone, all at once: everybody begins at 0 with the uncertainty of a new
 * player with a level, and no time passes, so the order of the results does not matter.
 *
 * It is the rating's model with a win as "stronger by at least this difference": the minimum of a convex function. So a
 * win moves its winner up and its loser down, and nobody further than these two: it never costs the winner a place.
 */
export function seasonStrengths(
  size: number,
  results: readonly SeasonResult[],
  { start_deviation }: RatingParameters,
): Float64Array {
  const prior = 1 / start_deviation ** 2
  let at = new Float64Array(size)
  let cost = costOf(at)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const step = newtonStep(at)
    // Full steps nearly always; halves keep it from going in a circle.
    for (let share = 1; ; share /= 2) {
      const next = at.map((strength, seat) => strength + share * step[seat]!)
      const less = costOf(next)
      if (less > cost && share > 1e-3) continue
      at = next
      cost = less
      break
    }
    if (step.every((each) => Math.abs(each) < 1e-9)) break
  }
  return at

  function lackOf({ first, second, isTie, difference }: SeasonResult, of: Float64Array): number {
    const lack = difference - of[first]! + of[second]!
    return isTie ? lack : Math.max(0, lack)
  }

  function costOf(of: Float64Array): number {
    const before = of.reduce((sum, strength) => sum + prior * strength ** 2, 0)
    return results.reduce((sum, result) => sum + lackOf(result, of) ** 2 / result.variance, before)
  }

  function newtonStep(of: Float64Array): Float64Array {
    const force = of.map((strength) => -prior * strength)
    const matrix = Array.from({ length: size }, (_, seat) => {
      const row = new Float64Array(size)
      row[seat] = prior
      return row
    })
    for (const result of results) {
      const { first, second, variance } = result
      const lack = lackOf(result, of)
      if (lack === 0) continue
      force[first]! += lack / variance
      force[second]! -= lack / variance
      matrix[first]![first]! += 1 / variance
      matrix[second]![second]! += 1 / variance
      matrix[first]![second]! -= 1 / variance
      matrix[second]![first]! -= 1 / variance
    }
    return solveBy(choleskyOf(matrix), force)
  }
}

const MOST_ROUNDS = 50
