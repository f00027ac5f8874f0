import type { DrawProblem } from './contract.ts'

/** Why a draw cannot be carried out; undefined: it can. */
export function formatProblem(problem: DrawProblem): string | undefined {
  if (problem === null) return undefined
  const sentences = {
    too_few: 'A draw needs at least two entries.',
    season_over: 'This season is over.',
    nothing: 'Everything is already drawn.',
  }
  return sentences[problem]
}
