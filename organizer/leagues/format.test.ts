import { expect, test } from 'vitest'
import { formatCash, formatNext, formatOpen, formatPlaces, formatUnpaid } from './format.ts'

test.each([
  [7, 8, '7 of 8'],
  [0, 8, '0 of 8'],
  [9, 8, '9 of 8'],
  [7, null, '7, no limit'],
])('%i places taken of %s: %s', (taken, capacity, text) => {
  expect(formatPlaces({ taken, capacity })).toBe(text)
})

test.each([
  [{ taken: 4, entries: 4, paid: 4, free: 0 }, ''],
  [{ taken: 4, entries: 4, paid: 3, free: 0 }, '1 without money'],
  [{ taken: 5, entries: 4, paid: 3, free: 1 }, '1 at no price, 1 being paid'],
  [{ taken: 9, entries: 7, paid: 3, free: 1 }, '3 without money, 1 at no price, 2 being paid'],
])('the places %o: %s', (places, text) => {
  expect(formatUnpaid(places)).toBe(text)
})

const balance = (taken: number, refunded = 0) => ({ taken, refunded, net: taken - refunded })
test.each([
  [0, 0, 0, ''],
  [117, 0, 0, ''],
  [117, 39, 0, '$39.00 of it in cash'],
  [117, 39, 10, '$39.00 of it in cash, $10.00 refunded'],
])('%i by card, %i in cash and %i refunded: %s', (card, cash, refunded, text) => {
  const money = {
    ...balance(card, refunded),
    cash: balance(cash),
    together: balance(card + cash, refunded),
    taxes: [],
  }
  expect(formatCash(money)).toBe(text)
})

test.each([
  ['round_ends', '2', 'Period 2 ends'],
  ['match', 'Ada – Bea', 'Ada – Bea'],
  ['sale_ends', null, 'The sale ends'],
  ['last_day', null, 'Last day of the season'],
] as const)('the day of %s (%s) reads: %s', (kind, detail, text) => {
  expect(formatNext({ kind, detail, day: '2026/07/15', match_id: null }, 'Period')).toBe(text)
})

test.each([
  ['canceled', null, null, 'Canceled'],
  ['overdue', '2026/07/15', '18:30', 'Overdue'],
  ['to_arrange', null, null, 'No date'],
  ['arranged', '2026/07/15', null, 'Jul 15'],
  ['arranged', '2026/07/15', '18:30', 'Jul 15, 6:30 PM'],
] as const)('an open match that is %s on %s at %s: %s', (state, match_date, match_time, text) => {
  expect(formatOpen({ state, match_date, match_time })).toBe(text)
})
