import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToDollars, dollarsToCents, formatCents, priceSentences } from './price.ts'

test.each([
  [45, 4500],
  ['45', 4500],
  ['45.00', 4500],
  [' 45.5 ', 4550],
  [0, 0],
  [-0, 0],
  ['0.01', 1],
  // Each of these is off by one when multiplied by 100 and cut off.
  [0.29, 29],
  [1.1, 110],
  [4.35, 435],
  [1.15, 115],
  [19.99, 1999],
  [1136.7, 113_670],
  [999_999.99, 99_999_999],
  ['007.50', 750],
])('%j is %i cents', (value, cents) => {
  expect(dollarsToCents(value)).toEqual({ cents })
})

test.each([
  [1.005, 'too_many_decimals'],
  ['45.000', 'too_many_decimals'],
  [0.1 + 0.2, 'too_many_decimals'],
  [1e-7, 'too_many_decimals'],
  [1_000_000, 'too_large'],
  ['1000000.00', 'too_large'],
  [1e21, 'too_large'],
  [Number.MAX_VALUE, 'too_large'],
  [-1, 'negative'],
  ['-0.01', 'negative'],
  [-1e-7, 'negative'],
  ['abc', 'not_a_number'],
  ['', 'not_a_number'],
  ['1e2', 'not_a_number'],
  ['1,000', 'not_a_number'],
  ['$45', 'not_a_number'],
  ['.5', 'not_a_number'],
  ['45.', 'not_a_number'],
  ['0x10', 'not_a_number'],
  [Number.NaN, 'not_a_number'],
  [Number.POSITIVE_INFINITY, 'not_a_number'],
])('%j is refused: %s', (value, problem) => {
  expect(dollarsToCents(value)).toEqual({ problem })
})

test('too many decimals get the message of docs/product.md', () => {
  expect(priceSentences.too_many_decimals).toBe('Invalid decimal length')
})

test('cents survive the wire, as a number, as its JSON text and as two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      const dollars = centsToDollars(cents)
      expect(dollarsToCents(dollars)).toEqual({ cents })
      expect(dollarsToCents(JSON.stringify(dollars))).toEqual({ cents })
      expect(dollarsToCents(dollars.toFixed(2))).toEqual({ cents })
    }),
  )
})

test.each([
  [4500, '$45.00'],
  [5, '$0.05'],
  [0, '$0.00'],
  [123_450, '$1,234.50'],
  [-500, '-$5.00'],
])('%i cents are shown as %s', (cents, shown) => {
  expect(formatCents(cents)).toBe(shown)
})
