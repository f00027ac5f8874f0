import type { MatchCard } from '#/features/matches/contract.ts'
import { sayDays } from '#/contract/format.ts'

/** 'Suggested: Fri, May 15 – Thu, May 21, 2026.'; null for a match outside the draw. */
export function saySuggestion({ play_from, play_by }: Pick<MatchCard, 'play_from' | 'play_by'>): string | null {
  return play_from === null || play_by === null ? null : `Suggested: ${sayDays(play_from, play_by)}.`
}
