import { type MatchStatus, type SetScore, swapSides } from './outcome.ts'
import { endedAs, isFullSet, isFullTieBreak, isOpenSet, scoreProblem } from './score.ts'
import type { ScoreRules, SeasonRules } from './season-rules.ts'
import { findFormat, sportWords, type MatchFormat, type Sport } from './sports/formats.ts'
import type { LiveDeuce, SetShape } from './sports/sport.ts'
import { groupsOf, shapeAt, sportRules } from './sports/sports.ts'

// Live scoring: a log of events, and the score derived from it. The tables of the sports define sets and matches, and
// rules/score.ts, which also checks reported scores, decides when they end.

/** Entry one, entry two. */
export type LiveSide = 1 | 2
type Pair = readonly [number, number]

/** How a live match is played. Chosen when it starts. */
export type LiveSetup = {
  format: MatchFormat
  /** The format of the deciding set, once both sides need one more. */
  deciding: 'set' | 'tie_break'
  /** At deuce, the next point decides the game. */
  no_ad: boolean
  /** Absent from live scores that earlier releases started, in which padel had the golden point. */
  deuce?: LiveDeuce | undefined
  first_server: LiveSide
  /** Two on each side. */
  pairs: boolean
  /** A woman and a man on each side. */
  mixed?: boolean | undefined
  /** Who wins if time or weather stops the match. Absent from live scores that earlier releases started: played on. */
  stopped?: SeasonRules['stopped'] | undefined
}

/** One entry of the log. `undo` cancels the last entry that was not undone. */
export type LiveEvent =
  /** A point, or a rally in sports where only the server can score. */
  | { kind: 'point'; side: LiveSide }
  /** A whole game, or the whole tie-break of a set. */
  | { kind: 'game'; side: LiveSide }
  /** Sets the score, after somebody forgot to tap. `score_1` is side one's. */
  | { kind: 'score'; sets: SetScore[]; points: SetScore; server: LiveSide }
  | { kind: 'server'; side: LiveSide }
  /** The receiver's choice of the score that wins the game (`or_to` of its shape). */
  | { kind: 'choose'; to: number }
  /** The side cannot continue. */
  | { kind: 'retire'; side: LiveSide }
  /** The time of a timed match is up. */
  | { kind: 'time' }
  | { kind: 'undo' }

/** A log entry with its instant in milliseconds. */
export type LoggedEvent = LiveEvent & { at: number }

/** The longest log. A match of five long sets has a few hundred entries. */
export const MOST_LIVE_EVENTS = 2_000

/** Hours without an entry after which a match no longer counts as live. */
export const LIVE_HOURS = 3

/** The prize of the next point for a side. */
export type Stake = 'game' | 'set' | 'match'

/** The current score. In all pairs, side one comes first. */
export type LiveState = {
  /**
   * The sets played and the current one. In a match tie-break, and in sports with games of points, the last one holds
   * the points.
   */
  sets: SetScore[]
  /** Points of the current game or tie-break. 0-0 while the set itself is counted in points. */
  points: [number, number]
  playing: 'game' | 'tie_break' | 'match_tie_break' | 'points'
  /** The points as an umpire calls them: 15, 40, Ad, or plain numbers. */
  called: [string, string]
  /** At deuce: 'deuce', or the point that decides the game. */
  deuce: 'deuce' | 'deciding_point' | null
  server: LiveSide
  /**
   * The side of the court from which to serve. `receiver`: the receiving side chooses. `same_gender`: the receiver of the
   * server's gender receives.
   */
  court: 'right' | 'left' | 'receiver' | 'same_gender' | null
  /** Which partner serves, while a pair keeps the serve. Null where pairs do not keep it. */
  server_number: 1 | 2 | null
  /** Each side's prize if it wins the next point. */
  stakes: [Stake | null, Stake | null]
  /** The scores from which the receiver chooses the one that wins the game, before the next rally. */
  choices?: [number, number] | undefined
  /** Sides change ends before the next point. */
  change_ends: boolean
  sets_won: [number, number]
  /** `winner` is null in a tie. */
  over: { winner: LiveSide | null; status: MatchStatus } | null
}

