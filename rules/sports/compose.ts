import { scoreLine, type SetScore, swapSides } from '#/rules/outcome.ts'
import { scoreProblem, scoreSentence } from '#/rules/score.ts'
import type { ScoreRules } from '#/rules/season-rules.ts'
import { composedKey, isOneTieBreak, type Composition } from './composed.ts'
import { formatRuleSentences } from './format-sentences.ts'
import { findFormat, sports, sportWords, type FormatOfMatch } from './formats.ts'
import { endsOf, sportRules } from './sports.ts'

// Composing a format: which compositions can be played, and how one is shown while it is made.

type CompositionProblem = { field: keyof Composition; text: string }

/** The widest numbers of a composition. */
export const limits = {
  games: { to: [2, 12], cap: 25 },
  points: { to: [3, 50], cap: 99 },
  minutes: [5, 240],
  tie_break: [3, 21],
  tie_break_to: [5, 25],
  /** Points that the receiver can add at most. */
  more: 5,
} as const

/**
 * Why matches cannot be played by a composition. Null if they can: each match can be finished, each of its scores has one
 * meaning, and each part of the composition has an effect.
 */
export function compositionProblem(of: Composition): CompositionProblem | null {
  const { sport, sets_to_win, to, minutes, cap, or_to, tie_break, is_sudden, deuce, last, tie_break_to, own_serve } = of
  if (!sports.includes(sport)) return problem('sport', 'We do not know this sport.')
  const { game_points } = sportRules[sport]
  const { set } = sportWords[sport]
  const isInGames = game_points !== null
  const range = isInGames ? limits.games : limits.points
  if (!isWithin(sets_to_win, [1, 4])) return problem('sets_to_win', `Please choose how many ${set}s win a match.`)
  const isOne = isOneTieBreak(of)
  const hasTieBreak = last === 'tie_break' || last === 'choice'
  if (isInGames ? isOne === (deuce !== null) : deuce !== null)
    return problem(
      'deuce',
      isInGames && !isOne ? 'Please choose how a game is won at deuce.' : 'There is no deuce here.',
    )
  if (last !== 'set' && !isInGames) return problem('last', `The last ${set} is like the others in this sport.`)
  if (last !== 'set' && sets_to_win === 1 && !isOne)
    return problem('last', `There is no deciding ${set} in a match of one.`)
  if (
    hasTieBreak !== (tie_break_to !== null) ||
    (tie_break_to !== null && !isWithin(tie_break_to, limits.tie_break_to))
  )
    return problem('tie_break_to', between(limits.tie_break_to))
  if (own_serve && (isInGames || sport === 'table_tennis'))
    return problem('own_serve', 'In this sport both sides can win each point.')
  const hasShape = to !== null
  if (minutes !== null && hasShape) return problem('minutes', 'A timed match has no score that ends it.')
  if (minutes !== null && !isWithin(minutes, limits.minutes)) return problem('minutes', between(limits.minutes))
  if (minutes !== null && (sets_to_win !== 1 || isOne)) return problem('sets_to_win', `A timed match is one ${set}.`)
  if (!hasShape) {
    if (minutes === null && !isOne) return problem('to', between(range.to))
    if (cap !== null) return problem('cap', 'No score ends this match early.')
    if (or_to !== null) return problem('or_to', 'No score ends this match early.')
    return tie_break === null && !is_sudden ? null : problem('tie_break', `There is no ${set} to decide.`)
  }
  if (isOne) return problem('to', 'The match is a tie-break.')
  if (!isWithin(to, range.to)) return problem('to', between(range.to))
  if (cap !== null && !isWithin(cap, [to, range.cap])) return problem('cap', between([to, range.cap]))
  if (or_to !== null && (isInGames || cap !== null || !isWithin(or_to, [to + 1, to + limits.more])))
    return problem('or_to', isInGames ? 'Games are not chosen.' : between([to + 1, to + limits.more]))
  if (tie_break === null ? is_sudden : !isInGames || cap === null || !isWithin(tie_break, limits.tie_break))
    return problem('tie_break', between(limits.tie_break))
  if (last === 'long' && cap === null) return problem('last', `No ${set} has a tie-break, so choose "like the others".`)
  if (last === 'choice' && (cap === null || tie_break_to! <= cap))
    return problem(
      'tie_break_to',
      cap === null
        ? `A ${set} without end and a match tie-break can have the same score: choose one of them.`
        : `A match tie-break must end past ${cap}, or its score could be a ${set}’s.`,
    )
  return null
}

