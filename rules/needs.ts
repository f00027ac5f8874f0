import type { LeagueRules, PlayoffRules } from './season-rules.ts'
import { haveAllMet, playoffField, topHalfOf, type StandingMatch, type StandingRow } from './standings.ts'

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

/** The first and last possible place of each entry, by entry id. */
export type Places = ReadonlyMap<number, { first: number; last: number }>

/**
 * The season's rules, the maximum number of search steps, and the possible final places (`placesInTheEnd`), which
 * decide between entries level on wins.
 */
type NeedsTerms = { rules: NeedsRules; steps?: number; places?: Places | null }

/** The rules that decide who can still qualify. Only a ranking by wins is worked out before all matches are played. */
type NeedsRules = PlayoffRules & Pick<LeagueRules, 'ranking'>

/** The rules that decide between entries level on wins. */
export type LevelRules = Pick<LeagueRules, 'tie_breaks' | 'among_tied'>

/** The results so far: those with a winner, winner first, and those without, ties and double defaults. */
export type Results = { won: readonly Pairing[]; tied: readonly Pairing[] }

/** The results with a winner, winner first, and those without. */
export function resultsIn(matches: readonly StandingMatch[]): Results {
  const pairs = matches.map(({ entry_1, entry_2, winner }) => {
    return { winner, pair: [winner ?? entry_1, winner === entry_2 ? entry_1 : entry_2] as const }
  })
  return {
    won: pairs.filter(({ winner }) => winner !== null).map(({ pair }) => pair),
    tied: pairs.filter(({ winner }) => winner === null).map(({ pair }) => pair),
  }
}

/** Search steps for one result: a few milliseconds. A league of twenty needs a few thousand. */
const maxSteps = 400_000

/**
 * A match ends with either winner, without one, or not at all, so that the two have not met. Without a winner is a tie or a
 * double default, which an organizer can give for any open match: both are a meeting that adds no win. That a double
 * default is not played needs no fifth ending: whether an entry plays enough is asked apart from its place, and there
 * a match may always remain unplayed.
 */
const endingsOfOne = 4

/**
 * How many matches may remain for every ending to be tried: the 1,024 endings of five matches take a few milliseconds.
 */
const maxEndings = endingsOfOne ** 5

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
 * remaining matches can end: either side wins, played or by walkover, or nobody does, in a tie or a double default. Compares only wins, so entries
 * level on wins are undecided unless `places` decides; once nothing remains, the rank decides if known. `rows` is the
 * whole table. Throws RangeError if the entry is not in it.
 */
export function playoffStatusOf(
  rows: readonly NeedsRow[],
  remaining: readonly Pairing[],
  entry_id: number,
  { rules, steps = maxSteps, places = null }: NeedsTerms,
): PlayoffStatus {
  return statusIn(rows, remaining, raceOf(rows, remaining, entry_id, rules, steps), places)
}

/** The result of playoffStatusOf, plus what the entry still needs. */
export function playoffNeedsOf(
  rows: readonly NeedsRow[],
  remaining: readonly Pairing[],
  entry_id: number,
  { rules, steps = maxSteps, places = null }: NeedsTerms,
): Needs {
  const race = raceOf(rows, remaining, entry_id, rules, steps)
  const status = statusIn(rows, remaining, race, places)
  const matches_left = race.matchesOf[race.me]!
  const { wins, played } = rows[race.me]!
  const known = { status, matches_left, matches_to_play: Math.max(0, rules.playoff_matches - played) }
  if (status === 'not_worked_out') return { ...known, wins_for_sure: null, exact: false }
  if (status === 'out') return { ...known, wins_for_sure: null, exact: true }
  if (status === 'in') return { ...known, wins_for_sure: 0, exact: true }
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
  places: Places | null,
): PlayoffStatus {
  if (rows.length > maxEntries) return 'not_worked_out'
  const { entry_id, wins, played } = rows[race.me]!
  const ranked = rows.flatMap(({ rank, ...row }) => (rank === null ? [] : [{ ...row, rank }]))
  if (remaining.length === 0 && ranked.length === rows.length)
    return playoffField(ranked, race.rules).includes(entry_id) ? 'in' : 'out'
  if (race.rules.ranking.by !== 'wins') return 'not_worked_out'
  const place = places?.get(entry_id)
  const half = topHalfOf(rows.length)
  if (place && place.first > half) return 'out'
  const out = isOut(rows, race)
  if (out === null) return 'not_worked_out'
  if (out) return 'out'
  if (played < race.rules.playoff_matches) return 'open'
  if (place && place.last <= Math.min(half, race.rules.playoff_places)) return 'in'
  const overtaken = canBeOvertaken(rows, race, wins, race.matchesOf[race.me]!)
  if (overtaken === null) return 'not_worked_out'
  return overtaken ? 'open' : 'in'
}

