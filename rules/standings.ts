import { scoreOutcome } from './outcome.ts'
import { scoreTotals, type ScoreTotals } from './score.ts'
import type { MatchStatus, SetScore } from './outcome.ts'
import { observe } from './rating/match.ts'
import { ratingParameters } from './rating/parameters.ts'
import { seasonStrengths, type SeasonResult } from './rating/season.ts'
import { pointsOf, tieBreakChain, type TieBreakCode } from './ranking.ts'
import type { CountingRules, PlayoffRules, TableRules } from './season-rules.ts'
import { formatsOf, sportOf } from './sports/formats.ts'

/**
 * One result of a league. `winner`: an entry id, null in a tie and after a double default. `score_1` of each set is the winner's, or entry_1's in
 * a tie. `final`: can no longer be corrected or disputed.
 */
export type StandingMatch = {
  entry_1: number
  entry_2: number
  winner: number | null
  status: MatchStatus
  sets: readonly SetScore[]
  final: boolean
  /** The side that has left, if the season keeps its results: they count for the other. */
  left?: number
  /** Whether the schedule does not have it. */
  added?: boolean
}

/**
 * `lot`: drawn once for each entry and stored; unique integers, lowest first. `flight`: from 1, if the league plays in
 * flights; each flight has its own table. `rung`: place on a ladder, which alone decides the rank there. `byes`: rounds of the
 * league that had no opponent for it. `deducted`: points that an organizer has taken away.
 */
export type StandingEntry = {
  entry_id: number
  lot: number
  flight?: number | null
  rung?: number | null
  byes?: number
  deducted?: number
}

/**
 * One row of the table. `rank`: its place, from 1; with flights, all winners of flights come first, then all seconds.
 * `played` excludes walkovers, `results` counts everything. `no_shows`: the entry's own no-shows and late cancels.
 * `byes`: rounds that count as a win without an opponent. `points`: after deductions, if the season ranks by points.
 * `strength`: of its results on the rating's scale, to a thousandth, if the season ranks by it.
 */
export type StandingRow = {
  entry_id: number
  rank: number
  played: number
  wins: number
  losses: number
  ties: number
  sets_won: number
  sets_lost: number
  games_won: number
  games_lost: number
  no_shows: number
  results: number
  flight?: number
  byes?: number
  points?: number
  deducted?: number
  strength?: number
}

/** A count (`of` null), or a share: `value` out of `of`, 0 if there was nothing to share. */
export type RankFigure = { entry_id: number; value: number; of: number | null }

/**
 * One step of the chain applied to one group. `figures`: one for each entry, best first. `groups`: the entry ids of the
 * resulting groups, best first; each is then ranked separately. A single group means that the step separated nobody.
 * `skipped`: not asked, because the entries have not all met equally often; a figure is then how many of the others the
 * entry has met.
 */
export type RankStep = { code: TieBreakCode; figures: RankFigure[]; groups: number[][]; skipped?: true }

/**
 * The table, best first (docs/product.md, "Standings"). Includes every entry; a match against an entry not in `entries`
 * does not count. Unconfirmed results count; the caller leaves out disputed ones.
 */
export function rankStandings(
  entries: readonly StandingEntry[],
  matches: readonly StandingMatch[],
  rules: TableRules,
): StandingRow[] {
  return flightsOf(entries)
    .flatMap(({ flight, entries: among }, index) => {
      const league = openTable(among, matches, rules)
      const lines = isLadder(among) ? league.lines.toSorted(byRung(among)) : settle(league, league.lines, -1, []).flat()
      return lines.map(({ row, seat }, place) => {
        const strength = rules.ranking.by === 'strength' ? { strength: strengthOf(league, seat) } : {}
        return { row: { ...row, ...strength, ...(flight === null ? {} : { flight }) }, place, index }
      })
    })
    .toSorted((a, b) => a.place - b.place || a.index - b.index)
    .map(({ row }, index) => ({ ...row, rank: index + 1 }))
}