export type LiveProblem =
  | 'over'
  | 'nothing_to_undo'
  /** The set is counted in points, so no game can be scored as a whole. */
  | 'no_game'
  /** No match can have this score, so it cannot be set. */
  | 'not_a_score'
  /** In a timed match, time ends the match only while the score is level. */
  | 'not_level'
  /** The receiver has yet to choose how long the game is. */
  | 'choose_first'
  | 'nothing_to_choose'

/** The setup of a match in a season, from its scorer's choices. */
export function setupOf(
  choice: Pick<LiveSetup, 'format' | 'deciding' | 'first_server'>,
  { no_ad, padel_deuce, stopped }: Pick<SeasonRules, 'no_ad' | 'padel_deuce' | 'stopped'>,
  players: Required<Pick<LiveSetup, 'pairs' | 'mixed'>>,
): LiveSetup {
  const { sport, deuce: always } = rowOf(choice.format)
  const ofPadel = padel_deuce === 'golden_point' ? 'deciding_point' : padel_deuce
  const deuce = always ?? (isPadelDeuce(sport) ? ofPadel : no_ad ? 'deciding_point' : 'advantage')
  return { ...choice, no_ad: deuce === 'deciding_point', deuce, stopped, ...players }
}

/** Why a setup does not fit a season. Null if it does. */
export function setupProblem(setup: Pick<LiveSetup, 'format' | 'deciding'>, rules: ScoreRules) {
  const fits = rules.formats.includes(setup.format) && decidingSets(setup.format, rules).includes(setup.deciding)
  return fits ? null : 'format_not_played'
}

/** The ways to play the deciding set of a format in a season, the usual one first. */
export function decidingSets(
  format: MatchFormat,
  { match_tie_break }: Pick<ScoreRules, 'match_tie_break'>,
): LiveSetup['deciding'][] {
  const { group } = tablesOf(format)
  if (group.deciding !== null) return [group.deciding.shape === null ? 'tie_break' : 'set']
  if (group.sets_to_win[0] === 1 || group.match_tie_break === null) return ['set']
  return ({ always: ['tie_break'], never: ['set'], allowed: ['tie_break', 'set'] } as const)[match_tie_break].slice()
}

/** Whether a game can be scored as a whole, without its points. */
export function hasGames(format: MatchFormat): boolean {
  const { group, rules } = tablesOf(format)
  return rules.game_points !== null && shapeAt(group, 0) !== null
}

/** Whether a side serves until it loses the serve, and only then scores. */
export function keepsServe(format: MatchFormat): boolean {
  return tablesOf(format).rules.serve.turns === 'side_out'
}

/** The score after a log. Or the index (from 0) of the first impossible entry, and why. */
export function playLive(
  setup: LiveSetup,
  log: readonly LiveEvent[],
): { state: LiveState } | { problem: LiveProblem; index: number } {
  const before: Course[] = []
  let course = startOf(setup)
  for (const [index, event] of log.entries()) {
    if (event.kind === 'undo') {
      const last = before.pop()
      if (!last) return { problem: 'nothing_to_undo', index }
      course = last
      continue
    }
    const next = follow(setup, course, event)
    if (typeof next === 'string') return { problem: next, index }
    before.push(course)
    course = next
  }
  return { state: stateOf(setup, course) }
}

/** Explains to the player why an entry cannot follow. */
export const liveProblemSentences: Record<LiveProblem, string> = {
  over: 'The match is over. Undo the last entry to continue.',
  nothing_to_undo: 'There is nothing to undo.',
  no_game: 'This is scored in points.',
  not_a_score: 'This score is not possible in this format.',
  not_level: 'The match can end here only while it is level.',
  choose_first: 'First enter the score to which the receiver chooses to play.',
  nothing_to_choose: 'The receiver does not choose at this score.',
}

