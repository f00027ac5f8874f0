import { expect, test } from 'vitest'
import { copyMonday, formatCells, formatWeek, hoursOf, paint, ROWS, weekOf } from './week.ts'

const empty = weekOf([])

test('hours become half hours of the grid and back', () => {
  const hours = [
    { weekday: 1, from: '06:00', to: '07:30' },
    { weekday: 1, from: '18:00', to: '23:00' },
    { weekday: 7, from: '22:30', to: '23:00' },
  ]
  expect(hoursOf(weekOf(hours))).toEqual(hours)
  expect(ROWS).toBe(34)
})

test('a rectangle is painted or cleared between any two opposite corners', () => {
  const painted = paint(empty, { day: 2, row: 27 }, { day: 1, row: 24 }, true)
  expect(formatWeek(painted)).toEqual(['Tuesday: 6:00 PM to 8:00 PM', 'Wednesday: 6:00 PM to 8:00 PM'])
  const cleared = paint(painted, { day: 1, row: 25 }, { day: 1, row: 25 }, false)
  expect(formatWeek(cleared)[0]).toBe('Tuesday: 6:00 PM to 6:30 PM, 7:00 PM to 8:00 PM')
})

test('Monday is copied to the weekdays, and the weekend stays the same', () => {
  const week = paint(
    paint(empty, { day: 0, row: 24 }, { day: 0, row: 26 }, true),
    { day: 5, row: 6 },
    { day: 5, row: 6 },
    true,
  )
  expect(hoursOf(copyMonday(week)).map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6])
})

test('the painted hours are described with days and times', () => {
  expect(formatCells({ day: 0, row: 24 }, { day: 0, row: 24 })).toBe('Monday, 6:00 PM to 6:30 PM')
  expect(formatCells({ day: 4, row: 24 }, { day: 0, row: 25 })).toBe('Monday to Friday, 6:00 PM to 7:00 PM')
})
