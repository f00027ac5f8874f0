import { addDays, daysBetween } from './day.ts'

/** One round; each pair is two entry ids, the first one at home. Rounds count from 1. */
export type Round = { round: number; pairs: [number, number][] }

/**
 * Everybody against everybody once, by the circle method: the last seat stays, the others turn around it. With an odd
 * number that seat is the bye. Home and away matches of an entry differ by one at most.
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

/** A drawn match card: the pair, the first one at home, its round and its suggested days. */
export type DrawnCard = { pair: [number, number]; round: number; from: string; to: string }

/** A match that a pair already has, with its suggested days where it has any. */
export type KnownMatch = { pair: readonly [number, number]; from: string | null; to: string | null }

/**
 * The missing cards of a league in which everyone plays everyone once. While all entries are new, this is the round robin
 * spread over the season, or over its remaining days once it has begun. Later each new entry gets its cards in the
 * remaining weeks, each in the week in which the two have the fewest matches; existing cards do not move. A pair that
 * already has a match gets none. Home and away matches of an entry differ by one at most, late entries included, as far
 * as the existing cards allow. The order of `entry_ids` is the draw; `new_entries` are those without cards yet.
 */
export function drawCards({
  entry_ids,
  new_entries,
  matches,
  starting_date,
  ending_date,
  today,
}: {
  entry_ids: readonly number[]
  new_entries: ReadonlySet<number>
  matches: readonly KnownMatch[]
  starting_date: string
  ending_date: string
  today: string
}): DrawnCard[] {
  const known = new Set(matches.map(({ pair }) => keyOf(pair)))
  const rounds = roundRobin(entry_ids).map(({ round, pairs }) => ({
    round,
    missing: pairs.filter((pair) => pair.some((entry_id) => new_entries.has(entry_id)) && !known.has(keyOf(pair))),
  }))
  const all = entry_ids.every((entry_id) => new_entries.has(entry_id))
  const late = all && today > starting_date
  // Only the remaining days are used, for the rounds that still have cards to add.
  const toSpread = late ? rounds.filter(({ missing }) => missing.length > 0) : rounds
  const first = late ? earlier(today, ending_date) : starting_date
  const weeks = spreadRounds(toSpread.length, first, ending_date).map(({ from, to }, index) => ({
    round: toSpread[index]!.round,
    from,
    to,
  }))
  const missing = toSpread.flatMap((each, index) => each.missing.map((pair) => ({ pair, ...weeks[index]! })))
  if (all) return balanceHomes(missing, matches)

  const left = weeks.filter(({ to }) => to >= today)
  const open = left.length > 0 ? left : weeks.slice(-1)
  const load = new Map<string, number>()
  const count = (entry_id: number, round: number, more: number) =>
    load.set(`${entry_id} ${round}`, (load.get(`${entry_id} ${round}`) ?? 0) + more)
  for (const { pair, from, to } of matches)
    for (const week of open)
      if (from !== null && to !== null && from <= week.to && to >= week.from)
        for (const entry_id of pair) count(entry_id, week.round, 1)
  const cards = missing.map(({ pair }) => {
    const busy = ({ round }: { round: number }) =>
      pair.reduce((sum, entry_id) => sum + (load.get(`${entry_id} ${round}`) ?? 0), 0)
    const week = open.reduce((best, each) => (busy(each) < busy(best) ? each : best))
    for (const entry_id of pair) count(entry_id, week.round, 1)
    return { pair, ...week }
  })
  return balanceHomes(cards, matches)
}

/**
 * Chooses who of each card is at home, so that the home and away matches of an entry differ by as little as possible.
 * While somebody has two or more too many at home, a chain of cards from there to somebody who has fewer is turned
 * around: that changes nobody in between.
 */
function balanceHomes(cards: readonly DrawnCard[], matches: readonly KnownMatch[]): DrawnCard[] {
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

/** Cards that lead, from home to away, from an entry to one whose surplus of home matches is smaller by more than two; null: there are none. */
function findChain(cards: readonly DrawnCard[], surplus: ReadonlyMap<number, number>): DrawnCard[] | null {
  const of = (entry_id: number) => surplus.get(entry_id) ?? 0
  const starts = [...surplus.keys()].toSorted((a, b) => of(b) - of(a) || a - b)
  for (const start of starts) {
    const cameBy = new Map<number, DrawnCard | null>([[start, null]])
    // A map is walked in the order of insertion, with what is added on the way: the shortest chain is found first.
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

function earlier(one: string, two: string): string {
  return one < two ? one : two
}

function keyOf([one, two]: readonly [number, number]): string {
  return one < two ? `${one}-${two}` : `${two}-${one}`
}
