import { addDays, dayInZone } from './day.ts'

/** A season's first day, yyyy-mm-dd, and the time zone of its area. */
export type SeasonStart = { starting_date: string; time_zone: string }

/**
 * Whether players can still withdraw without an organizer: before the season's first day, by the local calendar
 * (docs/product.md, "Withdrawal"). From that day on, only an organizer can withdraw an entry.
 */
export function canWithdraw({ starting_date, time_zone }: SeasonStart, now: Date): boolean {
  return dayInZone(now, time_zone) < starting_date
}

/** The last day on which players can withdraw without an organizer, yyyy-mm-dd. */
export function lastWithdrawalDay(starting_date: string): string {
  return addDays(starting_date, -1)
}