/** Whether the log has an entry to undo. */
export function canUndo(log: readonly LiveEvent[]): boolean {
  return log.reduce((left, { kind }) => left + (kind === 'undo' ? -1 : 1), 0) > 0
}

/** The score of a finished match as it is reported: the winner's first, or side one's in a tie. */
export function finalScore({
  sets,
  over,
}: LiveState): { winner: LiveSide | null; status: MatchStatus; sets: SetScore[] } | null {
  if (over === null) return null
  return {
    ...over,
    sets: over.winner === 2 ? sets.map(swapSides) : sets,
  }
}

/** The score rules that apply to a match with this setup. */
export function scoreRulesOf({
  format,
  deciding,
  stopped = 'played_on',
}: Pick<LiveSetup, 'format' | 'deciding' | 'stopped'>): ScoreRules {
  return { formats: [format], match_tie_break: deciding === 'tie_break' ? 'always' : 'never', stopped }
}

/** The course of a match, accumulated from the log. The state is derived from it. */
type Course = {
  done: readonly SetScore[]
  /** Games of the current set, or its points. */
  current: Pair
  points: Pair
  server: LiveSide
  /** The side that served first in the current game, tie-break or set of points. */
  first: LiveSide
  server_number: 1 | 2
  /**
   * In sports in which a pair keeps the serve, the partners swap courts after each point they win, so the court does
   * not depend on the score.
   */
  is_right: boolean
  /** The score that wins the current game, if the receiver has chosen it. */
  chosen: number | null
  change_ends: boolean
  over: LiveState['over']
}

const none: Pair = [0, 0]

/** Up to this number of points, ends change only once in a tie-break that one point may decide. */
const SHORT_TIE_BREAK = 5

function startOf({ first_server }: LiveSetup): Course {
  return {
    done: [],
    current: none,
    points: none,
    server: first_server,
    first: first_server,
    // The pair that serves first in a game starts with only one server.
    server_number: 2,
    is_right: true,
    chosen: null,
    change_ends: false,
    over: null,
  }
}

const known = new Map<MatchFormat, ReturnType<typeof readTables>>()

/** The parts of the sport's tables that concern a format. */
function tablesOf(format: MatchFormat) {
  const found = known.get(format) ?? readTables(format)
  known.set(format, found)
  return found
}

function readTables(format: MatchFormat) {
  const { sets_to_win, sport } = rowOf(format)
  const group = groupsOf([format]).played[0]!
  return { sets_to_win, group, rules: { ...sportRules[sport], ...group.shape.play } }
}

function isPadelDeuce(sport: Sport): boolean {
  const { deuce } = sportWords[sport]
  return deuce === 'padel_deuce'
}

function rowOf(format: MatchFormat) {
  return findFormat(format)!
}

/** How the current set ends. Null in a match tie-break that replaces the set. */
function shapeOf({ format }: LiveSetup, { done, chosen }: Pick<Course, 'done'> & Partial<Course>): SetShape | null {
  const shape = shapeAt(tablesOf(format).group, done.length)
  return shape === null || (chosen ?? null) === null ? shape : { ...shape, to: chosen!, cap: chosen!, or_to: null }
}

/** The scores between which the receiver has yet to choose. Null if there is no choice to make. */
function choicesIn(setup: LiveSetup, course: Course): [number, number] | null {
  const { to, or_to } = shapeOf(setup, course) ?? { to: null, or_to: null }
  if (course.over || to === null || or_to === null) return null
  return course.current.every((points) => points === to - 1) ? [to, or_to] : null
}

function other(side: LiveSide): LiveSide {
  return side === 1 ? 2 : 1
}

function add(pair: Pair, side: LiveSide): Pair {
  return side === 1 ? [pair[0] + 1, pair[1]] : [pair[0], pair[1] + 1]
}

function setOf([score_1, score_2]: Pair): SetScore {
  return { score_1, score_2 }
}

