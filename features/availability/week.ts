import { GRID_FROM, GRID_TO, mergeHours, minutesOf, SLOT_MINUTES, timeAt, type Hours } from '#/rules/availability.ts'
import { formatTime } from '#/contract/time.ts'

/** Half hours of a day on the grid. */
export const ROWS = (minutesOf(GRID_TO) - minutesOf(GRID_FROM)) / SLOT_MINUTES

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Whether each half hour is painted, by day with Monday first. */
export type Week = readonly (readonly boolean[])[]

/** A half hour: `day` 0 is Monday, `row` 0 the first of the day. */
export type Cell = { day: number; row: number }

/** The time at which a row begins, 'HH:mm'. */
export function timeOfRow(row: number): string {
  return timeAt(minutesOf(GRID_FROM) + row * SLOT_MINUTES)
}

export function isWeek(value: unknown): value is Week {
  return (
    Array.isArray(value) &&
    value.length === weekdays.length &&
    value.every((rows) => Array.isArray(rows) && rows.length === ROWS)
  )
}

export function weekOf(hours: readonly Hours[]): Week {
  return weekdays.map((_, day) =>
    Array.from({ length: ROWS }, (__, row) =>
      hours.some(({ weekday, from, to }) => weekday === day + 1 && from <= timeOfRow(row) && timeOfRow(row) < to),
    ),
  )
}

export function hoursOf(week: Week): Hours[] {
  return mergeHours(
    week.flatMap((rows, day) =>
      rows.flatMap((painted, row) =>
        painted ? [{ weekday: day + 1, from: timeOfRow(row), to: timeOfRow(row + 1) }] : [],
      ),
    ),
  )
}

/** Paints or clears the rectangle between two cells. */
export function paint(week: Week, one: Cell, two: Cell, painted: boolean): Week {
  const isBetween = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b)
  return week.map((rows, day) =>
    isBetween(day, one.day, two.day)
      ? rows.map((was, row) => (isBetween(row, one.row, two.row) ? painted : was))
      : rows,
  )
}

/** Copies Monday's half hours to every weekday. */
export function copyMonday(week: Week): Week {
  return week.map((rows, day) => (day < 5 ? (week[0] ?? rows) : rows))
}

/** 'Monday, 6:00 PM to 7:30 PM' or 'Monday to Friday, 6:00 PM to 7:30 PM'. */
export function formatCells(one: Cell, two: Cell): string {
  const [first, last] = [Math.min(one.day, two.day), Math.max(one.day, two.day)]
  const [from, to] = [Math.min(one.row, two.row), Math.max(one.row, two.row) + 1]
  const days = first === last ? weekdays[first] : `${weekdays[first]} to ${weekdays[last]}`
  return `${days}, ${formatTime(timeOfRow(from))} to ${formatTime(timeOfRow(to))}`
}

/** A line for each day with hours: 'Monday: 6:00 PM to 9:30 PM'. */
export function formatWeek(week: Week): string[] {
  const hours = hoursOf(week)
  return weekdays.flatMap((name, day) => {
    const ranges = hours.filter(({ weekday }) => weekday === day + 1)
    if (ranges.length === 0) return []
    return [`${name}: ${ranges.map(({ from, to }) => `${formatTime(from)} to ${formatTime(to)}`).join(', ')}`]
  })
}
