import {
  countsSentence,
  gamesProblem,
  scoreOutcome,
  type CountsProblemCode,
  type MatchStatus,
  type SetScore,
} from './outcome.ts'
import { capitalized } from './sports/formats.ts'
import type { MatchTieBreak, SetShape } from './sports/sport.ts'
import { groupsOf, rulesOfSport, shapeAt, tieBreakAt, type FormatGroup } from './sports/sports.ts'
import { formatWords, type ScoreRules } from './season-rules.ts'

export type ScoreProblemCode =
  | CountsProblemCode
  | 'set_not_played'
  | 'set_unfinished'
  | 'not_a_set'
  | 'not_a_tie_break'
  | 'tie_break_too_early'
  | 'tie_break_not_deciding'
  | 'set_after_end'
  | 'sets_level'
  | 'winner_behind'
  | 'already_over'
  | 'leader_behind'
  | 'leader_wins'
  | 'played_on'
  | 'sets_not_level'
  | 'format_not_played'
  | 'tie_break_expected'
  | 'tie_break_not_played'

/** `set` counts from 1. Present if a single set is to blame. */
export type ScoreProblem = { code: ScoreProblemCode; set?: number }

type Pair = { winner: number; opponent: number }
export type ScoreTotals = { sets: Pair; games: Pair }

/**
 * Why these sets are not a legal score, or null (docs/product.md, "Score"). The sport's tables define sets and matches
 * (rules/sports/). If a season allows formats whose sets end differently, one of them has to fit; the problem reported
 * is that of the format in which the score gets furthest.
 *
 * Played out: the sets fit one of the formats, and the last set is the one that ended the match. The format is not
 * reported, because the winner's sets reveal it: in tennis 6-4 6-4 is a best of three, 6-4 6-4 4-6 6-3 a best of five,
 * 6-4 6-4 4-6 neither.
 *
 * Stopped (`Retired`, tie, time or weather): only the last set may be unfinished, and the match must still have been open
 * in one of the season's formats. 6-3 6-4 can be stopped in a best of five, 6-4 4-6 6-3 also in a match tie-break at 6-3.
 * A tie has level sets, or what the season's rule for stopped matches says. Not played (no show, late cancel, double
 * default): no sets at all.
 */
export function scoreProblem(sets: readonly SetScore[], status: MatchStatus, rules: ScoreRules): ScoreProblem | null {
  let furthest: { problem: ScoreProblem; reached: number } | null = null
  for (const group of groupsOf(rules.formats).played) {
    const form = formProblem(sets, status, group)
    const problem = form ?? seasonProblem(sets, status, group, rules)
    if (problem === null) return null
    const reached = form === null ? sets.length + 2 : (problem.set ?? sets.length + 1)
    if (furthest === null || reached > furthest.reached) furthest = { problem, reached }
  }
  return furthest?.problem ?? null
}

/** Problems that apply to every season with formats of this group. */
function formProblem(sets: readonly SetScore[], status: MatchStatus, group: FormatGroup): ScoreProblem | null {
  if (!scoreOutcome(status).counts_as_played) {
    return sets.length === 0 ? null : { code: 'sets_not_expected' }
  }
  const course = followSets(sets, status !== null, group)
  if ('code' in course) return course
  if (status === 'Retired') return null
  if (sets.length === 0) return { code: 'no_sets' }
  if (status !== null) {
    if (sets.length === 1 && isBlank(sets[0]!)) return { code: 'set_not_played', set: 1 }
    return null
  }
  if (course.winner === course.opponent) return { code: 'sets_level' }
  if (course.winner < course.opponent) return { code: 'winner_behind' }
  const end = sets.findLastIndex((set) => set.score_1 > set.score_2) + 1
  return end === sets.length ? null : { code: 'set_after_end', set: end + 1 }
}

