import type * as z from 'zod/mini'
import { scoreProblem, scoreSentence, scoreTotals, totalsAgree } from '#/rules/score.ts'
import type { ScoreRules } from '#/rules/season-rules.ts'
import { pathOfProblem, type ScoreClaim } from './contract.ts'

/** The first problem of a score under its season's rules: in its sets, or totals that do not match them. */
export function findScoreError(
  score: Pick<ScoreClaim, 'set_games' | 'match_status' | 'total_winner_score' | 'total_opponent_score'>,
  rules: ScoreRules,
): { path: (string | number)[]; message: string } | null {
  const { set_games, match_status, total_winner_score, total_opponent_score } = score
  const problem = scoreProblem(set_games, match_status, rules)
  if (problem) return { path: pathOfProblem(problem), message: scoreSentence(problem, rules) }
  if (totalsAgree(scoreTotals(set_games, match_status, rules), total_winner_score, total_opponent_score)) return null
  return {
    path: ['total_winner_score'],
    message: 'The totals are the sets won or the games won, and these do not match the sets.',
  }
}

/** Checks a score form against the season's rules, after `agreesWithItself`. */
export function fitsRules<S>(rulesOf: (score: S) => ScoreRules) {
  return ({ value, issues }: z.core.ParsePayload<ScoreClaim & S>): void => {
    const error = findScoreError(value, rulesOf(value))
    if (error) issues.push({ code: 'custom', ...error, input: value })
  }
}
