import { addDays } from './day.ts'
import {
  CONSOLATION_SLOTS,
  earlyRoundsOf,
  isForThirdPlace,
  isOfConsolation,
  matchStagesOf,
  MOST_PLACES,
  THIRD_PLACE_SLOT,
  type datedStages,
  type MatchStage,
} from './playoff-stages.ts'
import { standardRules, type PlayoffRules, type TableRules } from './season-rules.ts'
import {
  explainRank,
  playoffField,
  rankStandings,
  type RankFigure,
  type StandingEntry,
  type StandingMatch,
  type StandingRow,
} from './standings.ts'
import type { TieBreakCode } from './ranking.ts'

/**
 * One side of a match: a seeded entry (even after a bye), the winner or loser of a slot in the previous stage, or, in
 * the consolation, the one who comes from a slot of the first stage (`firstLoser`).
 */
export type BracketSide =
  | { entry_id: number }
  | { winner_of: number }
  | { loser_of: number }
  | { first_loser: number; feeds_twice: boolean }

/** One match of the bracket. `slot` counts from 1 within the stage, from the top of the bracket. */
export type BracketMatch = { stage: MatchStage; slot: number; sides: readonly [BracketSide, BracketSide] }

/** All matches to be played, by stage and slot. A bye is not a match. */
export type Bracket = readonly BracketMatch[]

/**
 * The seeds of a full bracket, from the top: neighbors meet, then the winners of neighboring matches, and the best two
 * seeds only in the final (docs/product.md, "Play-offs").
 */
function seedOrder(places: number): number[] {
  return places === 1 ? [1] : seedOrder(places / 2).flatMap((seed) => [seed, places + 1 - seed])
}

/**
 * The bracket of 2 to 64 entry ids, best first. The best have a bye if they are not a power of two. `third_place`: the
 * losers of the semi-finals meet, if both are played. `consolation`: those who lose their first match play a second
 * bracket, if there are at least 4 entries. Throws RangeError for any other number.
 */
export function makeBracket(seeds: readonly number[], { third_place = false, consolation = false } = {}): Bracket {
  if (seeds.length < 2 || seeds.length > MOST_PLACES || new Set(seeds).size < seeds.length)
    throw new RangeError(`a bracket has 2 to ${MOST_PLACES} different entries`)
  const matches: BracketMatch[] = []
  let round = seedOrder(MOST_PLACES).map((seed): BracketSide | null => {
    const entry_id = seeds[seed - 1]
    return entry_id === undefined ? null : { entry_id }
  })
  for (const { stage } of matchStagesOf(MOST_PLACES))
    round = Array.from({ length: round.length / 2 }, (_, index) => {
      const [one = null, two = null] = round.slice(2 * index, 2 * index + 2)
      if (!one || !two) return one ?? two
      matches.push({ stage, slot: index + 1, sides: [one, two] })
      return { winner_of: index + 1 }
    })
  if (third_place && matches.filter(({ stage }) => stage === 2).length === 2)
    matches.push({ stage: 3, slot: THIRD_PLACE_SLOT, sides: [{ loser_of: 1 }, { loser_of: 2 }] })
  return consolation && seeds.length >= 4 ? [...matches, ...makeConsolation(matches, third_place)] : matches
}

/**
 * The consolation of a bracket. Each slot of its first stage has a place in it, and the two slots whose winners meet
 * are neighbors again. Nobody plays both in it and for third place.
 */
function makeConsolation(main: Bracket, third_place: boolean): BracketMatch[] {
  const first = main[0]!.stage
  const feeds_twice = first < (third_place ? 1 : 2)
  if (third_place && first === 2) return []
  const matches: BracketMatch[] = []
  let round = Array.from({ length: 2 ** (3 - first) }, (_, index): BracketSide | null =>
    feeds_twice || main.some(({ stage, slot }) => stage === first && slot === index + 1)
      ? { first_loser: index + 1, feeds_twice }
      : null,
  )
  for (const { stage } of matchStagesOf(MOST_PLACES).filter((each) => each.stage > first))
    round = Array.from({ length: round.length / 2 }, (_, index) => {
      const [one = null, two = null] = round.slice(2 * index, 2 * index + 2)
      if (!one || !two) return one ?? two
      const slot = CONSOLATION_SLOTS + index + 1
      matches.push({ stage, slot, sides: [one, two] })
      return { winner_of: slot }
    })
  return matches
}

