import type { LeagueRules, PlayoffRules, TableRules } from './season-rules.ts'
import {
  addResult,
  openTable,
  playoffField,
  possibleOrders,
  rankedGroups,
  topHalfOf,
  type ResultFigures,
  type StandingEntry,
  type StandingMatch,
  type StandingRow,
} from './standings.ts'

/** Two entry ids. Players may meet several times. */
export type Pairing = readonly [number, number]

/** One row of the table. `rank` is null while it depends on unknown sets. */
export type NeedsRow = Pick<StandingRow, 'entry_id' | 'wins' | 'played'> & { rank: number | null }

/** `in` and `out` hold however the remaining matches end; `open` depends on them; `not_worked_out` would take too much work. */
export type PlayoffStatus = 'in' | 'out' | 'open' | 'not_worked_out'

/**
 * An entry's remaining needs for the play-offs. `matches_to_play`: matches still missing by the season's rules.
 * `wins_for_sure`: with this many more wins, in any matches, its place is certain. Null if no number of wins makes it
 * certain, or if the search runs out of steps (`exact` is then false).
 */
export type Needs = {
  status: PlayoffStatus
  matches_left: number
  matches_to_play: number
  wins_for_sure: number | null
  exact: boolean
}

/**
 * The season's rules, the maximum number of search steps, and what every ending says (`seedsInTheEnd`), which decides
 * between entries level on wins.
 */
type NeedsTerms = { rules: NeedsRules; steps?: number; seeds?: Seeds | null }

/**
 * The rules that decide who can still qualify. `top`: the places of the table from which entries qualify, if not its
 * top half. Only a ranking by wins is worked out with more matches left than `seedsInTheEnd` tries.
 */
export type NeedsRules = PlayoffRules & Pick<LeagueRules, 'ranking'> & { top?: number }

/** The last place of a table of this size from which entries qualify. */
function topOf({ top }: { top?: number }, size: number): number {
  return top ?? topHalfOf(size)
}

/** Search steps for one result: a few milliseconds. A league of twenty needs a few thousand. */
const maxSteps = 400_000

/** How many endings of the remaining matches are tried: those of five matches, or of three with walkovers apart. */
const maxEndings = 4 ** 5

/** With at most this many endings, every order that the sets to come allow is tried too, up to a limit. */
const fewEndings = 4 ** 3
const MOST_ORDERS = 60

/** Larger leagues are not worked out, because a table needs the status of every entry, which would take too long. */
const maxEntries = 40

/**
 * The matches that a league can still play: those on the schedule without a result, and for each two entries as many
 * more as the season's `meetings` allow (0: only the schedule). Without a limit, one for each two that have neither
 * played nor been scheduled. After the season's last counting day, callers do not call this.
 */
export function remainingMatches(
  entry_ids: readonly number[],
  matches: readonly { entry_one_id: number; entry_two_id: number; played: boolean }[],
  meetings: LeagueRules['meetings'],
): Pairing[] {
  const entered = new Set(entry_ids)
  const met = new Map<string, number>()
  const remaining: Pairing[] = []
  for (const { entry_one_id, entry_two_id, played } of matches) {
    if (!entered.has(entry_one_id) || !entered.has(entry_two_id)) continue
    const key = pairKey(entry_one_id, entry_two_id)
    met.set(key, (met.get(key) ?? 0) + 1)
    if (!played) remaining.push([entry_one_id, entry_two_id])
  }
  entry_ids.forEach((one, index) => {
    for (const two of entry_ids.slice(index + 1))
      for (let more = met.get(pairKey(one, two)) ?? 0; more < (meetings ?? 1); more += 1) remaining.push([one, two])
  })
  return remaining
}

function pairKey(one: number, two: number): string {
  return one < two ? `${one} ${two}` : `${two} ${one}`
}

/**
 * Whether an entry is in the play-offs, out, or open (docs/product.md, "Play-offs"). Considers every way that the
 * remaining matches can end: either side wins, played or by walkover, or nobody does. Compares only wins, so entries
 * level on wins are undecided unless `seeds` decides; once nothing remains, the rank decides if known. `rows` is the
 * whole table. Throws RangeError if the entry is not in it.
 */
export function playoffStatusOf(
  rows: readonly NeedsRow[],
  remaining: readonly Pairing[],
  entry_id: number,
  { rules, steps = maxSteps, seeds = null }: NeedsTerms,
): PlayoffStatus {
  return statusIn(rows, remaining, raceOf(rows, remaining, entry_id, rules, steps), seeds)
}

