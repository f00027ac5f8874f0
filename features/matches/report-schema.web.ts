import type * as z from 'zod/mini'
import type { ScoreRules } from '#/rules/season-rules.ts'
import { reportScore } from './contract.ts'
import { fitsRules } from './score-check.ts'

/** The schema of a player's report under its season's rules. */
export function reportSchema(rulesOf: (report: z.output<typeof reportScore.body>) => ScoreRules) {
  return reportScore.body.check(fitsRules(rulesOf))
}
