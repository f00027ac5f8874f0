import { scoreProblem, scoreSentence, type MatchStatus, type SetScore } from '#/rules/score.ts'
import type { ScoreRules } from '#/rules/season-rules.ts'
import { refuse } from '#/server/refuse.ts'
import { pathOfProblem } from './contract.ts'

/** Refuses (422, at the set) a score that the season does not allow, although it is one by the standard rules. */
export function refuseScore(
  { set_games, match_status }: { set_games: readonly SetScore[]; match_status: MatchStatus },
  rules: ScoreRules,
): void {
  const problem = scoreProblem(set_games, match_status, rules)
  if (problem) refuse('invalid', { fields: { [pathOfProblem(problem).join('.')]: scoreSentence(problem, rules) } })
}