/** The result of playoffStatusOf, plus what the entry still needs. */
export function playoffNeedsOf(
  rows: readonly NeedsRow[],
  remaining: readonly Pairing[],
  entry_id: number,
  { rules, steps = maxSteps, seeds = null }: NeedsTerms,
): Needs {
  const race = raceOf(rows, remaining, entry_id, rules, steps)
  const status = statusIn(rows, remaining, race, seeds)
  const matches_left = race.matchesOf[race.me]!
  const { wins, played } = rows[race.me]!
  const known = { status, matches_left, matches_to_play: Math.max(0, rules.playoff_matches - played) }
  if (status === 'not_worked_out') return { ...known, wins_for_sure: null, exact: false }
  if (status === 'out') return { ...known, wins_for_sure: null, exact: true }
  if (status === 'in') return { ...known, wins_for_sure: 0, exact: true }
  const ends = seeds?.get(entry_id)
  if (ends) {
    const sure = ends.last_with.findIndex((_, more) =>
      ends.last_with.slice(more).every((seed) => seed <= rules.playoff_places),
    )
    return { ...known, wins_for_sure: sure === -1 ? null : sure, exact: true }
  }
  for (let more = 0; more <= matches_left; more += 1) {
    const overtaken = canBeOvertaken(rows, race, wins + more, matches_left - more)
    if (overtaken === null) return { ...known, wins_for_sure: null, exact: false }
    if (!overtaken) return { ...known, wins_for_sure: more, exact: true }
  }
  return { ...known, wins_for_sure: null, exact: true }
}

function statusIn(
  rows: readonly NeedsRow[],
  remaining: readonly Pairing[],
  race: Race,
  seeds: Seeds | null,
): PlayoffStatus {
  if (rows.length > maxEntries) return 'not_worked_out'
  const { entry_id, wins, played } = rows[race.me]!
  const ends = seeds?.get(entry_id)
  if (ends) {
    const { playoff_places } = race.rules
    return ends.first > playoff_places ? 'out' : ends.last <= playoff_places ? 'in' : 'open'
  }
  const ranked = rows.flatMap(({ rank, ...row }) => (rank === null ? [] : [{ ...row, rank }]))
  if (remaining.length === 0 && ranked.length === rows.length && race.rules.top === undefined)
    return playoffField(ranked, race.rules).includes(entry_id) ? 'in' : 'out'
  if (race.rules.ranking.by !== 'wins') return 'not_worked_out'
  const out = isOut(rows, race)
  if (out === null) return 'not_worked_out'
  if (out) return 'out'
  if (played < race.rules.playoff_matches) return 'open'
  const overtaken = canBeOvertaken(rows, race, wins, race.matchesOf[race.me]!)
  if (overtaken === null) return 'not_worked_out'
  return overtaken ? 'open' : 'in'
}

/**
 * A league for which certainty is worked out: its entries, the results that count, the matches that remain, and further
 * results of which only the winners are known, winner first.
 */
export type OpenLeague = {
  entries: readonly StandingEntry[]
  matches: readonly StandingMatch[]
  remaining: readonly Pairing[]
  more?: readonly Pairing[]
}

/** An open table, and the seats by entry id. */
function tableOf({ entries, matches, more = [] }: OpenLeague, rules: TableRules) {
  const table = openTable(entries, matches, rules)
  const seats = new Map(table.lines.map(({ seat, row }) => [row.entry_id, seat]))
  for (const [winner, loser] of more) {
    const [first, second] = [seats.get(winner), seats.get(loser)]
    if (first !== undefined && second !== undefined) addResult(table, { first, second, ...won }, 1)
  }
  return { table, seats }
}

/** The first and last possible place of each entry with the results so far; several if only unknown sets decide. */
export function placesNow(league: OpenLeague, rules: TableRules): Map<number, { first: number; last: number }> {
  const { table } = tableOf(league, rules)
  const places = new Map<number, { first: number; last: number }>()
  let before = 0
  for (const level of rankedGroups(table)) {
    for (const order of possibleOrders(table, level, MOST_ORDERS)) {
      let place = before
      for (const group of order) {
        for (const seat of group) {
          const { entry_id } = table.rows[seat]!
          const { first, last } = places.get(entry_id) ?? { first: Infinity, last: 0 }
          places.set(entry_id, { first: Math.min(first, place + 1), last: Math.max(last, place + group.length) })
        }
        place += group.length
      }
    }
    before += level.length
  }
  return places
}

/**
 * The best and the worst possible seed of each entry, by entry id: its position among the entries that qualify, Infinity
 * if it does not, and exact on either side of `playoff_places`. `last_with`: by the number of its further wins, the worst, had it played enough matches.
 */
