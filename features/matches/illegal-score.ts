import type { ScoreRules } from '#/rules/season-rules.ts'
import { refuse } from '#/server/refuse.ts'
import { findScoreError } from './score-check.ts'

/** Refuses (422, with its field) a score that the season's rules do not allow. */
export function refuseIllegalScore(score: Parameters<typeof findScoreError>[0], rules: ScoreRules): void {
  const error = findScoreError(score, rules)
  if (error) refuse('invalid', { fields: { [error.path.join('.')]: error.message } })
}
