import { formatDate, writesDayFirst } from '#/contract/locale.ts'
import { isDay } from '#/rules/day.ts'

/**
 * Parses a day of a file to yyyy-mm-dd: '2019-10-03', '2019/10/3', or in the organization's locale, '10/3/2019',
 * '3.10.19'. Null if it is not a day.
 */
export function readDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  const [, first, second, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text) ?? []
  const parts = year
    ? [year, month, day]
    : last
      ? [last.length === 2 ? `20${last}` : last, ...(writesDayFirst() ? [second, first] : [first, second])]
      : []
  const inside = parts.map((part) => part?.padStart(2, '0')).join('-')
  return isDay(inside) ? inside : null
}

const EXAMPLE = '2019-10-03'

/** The accepted forms of a day: '2019-10-03 or 10/3/2019'. */
export function formatDayForms(): string {
  const own = formatDate(new Date(`${EXAMPLE}T12:00:00Z`), {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return own !== EXAMPLE && readDay(own) === EXAMPLE ? `${EXAMPLE} or ${own}` : EXAMPLE
}