/** Whether the entries are ranked by their places on a ladder. */
export function isLadder(entries: readonly StandingEntry[]): boolean {
  return entries.some(({ rung = null }) => rung !== null)
}

/** Compares by place on the ladder. Entries without one come last, by lot. */
function byRung(entries: readonly StandingEntry[]) {
  const rungs = new Map(entries.map(({ entry_id, rung }) => [entry_id, rung ?? Infinity]))
  return (a: Line, b: Line) => {
    const [one, two] = [rungs.get(a.row.entry_id)!, rungs.get(b.row.entry_id)!]
    return one === two ? a.lot - b.lot : one - two
  }
}

/** Groups the entries by flight, in order. Those without a flight come last. */
export function flightsOf(
  entries: readonly StandingEntry[],
): { flight: number | null; entries: readonly StandingEntry[] }[] {
  return [...Map.groupBy(entries, ({ flight = null }) => flight)]
    .toSorted(([a], [b]) => (a ?? Infinity) - (b ?? Infinity))
    .map(([flight, among]) => ({ flight, entries: among }))
}

/** The entries in the same table as this one. Empty if it is not among them. */
export function tableMatesOf(entries: readonly StandingEntry[], entry_id: number): readonly StandingEntry[] {
  return flightsOf(entries).find((flight) => flight.entries.some((each) => each.entry_id === entry_id))?.entries ?? []
}

/**
 * Lists every step that decided one entry's place, in order. Uses the same calculation as rankStandings. Empty on a
 * ladder.
 */
export function explainRank(
  entries: readonly StandingEntry[],
  matches: readonly StandingMatch[],
  entry_id: number,
  rules: TableRules,
): RankStep[] {
  if (isLadder(entries)) return []
  const league = openTable(tableMatesOf(entries, entry_id), matches, rules)
  const steps: RankStep[] = []
  settle(league, league.lines, -1, steps)
  return steps.filter(({ figures }) => figures.some((figure) => figure.entry_id === entry_id))
}

/**
 * The results that count by the season's rules (docs/product.md, "Season rules"), in the order of `matches`, which is
 * the order of play. A walkover that does not count is not a meeting either.
 */
export function countingResults<M extends Pick<StandingMatch, 'entry_1' | 'entry_2' | 'status' | 'added'>>(
  matches: readonly M[],
  { walkovers, meetings, counts_added }: CountingRules,
): M[] {
  const worth = matches.filter(
    ({ status, added = false }) =>
      (counts_added || !added) && (walkovers !== 'nothing' || scoreOutcome(status).counts_as_played),
  )
  if (meetings === null) return worth
  const met = new Map<string, number>()
  return worth.filter(({ entry_1, entry_2 }) => {
    const pair = entry_1 < entry_2 ? `${entry_1} ${entry_2}` : `${entry_2} ${entry_1}`
    const before = met.get(pair) ?? 0
    met.set(pair, before + 1)
    return before < meetings
  })
}

type PlayoffRow = Pick<StandingRow, 'entry_id' | 'rank' | 'played' | 'flight'>

/** The last place of the top half of a league, rounded up: 4 of 7 (docs/product.md, "Play-offs"). */
export function topHalfOf(entries: number): number {
  return Math.ceil(entries / 2)
}

/** The place of a row in its own table: its flight's, if there are flights. */
export function placeIn(rows: readonly PlayoffRow[], { flight, rank }: PlayoffRow): { place: number; total: number } {
  const own = rows.filter((row) => row.flight === flight)
  return { place: own.filter((row) => row.rank <= rank).length, total: own.length }
}

/** An entry's remaining needs for the play-offs: matches to play, and places to climb to reach the top half of its table. */
export function playoffNeeds(
  row: PlayoffRow,
  rows: readonly PlayoffRow[],
  { playoff_matches }: PlayoffRules,
): { matches: number; places: number } {
  const { place, total } = placeIn(rows, row)
  return {
    matches: Math.max(0, playoff_matches - row.played),
    places: Math.max(0, place - topHalfOf(total)),
  }
}

