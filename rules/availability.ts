import { addDays } from './day.ts'

/** A weekly period in which somebody can play: a weekday (1 is Monday), and from one time to another, 'HH:mm'. */
export type Hours = { weekday: number; from: string; to: string }

/** Days on which somebody cannot play, first and last included. */
export type Away = { from: string; to: string }

/** The first and last time shown in the availability grid. */
export const GRID_FROM = '06:00'
export const GRID_TO = '23:00'

export const SLOT_MINUTES = 30

/** Sorts the hours and merges those that overlap or touch. */
export function mergeHours(hours: readonly Hours[]): Hours[] {
  const merged: Hours[] = []
  for (const next of hours.toSorted((a, b) => a.weekday - b.weekday || compare(a.from, b.from))) {
    const last = merged.at(-1)
    if (last?.weekday === next.weekday && next.from <= last.to) last.to = next.to > last.to ? next.to : last.to
    else merged.push({ ...next })
  }
  return merged
}

/** Sorts the days away and merges those that overlap or touch. */
export function mergeAway(away: readonly Away[]): Away[] {
  const merged: Away[] = []
  for (const next of away.toSorted((a, b) => compare(a.from, b.from))) {
    const last = merged.at(-1)
    if (last && next.from <= addDays(last.to, 1)) last.to = next.to > last.to ? next.to : last.to
    else merged.push({ ...next })
  }
  return merged
}

/** Minutes after midnight of 'HH:mm'. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** Formats minutes after midnight as 'HH:mm'. */
export function timeAt(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
