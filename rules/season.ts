import { addDays, isDay } from './day.ts'
import type { SeasonRules } from './season-rules.ts'

/**
 * The four seasons of every year that the clock opens where an owner wants it (docs/product.md, "On sale"), days as 'MM-DD'.
 * Winter ends in the next year.
 */
export const seasonTemplates = [
  { slug: 'summer-1', name: 'Summer 1', first: '05-15', last: '08-02' },
  { slug: 'summer-2', name: 'Summer 2', first: '07-30', last: '09-30' },
  { slug: 'fall', name: 'Fall', first: '09-22', last: '11-29' },
  { slug: 'winter', name: 'Winter', first: '11-22', last: '02-28' },
] as const

export type TemplateSlug = (typeof seasonTemplates)[number]['slug']

/** What all editions of a season have in common: a template's, or made from the name of a season of any name. */
export type SeasonSlug = string

/** First and last day, 'yyyy-mm-dd', both included. */
export type SeasonDates = { starting_date: string; ending_date: string }

/** One edition of a template; `year` is the year of its first day. */
export type SeasonEdition = SeasonDates & { slug: TemplateSlug; year: number }

/** Days after its first day on which a season can still be bought. */
export const saleDays = 14

/** The days of one edition: winter of 2026 ends on February 28th of 2027, in leap years too. */
export function seasonDates(slug: TemplateSlug, year: number): SeasonDates {
  const { first, last } = seasonTemplates.find((template) => template.slug === slug)!
  return {
    starting_date: `${year}-${first}`,
    ending_date: `${last < first ? year + 1 : year}-${last}`,
  }
}

/** The same day a year later; February 29th becomes the 28th. */
export function shiftYear(day: string): string {
  const shifted = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return isDay(shifted) ? shifted : `${shifted.slice(0, 8)}28`
}

/**
 * The four seasons for sale on a day, by first day: of each template the earliest edition whose first day + 14 days
 * is not over (docs/product.md, "On sale").
 */
export function seasonsOnSale(today: string): SeasonEdition[] {
  const year = Number(today.slice(0, 4))
  return seasonTemplates
    .map(({ slug }) => {
      const thisYear = { slug, year, ...seasonDates(slug, year) }
      if (isOnSale(thisYear, today)) return thisYear
      return { slug, year: year + 1, ...seasonDates(slug, year + 1) }
    })
    .toSorted((a, b) => (a.starting_date < b.starting_date ? -1 : 1))
}

/** The last day on which a match counts: `grace_days` after the season's last day. */
export function countsUntil(
  { ending_date }: Pick<SeasonDates, 'ending_date'>,
  { grace_days }: Pick<SeasonRules, 'grace_days'>,
): string {
  return addDays(ending_date, grace_days)
}

/** Whether a match of that day counts for the season: from its first day to the last on which one counts. */
export function countsFor(match_date: string, season: { starting_date: string; counts_until: string }): boolean {
  return match_date >= season.starting_date && match_date <= season.counts_until
}

/**
 * The sale and counting days of a season. `sold_after` is the day before its own first day of sale, else the last of the
 * previous year's; null: neither is known.
 */
export type SeasonSpan = { sold_after: string | null; sold_until: string; counts_until: string }

/** Whether a season was on sale on a day: where it has no first day of its own, from when that of the previous year's ended. */
export function wasOnSale(
  day: string,
  { slug, year, sold_after, sold_until }: SeasonSpan & { slug: SeasonSlug; year: number },
): boolean {
  const template = seasonTemplates.find((each) => each.slug === slug)
  const after = sold_after ?? (template ? soldUntil(seasonDates(template.slug, year - 1)) : '')
  return day > after && day <= sold_until
}

/** The standard last day of the sale, when no organizer has set one. */
export function soldUntil({ starting_date }: Pick<SeasonDates, 'starting_date'>): string {
  return addDays(starting_date, saleDays)
}

// No sale reaches into the next calendar year.
function isOnSale(dates: SeasonDates, today: string): boolean {
  return today <= soldUntil(dates)
}

/** What is wrong with the days of a season, by field; empty when nothing is. */
export type SeasonDayProblems = Partial<Record<'ending_date' | 'sale_from' | 'sale_until', string>>

/** Checks the days that an owner enters for a season; `sale_until` null: the standard last day. */
export function seasonDayProblems({
  starting_date,
  ending_date,
  sale_from,
  sale_until,
}: SeasonDates & { sale_from: string | null; sale_until: string | null }): SeasonDayProblems {
  const problems: SeasonDayProblems = {}
  if (ending_date <= starting_date) problems.ending_date = 'The last day must be after the first day.'
  // Two years: a slip in the year would otherwise make a season that nobody finds again.
  else if (ending_date > shiftYear(shiftYear(starting_date))) problems.ending_date = 'A season has two years at most.'
  const last = sale_until ?? soldUntil({ starting_date })
  if (last > ending_date && !problems.ending_date)
    problems.sale_until = 'The sale must end by the last day of the season.'
  if (sale_from !== null && sale_from > last) problems.sale_from = 'The sale must begin before it ends.'
  return problems
}