/** Whether a row is in the top half of its table with enough matches played (docs/product.md, "Play-offs"). */
export function playoffEligible(row: PlayoffRow, rows: readonly PlayoffRow[], rules: PlayoffRules): boolean {
  const { matches, places } = playoffNeeds(row, rows, rules)
  return matches === 0 && places === 0
}

/** The ids of entries that qualify for the play-offs, best seed first. Ranks must come from final results only. */
export function playoffField(rows: readonly PlayoffRow[], rules: PlayoffRules): number[] {
  return rows
    .filter((row) => playoffEligible(row, rows, rules))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, rules.playoff_places)
    .map(({ entry_id }) => entry_id)
}

type Line = { seat: number; lot: number; row: StandingRow }

/**
 * A table to which results can be added. Pairwise counts are size x size matrices: the count of the row's seat against
 * the column's seat; `unknown` counts results whose sets are not known. `lines` are the entries that are ranked, by
 * seat; those that have left have the last seats and only a row.
 */
export type OpenTable = {
  size: number
  lines: Line[]
  rows: StandingRow[]
  rules: TableRules
  chain: readonly TieBreakCode[]
  all_met: boolean
  wins: Int32Array
  sets: Int32Array
  games: Int32Array
  met: Int32Array
  unknown: Int32Array
  /** Results by which the table ranks by strength, and the strengths once they are asked for. */
  measured: SeasonResult[]
  strengths: Float64Array | null
  /**
   * Chooses which of the tied are best at a step whose figures depend on unknown sets. Null for a step that does not.
   * Not present without unknown sets.
   */
  bestOf?: (code: TieBreakCode, tied: Line[]) => Line[] | null
}

/**
 * A result as the table counts it, without its sides. `totals`: null if the sets are unknown. `measured`: null unless the season
 * ranks by strength and it was played.
 */
export type ResultFigures = {
  decided: boolean
  played: boolean
  totals: ScoreTotals | null
  points: readonly [number, number]
  measured: ReturnType<typeof observe> | null
}

/** A result between two seats. `first` is the winner, or either side in a tie. */
export type SeatResult = { first: number; second: number } & ResultFigures

/** Computes all figures that the chain needs in one pass over the matches. */
export function openTable(
  entries: readonly StandingEntry[],
  matches: readonly StandingMatch[],
  rules: TableRules,
): OpenTable {
  const { ranking, tie_breaks, among_tied, bye } = rules
  // Lot order from here on, so that no result depends on the order of the input.
  const lines = entries
    .toSorted((a, b) => a.lot - b.lot)
    .map(({ entry_id, lot, byes = 0, deducted = 0 }, seat) => {
      const row = emptyRow(entry_id)
      if (bye === 'win' && byes > 0) row.byes = byes
      if (ranking.by === 'points') row.points = -deducted
      if (ranking.by === 'points' && deducted !== 0) row.deducted = deducted
      return { seat, lot, row }
    })
  const byEntry = new Map(lines.map((line) => [line.row.entry_id, line]))
  const left = new Map<number, Line>()
  for (const { left: entry_id, entry_1, entry_2 } of matches) {
    if (entry_id === undefined || left.has(entry_id)) continue
    if (byEntry.has(entry_1) || byEntry.has(entry_2))
      left.set(entry_id, { seat: lines.length + left.size, lot: Infinity, row: emptyRow(entry_id) })
  }
  const size = lines.length + left.size
  const square = () => new Int32Array(size * size)
  const league: OpenTable = {
    size,
    lines,
    rows: [...lines, ...left.values()].map(({ row }) => row),
    rules,
    chain: [ranking.by, ...tie_breaks, 'lot'],
    all_met: among_tied === 'all_met',
    wins: square(),
    sets: square(),
    games: square(),
    met: square(),
    unknown: square(),
    measured: [],
    strengths: null,
  }
  for (const match of matches) {
    const of = (entry_id: number) => byEntry.get(entry_id) ?? (match.left === entry_id ? left.get(entry_id) : undefined)
    const one = of(match.entry_1)
    const two = of(match.entry_2)
    if (one === undefined || two === undefined) continue
    // The side of `score_1` is the winner, or entry_1 in a tie.
    const [first, second] = match.winner === match.entry_2 ? [two, one] : [one, two]
    addResult(league, { first: first.seat, second: second.seat, ...resultOf(match, rules) }, 1)
  }
  return league
}

