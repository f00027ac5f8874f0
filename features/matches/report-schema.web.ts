import type * as z from 'zod/mini'
import type { ScoreRules } from '#/rules/season-rules.ts'
import { reportScore } from './contract.ts'
import { fitsRules } from './score-check.ts'

/** What a player's report is checked with, by the rules of its season. */
export function reportSchema(rulesOf: (report: z.output<typeof reportScore.body>) => ScoreRules) {
  return reportScore.body.check(fitsRules(rulesOf))
}