/** Why this season's rules do not allow a score that other seasons may. Null if they do. */
function seasonProblem(
  sets: readonly SetScore[],
  status: MatchStatus,
  group: FormatGroup,
  { match_tie_break, stopped }: ScoreRules,
): ScoreProblem | null {
  if (!scoreOutcome(status).counts_as_played) return null
  if (status === 'Stopped by time or weather' && stopped === 'played_on') return { code: 'played_on' }
  if (status !== null) return stoppedProblem(sets, status, group, { match_tie_break, stopped })
  const { winner, opponent } = totalsIn(group, sets, status, match_tie_break).sets
  if (!group.sets_to_win.includes(winner)) return { code: 'format_not_played' }
  if (group.match_tie_break === null || group.deciding !== null) return null
  const tieBreak = sets.findIndex((_, index) => isTieBreakAt(sets, index, status, group))
  if (match_tie_break === 'never' && tieBreak >= 0) return { code: 'tie_break_not_played', set: tieBreak + 1 }
  const decided = sets.length > 1 && winner - opponent === 1
  if (match_tie_break === 'always' && decided && tieBreak < 0) return { code: 'tie_break_expected', set: sets.length }
  return null
}

type UseOfTieBreak = ScoreRules['match_tie_break']

/** Why a stopped match cannot have this score in any of the season's formats. Null if it can. */
function stoppedProblem(
  sets: readonly SetScore[],
  status: MatchStatus,
  group: FormatGroup,
  { match_tie_break, stopped }: Pick<ScoreRules, 'match_tie_break' | 'stopped'>,
): ScoreProblem | null {
  const isTie = status === 'Match ended in a tie'
  const kinds = lastSets(sets, group, match_tie_break)
  if (kinds.length > 0) {
    const isTimed = group.shape.to === null
    if (status === 'Retired' || (stopped === 'tie' && !(isTie && isTimed))) return null
    const totals = totalsIn(group, sets, status, match_tie_break)
    if (stopped === 'leader') {
      const lead = leadIn(sets, totals.sets)
      return isTie && lead !== 0 ? { code: 'leader_wins' } : lead < 0 ? { code: 'leader_behind' } : null
    }
    const level = isTimed ? totals.games : totals.sets
    return level.winner === level.opponent ? null : { code: 'sets_not_level' }
  }
  if (wholeIn(sets, group, match_tie_break)) return { code: isTie ? 'sets_not_level' : 'already_over' }
  if (lastSets(sets, group, 'allowed').length > 0 || wholeIn(sets, group, 'allowed'))
    return { code: 'tie_break_not_played', set: sets.length }
  return { code: 'format_not_played' }
}

/** How far the first side of a stopped match is ahead: in sets, or if they are level in the unfinished last one. */
function leadIn(sets: readonly SetScore[], { winner, opponent }: Pair): number {
  const last = sets.at(-1)
  if (winner !== opponent || last === undefined || winner + opponent === sets.length) return winner - opponent
  return last.score_1 - last.score_2
}

/**
 * The status under which a legal score is stored: a match that time or weather stopped is a tie if the season says so, or
 * if nobody is ahead.
 */
export function endedAs(sets: readonly SetScore[], status: MatchStatus, rules: ScoreRules): MatchStatus {
  if (status !== 'Stopped by time or weather' || rules.stopped === 'played_on') return status
  if (rules.stopped === 'leader' && leadIn(sets, scoreTotals(sets, status, rules).sets) !== 0) return status
  return 'Match ended in a tie'
}

type LastSet = 'none' | 'full' | 'open' | 'open_tie_break'

/**
 * Lists what the last set of a stopped match can be: no set yet, a full set, an unfinished set, or an unfinished match
 * tie-break. One item for each of the season's formats under which the match was not yet decided.
 */
function lastSets(sets: readonly SetScore[], group: FormatGroup, match_tie_break: UseOfTieBreak): LastSet[] {
  const last = sets.at(-1)
  if (last === undefined) return ['none']
  const shape = shapeAt(group, sets.length - 1)
  return positionsIn(sets, group, match_tie_break).flatMap(({ isSet, isTieBreak, sets_to_win }): LastSet[] => [
    ...(isSet && isFullSet(last, shape, true) && Math.max(...setsWon(sets, group)) < sets_to_win
      ? ['full' as const]
      : []),
    ...(isSet && isOpenSet(last, shape, true) ? ['open' as const] : []),
    ...(isTieBreak && isOpenTieBreak(last, group.match_tie_break) ? ['open_tie_break' as const] : []),
  ])
}