function setsWon(done: readonly SetScore[]): Pair {
  return [
    done.filter(({ score_1, score_2 }) => score_1 > score_2).length,
    done.filter(({ score_1, score_2 }) => score_2 > score_1).length,
  ]
}

/** Whether both sides need one more set. */
function isLastSet({ done }: Pick<Course, 'done'>, sets_to_win: number): boolean {
  return setsWon(done).every((won) => won === sets_to_win - 1)
}

function playingOf(setup: LiveSetup, course: Pick<Course, 'done' | 'current'>): LiveState['playing'] {
  const { sets_to_win, group, rules } = tablesOf(setup.format)
  const shape = shapeOf(setup, course)
  const isChosen = group.deciding === null && sets_to_win > 1 && setup.deciding === 'tie_break'
  if (shape === null || (isChosen && isLastSet(course, sets_to_win))) return 'match_tie_break'
  if (rules.game_points === null) return 'points'
  const { cap, tie_break } = shape
  return tie_break !== null && course.current.every((games) => games === cap! - 1) ? 'tie_break' : 'game'
}

function follow(setup: LiveSetup, course: Course, event: Exclude<LiveEvent, { kind: 'undo' }>): Course | LiveProblem {
  if (event.kind === 'score') return courseAt(setup, event)
  if (course.over) return 'over'
  switch (event.kind) {
    case 'point':
      if (choicesIn(setup, course)) return 'choose_first'
      return winPoint(setup, { ...course, change_ends: false }, event.side)
    case 'game': {
      const playing = playingOf(setup, course)
      if (playing !== 'game' && playing !== 'tie_break') return 'no_game'
      return winGame(setup, { ...course, change_ends: false }, event.side)
    }
    case 'server':
      return serveFrom(setup, course, event.side)
    case 'choose':
      return choicesIn(setup, course)?.includes(event.to) ? { ...course, chosen: event.to } : 'nothing_to_choose'
    case 'retire':
      return { ...course, over: { winner: other(event.side), status: 'Retired' } }
    case 'time':
      return endByTime(setup, course)
  }
}

function winPoint(setup: LiveSetup, course: Course, side: LiveSide): Course {
  const { group, rules, sets_to_win } = tablesOf(setup.format)
  const shape = shapeOf(setup, course)
  const playing = playingOf(setup, course)
  if (playing === 'game' || playing === 'tie_break') {
    const points = add(course.points, side)
    if (isWon(setup, course, points, playing)) return winGame(setup, course, side)
    if (playing === 'game') return { ...course, points }
    const { to, is_sudden } = shape!.tie_break!
    const change_ends = is_sudden && to <= SHORT_TIE_BREAK ? points[0] + points[1] === 4 : isSixth(points)
    return { ...course, points, server: serverIn(points, course.first), change_ends }
  }
  if (playing === 'points' && rules.scoring === 'own_serve' && side !== course.server) return loseServe(setup, course)
  const current = add(course.current, side)
  const isFull =
    playing === 'points'
      ? shape!.to !== null && isFullSet(setOf(current), shape, false)
      : isFullTieBreak(setOf(current), true, group.match_tie_break)
  if (isFull) return winSet(setup, course, current, side)
  const next = { ...course, current }
  if (playing === 'match_tie_break')
    return { ...next, server: serverIn(current, course.first), change_ends: isSixth(current) }
  const { ends_at } = shape!
  const reached = ends_at !== null && Math.max(...current) === ends_at && current[side - 1] === ends_at
  const change_ends =
    rules.change_ends === 'sets' && reached && current[other(side) - 1]! < ends_at && isLastSet(course, sets_to_win)
  return { ...serveAfterRally(setup, next, side), change_ends }
}

/** Whether these points win the game, or the tie-break of a set. */
function isWon(setup: LiveSetup, course: Course, points: Pair, playing: 'game' | 'tie_break'): boolean {
  const [high, lead] = [Math.max(...points), Math.abs(points[0] - points[1])]
  const { to, decided_at } = endOf(setup, course, playing)
  return high >= to && (lead >= 2 || high > decided_at)
}

