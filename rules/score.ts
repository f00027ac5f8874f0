import { formatWords, matchFormats, type ScoreRules } from './season-rules.ts'

/** The games of one set. `score_1` is the match winner's (in a tie: the first side's). */
export type SetScore = { score_1: number; score_2: number }

/** How a match may end other than by being played out (docs/product.md, "States"). */
export const matchStatuses = [
  'Match ended in a tie',
  'Canceled within 4 hours of match',
  'Retired',
  'Opponent did not show',
] as const

/** null: the match was played to its end. */
export type MatchStatus = (typeof matchStatuses)[number] | null

export type ScoreProblemCode =
  | 'no_sets'
  | 'sets_not_expected'
  | 'games_not_whole'
  | 'games_negative'
  | 'games_too_many'
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
  | 'sets_not_level'
  | 'format_not_played'
  | 'tie_break_expected'
  | 'tie_break_not_played'

/** `set` counts from 1 and is there when one set is to blame. */
export type ScoreProblem = { code: ScoreProblemCode; set?: number }

type Pair = { winner: number; opponent: number }
export type ScoreTotals = { sets: Pair; games: Pair }

/**
 * What keeps these sets from being a score, or null (docs/product.md, "Score"; ITF Rules of Tennis 6 and 7).
 *
 * Played out: one set, best of three or best of five, and the last set is exactly the one that ended it.
 * The format is not reported, because the winner's sets tell it (1, 2 or 3): a score is legal
 * when the winner has one to three sets, the opponent fewer, and the last set is the winner's.
 * 6-4 6-4 is a best of three, 6-4 6-4 4-6 6-3 a best of five, 6-4 6-4 4-6 neither.
 *
 * Stopped (`Retired`, tie): only the last set may be unfinished, and the match must still have been open in one of the
 * season's formats. 6-3 6-4 can be stopped in a best of five, 6-4 4-6 6-3 also in a match tie-break at 6-3.
 * Not played (no show, late cancel): no sets at all.
 */
export function scoreProblem(sets: readonly SetScore[], status: MatchStatus, rules: ScoreRules): ScoreProblem | null {
  return formProblem(sets, status) ?? seasonProblem(sets, status, rules)
}

/** What no season allows. */
function formProblem(sets: readonly SetScore[], status: MatchStatus): ScoreProblem | null {
  if (!scoreOutcome(status).counts_as_played) {
    return sets.length === 0 ? null : { code: 'sets_not_expected' }
  }
  const course = followSets(sets, status !== null)
  if ('code' in course) return course
  if (status === 'Retired') return null
  if (sets.length === 0) return { code: 'no_sets' }
  if (status === 'Match ended in a tie') {
    if (sets.length === 1 && isBlank(sets[0]!)) return { code: 'set_not_played', set: 1 }
    return null
  }
  if (course.winner === course.opponent) return { code: 'sets_level' }
  if (course.winner < course.opponent) return { code: 'winner_behind' }
  const end = sets.findLastIndex((set) => set.score_1 > set.score_2) + 1
  return end === sets.length ? null : { code: 'set_after_end', set: end + 1 }
}

/** Why a season's rules do not allow a score that another season allows; null: they do. */
function seasonProblem(sets: readonly SetScore[], status: MatchStatus, rules: ScoreRules): ScoreProblem | null {
  if (!scoreOutcome(status).counts_as_played) return null
  if (status !== null) return stoppedProblem(sets, status, rules)
  const { winner, opponent } = scoreTotals(sets, status, rules).sets
  if (!formatsOf(rules).some(({ sets_to_win }) => winner === sets_to_win)) return { code: 'format_not_played' }
  const tieBreak = sets.findIndex((_, index) => isMatchTieBreak(sets, index, status))
  if (rules.match_tie_break === 'never' && tieBreak >= 0) return { code: 'tie_break_not_played', set: tieBreak + 1 }
  const decided = sets.length > 1 && winner - opponent === 1
  if (rules.match_tie_break === 'always' && decided && tieBreak < 0)
    return { code: 'tie_break_expected', set: sets.length }
  return null
}