/**
 * The first and last possible place of each entry when winners are known but sets are not: by wins, then by wins among
 * the tied (rules/standings.ts). Entries level in both can still take any of their places.
 */
export function placesByWins(
  rows: readonly Pick<NeedsRow, 'entry_id' | 'wins'>[],
  results: Results,
  rules: LevelRules,
): Map<number, { first: number; last: number }> {
  const board = boardOf(rows, results, rules)
  const places = new Map<number, { first: number; last: number }>()
  for (const group of groupsOf(board)) {
    const [first, last] = [places.size + 1, places.size + group.length]
    for (const seat of group) places.set(rows[seat]!.entry_id, { first, last })
  }
  return places
}

/**
 * The first and last possible final place of each entry: `placesByWins` over every way that the remaining matches can
 * end. So matches among entries that end level decide, whatever the sets. Null if there are more endings than the
 * limit, or if the first few already leave every entry's half of the table uncertain.
 */
export function placesInTheEnd(
  rows: readonly Pick<NeedsRow, 'entry_id' | 'wins'>[],
  remaining: readonly Pairing[],
  results: Results,
  rules: LevelRules,
): Places | null {
  const endings = endingsOfOne ** remaining.length
  if (endings > maxEndings) return null
  const board = boardOf(rows, results, rules)
  const left = remaining.map(([one, two]) => [board.seats.get(one), board.seats.get(two)] as const)
  const half = topHalfOf(rows.length)
  const [first, last] = [new Int32Array(rows.length).fill(rows.length), new Int32Array(rows.length)]
  for (let ending = 0; ending < endings; ending += 1) {
    for (let at = 0, rest = ending; at < left.length; at += 1, rest = Math.floor(rest / endingsOfOne))
      count(left[at]!, rest % endingsOfOne, 1)
    let before = 0
    for (const group of groupsOf(board)) {
      for (const seat of group) {
        first[seat] = Math.min(first[seat]!, before + 1)
        last[seat] = Math.max(last[seat]!, before + group.length)
      }
      before += group.length
    }
    for (let at = 0, rest = ending; at < left.length; at += 1, rest = Math.floor(rest / endingsOfOne))
      count(left[at]!, rest % endingsOfOne, -1)
    if (rows.every((_, seat) => first[seat]! <= half && last[seat]! > half)) return null
  }
  return new Map(rows.map(({ entry_id }, seat) => [entry_id, { first: first[seat]!, last: last[seat]! }]))

  /** Adds (or, with -1, removes) a win for the first entry (0) or the second (1), a meeting without a winner (2), or nothing (3). */
  function count([one, two]: readonly [number | undefined, number | undefined], result: number, more: 1 | -1): void {
    if (one === undefined || two === undefined || result === 3) return
    board.met[one * rows.length + two]! += more
    board.met[two * rows.length + one]! += more
    if (result === 2) return
    const [winner, loser] = result === 0 ? [one, two] : [two, one]
    board.wins[winner]! += more
    board.beat[winner * rows.length + loser]! += more
  }
}

