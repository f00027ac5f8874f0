import { earlier, spreadRounds, type DrawnCard, type Week } from '#/rules/schedule.ts'
import { emptyDraw, type Drawn, type DrawnPairing, type LeagueToDraw } from './league.ts'

/** The current round: its days, and its matches so far. */
export type Running = { week: Week; matches: readonly DrawnPairing[] }

type Part = { cards: DrawnCard[]; flights?: ReadonlyMap<number, number> }

/**
 * Draws a league round by round: calls `next` when a round is due, and before that `fill` for entries without a match
 * in the current one. A round ends with its last day, or earlier if an organizer draws and all its matches are played.
 */
export function drawByRounds(
  league: LeagueToDraw,
  rounds: number,
  { fill, next }: { fill: (running: Running) => Part; next: (week: Week) => Part },
): Drawn {
  const { entry_ids, rounds_drawn, today, early } = league
  const nothing = { ...emptyDraw, rounds_drawn }
  const matches = league.matches.filter(({ round }) => rounds_drawn > 0 && round === rounds_drawn)
  const week = rounds_drawn === 0 ? null : daysOf(league, rounds, rounds_drawn, matches)
  if (week && today <= week.to) {
    const more = fill({ week, matches })
    if (more.cards.length > 0 || !early || matches.some(({ done }) => !done))
      return { ...nothing, ...more, waits_until: rounds_drawn < rounds ? week.to : null }
  }
  const round = rounds_drawn + 1
  if (round > rounds || entry_ids.length < 2) return nothing
  return { ...nothing, ...next(daysOf(league, rounds, round, [])), rounds_drawn: round }
}

/** The days of a round: those of its matches if it has any, otherwise its part of the season. If that is over, the first part of the days left. */
function daysOf(
  { starting_date, ending_date, closed, today }: LeagueToDraw,
  rounds: number,
  round: number,
  matches: readonly DrawnPairing[],
): Week {
  const planned = spreadRounds(rounds, starting_date, ending_date, closed)[round - 1]!
  const [from, to] = [matches.map((match) => match.from ?? ''), matches.map((match) => match.to ?? '')]
  // The window of a single match may have been extended past the round.
  if (matches.length > 0) return { round, from: from.toSorted()[0]!, to: to.toSorted()[0]! }
  if (planned.to >= today) return { ...planned, from: planned.from < today ? today : planned.from }
  const [next] = spreadRounds(rounds - round + 1, earlier(today, ending_date), ending_date, closed)
  return { round, from: next!.from, to: next!.to }
}