function resultOf({ winner, status, sets }: StandingMatch, rules: TableRules): ResultFigures {
  const [totals, decided] = [scoreTotals(sets, status, rules), winner !== null]
  const points = pointsOf(rules.ranking.points, { decided, status, ...totals })
  const played = scoreOutcome(status).counts_as_played
  const isMeasured = rules.ranking.by === 'strength' && played && sets.some((set) => set.score_1 + set.score_2 > 0)
  const measured = isMeasured ? observe({ sets, status }, sportOf(rules.formats), ratingParameters) : null
  return { totals, decided, played, points, measured }
}

/** Counts a result `times` times: 1, or -1 to take it back. */
export function addResult(table: OpenTable, result: SeatResult, times: 1 | -1): void {
  const { first, second, decided, played, totals, points, measured } = result
  const there = first * table.size + second
  const back = second * table.size + first
  const [one, two] = [table.rows[first]!, table.rows[second]!]
  table.met[there]! += times
  table.met[back]! += times
  one.results += times
  two.results += times
  if (totals === null) {
    table.unknown[there]! += times
    table.unknown[back]! += times
  } else {
    const { sets, games } = totals
    table.sets[there]! += times * sets.winner
    table.sets[back]! += times * sets.opponent
    table.games[there]! += times * games.winner
    table.games[back]! += times * games.opponent
    addGames(one, times * sets.winner, times * sets.opponent, times * games.winner, times * games.opponent)
    addGames(two, times * sets.opponent, times * sets.winner, times * games.opponent, times * games.winner)
  }
  if (decided) {
    table.wins[there]! += times
    one.wins += times
    two.losses += times
  } else if (played) {
    one.ties += times
    two.ties += times
  } else {
    one.losses += times
    two.losses += times
  }
  if (table.rules.ranking.by === 'points') {
    one.points = (one.points ?? 0) + times * points[0]
    two.points = (two.points ?? 0) + times * points[1]
  }
  if (measured !== null) {
    if (times === 1) table.measured.push({ first, second, isTie: !decided, ...measured })
    else table.measured.splice(table.measured.findLastIndex(isSame), 1)
    table.strengths = null
  }
  if (played) {
    one.played += times
    two.played += times
  } else {
    if (!decided) one.no_shows += times
    two.no_shows += times
  }

  function isSame(other: SeasonResult): boolean {
    return (
      other.first === first &&
      other.second === second &&
      other.difference === measured?.difference &&
      other.variance === measured.variance
    )
  }
}

/** A seat's strength of results on the rating's scale, rounded so that the order of the results cannot matter. */
function strengthOf(table: OpenTable, seat: number): number {
  table.strengths ??= seasonStrengths(table.size, table.measured, ratingParameters)
  const { shown_start, shown_scale } = ratingParameters
  return Math.round(1000 * (shown_start + shown_scale * table.strengths[seat]!)) / 1000
}

function addGames(row: StandingRow, setsWon: number, setsLost: number, won: number, lost: number) {
  row.sets_won += setsWon
  row.sets_lost += setsLost
  row.games_won += won
  row.games_lost += lost
}

const askedOf = new Map(tieBreakChain.map(({ code, asked_of }) => [code, asked_of]))

