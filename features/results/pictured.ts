import type { PublicResult } from '#/features/matches/contract.ts'

/** Whether a result has a picture to share: it counts, and the two have met. */
export function isPictured({ state, match_status }: Pick<PublicResult, 'state' | 'match_status'>): boolean {
  return state !== 'disputed' && match_status !== 'Double default'
}
