import { scoreProblem, scoreSentence, type MatchStatus, type SetScore } from '#/rules/score.ts'
import type { ScoreRules } from '#/rules/season-rules.ts'
import { refuse } from '#/server/refuse.ts'
import { pathOfProblem } from './contract.ts'

/** Refuses (422, at the set) a score that the standard rules allow and the season's own rules do not. */
export function refuseIllegalScore(
  { set_games, match_status }: { set_games: readonly SetScore[]; match_status: MatchStatus },
  rules: ScoreRules,
): void {
  const problem = scoreProblem(set_games, match_status, rules)
  if (problem) refuse('invalid', { fields: { [pathOfProblem(problem).join('.')]: scoreSentence(problem, rules) } })
}
