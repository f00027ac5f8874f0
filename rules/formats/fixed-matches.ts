import { balanceHomes, earlier, placeLate, roundRobin, spreadRounds, type DrawnCard } from '#/rules/schedule.ts'
import { emptyDraw, type Drawn, type LeagueToDraw } from './league.ts'
import { countMeetings } from './meetings.ts'
import { pairRound } from './pairing.ts'

type Pair = [number, number]

/**
 * Every entry gets the same number of matches, against the nearest in strength, and nobody meets twice. If the total
 * would be odd, one entry gets a match less. A late entry gets the same number, against the entries with the fewest. An
 * entry that loses an open match because its opponent withdraws gets another one if another entry has also lost one, or
 * is new.
 */
export function drawFixedMatches(league: LeagueToDraw, number: number): Drawn {
  const { entry_ids, by_strength, new_entries, matches, lost, starting_date, ending_date, closed, today } = league
  const each = Math.min(number, entry_ids.length - 1)
  const all = entry_ids.every((entry_id) => new_entries.has(entry_id))
  const count = countMeetings(matches)
  const needs = new Map(
    by_strength.map((entry_id) => {
      const missing = Math.max(0, each - count.matches(entry_id))
      return [entry_id, new_entries.has(entry_id) ? missing : Math.min(missing, lost.get(entry_id) ?? 0)]
    }),
  )
  const rounds: Pair[][] = []
  const play = (pairs: Pair[]) => {
    rounds.push(pairs)
    for (const pair of pairs) {
      count.add(pair)
      for (const entry_id of pair) needs.set(entry_id, needs.get(entry_id)! - 1)
    }
  }
  // If every entry plays more than half of the others, it cannot choose near opponents, but rounds of a round robin
  // always work out.
  if (all && matches.length === 0 && each > by_strength.length / 2)
    for (const { pairs } of roundRobin(by_strength).slice(0, each)) play(pairs)
  for (;;) {
    const waiting = by_strength.filter((entry_id) => needs.get(entry_id)! > 0)
    const { pairs } = pairRound(waiting, count.met, (entry_id) => -needs.get(entry_id)!)
    const fresh = pairs.filter(([one, two]) => count.met(one, two) === 0)
    if (fresh.length === 0) break
    play(fresh)
  }
  const late: Pair[] = []
  if (!all)
    for (const entry_id of by_strength.filter((one) => new_entries.has(one)))
      for (let more = needs.get(entry_id)!; more > 0; more -= 1) {
        const opponent = nearest(entry_id, by_strength, count)
        if (opponent === undefined) break
        late.push([entry_id, opponent])
        count.add([entry_id, opponent])
      }
  const first = all && today > starting_date ? earlier(today, ending_date) : starting_date
  const weeks = spreadRounds(all ? rounds.length : each, first, ending_date, closed)
  const drawn = rounds.flatMap((pairs, index) => pairs.map((pair) => ({ pair, index })))
  const cards: DrawnCard[] = all
    ? drawn.map(({ pair, index }) => ({ pair, ...weeks[index]! }))
    : placeLate([...drawn, ...late.map((pair) => ({ pair }))], weeks, matches, today)
  return { ...emptyDraw, cards: balanceHomes(cards, matches) }
}

/** The nearest in strength among the entries with the fewest matches that this entry has not met. */
function nearest(
  entry_id: number,
  by_strength: readonly number[],
  { met, matches }: ReturnType<typeof countMeetings>,
): number | undefined {
  const place = by_strength.indexOf(entry_id)
  const distance = (other: number) => Math.abs(by_strength.indexOf(other) - place)
  return by_strength
    .filter((other) => other !== entry_id && met(entry_id, other) === 0)
    .toSorted((a, b) => matches(a) - matches(b) || distance(a) - distance(b))[0]
}