/** Why a stopped match cannot have stood like this in any of the season's formats; null: it can. */
function stoppedProblem(sets: readonly SetScore[], status: MatchStatus, rules: ScoreRules): ScoreProblem | null {
  const kinds = lastSets(sets, rules)
  if (kinds.length > 0) {
    if (status !== 'Match ended in a tie') return null
    const { winner, opponent } = scoreTotals(sets, status, rules).sets
    return winner === opponent ? null : { code: 'sets_not_level' }
  }
  if (wholeIn(sets, rules)) return { code: status === 'Retired' ? 'already_over' : 'sets_not_level' }
  const withTieBreak: ScoreRules = { ...rules, match_tie_break: 'allowed' }
  if (lastSets(sets, withTieBreak).length > 0 || wholeIn(sets, withTieBreak))
    return { code: 'tie_break_not_played', set: sets.length }
  return { code: 'format_not_played' }
}

type LastSet = 'none' | 'full' | 'open' | 'open_tie_break'

/**
 * What the last set of a stopped match can be, an answer for each format of the season in which the match was still
 * open: no set yet, a full set, an unfinished set, or an unfinished match tie-break.
 */
function lastSets(sets: readonly SetScore[], rules: ScoreRules): LastSet[] {
  const last = sets.at(-1)
  if (last === undefined) return ['none']
  return positionsIn(sets, rules).flatMap(({ isSet, isTieBreak, sets_to_win }): LastSet[] => [
    ...(isSet && isFullSet(last) && Math.max(...setsWon(sets)) < sets_to_win ? ['full' as const] : []),
    ...(isSet && isOpenSet(last) ? ['open' as const] : []),
    ...(isTieBreak && isOpenTieBreak(last) ? ['open_tie_break' as const] : []),
  ])
}

/** Whether the sets are a whole match in one of the season's formats. */
function wholeIn(sets: readonly SetScore[], rules: ScoreRules): boolean {
  const last = sets.at(-1)
  return (
    last !== undefined &&
    positionsIn(sets, rules).some(
      ({ isSet, isTieBreak, sets_to_win }) =>
        (isSet && Math.max(...setsWon(sets)) === sets_to_win) || (isTieBreak && isFullTieBreak(last, true)),
    )
  )
}

/** The formats of the season in which the last set could begin, and whether it then was a set or a match tie-break. */
function positionsIn(sets: readonly SetScore[], { formats, match_tie_break }: ScoreRules) {
  const before = sets.slice(0, -1)
  const won = setsWon(before)
  return formatsOf({ formats })
    .filter(({ sets_to_win }) => before.every(isFullSet) && Math.max(...won) < sets_to_win)
    .map(({ sets_to_win }) => {
      const isDeciding = sets_to_win > 1 && Math.min(...won) === sets_to_win - 1
      return {
        sets_to_win,
        isSet: !isDeciding || match_tie_break !== 'always',
        isTieBreak: isDeciding && match_tie_break !== 'never',
      }
    })
}

/** Full sets on each side. */
function setsWon(sets: readonly SetScore[]): [number, number] {
  const full = sets.filter(isFullSet)
  const first = full.filter(({ score_1, score_2 }) => score_1 > score_2).length
  return [first, full.length - first]
}

function formatsOf({ formats }: Pick<ScoreRules, 'formats'>) {
  return matchFormats.filter(({ format }) => formats.includes(format))
}

/** The problem as a sentence for the player; `rules` are those that the score was checked by. */
export function scoreSentence(problem: ScoreProblem, rules: ScoreRules): string {
  const set = problem.set === undefined ? 'A set' : `Set ${problem.set}`
  switch (problem.code) {
    case 'no_sets':
      return 'Add the games of at least one set.'
    case 'sets_not_expected':
      return 'This match was not played, so it has no sets: remove them, or choose another match status.'
    case 'games_not_whole':
      return `${set} needs a whole number of games for both players.`
    case 'games_negative':
      return `${set} cannot have fewer than 0 games.`
    case 'games_too_many':
      return `${set} cannot have more than 99 games or points.`
    case 'set_not_played':
      return `${set} is 0-0: enter its games, or delete the set.`
    case 'set_unfinished':
      return `${set} is not finished: a set ends at 6 games with two ahead, or at 7-5 or 7-6.`
    case 'not_a_set':
      return `${set} does not end like a set: 6-0 to 6-4, 7-5 or 7-6.`
    case 'not_a_tie_break':
      return `${set} does not end like a match tie-break: 10-0 to 10-8, or two points apart past 10, like 12-10.`
    case 'tie_break_too_early':
      return `${set} is a match tie-break, which can only be the deciding set.`
    case 'tie_break_not_deciding':
      return `${set} is a match tie-break, which is only played at one set all or two sets all.`
    case 'set_after_end':
      return `${set} came after the match was over: delete it, or check the sets before it.`
    case 'sets_level':
      return 'The sets are level, so nobody has won yet: add the deciding set, or choose "Match ended in a tie".'
    case 'winner_behind':
      return "The opponent has won more sets: the winner's games come first in each set."
    case 'already_over':
      return 'In this season these sets are a whole match, so nobody retired: leave the match status empty, or remove what was not played.'
    case 'sets_not_level':
      return 'A tie has level sets: one player has won more of these.'
    case 'format_not_played':
      return `In this season a match is ${formatWords(rules.formats)}.`
    case 'tie_break_expected':
      return `${set} is the deciding set: in this season a match tie-break is played instead.`
    case 'tie_break_not_played':
      return `${set} is a match tie-break: in this season the deciding set is played out.`
  }
}

