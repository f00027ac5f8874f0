import type { StandingMatch } from '#/rules/standings.ts'
import { chanceAt, normalAt } from './chance.ts'

/** Made-up players, numbered by true strength: 1 is the best. */
export type SimulatedPlayers = {
  seed: number
  ids: readonly number[]
  /** Best first, as far as earlier seasons tell. */
  by_strength: readonly number[]
  /** The result of the `meeting`-th match of the two, from 0. */
  play: (one: number, two: number, meeting: number) => StandingMatch
  lotOf: (entry_id: number) => number
}

/** How far earlier seasons are off, in deviations of strength. */
const KNOWN_WITHIN = 0.7

// Keys of the numbers drawn for a league, so that none depends on another.
const [STRENGTH, KNOWN, LOT, SET, GAMES] = [1, 2, 3, 4, 5]

export function simulatedPlayers(count: number, seed: number): SimulatedPlayers {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const strengths = ids.map((id) => normalAt(seed, STRENGTH, id)).toSorted((a, b) => b - a)
  const strengthOf = (id: number) => strengths[id - 1]!
  const known = ids.map((id) => strengthOf(id) + KNOWN_WITHIN * normalAt(seed, KNOWN, id))
  const lots = ids.toSorted((a, b) => chanceAt(seed, LOT, a) - chanceAt(seed, LOT, b))
  return {
    seed,
    ids,
    by_strength: ids.toSorted((a, b) => known[b - 1]! - known[a - 1]!),
    lotOf: (id) => lots.indexOf(id) + 1,
    play: (one, two, meeting) => {
      const [first, second] = one < two ? [one, two] : [two, one]
      const chance = 1 / (1 + Math.exp(strengthOf(second) - strengthOf(first)))
      const sets = [0, 1, 2].map((set) => {
        const lost = Math.floor(5 * chanceAt(seed, GAMES, first, second, meeting, set))
        return { isFirsts: chanceAt(seed, SET, first, second, meeting, set) < chance, lost }
      })
      const played = sets[0]!.isFirsts === sets[1]!.isFirsts ? sets.slice(0, 2) : sets
      const firstWins = played.at(-1)!.isFirsts
      return {
        entry_1: one,
        entry_2: two,
        winner: firstWins ? first : second,
        status: null,
        sets: played.map(({ isFirsts, lost }) =>
          isFirsts === firstWins ? { score_1: 6, score_2: lost } : { score_1: lost, score_2: 6 },
        ),
        final: true,
      }
    },
  }
}
