import type { MatchCard } from '#/features/matches/contract.ts'

/** Whether the other side has reported the score and this player can still answer. */
export function isUnanswered({ confirmation }: MatchCard): boolean {
  return confirmation?.state === 'unconfirmed' && confirmation.role === 'other'
}
