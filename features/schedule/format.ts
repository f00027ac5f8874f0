import type { MatchCard } from '#/features/matches/contract.ts'
import { formatDays } from '#/contract/format.ts'

/** 'Suggested: Fri, May 15 – Thu, May 21, 2026.'; null for a match outside the draw. */
export function formatSuggestion({ play_from, play_by }: Pick<MatchCard, 'play_from' | 'play_by'>): string | null {
  return play_from === null || play_by === null ? null : `Suggested: ${formatDays(play_from, play_by)}.`
}
