import { formatDate, writesDayFirst } from '#/contract/locale.ts'
import { isDay } from '#/rules/day.ts'
import { dayOrders, type DayOrder } from './import-fields.ts'

const numericDay = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/

/** A day of a file as yyyy-mm-dd: '2019-10-03', '2019/10/3', or in the file's order '10/3/2019', '3.10.19'. Null if it is not a day. */
export function readDay(text: string, order: DayOrder): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  const [, first, , second, last] = numericDay.exec(text) ?? []
  const parts = year
    ? [year, month, day]
    : last
      ? [last.length === 2 ? `20${last}` : last, ...(order === 'day-first' ? [second, first] : [first, second])]
      : []
  const read = parts.map((part) => part?.padStart(2, '0')).join('-')
  return isDay(read) ? read : null
}

/**
 * The order of day and month in a file: a number above 12 decides for the whole file, then dots, which are day first
 * everywhere they are used. Null if two readings remain: somebody has to choose.
 */
export function dayOrderOf(texts: readonly string[]): DayOrder | null {
  const days = texts.flatMap((text) => {
    const [, first, mark, second] = numericDay.exec(text) ?? []
    return first === undefined ? [] : [{ first: Number(first), second: Number(second), hasDots: mark === '.' }]
  })
  const isDayFirst = days.some(({ first }) => first > 12)
  const isMonthFirst = days.some(({ second }) => second > 12)
  if (isDayFirst !== isMonthFirst) return isDayFirst ? 'day-first' : 'month-first'
  if (!isDayFirst && days.some(({ hasDots }) => hasDots)) return 'day-first'
  // A file with both orders is read in the organization's, so that its other rows are shown as wrong.
  const isAmbiguous = !isDayFirst && days.some(({ first, second }) => first !== second)
  return isAmbiguous ? null : ownOrder()
}

/** A date of the file that can be read in both orders: '3/10/2026'. Undefined if there is none. */
export function ambiguousDayOf(texts: readonly string[]): string | undefined {
  return texts.find((text) => {
    const [one, other] = dayOrders.map((order) => readDay(text, order))
    return one !== null && other !== null && one !== other
  })
}

function ownOrder(): DayOrder {
  return writesDayFirst() ? 'day-first' : 'month-first'
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
  return own !== EXAMPLE && readDay(own, ownOrder()) === EXAMPLE ? `${EXAMPLE} or ${own}` : EXAMPLE
}