export type Seeds = ReadonlyMap<number, { first: number; last: number; last_with: readonly number[] }>

const noPoints = [0, 0] as const
const open = { totals: null, points: noPoints, measured: null }

// How a match ends if its sets do not matter. Neither side was there in a double default, which an organizer can give for
// any open match.
const won: ResultFigures = { ...open, decided: true, played: true }
const tied: ResultFigures = { ...open, decided: false, played: true }
const walkover: ResultFigures = { ...open, decided: true, played: false }
const doubleDefault: ResultFigures = {
  totals: { sets: { winner: 0, opponent: 0 }, games: { winner: 0, opponent: 0 } },
  points: noPoints,
  measured: null,
  decided: false,
  played: false,
}

/** A way for one match to end. `turned`: the second side is the first of the result. Null if it does not end. */
type Way = { turned: boolean; result: ResultFigures } | null

const usualWays: readonly Way[] = [
  { turned: false, result: won },
  { turned: true, result: won },
  { turned: false, result: tied },
  null,
]
/** A double default is a meeting without a win, as a tie is, unless a tie is half a win or matches played are counted. */
const waysByShare: readonly Way[] = [...usualWays, { turned: false, result: doubleDefault }]
const allWays: readonly Way[] = [
  ...usualWays,
  { turned: false, result: walkover },
  { turned: true, result: walkover },
  { turned: false, result: doubleDefault },
]

/**
 * The seeds over every way that the remaining matches can end, by the steps of the table that need none of the sets to
 * come. Null if there are too many endings, if the table is ranked by points or strength, or if the first few already leave every
 * entry uncertain.
 */
export function seedsInTheEnd(league: OpenLeague, rules: NeedsRules & TableRules): Seeds | null {
  const { playoff_matches, playoff_places } = rules
  const { table, seats } = tableOf(league, rules)
  const { lines, rows } = table
  if (lines.length > maxEntries || rules.ranking.by === 'points' || rules.ranking.by === 'strength') return null
  const left = league.remaining.flatMap(([one, two]) => {
    const [a, b] = [seats.get(one), seats.get(two)]
    return a === undefined || b === undefined
      ? []
      : [{ a, b, ways: rules.ranking.by === 'share' ? waysByShare : usualWays }]
  })
  const matchesOf = new Int32Array(lines.length)
  for (const { a, b } of left) for (const seat of [a, b]) matchesOf[seat]! += 1
  // Whether a win is a walkover matters only to an entry whose matches may or may not suffice.
  const isShort = (seat: number) =>
    rows[seat]!.played < playoff_matches && rows[seat]!.played + matchesOf[seat]! >= playoff_matches
  for (const match of left) if (isShort(match.a) || isShort(match.b)) match.ways = allWays
  const count = left.reduce((product, { ways }) => product * ways.length, 1)
  if (count > maxEndings) return null
  const most = count <= fewEndings ? MOST_ORDERS : 1
  const top = topOf(rules, lines.length)
  const wins = lines.map(({ row }) => row.wins)
  const ends = lines.map((_, seat) => {
    return { first: Infinity, last: 0, last_with: Array.from({ length: matchesOf[seat]! + 1 }, () => 0) }
  })
  for (let ending = 0; ending < count; ending += 1) {
    countEnding(ending, 1)
    let [placed, seeded] = [0, 0]
    for (const level of rankedGroups(table)) {
      const able = ableIn(level)
      const isCut = (before: number, size: number, at: number) => before < at && at < before + size
      // Where it is all the same, the order within the level is not worked out.
      const matters = isCut(placed, level.length, top) || isCut(seeded, level.length, playoff_places)
      for (const order of matters ? possibleOrders(table, level, most) : [[level]]) {
        let [place, before] = [placed, seeded]
        for (const group of order) {
          const ableOf = ableIn(group)
          for (const seat of group) {
            const end = ends[seat]!
            const isAble = rows[seat]!.played >= playoff_matches
            const worst = place + group.length > top ? Infinity : before + ableOf + (isAble ? 0 : 1)
            const more = rows[seat]!.wins - wins[seat]!
            if (isAble && place < top) end.first = Math.min(end.first, before + 1)
            end.last = Math.max(end.last, isAble ? worst : Infinity)
            end.last_with[more] = Math.max(end.last_with[more]!, worst)
          }
          place += group.length
          before += ableOf
        }
      }
      placed += level.length
      seeded += able
    }
    countEnding(ending, -1)
    if (ends.every(({ first, last }) => first <= playoff_places && last > playoff_places) && ending + 1 < count)
      return null
  }
  return new Map(ends.map((end, seat) => [rows[seat]!.entry_id, end]))

  function ableIn(group: readonly number[]): number {
    return group.filter((seat) => rows[seat]!.played >= playoff_matches).length
  }

  function countEnding(ending: number, times: 1 | -1): void {
    let rest = ending
    for (const { a, b, ways } of left) {
      const way = ways[rest % ways.length]
      rest = Math.floor(rest / ways.length)
      if (!way) continue
      const [first, second] = way.turned ? [b, a] : [a, b]
      addResult(table, { first, second, ...way.result }, times)
    }
  }
}

