import { listOpenDays, type ClosedDays } from './closed-days.ts'
import { addDays } from './day.ts'
import type { SeasonRules } from './season-rules.ts'

/** One round. Each pair is two entry ids, the first one at home. Rounds count from 1. */
export type Round = { round: number; pairs: [number, number][] }

/**
 * A round robin by the circle method: the last seat stays, the others rotate around it. With an odd number, that seat
 * is the bye. Home and away matches of an entry differ by at most one.
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
 * The days of each round, first and last included: divides the season into parts that differ by at most one day with
 * play, with gaps only where days are closed. With more rounds than days, several rounds share a day.
 */
export function spreadRounds(
  rounds: number,
  starting_date: string,
  ending_date: string,
  closed: ClosedDays = [],
): { round: number; from: string; to: string }[] {
  const open = listOpenDays(starting_date, ending_date, closed)
  const days = open.length > 0 ? open : listOpenDays(starting_date, ending_date, [])
  return Array.from({ length: rounds }, (_, index) => {
    const first = Math.floor((index * days.length) / rounds)
    const next = Math.floor(((index + 1) * days.length) / rounds)
    return { round: index + 1, from: days[first]!, to: days[Math.max(first, next - 1)]! }
  })
}

/** A drawn match: the pair, the first entry at home, its round and its suggested days. */
export type DrawnCard = { pair: [number, number]; round: number; from: string; to: string }

/** A match that a pair already has, with its suggested days if it has any. */
export type KnownMatch = { pair: readonly [number, number]; from: string | null; to: string | null }

/** League sizes in which everybody plays everybody twice, because once is too few for the play-offs. */
const doubleFrom = 3
const doubleTo = 5

/**
 * How often everybody plays everybody in a league with this many entries, within the season's limit on meetings.
 * `double`: twice, whatever its size.
 */
export function legsOf(entries: number, { meetings }: Pick<SeasonRules, 'meetings'>, double = false): number {
  const twice = double || (entries >= doubleFrom && entries <= doubleTo)
  if (!twice) return 1
  return typeof meetings === 'number' ? Math.min(2, meetings) : 2
}

/** The days of a round. */
export type Week = { round: number; from: string; to: string }

/**
 * The missing matches of a league in which everybody plays everybody: twice in a small league or with `double`
 * (`legsOf`). While all entries are new, this is the round robin with any return matches after it, spread over what is
 * left of the season. Later, each new entry gets its matches in the remaining weeks, each in the week in which the two
 * have the fewest, and a return match not next to the first if possible; existing matches do not move. If the league's
 * size (`drawn_before` entries) ruled out return matches and no longer does, the earlier entries get theirs. Matches
 * that a pair already has are subtracted. Home and away matches of an entry differ by at most one, late entries
 * included, as far as the existing matches allow. The order of `entry_ids` is the draw; `new_entries` are those without
 * matches.
 */
export function drawCards({
  entry_ids,
  new_entries,
  drawn_before,
  matches,
  rules,
  double = false,
  starting_date,
  ending_date,
  closed,
  today,
}: {
  entry_ids: readonly number[]
  new_entries: ReadonlySet<number>
  drawn_before: number
  matches: readonly KnownMatch[]
  rules: Pick<SeasonRules, 'meetings'>
  double?: boolean
  starting_date: string
  ending_date: string
  closed?: ClosedDays | undefined
  today: string
}): DrawnCard[] {
  const legs = legsOf(entry_ids.length, rules, double)
  const moreLegs = new_entries.size > 0 ? Math.max(0, legs - legsOf(drawn_before, rules, double)) : 0
  const known = new Map<string, number>()
  for (const { pair } of matches) known.set(keyOf(pair), (known.get(keyOf(pair)) ?? 0) + 1)
  const missingOf = (pair: readonly [number, number]) => {
    const more = pair.some((entry_id) => new_entries.has(entry_id)) ? legs : moreLegs
    return Math.min(more, legs - (known.get(keyOf(pair)) ?? 0))
  }
  const once = roundRobin(entry_ids)
  const rounds = Array.from({ length: legs }, (_, leg) =>
    once.map(({ round, pairs }) => ({
      round: round + leg * once.length,
      // A pair that already has a match skips the first of its two legs.
      missing: pairs
        .filter((pair) => missingOf(pair) >= legs - leg)
        .map(([home, away]): [number, number] => (leg % 2 === 0 ? [home, away] : [away, home])),
    })),
  ).flat()
  const all = entry_ids.every((entry_id) => new_entries.has(entry_id))
  const late = all && today > starting_date
  // Only the remaining days are used, for rounds that still need matches.
  const toSpread = late ? rounds.filter(({ missing }) => missing.length > 0) : rounds
  const first = late ? earlier(today, ending_date) : starting_date
  const weeks = spreadRounds(toSpread.length, first, ending_date, closed).map(({ from, to }, index) => ({
    round: toSpread[index]!.round,
    from,
    to,
  }))
  const missing = toSpread.flatMap((each, index) => each.missing.map((pair) => ({ pair, ...weeks[index]! })))
  const cards = all ? missing : placeLate(missing, weeks, matches, today)
  return balanceHomes(cards, matches)
}

