import { addDays } from './day.ts'

/** Spans of days on which nobody is expected to play, first and last included. They may overlap. */
export type ClosedDays = readonly { from: string; to: string }[]

export function isClosed(day: string, closed: ClosedDays): boolean {
  return closed.some(({ from, to }) => from <= day && day <= to)
}

/** The days of a window on which it can be played. */
export function listOpenDays(from: string, to: string, closed: ClosedDays): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (!isClosed(day, closed)) days.push(day)
  return days
}

export function countOpenDays(from: string, to: string, closed: ClosedDays): number {
  return listOpenDays(from, to, closed).length
}

/** How far a day is moved at most. */
const MOST_DAYS = 400

/** The day that is this many open days after another one. */
export function addOpenDays(day: string, days: number, closed: ClosedDays): string {
  let last = day
  let left = days
  for (let ahead = 1; left > 0 && ahead <= MOST_DAYS; ahead += 1) {
    last = addDays(day, ahead)
    if (!isClosed(last, closed)) left -= 1
  }
  return last
}

/**
 * The last day of a window once more days are closed: it keeps as many open days as it had, counted from today if it has
 * begun, as far as the season counts. The same day if nothing changes.
 */
export function moveLastDay(
  window: { from: string; to: string },
  {
    before,
    after,
    today,
    counts_until,
  }: { before: ClosedDays; after: ClosedDays; today: string; counts_until: string },
): string {
  const from = window.from > today ? window.from : today
  const lost = countOpenDays(from, window.to, before) - countOpenDays(from, window.to, after)
  const moved = addOpenDays(window.to, Math.max(0, lost), after)
  const latest = moved < counts_until ? moved : counts_until
  return latest > window.to ? latest : window.to
}
