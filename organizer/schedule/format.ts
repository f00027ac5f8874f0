import type { DrawProblem } from './contract.ts'

/** Why a draw can not be carried out; undefined: it can. */
export function formatProblem(problem: DrawProblem): string | undefined {
  if (problem === null) return undefined
  const sentences = {
    too_few: 'It takes two entries.',
    season_over: 'This season is over.',
    nothing: 'Everything is drawn.',
  }
  return sentences[problem]
}
