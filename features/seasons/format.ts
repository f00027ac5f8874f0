import { formatCents } from '#/rules/price.ts'

const pictures = ['summer-1', 'fall', 'summer-2', 'winter'] as const

/** The court that stands for an area, by its place in the list. */
export function pictureOfArea(position: number): (typeof pictures)[number] {
  return pictures[position % pictures.length] ?? 'summer-1'
}

const days = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A yyyy/MM/dd as people say it: 'Tue, Sep 22, 2026'. */
export function sayDay(day: string): string {
  return days.format(noonOf(day))
}

/** From day to day: 'Tue, Sep 22 – Sun, Nov 29, 2026'. */
export function sayDays(from: string, to: string): string {
  return days.formatRange(noonOf(from), noonOf(to))
}

/** The day of an instant where the reader is: 'Wed, Jul 15, 2026'. */
export function sayInstant(instant: string): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }).format(
    new Date(instant),
  )
}

/** Dollars of the wire: '$39.00'. */
export function sayDollars(dollars: number): string {
  return formatCents(toCents(dollars))
}

/** Dollars of the wire in whole cents, to add them up. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

function noonOf(day: string): Date {
  return new Date(`${day.replaceAll('/', '-')}T12:00:00Z`)
}