/**
 * The result of a match. A walkover or retirement has a winner; a disputed result has none (null). `no_show`: whether
 * it was won because the other side did not come.
 */
export type BracketResult = { stage: number; slot: number; winner: number | null; no_show?: boolean }

/** A match. `sides` and `winner` are entry ids, null until known. `walkover`: won because the other side withdrew. */
export type BracketLine = {
  stage: MatchStage
  slot: number
  sides: readonly [number | null, number | null]
  winner: number | null
  walkover: boolean
}

/** `consolation_winner`: null until known, and if there is no consolation. */
export type BracketState = { matches: BracketLine[]; champion: number | null; consolation_winner: number | null }

/** The entries that do not play on: `withdrawn` in the whole bracket, `declined` in the consolation. */
export type NotPlaying = { withdrawn?: readonly number[]; declined?: readonly number[] }

/** A side of the consolation to which nobody comes. */
const NOBODY = 0

/**
 * The sides and winners of all matches, and the champion. A result counts only if its winner is one of the match's
 * sides. Entries that do not play on keep their past wins and lose their remaining matches by walkover. If both sides
 * do not, one of them advances on paper, and its next opponent wins by walkover too.
 */
export function bracketState(bracket: Bracket, results: readonly BracketResult[], out: NotPlaying = {}): BracketState {
  const lines = linesOf(bracket, results, out)
  const winnerOf = (final: BracketMatch | undefined) => {
    const line = final && lines.find(({ stage, slot }) => stage === final.stage && slot === final.slot)
    const gone = final ? notPlayingIn(final, out) : []
    const nobody = !line?.winner || (gone.includes(line.winner) && (line.walkover || line.sides.includes(NOBODY)))
    return nobody ? null : line.winner
  }
  return {
    matches: lines.filter(({ sides }) => !sides.includes(NOBODY)),
    champion: winnerOf(bracket.find(({ stage, slot }) => stage === 3 && slot === 1)),
    consolation_winner: winnerOf(bracket.find((match) => match.stage === 3 && isOfConsolation(match))),
  }
}

function notPlayingIn(match: { slot: number }, { withdrawn = [], declined = [] }: NotPlaying): readonly number[] {
  return isOfConsolation(match) ? [...withdrawn, ...declined] : withdrawn
}

/** All lines of the bracket. A match of the consolation to which only one side comes is won by it. */
function linesOf(bracket: Bracket, results: readonly BracketResult[], out: NotPlaying): BracketLine[] {
  const lines: BracketLine[] = []
  const lineOf = (stage: number, slot: number) =>
    lines.find((line) => line.stage === stage && line.slot === slot) ?? null
  const resultOf = (stage: number, slot: number) =>
    results.find((result) => result.stage === stage && result.slot === slot)
  const isPlayed = ({ stage, slot, walkover }: BracketLine) => !walkover && !resultOf(stage, slot)?.no_show
  const loserOf = ({ sides, winner }: BracketLine) => sides.find((side) => side !== winner) ?? null

  /**
   * Who comes to the consolation from a slot of the first stage: the loser of its match. After a bye or a walkover, its
   * winner, who has not played yet, if the next match is lost.
   */
  function firstLoser(slot: number, feeds_twice: boolean): number | null {
    const stage = bracket[0]!.stage
    const first = lineOf(stage, slot)
    if (first?.winner === null) return null
    if (first && isPlayed(first)) return loserOf(first)
    const next = feeds_twice ? lineOf(stage + 1, Math.ceil(slot / 2)) : null
    if (!next) return NOBODY
    if (next.winner === null) return null
    return next.sides[(slot + 1) % 2] === next.winner || !isPlayed(next) ? NOBODY : loserOf(next)
  }

  function seat(stage: number, side: BracketSide): number | null {
    if ('entry_id' in side) return side.entry_id
    if ('first_loser' in side) return firstLoser(side.first_loser, side.feeds_twice)
    if ('winner_of' in side) return lineOf(stage - 1, side.winner_of)?.winner ?? null
    const before = lineOf(stage - 1, side.loser_of)
    return before?.winner ? loserOf(before) : null
  }

  for (const match of bracket) {
    const { stage, slot } = match
    const [one, two] = [seat(stage, match.sides[0]), seat(stage, match.sides[1])]
    if (one === NOBODY || two === NOBODY) {
      lines.push({ stage, slot, sides: [one, two], winner: one === NOBODY ? two : one, walkover: false })
      continue
    }
    const gone = notPlayingIn(match, out)
    const result = resultOf(stage, slot)
    const given = one !== null && two !== null && (gone.includes(one) || gone.includes(two))
    const played = one !== null && two !== null && (result?.winner === one || result?.winner === two)
    const walkover = given && !played && result === undefined
    const winner = played ? result.winner : walkover ? (gone.includes(one) ? two : one) : null
    lines.push({ stage, slot, sides: [one, two], winner, walkover })
  }
  return lines
}

