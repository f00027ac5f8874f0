import { addDays, isDay } from './day.ts'
import type { SeasonRules } from './season-rules.ts'

/**
 * The four seasons that open automatically every year where an owner wants them (docs/product.md, "On sale"). Days are
 * 'MM-DD'. Winter ends in the following year.
 */
export const seasonTemplates = [
  { slug: 'summer-1', name: 'Summer 1', first: '05-15', last: '08-02' },
  { slug: 'summer-2', name: 'Summer 2', first: '07-30', last: '09-30' },
  { slug: 'fall', name: 'Fall', first: '09-22', last: '11-29' },
  { slug: 'winter', name: 'Winter', first: '11-22', last: '02-28' },
] as const

export type TemplateSlug = (typeof seasonTemplates)[number]['slug']

/** The identifier shared by all editions of a season: a template's, or derived from a custom season's name. */
export type SeasonSlug = string

/** First and last day, 'yyyy-mm-dd', both included. */
export type SeasonDates = { starting_date: string; ending_date: string }

/** One edition of a template; `year` is the year of its first day. */
export type SeasonEdition = SeasonDates & { slug: TemplateSlug; year: number }

/** How many days after its start a season can still be bought. */
export const saleDays = 14

/** The days of one edition. Winter 2026 ends on the last day of February 2027, including in leap years. */
export function seasonDates(slug: TemplateSlug, year: number): SeasonDates {
  const { first, last } = seasonTemplates.find((template) => template.slug === slug)!
  return {
    starting_date: `${year}-${first}`,
    ending_date: `${last < first ? year + 1 : year}-${last}`,
  }
}

/** The same day of the next year. February 29 becomes February 28. */
export function shiftYear(day: string): string {
  const shifted = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return isDay(shifted) ? shifted : `${shifted.slice(0, 8)}28`
}

/**
 * The four seasons on sale on a day, by first day: the earliest edition of each template whose first day is no more
 * than 14 days ago (docs/product.md, "On sale").
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

/**
 * The editions of a season that a year can mean: those of that year if `isMeant` accepts one, otherwise those that began
 * the year before and end in it. In January people write the new year for a winter that is being played.
 */
export function editionsOfYear<E extends { year: number; ending_date: string }>(
  editions: readonly E[],
  year: number,
  isMeant: (exact: E) => boolean = () => true,
): E[] {
  const exact = editions.filter((edition) => edition.year === year)
  if (exact.some(isMeant)) return exact
  const ending = editions.filter((edition) => edition.year === year - 1 && edition.ending_date.startsWith(String(year)))
  return ending.length > 0 ? ending : exact
}

/** The last day on which a match counts: `grace_days` after the season's last day. */
export function countsUntil(
  { ending_date }: Pick<SeasonDates, 'ending_date'>,
  { grace_days }: Pick<SeasonRules, 'grace_days'>,
): string {
  return addDays(ending_date, grace_days)
}

/** Whether a match on that day counts for the season: from its first day through the last day that counts. */
export function countsFor(match_date: string, season: { starting_date: string; counts_until: string }): boolean {
  return match_date >= season.starting_date && match_date <= season.counts_until
}

/**
 * The sale and counting days of a season. `sold_after`: the day before its sale starts, otherwise the last sale day of
 * the previous year's edition. Null if neither is known.
 */
export type SeasonSpan = { sold_after: string | null; sold_until: string; counts_until: string }

/** Whether a season was on sale on a day. Without a start day, its sale starts when that of the previous year's edition ends. */
export function wasOnSale(
  day: string,
  { slug, year, sold_after, sold_until }: SeasonSpan & { slug: SeasonSlug; year: number },
): boolean {
  const template = seasonTemplates.find((each) => each.slug === slug)
  const after = sold_after ?? (template ? soldUntil(seasonDates(template.slug, year - 1)) : '')
  return day > after && day <= sold_until
}

/** The default last day of the sale. */
export function soldUntil({ starting_date }: Pick<SeasonDates, 'starting_date'>): string {
  return addDays(starting_date, saleDays)
}

// No sale extends into the next calendar year.
function isOnSale(dates: SeasonDates, today: string): boolean {
  return today <= soldUntil(dates)
}

/** Problems with the days of a season, by field. Empty if there are none. */
export type SeasonDayProblems = Partial<Record<'ending_date' | 'sale_from' | 'sale_until', string>>

/** Checks the days that an owner enters for a season. `sale_until`: null for the default last day. */
export function seasonDayProblems({
  starting_date,
  ending_date,
  sale_from,
  sale_until,
}: SeasonDates & { sale_from: string | null; sale_until: string | null }): SeasonDayProblems {
  const problems: SeasonDayProblems = {}
  if (ending_date <= starting_date) problems.ending_date = 'The last day must be after the first day.'
  // Two years at most: with a typo in the year, the season would never be found again.
  else if (ending_date > shiftYear(shiftYear(starting_date)))
    problems.ending_date = 'A season can last two years at most.'
  const last = sale_until ?? soldUntil({ starting_date })
  if (last > ending_date && !problems.ending_date)
    problems.sale_until = 'The sale must end by the last day of the season.'
  if (sale_from !== null && sale_from > last) problems.sale_from = 'The sale must begin before it ends.'
  return problems
}