/**
 * Orders a tied group. The first step that separates it splits off the best, and the others start again without them
 * (docs/product.md, "Standings"). So when three are tied and one is split off, head-to-head decides between the other two,
 * not their shares among the three. Steps over the whole season give the same figures for any group, so those up to
 * position `after`, where the group was level, are skipped.
 */
function settle(league: OpenTable, tied: Line[], after: number, steps: RankStep[]): Line[][] {
  if (tied.length < 2) return tied.length === 0 ? [] : [tied]
  let isSkipped = false
  for (const [position, code] of league.chain.entries()) {
    const asked_of = askedOf.get(code)
    if (asked_of === 'any' && position <= after) continue
    if (asked_of === 'two' && tied.length !== 2) continue
    if (asked_of === 'three_or_more') {
      if (tied.length < 3 || isSkipped) continue
      isSkipped =
        league.all_met &&
        !haveAllMet(
          tied.map(({ seat }) => seat),
          league,
        )
      if (isSkipped) {
        steps.push(skippedStep(league, code, tied))
        continue
      }
    }
    const bests = league.bestOf?.(code, tied) ?? null
    if (bests !== null) {
      if (bests.length === tied.length) continue
      const rest = tied.filter((line) => !bests.includes(line))
      return [...settle(league, bests, Math.max(after, position), steps), ...settle(league, rest, after, steps)]
    }
    const measured = tied
      .map((line) => ({ line, figure: measure(league, code, line, tied) }))
      .toSorted((a, b) => compareFigures(code, a.figure, b.figure))
    const parts: Line[][] = []
    measured.forEach(({ line, figure }, index) => {
      const before = measured[index - 1]
      const level = before !== undefined && compareFigures(code, before.figure, figure) === 0
      if (level) parts.at(-1)!.push(line)
      else parts.push([line])
    })
    // The first step would separate the others in the same way again. After any other step, they start
    // again as one group.
    const [best = [], ...others] = parts
    const groups = position === 0 || others.length === 0 ? parts : [best, others.flat()]
    steps.push({
      code,
      figures: measured.map(({ figure }) => figure),
      groups: groups.map((group) => group.map(({ row }) => row.entry_id)),
    })
    if (groups.length > 1) {
      const level = (group: Line[]) => parts.includes(group) || others.length === 1
      return groups.flatMap((group) => settle(league, group, level(group) ? Math.max(after, position) : after, steps))
    }
  }
  return [tied]
}

/** The most games, or points, of a side in one match. */
const MOST_GAMES = 500

/** The most sets that either side can win in one match of the season. */
function mostSets({ formats }: TableRules): number {
  return Math.max(...formatsOf(formats).map((row) => row.sets_to_win))
}

/** The least and the greatest figure of a seat at a step, the higher the better, if `more` results have unknown sets. */
function boundsOf(
  code: TieBreakCode,
  { value, of }: RankFigure,
  more: number,
  rules: TableRules,
): readonly [number, number] {
  const isOfSets = code === 'mutual_sets' || code === 'all_sets' || code === 'sets_difference'
  const most = more * (isOfSets ? mostSets(rules) : MOST_GAMES)
  if (of !== null)
    return more === 0 ? [value / (of || 1), value / (of || 1)] : [value / (of + most), (value + most) / (of + most)]
  return code === 'no_shows' ? [-value - more, -value] : [value - most, value + most]
}

const stepsOfScores: ReadonlySet<TieBreakCode> = new Set([
  'mutual_sets',
  'mutual_games',
  'all_sets',
  'all_games',
  'sets_difference',
  'games_difference',
  // A win may be a walkover.
  'no_shows',
])

