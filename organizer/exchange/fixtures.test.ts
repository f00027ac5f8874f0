import { expect, test } from 'vitest'
import { readTime } from './fixtures.ts'
import { readYear } from './season-year.ts'

test.for([
  ['19:30', '19:30'],
  ['7.30 pm', '19:30'],
  ['7pm', '19:00'],
  ['12:05 a.m.', '00:05'],
  ['9:00:00', '09:00'],
  ['25:00', null],
  ['evening', null],
] as const)('a time of a file: %s', ([text, time]) => {
  expect(readTime(text)).toBe(time)
})

test.for([
  ['2026', 2026],
  ['26', 2026],
  ["'26", 2026],
  ['2026/27', 2026],
  ['2026-2027', 2026],
  ['6', 0],
  ['soon', 0],
] as const)('a year of a file: %s', ([text, year]) => {
  expect(readYear(text)).toBe(year)
})