/** The points that win with a lead of two, and the level score at which one point decides. */
function endOf(setup: LiveSetup, course: Pick<Course, 'done'>, playing: 'game' | 'tie_break') {
  if (playing === 'tie_break') {
    const { to, is_sudden } = shapeOf(setup, course)!.tie_break!
    return { to, decided_at: is_sudden ? to - 1 : Infinity }
  }
  const to = tablesOf(setup.format).rules.game_points!
  const advantages = { advantage: Infinity, deciding_point: 0, star_point: 2 }[deuceIn(setup)]
  return { to, decided_at: to - 1 + advantages }
}

function deuceIn({ deuce, no_ad, format }: LiveSetup): LiveDeuce {
  return deuce ?? (no_ad || isPadelDeuce(rowOf(format).sport) ? 'deciding_point' : 'advantage')
}

function winGame(setup: LiveSetup, course: Course, side: LiveSide): Course {
  const shape = shapeOf(setup, course)!
  const current = add(course.current, side)
  if (shape.to !== null && isFullSet(setOf(current), shape, false)) return winSet(setup, course, current, side)
  const first = other(course.first)
  return { ...course, current, points: none, first, server: first, change_ends: isOdd(current) }
}

function winSet(setup: LiveSetup, course: Course, current: Pair, side: LiveSide): Course {
  const { sets_to_win, rules } = tablesOf(setup.format)
  const done = [...course.done, setOf(current)]
  const ended = { ...course, done, current: none, points: none, chosen: null, change_ends: false }
  if (setsWon(done)[side - 1] === sets_to_win) return { ...ended, over: { winner: side, status: null } }
  const first = rules.serve.turns === 'games' || rules.serve.next_set === 'other' ? other(course.first) : side
  const change_ends = rules.change_ends === 'sets' || (rules.change_ends === 'odd_games' && isOdd(current))
  return { ...ended, first, server: first, server_number: 2, is_right: true, change_ends }
}

/** The server in a tie-break: the first side serves one point, then the sides serve two points each in turn. */
function serverIn(points: Pair, first: LiveSide): LiveSide {
  return Math.floor((points[0] + points[1] + 1) / 2) % 2 === 0 ? first : other(first)
}

/** The server in a set of points where each side serves two in turn, then one each once both are a point short. */
function serverOfTwo(points: Pair, first: LiveSide, to: number): LiveSide {
  const played = points[0] + points[1]
  const short = 2 * (to - 1)
  const turn = played < short ? Math.floor(played / 2) : to - 1 + (played - short)
  return turn % 2 === 0 ? first : other(first)
}

function isSixth(points: Pair): boolean {
  return (points[0] + points[1]) % 6 === 0
}

function isOdd(pair: Pair): boolean {
  return (pair[0] + pair[1]) % 2 === 1
}

function serveAfterRally({ format }: LiveSetup, course: Course, side: LiveSide): Course {
  const { group, rules } = tablesOf(format)
  const { turns } = rules.serve
  if (turns === 'rally_winner') return { ...course, server: side }
  if (turns === 'side_out') return { ...course, is_right: !course.is_right }
  return { ...course, server: serverOfTwo(course.current, course.first, group.shape.to ?? Infinity) }
}

function loseServe({ pairs }: LiveSetup, course: Course): Course {
  if (pairs && course.server_number === 1) return { ...course, server_number: 2, is_right: !course.is_right }
  return { ...course, server: other(course.server), server_number: pairs ? 1 : 2, is_right: true }
}

/** Returns the same score with this side as the server. */
function serveFrom(setup: LiveSetup, course: Course, side: LiveSide): Course {
  if (course.server === side) return course
  const playing = playingOf(setup, course)
  return {
    ...course,
    server: side,
    first: other(course.first),
    ...(playing === 'points' && keepsServe(setup.format) ? { server_number: 1 as const, is_right: true } : {}),
  }
}