/** Whether the sets are a whole match in one of the season's formats. */
function wholeIn(sets: readonly SetScore[], group: FormatGroup, match_tie_break: UseOfTieBreak): boolean {
  const last = sets.at(-1)
  return (
    last !== undefined &&
    positionsIn(sets, group, match_tie_break).some(
      ({ isSet, isTieBreak, sets_to_win }) =>
        (isSet && Math.max(...setsWon(sets, group)) === sets_to_win) ||
        (isTieBreak && isFullTieBreak(last, true, group.match_tie_break)),
    )
  )
}

/**
 * The season's formats in which the last set could have started, and whether it was then a set or a match tie-break.
 */
function positionsIn(sets: readonly SetScore[], group: FormatGroup, match_tie_break: UseOfTieBreak) {
  const before = sets.slice(0, -1)
  const won = setsWon(before, group)
  return group.sets_to_win
    .filter(
      (sets_to_win) =>
        before.every((set, index) => isFullSet(set, shapeAt(group, index), true)) && Math.max(...won) < sets_to_win,
    )
    .map((sets_to_win) => {
      if (group.deciding !== null) {
        const isSet = shapeAt(group, before.length) !== null
        return { sets_to_win, isSet, isTieBreak: !isSet }
      }
      const isDeciding = group.match_tie_break !== null && sets_to_win > 1 && Math.min(...won) === sets_to_win - 1
      return {
        sets_to_win,
        isSet: !isDeciding || match_tie_break !== 'always',
        isTieBreak: isDeciding && match_tie_break !== 'never',
      }
    })
}

/** The number of full sets that each side won in a stopped match. */
function setsWon(sets: readonly SetScore[], group: FormatGroup): [number, number] {
  const full = sets.filter((set, index) => isFullSet(set, shapeAt(group, index), true))
  const first = full.filter(({ score_1, score_2 }) => score_1 > score_2).length
  return [first, full.length - first]
}

/** Explains the problem to the player. `rules` are those that the score was checked against. */
export function scoreSentence(problem: ScoreProblem, rules: ScoreRules): string {
  const { set: word, game } = rulesOfSport(rules.formats)
  const { played } = groupsOf(rules.formats)
  const at = (problem.set ?? 1) - 1
  const shapes = [...new Set(played.flatMap((group) => shapeAt(group, at) ?? []))]
  const tieBreaks = [...new Set(played.flatMap(({ match_tie_break }) => match_tie_break ?? []))]
  const textOf = (all: readonly { ends: string; scores: string }[], of: 'ends' | 'scores') =>
    [...new Set(all.map((each) => each[of]))].join('; or ')
  const set = problem.set === undefined ? `A ${word}` : `${capitalized(word)} ${problem.set}`
  switch (problem.code) {
    case 'no_sets':
    case 'sets_not_expected':
    case 'games_not_whole':
    case 'games_negative':
    case 'games_too_many':
      return countsSentence({ ...problem, code: problem.code }, { set: word, game })
    case 'set_not_played':
      return `${set} is 0-0: enter its ${game}s, or delete the ${word}.`
    case 'set_unfinished':
      return `${set} is not finished: a ${word} ends ${textOf(shapes, 'ends')}.`
    case 'not_a_set':
      return `${set} does not end like a ${word}: ${textOf(shapes, 'scores')}.`
    case 'not_a_tie_break':
      return `${set} does not end like a match tie-break: ${textOf(tieBreaks, 'scores')}.`
    case 'tie_break_too_early':
      return `${set} is a match tie-break, which can only be the deciding ${word}.`
    case 'tie_break_not_deciding':
      return `${set} is a match tie-break, which is only played at one ${word} all or two ${word}s all.`
    case 'set_after_end':
      return `${set} came after the match was over: delete it, or check the ${word}s before it.`
    case 'sets_level':
      return `The ${word}s are level, so nobody has won yet: add the deciding ${word}, or choose "Match ended in a tie".`
    case 'winner_behind':
      return `The opponent has won more ${word}s: the winner's ${game}s come first in each ${word}.`
    case 'already_over':
      return `In this season these ${word}s are a whole match: leave the match status empty, or remove what was not played.`
    case 'leader_behind':
      return 'The opponent is ahead, and in this season the side that is ahead wins a stopped match.'
    case 'leader_wins':
      return 'In this season the side that is ahead wins a stopped match: choose "Stopped by time or weather".'
    case 'played_on':
      return 'In this season a stopped match is played on: enter the whole score then.'
    case 'sets_not_level':
      return shapes.every(({ to }) => to === null)
        ? `A tie has level ${game}s: one player has won more of these.`
        : `A tie has level ${word}s: one player has won more of these.`
    case 'format_not_played':
      return `In this season a match is ${formatWords(rules.formats)}.`
    case 'tie_break_expected':
      return `${set} is the deciding ${word}: in this season a match tie-break is played instead.`
    case 'tie_break_not_played':
      return `${set} is a match tie-break: in this season the deciding ${word} is played out.`
  }
}

