import type { LeagueFormat } from '#/rules/formats/formats.ts'
import { boxSizes, rowsOfSeparation, sizesOfSeparation, type SeparationTable } from '#/rules/formats/separation.ts'
import { topHalfOf } from '#/rules/standings.ts'
import { simulatedPlayers } from './players.ts'
import { playSeason } from './season.ts'

/** Simulated leagues behind each figure: one deviation of a figure is about one percent. */
const LEAGUES = 200

/** How many percent of the true best half end in the top half of the table. */
export function simulatedSeparation(format: LeagueFormat, players: number): number {
  const top = topHalfOf(players)
  let right = 0
  for (let seed = 1; seed <= LEAGUES; seed += 1)
    right += playSeason(simulatedPlayers(players, seed), format)
      .slice(0, top)
      .filter((id) => id <= top).length
  return Math.round((100 * right) / (top * LEAGUES))
}

/** The whole table of rules/formats/separation.ts. */
export function simulateSeparation(): SeparationTable {
  const row = (format: LeagueFormat) => sizesOfSeparation.map((players) => simulatedSeparation(format, players))
  const rows = (counts: readonly number[], formatOf: (count: number) => LeagueFormat) =>
    Object.fromEntries(counts.map((count) => [count, row(formatOf(count))]))
  return {
    round_robin: row({ kind: 'round_robin' }),
    double_round_robin: row({ kind: 'double_round_robin' }),
    fixed_matches: rows(rowsOfSeparation.fixed_matches, (matches) => ({ kind: 'fixed_matches', matches })),
    swiss: rows(rowsOfSeparation.swiss, (rounds) => ({ kind: 'swiss', rounds })),
    boxes: Object.fromEntries(
      boxSizes.map((size) => [
        size,
        rows(rowsOfSeparation.boxes, (rounds) => ({ kind: 'boxes', size, rounds, moves: 1 })),
      ]),
    ),
  }
}