/** Sets a match to a score, if the match can reach it. */
function courseAt(
  setup: LiveSetup,
  { sets, server, ...event }: Extract<LiveEvent, { kind: 'score' }>,
): Course | LiveProblem {
  const points: Pair = [event.points.score_1, event.points.score_2]
  const { sets_to_win, group } = tablesOf(setup.format)
  let course: Course = startOf(setup)
  for (const [index, { score_1, score_2 }] of sets.entries()) {
    if (course.over || ![score_1, score_2].every(isCount)) return 'not_a_score'
    const current: Pair = [score_1, score_2]
    const shape = shapeOf(setup, course)
    const isTieBreak = playingOf(setup, { done: course.done, current: none }) === 'match_tie_break'
    const isFull = isTieBreak
      ? isFullTieBreak(setOf(current), true, group.match_tie_break)
      : shape!.to !== null && isFullSet(setOf(current), shape, false)
    // The last game can go on at this score if the receiver has chosen the longer one.
    const goesOn =
      index === sets.length - 1 && shape !== null && shape.or_to !== null && isOpenSet(setOf(current), shape, false)
    if (isFull && !goesOn) {
      course = winSet(setup, course, current, score_1 > score_2 ? 1 : 2)
      continue
    }
    if (index < sets.length - 1 || !isPossibleScore(setup, course.done, current)) return 'not_a_score'
    const isLong = goesOn && Math.max(...current) >= shape.to!
    course = { ...course, current, chosen: isLong ? shape.or_to : null }
  }
  course = { ...course, change_ends: false }
  if (!points.every(isCount)) return 'not_a_score'
  const playing = playingOf(setup, course)
  const hasPoints = !course.over && (playing === 'game' || playing === 'tie_break')
  if (!hasPoints) {
    if (points.some((each) => each > 0)) return 'not_a_score'
  } else if (!arePossiblePoints(setup, course, points, playing)) return 'not_a_score'
  if (course.over) return setsWon(course.done).includes(sets_to_win) ? course : 'not_a_score'
  // The first server of the game follows from the server after the correction.
  const placed = { ...course, points, first: server, server }
  const now =
    playing === 'tie_break'
      ? serverIn(points, server)
      : playing === 'match_tie_break'
        ? serverIn(placed.current, server)
        : playing === 'points' && tablesOf(setup.format).rules.serve.turns === 'two_points'
          ? serverOfTwo(placed.current, server, group.shape.to ?? Infinity)
          : server
  const started = placed.current.every((each) => each === 0)
  return {
    ...placed,
    first: now === server ? server : other(server),
    server_number: started ? 2 : 1,
    is_right: true,
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 99
}

/** Whether the current set can have this score: a match could still have been stopped here. */
function isPossibleScore(setup: LiveSetup, done: readonly SetScore[], current: Pair): boolean {
  if (current.every((each) => each === 0)) return true
  return scoreProblem([...done, setOf(current)], 'Retired', scoreRulesOf(setup)) === null
}

/** Whether the game can have this score: some last point leads to it without winning the game. */
function arePossiblePoints(setup: LiveSetup, course: Course, points: Pair, playing: 'game' | 'tie_break'): boolean {
  if (isWon(setup, course, points, playing)) return false
  return ([1, 2] as const).some((side) => {
    const before = side === 1 ? ([points[0] - 1, points[1]] as const) : ([points[0], points[1] - 1] as const)
    return Math.min(...before) >= 0 ? !isWon(setup, course, before, playing) : points.every((each) => each === 0)
  })
}

function endByTime(setup: LiveSetup, course: Course): Course | LiveProblem {
  const { group } = tablesOf(setup.format)
  const [one, two] = course.current
  if (group.shape.to === null && one !== two) {
    const winner = one > two ? 1 : 2
    return { ...course, done: [setOf(course.current)], current: none, points: none, over: { winner, status: null } }
  }
  const rules = scoreRulesOf(setup)
  const sets = playedSets(course)
  const stopped = 'Stopped by time or weather'
  const status = rules.stopped === 'played_on' ? 'Match ended in a tie' : endedAs(sets, stopped, rules)
  const isLegal = (as: readonly SetScore[]) => scoreProblem(as, status, rules) === null
  if (status !== stopped) return isLegal(sets) ? { ...course, over: { winner: null, status } } : 'not_level'
  const turned = sets.map(swapSides)
  const winner = isLegal(sets) ? 1 : isLegal(turned) ? 2 : null
  return winner === null ? 'not_level' : { ...course, over: { winner, status } }
}

/** The completed sets and the current one, unless nothing was played in it. */
function playedSets({ done, current }: Course): SetScore[] {
  return current.every((each) => each === 0) ? [...done] : [...done, setOf(current)]
}

function choiceOf(setup: LiveSetup, course: Course): Pick<LiveState, 'choices'> {
  const choices = choicesIn(setup, course)
  return choices ? { choices } : {}
}

function stateOf(setup: LiveSetup, course: Course): LiveState {
  const { rules } = tablesOf(setup.format)
  const playing = playingOf(setup, course)
  const deuce = deuceOf(setup, course, playing)
  const { over } = course
  const counted = playing === 'game' || playing === 'tie_break' ? course.points : course.current
  return {
    sets: over ? playedSets(course) : [...course.done, setOf(course.current)],
    points: [...course.points] as [number, number],
    playing,
    called: playing === 'game' ? calledPoints(course.points) : [String(counted[0]), String(counted[1])],
    deuce,
    server: course.server,
    court: courtOf(setup, course, playing),
    server_number: rules.serve.turns === 'side_out' && setup.pairs ? course.server_number : null,
    stakes: over ? [null, null] : [stakeOf(setup, course, 1), stakeOf(setup, course, 2)],
    ...choiceOf(setup, course),
    change_ends: over === null && course.change_ends,
    sets_won: [...setsWon(course.done)] as [number, number],
    over,
  }
}

function deuceOf(setup: LiveSetup, course: Course, playing: LiveState['playing']): LiveState['deuce'] {
  const [one, two] = course.points
  if ((playing !== 'game' && playing !== 'tie_break') || one !== two) return null
  const { to, decided_at } = endOf(setup, course, playing)
  if (one >= decided_at) return 'deciding_point'
  return playing === 'game' && one >= to - 1 ? 'deuce' : null
}

function calledPoints([one, two]: Pair): [string, string] {
  const low = ['0', '15', '30', '40']
  if (Math.max(one, two) < low.length) return [low[one]!, low[two]!]
  return [one > two ? 'Ad' : '40', two > one ? 'Ad' : '40']
}

function courtOf(setup: LiveSetup, course: Course, playing: LiveState['playing']): LiveState['court'] {
  const { court, turns } = tablesOf(setup.format).rules.serve
  if (course.over || court === null) return null
  if (deuceOf(setup, course, playing) === 'deciding_point') return setup.mixed ? 'same_gender' : 'receiver'
  if (turns === 'side_out' && setup.pairs) return course.is_right ? 'right' : 'left'
  const counted = playing === 'game' || playing === 'tie_break' ? course.points : course.current
  const even = court === 'points_played' ? counted[0] + counted[1] : counted[course.server - 1]!
  return even % 2 === 0 ? 'right' : 'left'
}

function stakeOf(setup: LiveSetup, course: Course, side: LiveSide): Stake | null {
  if (choicesIn(setup, course)) return null
  const next = winPoint(setup, course, side)
  if (next.over) return 'match'
  if (next.done.length > course.done.length) return 'set'
  const games = (of: Course) => of.current[0] + of.current[1]
  return playingOf(setup, course) === 'game' && games(next) > games(course) ? 'game' : null
}