/** A stored match of the bracket. `set_aside`: its sides no longer follow from earlier results. */
export type StoredBracketMatch = {
  id: number
  stage: MatchStage
  slot: number
  entry_one_id: number
  entry_two_id: number
  scored: boolean
  winner: number | null
  no_show?: boolean
  set_aside: boolean
}

/** The changes that bring the stored matches in line with the results. */
export type BracketChanges = {
  insert: { stage: MatchStage; slot: number; entry_one_id: number; entry_two_id: number }[]
  remove: number[]
  set_aside: number[]
  bring_back: number[]
}

/**
 * The changes to the stored matches that follow from the results, round by round (docs/product.md, "Play-offs"). A
 * match is inserted once its sides are known and deleted if they no longer are. A match with a score is kept while a
 * side is undecided again, set aside if another entry takes that side, and restored if the first one returns.
 */
export function bracketChanges(
  bracket: Bracket,
  stored: readonly StoredBracketMatch[],
  out: NotPlaying = {},
): BracketChanges {
  const changes: BracketChanges = { insert: [], remove: [], set_aside: [], bring_back: [] }
  let counting = stored.filter(({ scored, set_aside }) => scored && !set_aside)
  for (const { stage, slot } of bracket) {
    const lineNow = () => linesOf(bracket, counting, out).find(isOfSlot)
    const isOfSlot = (each: { stage: number; slot: number }) => each.stage === stage && each.slot === slot
    const [one = null, two = null] = lineNow()?.sides ?? []
    const contradicts = ({ entry_one_id, entry_two_id }: StoredBracketMatch) =>
      (one !== null && one !== entry_one_id) || (two !== null && two !== entry_two_id)
    const isDue = ({ entry_one_id, entry_two_id }: StoredBracketMatch) => one === entry_one_id && two === entry_two_id
    const ofSlot = stored.filter(isOfSlot)
    const current = ofSlot.find(({ set_aside }) => !set_aside)
    const back = ofSlot.find((match) => match.set_aside && isDue(match))
    if (current?.scored && contradicts(current)) {
      changes.set_aside.push(current.id)
      counting = counting.filter(({ id }) => id !== current.id)
    }
    if (back && !(current?.scored && isDue(current))) {
      changes.bring_back.push(back.id)
      counting = [...counting, back]
    }
    const line = lineNow()
    const open = current && !current.scored
    const wanted = one && two && !line?.walkover && !back
    if (open && !(wanted && isDue(current))) changes.remove.push(current.id)
    if (wanted && !(current && isDue(current)))
      changes.insert.push({ stage, slot, entry_one_id: one, entry_two_id: two })
  }
  return changes
}

type Place = { stage: number; slot: number }

/** Whether a side of `earlier` could reach `later` by its result. */
export function leadsTo(bracket: Bracket, earlier: Place, later: Place): boolean {
  const rounds = later.stage - earlier.stage
  const [from, to] = [earlier, later].map((match) => match.slot - (isOfConsolation(match) ? CONSOLATION_SLOTS : 0))
  const isAbove = Math.ceil(from! / 2 ** rounds) === to
  if (isOfConsolation(earlier) || !isOfConsolation(later))
    return rounds > 0 && isOfConsolation(earlier) === isOfConsolation(later) && (isForThirdPlace(later) || isAbove)
  return rounds >= 0 && isAbove && earlier.stage < 3 && earlier.stage <= bracket[0]!.stage + 1
}

/**
 * The seeds after some entries have left (docs/decisions/025). One that has not played yet is replaced by the first of
 * `waiting`, the eligible replacements, best first. One that has played, or that nobody can replace, is withdrawn.
 */
