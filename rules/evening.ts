import { minutesOf, timeAt } from './availability.ts'
import { addDays, instantInZone } from './day.ts'

/** Where an evening's matches go: the same times on another day, earlier or later by some minutes. Null if they lose their times. */
export type EveningMove = { to_day: string; shift_minutes: number } | null

/**
 * Why a match is left alone: its points are being entered, its new time is over, is after the last day that counts, or
 * is skipped or repeated by a clock change.
 */
type EveningProblem = 'live' | 'past' | 'after_season' | 'skipped' | 'repeated'

export type EveningMatch = {
  match_time: string | null
  is_live: boolean
  counts_until: string
  time_zone: string
}

export type MovedTime = {
  match_date: string | null
  match_time: string | null
  /** In milliseconds. Null without a time. */
  starts_at: number | null
  problem: EveningProblem | null
}

/** The new date of a match of an evening, or why it is left alone. */
export function moveMatch(
  match: EveningMatch,
  move: EveningMove,
  { now, today }: { now: number; today: string },
): MovedTime {
  const live = match.is_live ? ('live' as const) : null
  if (move === null) return { match_date: null, match_time: null, starts_at: null, problem: live }
  const { day, time } = shift(match.match_time, move)
  const start = time === null ? null : instantInZone(day, time, match.time_zone)
  const isPast = start instanceof Date ? start.getTime() <= now : day < today
  return {
    match_date: day,
    match_time: time,
    starts_at: start instanceof Date ? start.getTime() : null,
    problem:
      live ?? (typeof start === 'string' ? start : isPast ? 'past' : day > match.counts_until ? 'after_season' : null),
  }
}

function shift(match_time: string | null, { to_day, shift_minutes }: NonNullable<EveningMove>) {
  if (match_time === null) return { day: to_day, time: null }
  const minutes = minutesOf(match_time) + shift_minutes
  const days = Math.floor(minutes / 1440)
  return { day: addDays(to_day, days), time: timeAt(minutes - days * 1440) }
}
