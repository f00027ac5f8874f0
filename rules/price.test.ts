import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from './currencies.ts'
import { minorUnitOf } from './currency.ts'
import { formatMoney, includedTax, parsePrice, toAmount, toCents, writeAmount } from './price.ts'

test.each([
  [45, 4500],
  ['45', 4500],
  ['45.00', 4500],
  [' 45.5 ', 4550],
  [0, 0],
  [-0, 0],
  ['0.01', 1],
  // Multiplying these prices by 100 and truncating would be off by one.
  [0.29, 29],
  [1.1, 110],
  [4.35, 435],
  [1.15, 115],
  [19.99, 1999],
  [1136.7, 113_670],
  [999_999.99, 99_999_999],
  ['007.50', 750],
])('%j is %i cents', (value, cents) => {
  expect(parsePrice(value, 'USD')).toEqual({ cents })
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
  expect(parsePrice(value, 'USD')).toEqual({ problem })
})

test('minor units survive the API unchanged in every currency: as a number, as JSON text and with all digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.constantFrom(...currencies), (units, currency) => {
      const { exponent, decimals } = minorUnitOf(currency)
      // The smallest step of a price: 10 fils, 100 minor units of the króna.
      const step = 10 ** (exponent - decimals)
      const cents = units - (units % step)
      const amount = toAmount(cents, currency)
      expect(toCents(amount, currency)).toBe(cents)
      for (const wire of [amount, JSON.stringify(amount), writeAmount(cents, currency)])
        expect(parsePrice(wire, currency)).toEqual({ cents })
    }),
  )
})

test.each([
  ['JPY', 4500, { cents: 4500 }],
  ['JPY', '4500.00', { cents: 4500 }],
  ['JPY', 45.5, { problem: 'too_many_decimals' }],
  ['JPY', 99_999_999, { cents: 99_999_999 }],
  ['KWD', 4.25, { cents: 4250 }],
  // Stripe does not accept thousandths of a unit.
  ['KWD', 4.255, { problem: 'too_many_decimals' }],
  ['ISK', 4500, { cents: 450_000 }],
  ['ISK', 4500.5, { problem: 'too_many_decimals' }],
  ['EUR', '45.5', { cents: 4550 }],
])('%s %j is %o', (currency, value, read) => {
  expect(parsePrice(value, currency)).toEqual(read)
})

test.each([
  [4500, 'JPY', 'ja-JP', '￥4,500'],
  [4500, 'AUD', 'en-AU', '$45.00'],
  [4500, 'AUD', 'en-US', 'A$45.00'],
  [123_450, 'EUR', 'de-DE', '1.234,50\u00a0€'],
  [4250, 'KWD', 'en-US', 'KWD\u00a04.25'],
  [450_000, 'ISK', 'en-US', 'ISK\u00a04,500'],
])('%i minor units of %s are written in %s as %s', (cents, currency, locale, shown) => {
  expect(formatMoney(cents, { currency, locale })).toBe(shown)
})

test('the tax included in a price is its share of the whole, to the nearest minor unit', () => {
  expect(includedTax(3900, 10)).toBe(355)
  expect(includedTax(11_900, 19)).toBe(1900)
  expect(includedTax(4500, 8.875)).toBe(367)
  expect(includedTax(0, 10)).toBe(0)
})

test('every currency has a name to show in a list', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'currency' })
  expect(currencies.length).toBeGreaterThan(135)
  expect(currencies.filter((code) => names.of(code) === code)).toEqual([])
})

test.each([
  [4500, '$45.00'],
  [5, '$0.05'],
  [0, '$0.00'],
  [123_450, '$1,234.50'],
  [-500, '-$5.00'],
])('%i cents are shown as %s', (cents, shown) => {
  expect(formatMoney(cents, { currency: 'USD', locale: 'en-US' })).toBe(shown)
})
