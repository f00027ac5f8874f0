import { addDays } from './day.ts'
import {
  earlyRoundsOf,
  isForThirdPlace,
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

/** One side of a match: a seeded entry (even after a bye), or the winner or loser of a slot in the previous stage. */
export type BracketSide = { entry_id: number } | { winner_of: number } | { loser_of: number }

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
 * losers of the semi-finals meet, if both are played. Throws RangeError for any other number.
 */
export function makeBracket(seeds: readonly number[], { third_place = false } = {}): Bracket {
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
  return matches
}

/** The result of a match. A walkover or retirement has a winner; a disputed result has none (null). */
export type BracketResult = { stage: number; slot: number; winner: number | null }

/** A match. `sides` and `winner` are entry ids, null until known. `walkover`: won because the other side withdrew. */
export type BracketLine = {
  stage: MatchStage
  slot: number
  sides: readonly [number | null, number | null]
  winner: number | null
  walkover: boolean
}

export type BracketState = { matches: BracketLine[]; champion: number | null }

/**
 * The sides and winners of all matches, and the champion. A result counts only if its winner is one of the match's
 * sides. `withdrawn` entries keep their past wins and lose their remaining matches by walkover. If both sides have
 * withdrawn, one of them advances on paper, and its next opponent wins by walkover too.
 */
export function bracketState(
  bracket: Bracket,
  results: readonly BracketResult[],
  withdrawn: readonly number[] = [],
): BracketState {
  const matches: BracketLine[] = []
  const lineOf = (stage: number, slot: number) =>
    matches.find((match) => match.stage === stage && match.slot === slot) ?? null
  for (const { stage, slot, sides } of bracket) {
    const seat = (side: BracketSide) => {
      if ('entry_id' in side) return side.entry_id
      if ('winner_of' in side) return lineOf(stage - 1, side.winner_of)?.winner ?? null
      const before = lineOf(stage - 1, side.loser_of)
      return before === null || before.winner === null
        ? null
        : (before.sides.find((each) => each !== before.winner) ?? null)
    }
    const [one, two] = [seat(sides[0]), seat(sides[1])]
    const result = results.find((each) => each.stage === stage && each.slot === slot)
    const given = one !== null && two !== null && (withdrawn.includes(one) || withdrawn.includes(two))
    const played = one !== null && two !== null && (result?.winner === one || result?.winner === two)
    const walkover = given && !played && result === undefined
    const winner = played ? result.winner : walkover ? (withdrawn.includes(one) ? two : one) : null
    matches.push({ stage, slot, sides: [one, two], winner, walkover })
  }
  const final = lineOf(3, 1)
  const nobody = final === null || final.winner === null || (final.walkover && withdrawn.includes(final.winner))
  return { matches, champion: nobody ? null : final.winner }
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
  withdrawn: readonly number[] = [],
): BracketChanges {
  const changes: BracketChanges = { insert: [], remove: [], set_aside: [], bring_back: [] }
  let counting = stored.filter(({ scored, set_aside }) => scored && !set_aside)
  for (const { stage, slot } of bracket) {
    const lineNow = () => bracketState(bracket, counting, withdrawn).matches.find(isOfSlot)
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
    const wanted = one !== null && two !== null && !line?.walkover && !back
    if (open && !(wanted && isDue(current))) changes.remove.push(current.id)
    if (wanted && !(current && isDue(current)))
      changes.insert.push({ stage, slot, entry_one_id: one, entry_two_id: two })
  }
  return changes
}

/** Whether a side of `earlier` could reach `later` by its result. */
export function leadsTo(earlier: { stage: number; slot: number }, later: { stage: number; slot: number }): boolean {
  const rounds = later.stage - earlier.stage
  return rounds > 0 && (isForThirdPlace(later) || Math.ceil(earlier.slot / 2 ** rounds) === later.slot)
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