export function replaceLeft(
  seeds: readonly number[],
  left: readonly number[],
  played: readonly number[],
  waiting: readonly number[],
): { seeds: number[]; withdrawn: number[] } {
  const queue = waiting.filter((entry_id) => !seeds.includes(entry_id) && !left.includes(entry_id))
  const withdrawn: number[] = []
  const seated = seeds.map((entry_id) => {
    if (!left.includes(entry_id)) return entry_id
    const next = played.includes(entry_id) ? undefined : queue.shift()
    if (next === undefined) withdrawn.push(entry_id)
    return next ?? entry_id
  })
  return { seeds: seated, withdrawn }
}

/** The ids of entries with enough matches for the play-offs, best first: possible replacements for one that leaves. */
export function playoffEligibleEntries(rows: readonly StandingRow[], { playoff_matches }: PlayoffRules): number[] {
  return rows.filter(({ played }) => played >= playoff_matches).map(({ entry_id }) => entry_id)
}

/** Two level entries, one with the last place and one that just missed it, and the tie-break that decided. */
export type PlayoffCut = { place: number; code: TieBreakCode; last_in: RankFigure; first_out: RankFigure }

/** The tie at the cut of a league, from its final results. Null if the ranking itself decided it or nobody missed it. */
export function playoffCut(
  entries: readonly StandingEntry[],
  matches: readonly StandingMatch[],
  rules: PlayoffRules & TableRules,
): PlayoffCut | null {
  const rows = rankStandings(entries, matches, rules)
  const field = playoffField(rows, rules)
  const last = rows.find(({ entry_id }) => entry_id === field.at(-1))
  const next = rows.find(
    ({ entry_id, rank, played }) =>
      last && rank > last.rank && played >= rules.playoff_matches && !field.includes(entry_id),
  )
  if (!last || !next) return null
  const step = explainRank(entries, matches, last.entry_id, rules).find(
    ({ figures, groups }) =>
      figures.some(({ entry_id }) => entry_id === next.entry_id) &&
      groups.some((group) => group.includes(last.entry_id) && !group.includes(next.entry_id)),
  )
  const figureOf = ({ entry_id }: StandingRow) => step?.figures.find((figure) => figure.entry_id === entry_id)
  const [last_in, first_out] = [figureOf(last), figureOf(next)]
  if (step?.code === rules.ranking.by) return null
  return step && last_in && first_out ? { place: last.rank, code: step.code, last_in, first_out } : null
}

/** The last day of each stage of a bracket of 8, 'yyyy-mm-dd'. */
export type StageDates = Record<(typeof datedStages)[number]['stage'], string>

/** Days after the last day of a stage during which its results still count. */
export const playoffGraceDays = standardRules.grace_days

/**
 * The season's fields that decide the stage dates. `stage_dates`: an organizer's own, or null for the default dates.
 */
export type StagedSeason = { slug: string; ending_date: string; stage_dates: StageDates | null }

/** The last day of each stage: set by an organizer, or the default (docs/product.md, "Play-offs"). */
export function stageDates({ slug, ending_date, stage_dates }: StagedSeason): StageDates {
  if (stage_dates) return stage_dates
  const year = ending_date.slice(0, 4)
  // Winter has different default dates, unless the season was extended past them.
  if (slug === 'winter' && addDays(ending_date, standardRules.grace_days) < `${year}-03-20`)
    return { 1: `${year}-03-20`, 2: `${year}-03-30`, 3: `${year}-04-15` }
  return { 1: addDays(ending_date, 10), 2: addDays(ending_date, 20), 3: addDays(ending_date, 36) }
}

/** Days that each round before the quarter-finals adds to a bracket. */
const earlyRoundDays = 10

/**
 * The last day of a stage in a bracket of this size. A larger one begins on the same day as one of 8: each more
 * round moves the later ones.
 */
export function stageDay(season: StagedSeason, stage: MatchStage, size: number): string {
  const dates = stageDates(season)
  const later = earlyRoundDays * earlyRoundsOf(size)
  return stage === 1 || stage === 2 || stage === 3
    ? addDays(dates[stage], later)
    : addDays(dates[1], later - earlyRoundDays * (1 - stage))
}

/** The last day of a match. In the consolation it is the one of the next stage: its sides may be known late. */
export function matchDay(
  season: StagedSeason,
  { stage, slot }: { stage: MatchStage; slot: number },
  size: number,
): string {
  if (!isOfConsolation({ slot })) return stageDay(season, stage, size)
  const next = matchStagesOf(size).find((each) => each.stage === stage + 1)
  return next ? stageDay(season, next.stage, size) : addDays(stageDay(season, 3, size), earlyRoundDays)
}