/** Computes the table after `winner` wins one of the remaining matches, and the matches still remaining. */
export function afterMatch(
  rows: readonly NeedsRow[],
  remaining: readonly Pairing[],
  match: Pairing,
  winner: number,
): { rows: NeedsRow[]; remaining: Pairing[] } {
  const at = remaining.findIndex(([one, two]) => pairKey(one, two) === pairKey(...match))
  return {
    rows: rows.map((row) => ({
      entry_id: row.entry_id,
      rank: null,
      wins: row.wins + (row.entry_id === winner ? 1 : 0),
      played: row.played + (match.includes(row.entry_id) ? 1 : 0),
    })),
    remaining: remaining.filter((_, index) => index !== at),
  }
}

/** How one match can change an entry's place: the first and last place possible then, and its status. */
export type Prospect = { first_place: number; last_place: number; status: PlayoffStatus }

/**
 * The effect of one more result for an entry when only its winner is known. `result` names the winner first. Throws
 * RangeError if the entry is not in the table.
 */
export function prospectAfter(
  { rows, ...league }: OpenLeague & { rows: readonly NeedsRow[] },
  result: Pairing,
  entry_id: number,
  rules: NeedsRules & TableRules,
): Prospect {
  const after = afterMatch(rows, league.remaining, result, result[0])
  const leagueAfter = { ...league, remaining: after.remaining, more: [...(league.more ?? []), result] }
  const place = placesNow(leagueAfter, rules).get(entry_id)
  if (!place) throw new RangeError('not an entry of this table')
  const seeds = seedsInTheEnd(leagueAfter, rules)
  const status = playoffStatusOf(after.rows, after.remaining, entry_id, { rules, seeds })
  return { first_place: place.first, last_place: place.last, status }
}

/**
 * The search's view of the league, by seat (row index) instead of entry id. `left` is a matrix of remaining matches
 * between two seats. `given` is a matrix of the wins handed out so far by the search: row's seat over column's.
 */
type Race = {
  rules: NeedsRules
  size: number
  me: number
  left: Int32Array
  matchesOf: Int32Array
  given: Int32Array
  /** Of my remaining matches: how many I may lose, and have lost so far. */
  losable: number
  lost: number
  steps: number
}

function raceOf(
  rows: readonly NeedsRow[],
  remaining: readonly Pairing[],
  entry_id: number,
  rules: NeedsRules,
  steps: number,
): Race {
  const size = rows.length
  const seats = new Map(rows.map((row, seat) => [row.entry_id, seat]))
  const me = seats.get(entry_id)
  if (me === undefined) throw new RangeError('not an entry of this table')
  const left = new Int32Array(size * size)
  const matchesOf = new Int32Array(size)
  for (const [one, two] of remaining) {
    const [a, b] = [seats.get(one), seats.get(two)]
    if (a === undefined || b === undefined) continue
    left[a * size + b]! += 1
    left[b * size + a]! += 1
    matchesOf[a]! += 1
    matchesOf[b]! += 1
  }
  return { rules, size, me, left, matchesOf, given: new Int32Array(size * size), losable: 0, lost: 0, steps }
}

/**
 * Whether I miss out in every ending: at best, I win all my matches and nobody else wins any. Null in the one case that
 * this does not settle: a league of more than 16 where my own matches make entries above me eligible.
 */
function isOut(rows: readonly NeedsRow[], { rules, me, size, left, matchesOf }: Race): boolean | null {
  const { playoff_matches, playoff_places } = rules
  const { wins, played } = rows[me]!
  const matches = matchesOf[me]!
  if (played + matches < playoff_matches) return true
  const above = rows.flatMap((row, seat) => (row.wins > wins + matches ? [{ row, seat }] : []))
  if (above.length >= topOf(rules, rows.length)) return true
  const eligible = above.filter(({ row }) => row.played >= playoff_matches).length
  if (eligible >= playoff_places) return true
  // When I play a match rather than win by walkover, it also counts as played for my opponent.
  const sensitive = above.filter(({ row, seat }) => row.played < playoff_matches && left[me * size + seat]! > 0)
  const elsewhere = sensitive.reduce((sum, { seat }) => sum - left[me * size + seat]!, matches)
  const mustPlay = Math.max(0, playoff_matches - played)
  return eligible + sensitive.length >= playoff_places && mustPlay > elsewhere ? null : false
}

