import { balanceHomes, earlier, spreadRounds, type DrawnCard, type Week } from '#/rules/schedule.ts'
import type { Drawn, LeagueToDraw } from './league.ts'
import { countMeetings } from './meetings.ts'
import { pairRound } from './pairing.ts'

/**
 * Swiss rounds: the first pairs neighbors in strength, each further one neighbors in the table, who do not meet again
 * before it is necessary. A round is drawn when the days of the one before are over; `early`: as soon as all its matches are played. A late
 * entry plays from the next round on; in the round that is being played two who have no match are paired if one of
 * them is new or has lost the opponent.
 */
export function drawSwiss(league: LeagueToDraw, rounds: number): Drawn {
  const { entry_ids, matches, rounds_drawn, today, early } = league
  const count = countMeetings(matches)
  const current = matches.filter(({ round }) => rounds_drawn > 0 && round === rounds_drawn)
  const week = rounds_drawn === 0 ? null : weekOf(league, rounds, rounds_drawn, current)
  if (week && today <= week.to) {
    const cards = fillRound(league, current, week, count)
    if (cards.length > 0 || !early || current.some(({ done }) => !done))
      return { cards, flights: new Map(), rounds_drawn, waits_until: rounds_drawn < rounds ? week.to : null }
  }
  const round = rounds_drawn + 1
  if (round > rounds || entry_ids.length < 2) return { cards: [], flights: new Map(), rounds_drawn, waits_until: null }
  const drawn = countMeetings(matches.filter((match) => match.round !== null))
  const order = round === 1 ? league.by_strength : league.by_table
  const { pairs } = pairRound(order, count.met, drawn.matches)
  const days = weekOf(league, rounds, round, [])
  const cards = balanceHomes(
    pairs.map((pair) => ({ pair, ...days })),
    matches,
  )
  return { cards, flights: new Map(), rounds_drawn: round, waits_until: null }
}

/** Pairs those who have no match in the round that is being played; one of each two is new or has lost the opponent. */
function fillRound(
  { by_table, new_entries, lost, matches, today }: LeagueToDraw,
  current: LeagueToDraw['matches'],
  week: Week,
  { met }: ReturnType<typeof countMeetings>,
): DrawnCard[] {
  const busy = new Set(current.flatMap(({ pair }) => pair))
  const idle = by_table.filter((entry_id) => !busy.has(entry_id))
  const waits = (entry_id: number) => new_entries.has(entry_id) || lost.has(entry_id)
  // Who asks for a match goes before who sits out, and two who both sit out stay apart.
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

/**
 * The days of a round: those of its matches where it has any, else its part of the season; when that is over, the first
 * part of the days that are left.
 */
function weekOf(
  { starting_date, ending_date, today }: LeagueToDraw,
  rounds: number,
  round: number,
  current: LeagueToDraw['matches'],
): Week {
  const planned = spreadRounds(rounds, starting_date, ending_date)[round - 1]!
  const [from, to] = [current.map((match) => match.from ?? ''), current.map((match) => match.to ?? '')]
  // The days of a single match may have been extended.
  if (current.length > 0) return { round, from: from.toSorted()[0]!, to: to.toSorted()[0]! }
  if (planned.to >= today) return { ...planned, from: planned.from < today ? today : planned.from }
  const [next] = spreadRounds(rounds - round + 1, earlier(today, ending_date), ending_date)
  return { round, from: next!.from, to: next!.to }
}