/**
 * By seat (row index): the wins, and matrices of how often the row's seat won against the column's, and met it.
 * `mutual`: whether matches among the tied are what decides first between entries level on wins.
 */
type Board = {
  seats: Map<number, number>
  size: number
  wins: Int32Array
  beat: Int32Array
  met: Int32Array
  mutual: boolean
  all_met: boolean
}

function boardOf(
  rows: readonly Pick<NeedsRow, 'entry_id' | 'wins'>[],
  { won, tied }: Results,
  { tie_breaks, among_tied }: LevelRules,
): Board {
  const size = rows.length
  const seats = new Map(rows.map(({ entry_id }, seat) => [entry_id, seat]))
  const beat = new Int32Array(size ** 2)
  const met = new Int32Array(size ** 2)
  for (const [index, [winner, loser]] of [...won, ...tied].entries()) {
    const [one, two] = [seats.get(winner), seats.get(loser)]
    if (one === undefined || two === undefined) continue
    if (index < won.length) beat[one * size + two]! += 1
    met[one * size + two]! += 1
    met[two * size + one]! += 1
  }
  return {
    seats,
    size,
    wins: Int32Array.from(rows, ({ wins }) => wins),
    beat,
    met,
    mutual: tie_breaks[0] === 'head_to_head' && tie_breaks[1] === 'mutual_wins',
    all_met: among_tied === 'all_met',
  }
}

/** Groups of seats that are level on wins and on wins among the tied, best first. */
function groupsOf(board: Board): number[][] {
  const level = partsOf([...board.wins.keys()], (seat) => board.wins[seat]!)
  return board.mutual ? level.flatMap((tied) => splitByMutualWins(tied, board)) : level
}

/** Splits off the best of the tied seats, then starts again with both parts, as the standings do. */
function splitByMutualWins(tied: number[], board: Board): number[][] {
  const { size, beat } = board
  if (tied.length === 1) return [tied]
  if (tied.length > 2 && board.all_met && !haveAllMet(tied, board)) return [tied]
  const mutual = (seat: number) => tied.reduce((sum, other) => sum + beat[seat * size + other]!, 0)
  const [best = [], ...others] = partsOf(tied, mutual)
  if (others.length === 0) return [tied]
  return [...splitByMutualWins(best, board), ...splitByMutualWins(others.flat(), board)]
}

/** Groups of seats with the same count, the highest first. */
function partsOf(seats: readonly number[], countOf: (seat: number) => number): number[][] {
  const parts = new Map<number, number[]>()
  for (const seat of seats) {
    const level = countOf(seat)
    const part = parts.get(level)
    if (part) part.push(seat)
    else parts.set(level, [seat])
  }
  return [...parts].toSorted(([a], [b]) => b - a).map(([, part]) => part)
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
 * The effect of one more result for an entry when only winners are known. `result` names the winner first. Throws RangeError if the entry is not in the table.
 */
export function prospectAfter(
  { rows, remaining, results }: { rows: readonly NeedsRow[]; remaining: readonly Pairing[]; results: Results },
  result: Pairing,
  entry_id: number,
  rules: NeedsRules & LevelRules,
): Prospect {
  const after = afterMatch(rows, remaining, result, result[0])
  const resultsAfter = { ...results, won: [...results.won, result] }
  const place = placesByWins(after.rows, resultsAfter, rules).get(entry_id)
  if (!place) throw new RangeError('not an entry of this table')
  const places = placesInTheEnd(after.rows, after.remaining, resultsAfter, rules)
  const status = playoffStatusOf(after.rows, after.remaining, entry_id, { rules, places })
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
  if (above.length >= topHalfOf(rows.length)) return true
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
  const half = topHalfOf(rows.length)
  const fields = [{ places: half, among: others }]
  if (half > playoff_places) {
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