/**
 * Sets and games won. A match tie-break is one set and one game. An unfinished last set is nobody's set, but its
 * games count; the points of an unfinished match tie-break are not games. Where the last set of a stopped match could be
 * either, it is a set. Nothing for a match not played.
 */
export function scoreTotals(sets: readonly SetScore[], status: MatchStatus, rules: ScoreRules): ScoreTotals {
  const totals = { sets: { winner: 0, opponent: 0 }, games: { winner: 0, opponent: 0 } }
  const isStopped = status === 'Retired' || status === 'Match ended in a tie'
  const kinds = isStopped && sets.length > 2 ? lastSets(sets, rules) : []
  const inTieBreak = kinds.length > 0 && kinds.every((kind) => kind === 'open_tie_break')
  sets.forEach((set, index) => {
    if (inTieBreak && index === sets.length - 1) return
    const side = set.score_1 > set.score_2 ? 'winner' : 'opponent'
    if (isMatchTieBreak(sets, index, status)) {
      totals.sets[side] += 1
      totals.games[side] += 1
    } else if (isFullSet(set) || isOpenSet(set)) {
      if (isFullSet(set)) totals.sets[side] += 1
      totals.games.winner += set.score_1
      totals.games.opponent += set.score_2
    }
  })
  return totals
}

/** Whether the two totals a player sent are the sets won or the games won. */
export function totalsAgree({ sets, games }: ScoreTotals, total_winner: number, total_opponent: number): boolean {
  return [sets, games].some(({ winner, opponent }) => winner === total_winner && opponent === total_opponent)
}

/** Whether the set at `index` (from 0) is a finished match tie-break. In a stopped match 1-0 is one game of a set. */
export function isMatchTieBreak(sets: readonly SetScore[], index: number, status: MatchStatus): boolean {
  const set = sets[index]
  return set !== undefined && index >= 2 && isFullTieBreak(set, status !== null)
}

/** The score as the sport writes it: "6-4 3-6 10-7", "6-4 2-1 ret.", "6-4 4-6 tie", "w.o." (walkover). */
export function scoreLine(sets: readonly SetScore[], status: MatchStatus): string {
  if (!scoreOutcome(status).counts_as_played) return 'w.o.'
  const line = sets.map(({ score_1, score_2 }) => `${score_1}-${score_2}`)
  if (status === 'Retired') line.push('ret.')
  if (status === 'Match ended in a tie') line.push('tie')
  return line.join(' ')
}

/** What a result is worth: a walkover is won and lost but not played; nobody wins a tie. */
export function scoreOutcome(status: MatchStatus): { counts_as_played: boolean; has_winner: boolean } {
  const walkover = status === 'Opponent did not show' || status === 'Canceled within 4 hours of match'
  return { counts_as_played: !walkover, has_winner: status !== 'Match ended in a tie' }
}

/**
 * Reads what players type: "6-4 4-6 10-8", "6:4, 7-6(5)", "6/4 4/6 [10-8]", "64 46 108", "76 1210".
 * Null when the text can be read in no way or in two. Reading is not judging: see scoreProblem.
 */
export function parseScoreLine(text: string): SetScore[] | null {
  const tokens = text
    .replace(/\s*[-–—:/]\s*/g, '-')
    .replace(/\s+(?=\(\d+\))/g, '')
    .split(/[\s,;]+/)
  const sets: SetScore[] = []
  for (const token of tokens.filter((each) => each !== '')) {
    const set = parseSet(token)
    if (set === null) return null
    sets.push(set)
  }
  return sets.length === 0 ? null : sets
}

type Course = Pair & { tie_broken: boolean }