/**
 * Sets and games won. A match tie-break is one set and one game. An unfinished last set counts for neither side as a
 * set, but its games count; the points of an unfinished match tie-break do not count as games. If the last set of a
 * stopped match could be either, it is a set. All zero for a match not played. A score that the season's formats no
 * longer allow is counted by another format of the sport that fits it.
 */
export function scoreTotals(sets: readonly SetScore[], status: MatchStatus, rules: ScoreRules): ScoreTotals {
  const { played, others } = groupsOf(rules.formats)
  const fits = (group: FormatGroup) => formProblem(sets, status, group) === null
  const group = played.length === 1 && others.length === 0 ? played[0] : (played.find(fits) ?? others.find(fits))
  return totalsIn(group ?? played[0]!, sets, status, rules.match_tie_break)
}

function totalsIn(
  group: FormatGroup,
  sets: readonly SetScore[],
  status: MatchStatus,
  match_tie_break: UseOfTieBreak,
): ScoreTotals {
  const totals = { sets: { winner: 0, opponent: 0 }, games: { winner: 0, opponent: 0 } }
  const isStopped = status !== null
  const last = sets.length - 1
  const isAmbiguous = tieBreakAt(group, last) !== null || (shapeAt(group, last)?.or_to ?? null) !== null
  const kinds = isStopped && isAmbiguous ? lastSets(sets, group, match_tie_break) : []
  const inTieBreak = kinds.length > 0 && kinds.every((kind) => kind === 'open_tie_break')
  sets.forEach((set, index) => {
    if (inTieBreak && index === last) return
    const side = set.score_1 > set.score_2 ? 'winner' : 'opponent'
    const shape = shapeAt(group, index)
    // A game that the receiver may have chosen to play on, and that would have ended the match.
    const goesOn = index === last && kinds.length > 0 && !kinds.includes('full')
    const isFull = isFullSet(set, shape, isStopped) && !goesOn
    if (isTieBreakAt(sets, index, status, group)) {
      totals.sets[side] += 1
      totals.games[side] += 1
    } else if (isFull || isOpenSet(set, shape, isStopped)) {
      if (isFull) totals.sets[side] += 1
      totals.games.winner += set.score_1
      totals.games.opponent += set.score_2
    }
  })
  return totals
}

/** Whether the two totals that a player sent are the sets won or the games won. */
export function totalsAgree({ sets, games }: ScoreTotals, total_winner: number, total_opponent: number): boolean {
  return [sets, games].some(({ winner, opponent }) => winner === total_winner && opponent === total_opponent)
}

/** Whether the set at `index` (from 0) is a finished match tie-break. In a stopped match, 1-0 is one game of a set. */
function isTieBreakAt(sets: readonly SetScore[], index: number, status: MatchStatus, group: FormatGroup): boolean {
  const set = sets[index]
  return set !== undefined && isFullTieBreak(set, status !== null, tieBreakAt(group, index))
}

type Course = Pair & { tie_broken: boolean }