/** Every choice of the tied that can be best at this step. Null if its figures do not depend on unknown sets. */
function possibleBests(table: OpenTable, code: TieBreakCode, tied: Line[]): Line[][] | null {
  if (!stepsOfScores.has(code)) return null
  const { unknown, size } = table
  const isMutual = code === 'mutual_sets' || code === 'mutual_games'
  const bounds = tied.map((line) => {
    const among = isMutual ? tied.map(({ seat }) => seat) : table.rows.keys()
    let more = 0
    for (const seat of among) more += unknown[line.seat * size + seat]!
    return { line, more, bound: boundsOf(code, measure(table, code, line, tied), more, table.rules) }
  })
  if (bounds.every(({ more }) => more === 0)) return null
  if (tied.length > MOST_TIED) return [tied]
  const bests: Line[][] = []
  for (let choice = 1; choice < 1 << tied.length; choice += 1) {
    let [least, most, below] = [-Infinity, Infinity, -Infinity]
    for (const [index, { bound }] of bounds.entries())
      if ((choice & (1 << index)) === 0) below = Math.max(below, bound[0])
      else [least, most] = [Math.max(least, bound[0]), Math.min(most, bound[1])]
    if (most >= least && most > below) bests.push(tied.filter((_, index) => (choice & (1 << index)) !== 0))
  }
  return bests
}

/** The seats by the figure that the table is ranked by, best first, those that are level in one group. */
export function rankedGroups(table: OpenTable): number[][] {
  const { lines, rules } = table
  const figures = lines.map(({ row, seat }) => {
    if (rules.ranking.by === 'strength') return strengthOf(table, seat)
    const won = rankedWins(row)
    if (rules.ranking.by === 'wins') return won
    if (rules.ranking.by === 'points') return row.points ?? 0
    return (2 * won + row.ties) / (2 * (won + row.losses + row.ties) || 1)
  })
  const seats = lines.map(({ seat }) => seat).toSorted((a, b) => figures[b]! - figures[a]!)
  const groups: number[][] = []
  for (const seat of seats) {
    const group = groups.at(-1)
    if (group && figures[group[0]!] === figures[seat]) group.push(seat)
    else groups.push([seat])
  }
  return groups
}

/** One of `rankedGroups` by the tie-breaks, best first. */
export function settledGroup(table: OpenTable, group: readonly number[]): number[] {
  if (group.length === 1) return [group[0]!]
  return settle(table, linesOf(table, group), 0, []).flatMap((level) => level.map(({ seat }) => seat))
}

function linesOf({ lines }: OpenTable, group: readonly number[]): Line[] {
  return group.map((seat) => lines[seat]!).toSorted((a, b) => a.seat - b.seat)
}

/** How many tied entries are ordered while sets are unknown. */
const MOST_TIED = 5

/**
 * Every order of one of `rankedGroups` that the unknown sets allow, each as groups in any order within. The whole group
 * in any order if there are more than `most`.
 */
export function possibleOrders(table: OpenTable, group: readonly number[], most: number): number[][][] {
  if (group.length === 1) return [[[group[0]!]]]
  const tied = linesOf(table, group)
  const orders: number[][][] = []
  // Settles again and again, each time with the next choice at the last step that has another one.
  let chosen: number[] = []
  let isTooMuch = false
  for (;;) {
    const options: number[] = []
    const bestOf = (code: TieBreakCode, level: Line[]) => {
      const bests = isTooMuch ? null : possibleBests(table, code, level)
      if (bests === null) return null
      isTooMuch = level.length > MOST_TIED || most === 1
      return bests[chosen[options.push(bests.length) - 1] ?? 0]!
    }
    orders.push(settle({ ...table, bestOf }, tied, 0, []).map((level) => level.map(({ seat }) => seat)))
    const last = options.findLastIndex((count, index) => (chosen[index] ?? 0) + 1 < count)
    if (last === -1 && !isTooMuch) return orders
    if (isTooMuch || orders.length === most) return [[[...group]]]
    chosen = options.slice(0, last + 1).map((_, index) => (chosen[index] ?? 0) + (index === last ? 1 : 0))
  }
}

/**
 * Whether each two of these seats have met, and all equally often: only then do matches among them compare like with
 * like. `met` is a size x size matrix of how often the row's seat met the column's.
 */