/** Places the matches of late entries, each in the best remaining week. */
export function placeLate(
  missing: readonly Pick<DrawnCard, 'pair'>[],
  weeks: readonly Week[],
  matches: readonly KnownMatch[],
  today: string,
): DrawnCard[] {
  const left = weeks.filter(({ to }) => to >= today)
  const open = left.length > 0 ? left : weeks.slice(-1)
  const load = new Map<string, number>()
  const ofPair = new Map<string, KnownMatch[]>()
  const place = (match: KnownMatch) => {
    ofPair.set(keyOf(match.pair), [...(ofPair.get(keyOf(match.pair)) ?? []), match])
    for (const week of open)
      if (isIn(match, week))
        for (const entry_id of match.pair) {
          const key = `${entry_id} ${week.round}`
          load.set(key, (load.get(key) ?? 0) + 1)
        }
  }
  for (const match of matches) place(match)
  return missing.map(({ pair }) => {
    const busy = ({ round }: Week) => pair.reduce((sum, entry_id) => sum + (load.get(`${entry_id} ${round}`) ?? 0), 0)
    const others = ofPair.get(keyOf(pair)) ?? []
    const apart =
      others.length === 0
        ? open
        : open.filter(({ from, to }) => {
            const around = { from: addDays(from, -1), to: addDays(to, 1) }
            return !others.some((other) => isIn(other, around))
          })
    const week = (apart.length > 0 ? apart : open).reduce((best, each) => (busy(each) < busy(best) ? each : best))
    const card = { pair, ...week }
    place(card)
    return card
  })
}

/** Whether the suggested days of a match overlap these. */
function isIn({ from, to }: KnownMatch, days: { from: string; to: string }): boolean {
  return from !== null && to !== null && from <= days.to && to >= days.from
}

/**
 * Chooses the home side of each card so that every entry's home and away matches differ by as little as possible. While
 * an entry has two or more too many at home, reverses a chain of cards from it to one that has fewer. Entries in
 * between keep their balance.
 */
export function balanceHomes(cards: readonly DrawnCard[], matches: readonly KnownMatch[]): DrawnCard[] {
  const turned = cards.map((card) => ({ ...card }))
  const surplus = new Map<number, number>()
  const add = (entry_id: number, more: number) => surplus.set(entry_id, (surplus.get(entry_id) ?? 0) + more)
  for (const { pair } of [...matches, ...cards]) {
    add(pair[0], 1)
    add(pair[1], -1)
  }
  for (;;) {
    const chain = findChain(turned, surplus)
    if (chain === null) return turned
    for (const card of chain) {
      const [home, away] = card.pair
      card.pair = [away, home]
      add(home, -2)
      add(away, 2)
    }
  }
}

/**
 * Finds a chain of cards, each leading from its home entry to its away entry, that ends at an entry with at least three
 * fewer surplus home matches than the first. Null if there is none.
 */
function findChain(cards: readonly DrawnCard[], surplus: ReadonlyMap<number, number>): DrawnCard[] | null {
  const of = (entry_id: number) => surplus.get(entry_id) ?? 0
  const starts = [...surplus.keys()].toSorted((a, b) => of(b) - of(a) || a - b)
  for (const start of starts) {
    const cameBy = new Map<number, DrawnCard | null>([[start, null]])
    // Iterating over a Map includes entries added on the way, so this finds the shortest chain first.
    for (const entry_id of cameBy.keys()) {
      if (of(start) - of(entry_id) > 2) return chainTo(entry_id, cameBy)
      for (const card of cards)
        if (card.pair[0] === entry_id && !cameBy.has(card.pair[1])) cameBy.set(card.pair[1], card)
    }
  }
  return null
}

function chainTo(entry_id: number, cameBy: ReadonlyMap<number, DrawnCard | null>): DrawnCard[] {
  const card = cameBy.get(entry_id)
  return card ? [...chainTo(card.pair[0], cameBy), card] : []
}

export function earlier(one: string, two: string): string {
  return one < two ? one : two
}

export function keyOf([one, two]: readonly [number, number]): string {
  return one < two ? `${one}-${two}` : `${two}-${one}`
}
