import { scoreOutcome, swapSides, type MatchStatus, type SetScore } from './outcome.ts'
import { isFullSet, isFullTieBreak, scoreProblem, type ScoreProblem } from './score.ts'
import { standardRules, type ScoreRules } from './season-rules.ts'
import type { SetShape, SetTieBreak } from './sports/sport.ts'
import { groupsOf, type FormatGroup } from './sports/sports.ts'

type Formats = Pick<ScoreRules, 'formats'>

/** A result parsed from one line: its sets, and how the match ended. */
export type ResultLine = { sets: SetScore[]; status: MatchStatus }

/**
 * Parses a score as players and spreadsheets write it: "6-4 4-6 10-8", "6:4, 7-6(5)", "7-6 (7-5) 6-3", "7-6[5]",
 * "6/4 4/6 [10-8]", "6-4 / 3-6 / 1-0(7)", "64 46 108", "76 1210"; in games to 11 also "117 911 1210". Null if the text is
 * not a score or could be two. Does not check legality: see scoreProblem.
 */
export function parseScoreLine(text: string, { formats }: Formats = standardRules): SetScore[] | null {
  const tokens = text
    // A slash between two sets separates them; inside one it is a dash.
    .replace(/(\d\s*[-–—:]\s*\d{1,2}(?:\([\d-]+\)|\[\d+\])?)\s*\/\s*(?=\[?\d{1,2}\s*[-–—:])/g, '$1 ')
    .replace(/\s*[-–—:/]\s*/g, '-')
    .replace(/\s+(?=\(\d+\)|\[\d+\])|(?<=\b(?:1-0|0-1))\s+(?=\(\d+-\d+\))/g, '')
    .split(/[\s,;]+/)
    .filter((token) => token !== '')
  const groups = groupsOf(formats).played
  const sets: SetScore[] = []
  for (const [index, token] of tokens.entries()) {
    if (isTieBreakDetail(token, sets, groups, index === tokens.length - 1)) continue
    const set = parseSet(token, groups)
    if (set === null) return null
    sets.push(set)
  }
  return sets.length === 0 ? null : sets
}

/**
 * The same with an ending: "6-4 2-1 ret.", "6-4 3-6 (retired)", "6-4 4-6 tie", "6-4 2-1 stopped", "W/O", "def.", "double default". A default before the first
 * game, also written as "6-0 6-0 def", is a no-show; after it, a retirement. Null as parseScoreLine.
 */
export function parseResultLine(text: string, rules: Formats = standardRules): ResultLine | null {
  const [, line = '', word = ''] =
    /^(.*?)\s*\(?(ret(?:\.|ired|'d\.?|d\.?)?|tied?|stop(?:\.|ped)?|susp(?:\.|ended)?|double default|def(?:\.|ault(?:ed)?)?|w\.?\/?o\.?|walkover)?\)?$/i.exec(
      text.trim().replaceAll(/[’‘´`]/g, "'"),
    ) ?? []
  const ending = endingOf(word)
  if (ending === null) {
    const sets = parseScoreLine(text, rules)
    return sets && { sets, status: null }
  }
  if (line.trim() === '') return ending === 'default' ? noShow : { sets: [], status: ending }
  const sets = parseScoreLine(line, rules)
  if (sets === null) return null
  if (ending !== 'default') return { sets, status: ending }
  return sets.every(({ score_2 }) => score_2 === 0) ? noShow : { sets, status: 'Retired' }
}

/** A result whose sets the winner's side comes first in, and the side that won. */
type SidedResult = ResultLine & {
  /** Null without a winner. */
  winner: 'first' | 'second' | null
  /** Why the score is not legal. Null if it is. */
  problem: ScoreProblem | null
}

/**
 * Parses a result as a sheet has it, from the side of the player who is named first: "4-6 3-6" was won by the second. A match
 * that was not played to the end was won by the first. Null as parseScoreLine.
 */
export function parseSidedResult(text: string, rules: ScoreRules): SidedResult | null {
  const read = parseResultLine(text, rules)
  if (read === null) return null
  const { sets, status } = read
  const problem = scoreProblem(sets, status, rules)
  if (!scoreOutcome(status).has_winner) return { ...read, winner: null, problem }
  const swapped = sets.map(swapSides)
  const isSwapped = problem !== null && status !== 'Retired' && scoreProblem(swapped, status, rules) === null
  return isSwapped ? { sets: swapped, status, winner: 'second', problem: null } : { ...read, winner: 'first', problem }
}

const noShow: ResultLine = { sets: [], status: 'Opponent did not show' }

function endingOf(word: string): MatchStatus | 'default' {
  if (/^r/i.test(word)) return 'Retired'
  if (/^t/i.test(word)) return 'Match ended in a tie'
  if (/^s/i.test(word)) return 'Stopped by time or weather'
  if (/^double/i.test(word)) return 'Double default'
  return word === '' ? null : 'default'
}

const dateForms = [
  /^(\d{1,2})(?:[-. ]|\. )([a-z]{3,9})$/i,
  /^\d{4}-(\d\d)-(\d\d)(?:[T ].*)?$/,
  /^(\d{1,2})[/.](\d{1,2})[/.](?:\d{4}|\d{2})$/,
]
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Restores a score that a spreadsheet has turned into a date, the winner's games first: "4-Jun" was 6-4. Null if the text
 * is not such a date.
 */
export function scoreOfDate(text: string): SetScore | null {
  const [, one = '', other = ''] = dateForms.map((form) => form.exec(text.trim())).find((found) => found !== null) ?? []
  const numbers = [one, other].map((part) => Number(part) || months.indexOf(part.slice(0, 3).toLowerCase()) + 1)
  if (numbers.includes(0)) return null
  return { score_1: Math.max(...numbers), score_2: Math.min(...numbers) }
}

/**
 * Whether a separate token, "(7-5)", is the tie-break that ended the previous set. At the end and after one set all,
 * "(10-8)" could also be a match tie-break, so it is read as neither.
 */
function isTieBreakDetail(
  token: string,
  sets: readonly SetScore[],
  groups: readonly FormatGroup[],
  isLast: boolean,
): boolean {
  const [, left, right] = /^\((\d{1,2})-(\d{1,2})\)$/.exec(token) ?? []
  const last = sets.at(-1)
  if (left === undefined || last === undefined) return false
  const points = { score_1: Number(left), score_2: Number(right) }
  if (!tieBreaksOf(last, groups).some((tieBreak) => endsTieBreak(points, tieBreak))) return false
  const won = sets.filter(({ score_1, score_2 }) => score_1 > score_2).length
  const isLevel = won * 2 === sets.length
  return !isLast || !isLevel || !groups.some((group) => isFullTieBreak(points, false, group.match_tie_break))
}

/** The tie-breaks that can have decided a set: that of 7-6. */
function tieBreaksOf(set: SetScore, groups: readonly FormatGroup[]): SetTieBreak[] {
  const [high, low] = ordered(set)
  return shapesOf(groups).flatMap(({ cap, tie_break }) =>
    tie_break !== null && high === cap && low === high - 1 ? tie_break : [],
  )
}

function endsTieBreak(points: SetScore, { to, is_sudden }: SetTieBreak): boolean {
  const [high, low] = ordered(points)
  return (high === to && high - low >= (is_sudden ? 1 : 2)) || (!is_sudden && high > to && high - low === 2)
}

function shapesOf(groups: readonly FormatGroup[]): SetShape[] {
  return groups.flatMap(({ shape, deciding }) => [shape, deciding?.shape ?? []].flat())
}

function parseSet(token: string, groups: readonly FormatGroup[]): SetScore | null {
  const [, open, left, right, close, detail] =
    /^(\[?)(\d{1,2})-(\d{1,2})(\]?)(\(\d{1,2}(?:-\d{1,2})?\)|\[\d{1,2}\])?$/.exec(token) ?? []
  if (left !== undefined) {
    const set = { score_1: Number(left), score_2: Number(right) }
    if ((open === '') !== (close === '')) return null
    if (detail === undefined || tieBreaksOf(set, groups).length > 0) return set
    return tieBreakWithPoints(set, detail, groups)
  }
  const [, digits = '', points] = /^(\d{2,4})(\(\d{1,2}\)|\[\d{1,2}\])?$/.exec(token) ?? []
  if (digits.length === 2) return parseSet(`${digits[0]}-${digits[1]}${points ?? ''}`, groups)
  if (digits === '' || points !== undefined) return null
  const readings = gluedScores(digits, groups)
  return readings.length === 1 ? readings[0]! : null
}

/** A match tie-break written as one set with its points: "1-0(7)" is 10-7, "1-0(11)" is 13-11, "1-0(10-7)" is 10-7. */
function tieBreakWithPoints(set: SetScore, detail: string, groups: readonly FormatGroup[]): SetScore | null {
  const [high, low] = ordered(set)
  const { to } = groups.find(({ match_tie_break }) => match_tie_break !== null)?.match_tie_break ?? {}
  if (high !== 1 || low !== 0 || to === undefined) return null
  const [first = 0, second] = detail.slice(1, -1).split('-').map(Number)
  const loser = second === undefined ? first : Math.min(first, second)
  const winner = second === undefined ? Math.max(to, loser + 2) : Math.max(first, second)
  return set.score_1 === 1 ? { score_1: winner, score_2: loser } : { score_1: loser, score_2: winner }
}

/**
 * Three or four digits in a row can only be a match tie-break, or a finished game of points. Past 30, "6462" is two sets
 * typed without a space.
 */
function gluedScores(digits: string, groups: readonly FormatGroup[]): SetScore[] {
  return [1, 2, 3]
    .map((cut) => [digits.slice(0, cut), digits.slice(cut)] as const)
    .filter((halves) => halves.every((half) => /^(0|[1-9]\d?)$/.test(half)))
    .map(([left, right]) => ({ score_1: Number(left), score_2: Number(right) }))
    .filter(
      (set) =>
        ordered(set)[0] <= 30 &&
        (groups.some((group) => isFullTieBreak(set, false, group.match_tie_break)) ||
          shapesOf(groups).some((shape) => shape.to !== null && isFullSet(set, shape, false))),
    )
}

function ordered({ score_1, score_2 }: SetScore): [high: number, low: number] {
  return score_1 > score_2 ? [score_1, score_2] : [score_2, score_1]
}
