import { formatDay, formatDays } from '#/contract/format.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { MatchCard } from '#/features/matches/contract.ts'
import { formatWhen } from '#/features/matches/format.ts'

/** 'Suggested: Fri, May 15 – Thu, May 21, 2026.', or that these days are over. Null for a match outside the schedule. */
export function formatSuggestion({
  play_from,
  play_by,
  window_over,
}: Pick<MatchCard, 'play_from' | 'play_by' | 'window_over'>): string | null {
  if (play_from === null || play_by === null) return null
  return window_over ? `Its days ended on ${formatDay(play_by)}.` : `Suggested: ${formatDays(play_from, play_by)}.`
}

export type ShownTime = { match_date: string | null; match_time: string | null; match_location: string | null }

/** 'Sat, Jul 18, 2026, 6:30 PM, at Leeper Park'. The day is in the calls' format, yyyy/MM/dd. */
export function formatAppointment({ match_date, match_time, match_location }: ShownTime): string {
  const when = formatWhen(match_date, match_time)
  return match_location ? `${when}, at ${match_location}` : when
}

/** Like `formatAppointment`, for a stored day (yyyy-mm-dd). */
export function formatStoredTime(time: ShownTime): string {
  return formatAppointment({ ...time, match_date: time.match_date && wireDay(time.match_date) })
}

/** The confirmation for the side that made the offer. */
export function formatOffered(times: number, warnings: readonly string[]): string {
  const offered = `${times === 1 ? 'Your time is' : `Your ${times} times are`} offered. The other side is notified.`
  return [offered, ...warnings].join(' ')
}
