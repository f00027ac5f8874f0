import { expect, test } from 'vitest'
import { groupDigits, groupExpiry, readExpiry } from './format.ts'

test.each([
  ['', ''],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242.4242', '4242 4242 4242 4242'],
  ['4242 4242 4242 4242 424 99', '4242 4242 4242 4242 424'],
])('the number %j is shown as %j', (typed, shown) => {
  expect(groupDigits(typed)).toBe(shown)
})

test.each([
  ['', '', {}],
  ['0', '0', {}],
  ['1', '1', {}],
  ['4', '04', {}],
  ['12', '12', {}],
  ['123', '12 / 3', {}],
  ['12 / ', '12', {}],
  ['1234', '12 / 34', { exp_month: 12, exp_year: 34 }],
  ['04/30', '04 / 30', { exp_month: 4, exp_year: 30 }],
  ['4/30', '04 / 30', { exp_month: 4, exp_year: 30 }],
  ['1/30', '01 / 30', { exp_month: 1, exp_year: 30 }],
  ['04/2030', '04 / 30', { exp_month: 4, exp_year: 30 }],
  ['13 / 30', '13 / 30', { exp_month: 13, exp_year: 30 }],
  ['next year', '', {}],
])('the date %j is shown as %j and parsed as %j', (typed, shown, read) => {
  expect(groupExpiry(typed)).toBe(shown)
  expect(readExpiry(typed)).toEqual(read)
})