/** Plays the sets one after the other: the first problem on the way, or who won how many. */
function followSets(sets: readonly SetScore[], stopped: boolean): ScoreProblem | Course {
  const course: Course = { winner: 0, opponent: 0, tie_broken: false }
  for (const [index, set] of sets.entries()) {
    const at = { set: index + 1 }
    const level = course.winner === course.opponent
    const games = gamesProblem(set)
    if (games !== null) return { code: games, ...at }
    if (course.tie_broken || course.winner === 3 || course.opponent === 3) {
      return { code: 'set_after_end', ...at }
    }
    const open = isOpenSet(set) || (level && index >= 2 && !isFullSet(set) && isOpenTieBreak(set))
    if (stopped && open && at.set === sets.length) return course
    const code = setProblem(set, at.set, stopped)
    if (code !== null) return { code, ...at }
    if (!isFullSet(set)) {
      if (!level) return { code: 'tie_break_not_deciding', ...at }
      course.tie_broken = true
    }
    course[set.score_1 > set.score_2 ? 'winner' : 'opponent'] += 1
  }
  return course
}

function gamesProblem({ score_1, score_2 }: SetScore): ScoreProblemCode | null {
  if (!Number.isInteger(score_1) || !Number.isInteger(score_2)) return 'games_not_whole'
  if (score_1 < 0 || score_2 < 0) return 'games_negative'
  return score_1 > 99 || score_2 > 99 ? 'games_too_many' : null
}

function setProblem(set: SetScore, position: number, stopped: boolean): ScoreProblemCode | null {
  const high = Math.max(set.score_1, set.score_2)
  if (isFullSet(set)) return null
  if (position >= 3 && isFullTieBreak(set, stopped)) return null
  if (isBlank(set)) return 'set_not_played'
  if (isOpenSet(set)) return 'set_unfinished'
  if (position >= 3 && high > 7) return 'not_a_tie_break'
  return isFullTieBreak(set, stopped) ? 'tie_break_too_early' : 'not_a_set'
}

function ordered({ score_1, score_2 }: SetScore): [high: number, low: number] {
  return score_1 > score_2 ? [score_1, score_2] : [score_2, score_1]
}

function isBlank({ score_1, score_2 }: SetScore): boolean {
  return score_1 === 0 && score_2 === 0
}

function isFullSet(set: SetScore): boolean {
  const [high, low] = ordered(set)
  return (high === 6 && low <= 4) || (high === 7 && (low === 5 || low === 6))
}

function isOpenSet(set: SetScore): boolean {
  const [high, low] = ordered(set)
  return high <= 5 || (high === 6 && low >= 5)
}

function isFullTieBreak(set: SetScore, stopped: boolean): boolean {
  const [high, low] = ordered(set)
  if (high === 1 && low === 0) return !stopped
  return (high === 10 && low <= 8) || (high > 10 && high - low === 2)
}

function isOpenTieBreak(set: SetScore): boolean {
  const [high, low] = ordered(set)
  return high < 10 || high - low < 2
}

function parseSet(token: string): SetScore | null {
  const written = /^(\[?)(\d{1,2})-(\d{1,2})(\]?)(\(\d{1,2}(?:-\d{1,2})?\))?$/.exec(token)
  if (written !== null) {
    const [, open, left, right, close, detail] = written
    const set = { score_1: Number(left), score_2: Number(right) }
    const [high, low] = ordered(set)
    const fits = detail === undefined || (high === 7 && low === 6)
    return fits && (open === '') === (close === '') ? set : null
  }
  const glued = /^(\d{2,4})(\(\d{1,2}\))?$/.exec(token)
  if (glued === null) return null
  const [, digits = '', detail] = glued
  if (digits.length === 2) return parseSet(`${digits[0]}-${digits[1]}${detail ?? ''}`)
  if (detail !== undefined) return null
  const readings = gluedTieBreaks(digits)
  return readings.length === 1 ? readings[0]! : null
}

/** Three or four digits in a row can only be a match tie-break. Past 30, "6462" is two sets typed without a space. */
function gluedTieBreaks(digits: string): SetScore[] {
  return [1, 2, 3]
    .map((cut) => [digits.slice(0, cut), digits.slice(cut)] as const)
    .filter((halves) => halves.every((half) => /^(0|[1-9]\d?)$/.test(half)))
    .map(([left, right]) => ({ score_1: Number(left), score_2: Number(right) }))
    .filter((set) => isFullTieBreak(set, false) && ordered(set)[0] <= 30)
}