function haveAllMet(seats: readonly number[], { met, size }: { met: Int32Array; size: number }): boolean {
  const often = met[seats[0]! * size + seats[1]!]!
  return often > 0 && seats.every((one) => seats.every((two) => one === two || met[one * size + two] === often))
}

function skippedStep({ met, size }: OpenTable, code: TieBreakCode, tied: readonly Line[]): RankStep {
  const figures = tied.map(({ seat, row: { entry_id } }) => {
    return { entry_id, value: tied.filter((other) => met[seat * size + other.seat]! > 0).length, of: null }
  })
  return { code, figures, groups: [tied.map(({ row }) => row.entry_id)], skipped: true }
}

/** Wins for the order of the table: a round without an opponent counts, unless the season says otherwise. */
export function rankedWins({ wins, byes = 0 }: Pick<StandingRow, 'wins' | 'byes'>): number {
  return wins + byes
}

function measure(league: OpenTable, code: TieBreakCode, line: Line, tied: Line[]): RankFigure {
  const { row, lot } = line
  const { entry_id } = row
  const counted = (value: number) => ({ entry_id, value, of: null })
  const shared = (won: number, lost: number) => ({ entry_id, value: won, of: won + lost })
  switch (code) {
    case 'wins':
      return counted(rankedWins(row))
    case 'share':
      // With ties, in halves: a tie is half a win.
      return row.ties === 0
        ? shared(rankedWins(row), row.losses)
        : shared(2 * rankedWins(row) + row.ties, 2 * row.losses + row.ties)
    case 'points':
      return counted(row.points ?? 0)
    case 'strength':
      return counted(strengthOf(league, line.seat))
    case 'head_to_head':
    case 'mutual_wins':
      return counted(wonAmong(league.wins, league.size, line, tied))
    case 'mutual_sets':
      return shared(wonAmong(league.sets, league.size, line, tied), lostAmong(league.sets, league.size, line, tied))
    case 'mutual_games':
      return shared(wonAmong(league.games, league.size, line, tied), lostAmong(league.games, league.size, line, tied))
    case 'opponents':
      return counted(winsOf(league, league.met, line))
    case 'beaten':
      return counted(winsOf(league, league.wins, line))
    case 'all_sets':
      return shared(row.sets_won, row.sets_lost)
    case 'all_games':
      return shared(row.games_won, row.games_lost)
    case 'sets_difference':
      return counted(row.sets_won - row.sets_lost)
    case 'games_difference':
      return counted(row.games_won - row.games_lost)
    case 'no_shows':
      return counted(row.no_shows)
    case 'lot':
      return counted(lot)
  }
}

/** The wins of the others, each as often as the matrix says for this line. */
function winsOf({ size, rows }: OpenTable, square: Int32Array, { seat }: Line): number {
  return rows.reduce((sum, row, other) => sum + square[seat * size + other]! * rankedWins(row), 0)
}

function wonAmong(square: Int32Array, size: number, { seat }: Line, tied: Line[]): number {
  return tied.reduce((sum, other) => sum + square[seat * size + other.seat]!, 0)
}

function lostAmong(square: Int32Array, size: number, { seat }: Line, tied: Line[]): number {
  return tied.reduce((sum, other) => sum + square[other.seat * size + seat]!, 0)
}

/** Negative if `a` ranks first. Shares are compared by cross-multiplication, without rounding. */
function compareFigures(code: TieBreakCode, a: RankFigure, b: RankFigure): number {
  const difference = b.value * (a.of || 1) - a.value * (b.of || 1)
  return code === 'no_shows' || code === 'lot' ? -difference : difference
}

function emptyRow(entry_id: number): StandingRow {
  return {
    entry_id,
    rank: 0,
    played: 0,
    wins: 0,
    losses: 0,
    ties: 0,
    sets_won: 0,
    sets_lost: 0,
    games_won: 0,
    games_lost: 0,
    no_shows: 0,
    results: 0,
  }
}
