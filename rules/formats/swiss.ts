import { balanceHomes, type DrawnCard } from '#/rules/schedule.ts'
import type { Drawn, LeagueToDraw } from './league.ts'
import { countMeetings } from './meetings.ts'
import { pairRound } from './pairing.ts'
import { drawByRounds, type Running } from './rounds.ts'

/**
 * Swiss rounds: the first pairs the upper half by strength with the lower half, later ones pair neighbors in the table,
 * with as few repeat meetings as possible. A late entry plays from the next round on. In the current round, two entries without a match are paired
 * if one of them is new or has lost its opponent.
 */
export function drawSwiss(league: LeagueToDraw, rounds: number): Drawn {
  const { matches } = league
  const { met } = countMeetings(matches)
  return drawByRounds(league, rounds, {
    fill: (running) => ({ cards: fillRound(league, running, met) }),
    next: (week) => {
      const drawn = countMeetings(matches.filter(({ round }) => round !== null))
      const isFirst = week.round === 1
      const order = isFirst ? league.by_strength : league.by_table
      const { pairs } = pairRound(order, met, drawn.matches, { halves: isFirst })
      const cards = pairs.map((pair) => ({ pair, ...week }))
      return { cards: balanceHomes(cards, matches) }
    },
  })
}

/** Pairs entries without a match in the current round. In each pair, at least one is new or has lost its opponent. */
function fillRound(
  { by_table, new_entries, lost, matches, today }: LeagueToDraw,
  { week, matches: current }: Running,
  met: (one: number, two: number) => number,
): DrawnCard[] {
  const busy = new Set(current.flatMap(({ pair }) => pair))
  const idle = by_table.filter((entry_id) => !busy.has(entry_id))
  const waits = (entry_id: number) => new_entries.has(entry_id) || lost.has(entry_id)
  // Entries that are owed a match come before those with a bye, and two with byes are never paired.
  const { pairs } = pairRound(
    idle,
    (one, two) => (waits(one) || waits(two) ? met(one, two) : 1),
    (entry_id) => (waits(entry_id) ? 0 : 1),
  )
  const fresh = pairs.filter(([one, two]) => met(one, two) === 0 && (waits(one) || waits(two)))
  const from = week.from < today ? today : week.from
  return balanceHomes(
    fresh.map((pair) => ({ pair, ...week, from })),
    matches,
  )
}
