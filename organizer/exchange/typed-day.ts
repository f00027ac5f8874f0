import { formatDate, writesDayFirst } from '#/contract/locale.ts'
import { addDays, isDay } from '#/rules/day.ts'
import { dayOrders, type DayOrder } from './import-fields.ts'

const numericDay = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]? +/i
/** '3-Oct-25', '16 October 2025'; 'Oct 16, 2025'. */
const namedDays = [/^(\d{1,2})[- .]([a-z]{3,9})[- .,]+(\d{4}|\d{2})$/i, /^([a-z]{3,9})[. ]+(\d{1,2}),? +(\d{4})$/i]
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * A day of a file as yyyy-mm-dd: '2019-10-03', '2019/10/3', 'Thu 3 Oct 2019', or in the file's order '10/3/2019',
 * '3.10.19', and 45946 as Excel counts days. Null if it is not a day.
 */
export function readDay(written: string, order: DayOrder): string | null {
  const text = written.replace(weekday, '')
  if (/^[2-7]\d{4}(?:[.,]\d+)?$/.test(text)) return addDays('1899-12-30', Number(text.slice(0, 5)))
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  const [, first, , second, last] = numericDay.exec(text) ?? []
  const parts = year
    ? [year, month, day]
    : last
      ? [fourDigits(last), ...(order === 'day-first' ? [second, first] : [first, second])]
      : namedParts(text)
  const read = parts.map((part) => part?.padStart(2, '0')).join('-')
  return isDay(read) ? read : null
}

function namedParts(text: string): (string | undefined)[] {
  const [, day, month, year] = namedDays[0]?.exec(text) ?? []
  const [, name = month, number = day, last = year] = namedDays[1]?.exec(text) ?? []
  if (name === undefined || last === undefined) return []
  const index = months.findIndex((each) => each.startsWith(name.toLowerCase().replace(/^sept$/, 'sep')))
  return [fourDigits(last), String(index + 1), number]
}

function fourDigits(year: string): string {
  return year.length === 2 ? `20${year}` : year
}

/**
 * The order of day and month in a file: a number above 12 decides for the whole file, then dots, which are day first
 * everywhere they are used. Null if two readings remain: somebody has to choose.
 */
export function dayOrderOf(texts: readonly string[]): DayOrder | null {
  const days = texts.flatMap((text) => {
    const [, first, mark, second] = numericDay.exec(text.replace(weekday, '')) ?? []
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