function problem(field: keyof Composition, text: string): CompositionProblem {
  return { field, text }
}

function isWithin(value: number, [least, most]: readonly [number, number]): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

function between([least, most]: readonly [number, number]): string {
  return `Please enter a whole number from ${least} to ${most}.`
}

/** The composition that plays like one of the listed formats, to start from. */
export function compositionOf(row: FormatOfMatch): Composition {
  if (row.composition) return row.composition
  const { sport, sets_to_win, deciding } = row
  const { game_points, scoring, tie_breaks } = sportRules[sport]
  const { shape, last, tie_break } = endsOf(row)
  const isInGames = game_points !== null
  const isOne = sets_to_win === 1 && deciding !== null && last === null
  const isChoice = deciding === null && sets_to_win > 1 && Object.keys(tie_breaks).length > 0
  const isTimed = shape.to === null
  const deuce = row.deuce ?? (sport === 'padel' ? 'deciding_point' : 'advantage')
  const ends = isOne || isTimed ? null : shape
  return {
    sport,
    sets_to_win,
    to: ends && shape.to,
    minutes: isTimed ? 60 : null,
    cap: ends && shape.or_to === null ? shape.cap : null,
    or_to: ends && shape.or_to,
    tie_break: ends && (shape.tie_break?.to ?? null),
    is_sudden: ends?.tie_break?.is_sudden ?? false,
    deuce: isInGames && !isOne ? deuce : null,
    last:
      isOne || (deciding !== null && last === null) ? 'tie_break' : isChoice ? 'choice' : isLong(row) ? 'long' : 'set',
    tie_break_to: isOne || isChoice || (deciding !== null && last === null) ? (tie_break?.to ?? null) : null,
    own_serve: (shape.play?.scoring ?? scoring) === 'own_serve',
  }
}

function isLong({ set, deciding, sets_to_win }: FormatOfMatch): boolean {
  return sets_to_win > 1 && deciding === 'advantage' && set !== deciding
}

/** A score, and why it is not a result. `problem` is null if it is one. */
type ScoreExample = { line: string; problem: string | null }

type Explanation = {
  /** 'Best of three sets to 5 games, tie-break at 4-4, no-ad' */
  name: string
  sentences: string[]
  examples: ScoreExample[]
}

/** Explains a composition that has no problem: its sentences, and scores that are and are not results, by the real check. */
export function explainComposition(composition: Composition): Explanation {
  const row = findFormat(composedKey(composition))!
  const rules: ScoreRules = { formats: [row.format], match_tie_break: 'allowed', stopped: 'played_on' }
  const examples = exampleScores(composition, row).map((sets): ScoreExample => {
    const found = scoreProblem(sets, null, rules)
    return { line: scoreLine(sets, null), problem: found && scoreSentence(found, rules) }
  })
  return { name: row.name, sentences: formatRuleSentences(row), examples }
}

/** Scores to show: straight, decided, and a few that come close but are no results. */
function exampleScores(composition: Composition, row: FormatOfMatch): SetScore[][] {
  const { sets_to_win } = composition
  const { shape, last, tie_break } = endsOf(row)
  const read = (examples: readonly string[]) =>
    examples.map((text) => {
      const [score_1 = 0, score_2 = 0] = text.split('-').map(Number)
      return { score_1, score_2 }
    })
  const sets = read(shape.examples)
  const [easy, close] = [sets[1] ?? sets[0]!, sets.at(-1)!]
  const decider = read((tie_break ?? last ?? shape).examples).at(-1)!
  if (sets_to_win === 1) {
    const ends = isOneTieBreak(composition) ? read(tie_break!.examples) : sets
    const [one, other] = [ends[1] ?? ends[0]!, ends.at(-1)!]
    return [[one], [other], [before(other)], [past(other)]]
  }
  const straight = Array.from({ length: sets_to_win }, (_, index) => (index === 0 ? close : easy))
  const level = Array.from({ length: sets_to_win - 1 }, () => [easy, swapSides(close)]).flat()
  return [straight, [...level, decider], [...level, before(decider)], [past(close), ...straight.slice(1)], level]
}

/** One short of the end. */
function before({ score_1, score_2 }: SetScore): SetScore {
  return { score_1: score_1 - 1, score_2: Math.min(score_2, score_1 - 1) }
}

/** Two further than the end. */
function past({ score_1, score_2 }: SetScore): SetScore {
  return { score_1: score_1 + 2, score_2 }
}
