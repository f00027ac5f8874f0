import { addDays, daysBetween } from './day.ts'

/** One round; each pair is two entry ids, the first one at home. Rounds count from 1. */
export type Round = { round: number; pairs: [number, number][] }

/**
 * Everybody against everybody once, by the circle method: the last seat stays, the others turn around it. With an odd
 * number that seat is the bye. Nobody is at home more than once more often than away, or the other way round.
 */
export function roundRobin(entry_ids: readonly number[]): Round[] {
  const size = entry_ids.length
  if (size < 2) return []
  const turning = size % 2 === 0 ? size - 1 : size
  const fixed = entry_ids[turning]
  return Array.from({ length: turning }, (_, turn) => {
    const seat = (steps: number) => entry_ids[(turn + steps + turning) % turning]!
    const pairs: [number, number][] = []
    if (fixed !== undefined) pairs.push(turn % 2 === 0 ? [seat(0), fixed] : [fixed, seat(0)])
    for (let step = 1; step <= (turning - 1) / 2; step += 1) {
      pairs.push(step % 2 === 1 ? [seat(step), seat(-step)] : [seat(-step), seat(step)])
    }
    return { round: turn + 1, pairs }
  })
}

/**
 * The days of each round, first and last included: the season cut into parts that differ by one day at most, without
 * gaps. With more rounds than days, several rounds share a day.
 */
export function spreadRounds(
  rounds: number,
  starting_date: string,
  ending_date: string,
): { round: number; from: string; to: string }[] {
  const days = daysBetween(starting_date, ending_date) + 1
  return Array.from({ length: rounds }, (_, index) => {
    const first = Math.floor((index * days) / rounds)
    const next = Math.floor(((index + 1) * days) / rounds)
    return {
      round: index + 1,
      from: addDays(starting_date, first),
      to: addDays(starting_date, Math.max(first, next - 1)),
    }
  })
}