/** Plays the sets in order. Returns the first problem, or the sets won by each side. */
function followSets(sets: readonly SetScore[], stopped: boolean, group: FormatGroup): ScoreProblem | Course {
  const course: Course = { winner: 0, opponent: 0, tie_broken: false }
  for (const [index, set] of sets.entries()) {
    const at = { set: index + 1 }
    const level = course.winner === course.opponent
    const games = gamesProblem(set)
    if (games !== null) return { code: games, ...at }
    if (course.tie_broken || course.winner === group.most_sets || course.opponent === group.most_sets) {
      return { code: 'set_after_end', ...at }
    }
    const shape = shapeAt(group, index)
    const isFull = isFullSet(set, shape, stopped)
    const open = isOpenSet(set, shape, stopped) || (level && !isFull && isOpenTieBreak(set, tieBreakAt(group, index)))
    if (stopped && open && at.set === sets.length) return course
    const code = setProblem(set, index, stopped, group)
    if (code !== null) return { code, ...at }
    if (!isFull) {
      if (!level) return { code: 'tie_break_not_deciding', ...at }
      course.tie_broken = true
    }
    course[set.score_1 > set.score_2 ? 'winner' : 'opponent'] += 1
  }
  return course
}

function setProblem(set: SetScore, index: number, stopped: boolean, group: FormatGroup): ScoreProblemCode | null {
  const shape = shapeAt(group, index)
  const tieBreak = tieBreakAt(group, index)
  const high = Math.max(set.score_1, set.score_2)
  if (isFullSet(set, shape, stopped) || isFullTieBreak(set, stopped, tieBreak)) return null
  if (isBlank(set)) return 'set_not_played'
  if (isOpenSet(set, shape, stopped)) return 'set_unfinished'
  if (group.match_tie_break === null) return 'not_a_set'
  if (tieBreak !== null && high > (shape?.cap ?? 0)) return 'not_a_tie_break'
  return isFullTieBreak(set, stopped, group.match_tie_break) ? 'tie_break_too_early' : 'not_a_set'
}

function ordered({ score_1, score_2 }: SetScore): [high: number, low: number] {
  return score_1 > score_2 ? [score_1, score_2] : [score_2, score_1]
}

function isBlank({ score_1, score_2 }: SetScore): boolean {
  return score_1 === 0 && score_2 === 0
}

/** Whether a set has ended. A timed set ends with the horn, so it has not ended in a stopped match. */
export function isFullSet(set: SetScore, shape: SetShape | null, stopped: boolean): boolean {
  if (shape === null) return false
  const { to, cap, or_to } = shape
  const [high, low] = ordered(set)
  if (to === null) return !stopped && high > low
  if (or_to !== null) return (high === to && low < to) || (high === or_to && low >= to - 1 && low < high)
  if (high === to && high - low >= 2) return true
  return (high > to && high - low === 2 && high <= (cap ?? high)) || (high === cap && high - low === 1)
}

/** Whether a set can go on from this score. */
export function isOpenSet(set: SetScore, shape: SetShape | null, stopped: boolean): boolean {
  if (shape === null) return false
  const { to, cap, or_to } = shape
  const [high, low] = ordered(set)
  if (to === null) return stopped || high === low
  if (or_to !== null) return high < to || (high < or_to && low >= to - 1)
  return high < to || (high - low < 2 && high < (cap ?? Infinity))
}

/** Whether a match tie-break has ended. "1-0" means the points are unknown; a stopped tie-break is never written that way. */
export function isFullTieBreak(set: SetScore, stopped: boolean, tieBreak: MatchTieBreak | null): boolean {
  if (tieBreak === null) return false
  const [high, low] = ordered(set)
  if (high === 1 && low === 0) return !stopped
  return (high === tieBreak.to && high - low >= 2) || (high > tieBreak.to && high - low === 2)
}

function isOpenTieBreak(set: SetScore, tieBreak: MatchTieBreak | null): boolean {
  const [high, low] = ordered(set)
  return tieBreak !== null && (high < tieBreak.to || high - low < 2)
}
