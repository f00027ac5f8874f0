import { addDays } from './day.ts'

/** The four seasons of every year (specification, section 3), days as 'MM-DD'. Winter ends in the next year. */
export const seasonTemplates = [
  { slug: 'summer-1', name: 'Summer 1', first: '05-15', last: '08-02' },
  { slug: 'summer-2', name: 'Summer 2', first: '07-30', last: '09-30' },
  { slug: 'fall', name: 'Fall', first: '09-22', last: '11-29' },
  { slug: 'winter', name: 'Winter', first: '11-22', last: '02-28' },
] as const

export type SeasonSlug = (typeof seasonTemplates)[number]['slug']

/** First and last day, 'yyyy-mm-dd', both included. */
export type SeasonDates = { starting_date: string; ending_date: string }

/** One edition of a template; `year` is the year of its first day. */
export type SeasonEdition = SeasonDates & { slug: SeasonSlug; year: number }

/** How long after its first day a season can still be bought, and after its last a match still counts. */
export const saleDays = 14
export const graceDays = 7

/** The days of one edition: winter of 2026 ends on February 28th of 2027, in leap years too. */
export function seasonDates(slug: SeasonSlug, year: number): SeasonDates {
  const { first, last } = seasonTemplates.find((template) => template.slug === slug)!
  return {
    starting_date: `${year}-${first}`,
    ending_date: `${last < first ? year + 1 : year}-${last}`,
  }
}

/**
 * The four seasons for sale on a day, by first day: of each template the earliest edition whose first day + 14 days
 * is not over (decisions, "On sale").
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

/** Whether a match of that day counts for the season: from its first day to 7 days after its last. */
export function countsFor(match_date: string, season: SeasonDates): boolean {
  return match_date >= season.starting_date && match_date <= addDays(season.ending_date, graceDays)
}

// No season starts late enough in December for its sale to reach into January.
function isOnSale({ starting_date }: SeasonDates, today: string): boolean {
  return today <= addDays(starting_date, saleDays)
}