/**
 * Whether the remaining matches can end so that enough others have at least `wins` while I have exactly that many and
 * lose at most `losable` more. Enough to fill the top half; or the play-off places, with entries that can also play
 * enough matches. Null if the search runs out of steps.
 */
function canBeOvertaken(rows: readonly NeedsRow[], race: Race, wins: number, losable: number): boolean | null {
  const { playoff_matches, playoff_places } = race.rules
  const others = rows.flatMap((row, seat) => (seat === race.me ? [] : [{ row, seat }]))
  const top = topOf(race.rules, rows.length)
  const fields = [{ places: top, among: others }]
  if (top > playoff_places) {
    const able = others.filter(({ row, seat }) => row.played + race.matchesOf[seat]! >= playoff_matches)
    fields.push({ places: playoff_places, among: able })
  }
  for (const { places, among } of fields) {
    const short = among
      .map(({ row, seat }) => ({ seat, demand: wins - row.wins }))
      .filter(({ seat, demand }) => demand > 0 && demand <= race.matchesOf[seat]!)
      .toSorted((a, b) => a.demand - b.demand)
    const already = among.filter(({ row }) => row.wins >= wins).length
    race.given.fill(0)
    race.losable = losable
    race.lost = 0
    const wanted = places - already
    const found = !isOutOfReach(race, short, wanted) && canLift(race, short, 0, wanted)
    if (race.steps < 0) return null
    if (found) return true
  }
  return false
}

type Short = { seat: number; demand: number }

/**
 * Whether no choice of `wanted` entries can all get their wins: only one side wins a match between two of them, and
 * each has few matches against others. Saves the search when many entries are level.
 */
function isOutOfReach({ size, me, left, losable, steps }: Race, short: readonly Short[], wanted: number): boolean {
  if (wanted <= 0 || wanted > short.length || steps < 0) return false
  const dear = short.map(({ seat, demand }) => {
    const against = [...left.subarray(seat * size, seat * size + size)].filter(
      (_, other) => other !== me && other !== seat,
    )
    const all = against.reduce((sum, matches) => sum + matches, 0)
    const outside = against
      .toSorted((a, b) => b - a)
      .slice(0, size - 1 - wanted)
      .reduce((sum, matches) => sum + matches, 0)
    // On average, each can win at most half of the matches within the group.
    return demand - outside - (all - outside) / 2
  })
  const cheapest = dear.toSorted((a, b) => a - b).slice(0, wanted)
  return cheapest.reduce((sum, each) => sum + each, 0) > losable
}

/** Whether `wanted` entries from `next` on can all get the wins they are short of. Tries the cheapest first. */
function canLift(race: Race, short: readonly Short[], next: number, wanted: number): boolean {
  if (wanted <= 0) return true
  for (let at = next; at + wanted <= short.length && race.steps >= 0; at += 1) {
    const { seat, demand } = short[at]!
    const before = { given: race.given.slice(), lost: race.lost }
    let missing = demand
    while (missing > 0 && giveWin(race, seat, new Uint8Array(race.size))) missing -= 1
    if (missing === 0 && canLift(race, short, at + 1, wanted - 1)) return true
    race.given.set(before.given)
    race.lost = before.lost
  }
  return false
}

/** Gives a seat one more win, along an augmenting path: others may give one up and get another. */
function giveWin(race: Race, seat: number, seen: Uint8Array): boolean {
  const { size, me, left, given } = race
  seen[seat] = 1
  for (let other = 0; other < size; other += 1) {
    const [there, back] = [seat * size + other, other * size + seat]
    if (left[there] === 0) continue
    race.steps -= 1
    if (race.steps < 0) return false
    if (given[there]! + given[back]! < left[there]!) {
      if (other !== me) {
        given[there]! += 1
        return true
      }
      if (race.lost < race.losable) {
        given[there]! += 1
        race.lost += 1
        return true
      }
      for (let loser = 0; loser < size; loser += 1) {
        if (seen[loser] === 1 || given[loser * size + me] === 0 || !giveWin(race, loser, seen)) continue
        given[loser * size + me]! -= 1
        given[there]! += 1
        return true
      }
    } else if (given[back]! > 0 && seen[other] === 0 && giveWin(race, other, seen)) {
      given[back]! -= 1
      given[there]! += 1
      return true
    }
  }
  return false
}
