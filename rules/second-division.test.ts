import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountOf, discountsOf } from './coupon.ts'
import { secondDivisionDiscounts } from './second-division.ts'
import { smallestChargeOf } from './smallest-charge.ts'

const percent = (number: number) => ({ percent: number, amount_cents: null })
const amount = (cents: number) => ({ percent: null, amount_cents: cents })

test.each([
  ['one division is the first', [3900], percent(10), false, 'USD', [0]],
  ['one division, and the player has another', [3900], percent(10), true, 'USD', [390]],
  ['the dearest is paid in full', [3900, 4900], percent(10), false, 'USD', [390, 0]],
  ['of equal ones the first in the cart', [3900, 3900, 3900], percent(10), false, 'USD', [0, 390, 390]],
  ['all of them, when the player has one', [3900, 4900], percent(10), true, 'USD', [390, 490]],
  ['each rounded for itself, half up', [3333, 3333, 3333], percent(50), false, 'USD', [0, 1667, 1667]],
  ['an amount for each', [3900, 4900, 3900], amount(500), false, 'USD', [500, 0, 500]],
  ['an amount above the price', [3900, 4900], amount(5000), false, 'USD', [3900, 0]],
  ['all of it', [3900, 4900], percent(100), false, 'USD', [3900, 0]],
  ['a free division is no first one', [0, 3900], percent(10), false, 'USD', [0, 0]],
  ['nothing comes off a free division', [0, 3900, 3900], percent(10), false, 'USD', [0, 0, 390]],
  ['free divisions alone', [0, 0], amount(500), false, 'USD', [0, 0]],
  ['an empty cart', [], percent(10), false, 'USD', []],
  ['49 cents cannot be charged', [3900], amount(3851), true, 'USD', [3900]],
  ['50 cents can', [3900], amount(3850), true, 'USD', [3850]],
  ['yen have no decimals', [4550, 4500], percent(33), true, 'JPY', [1502, 1485]],
  ['49 yen cannot be charged', [4550], amount(4501), true, 'JPY', [4550]],
  ['krónur are whole', [250_000, 99_900], percent(15), true, 'ISK', [37_500, 15_000]],
  ['no discount', [3900, 4900], null, true, 'USD', [0, 0]],
] as const)('%s', (_, prices, terms, has_division, currency, expected) => {
  expect(secondDivisionDiscounts(prices, { terms, has_division }, currency)).toEqual(expected)
})

const currency = fc.constantFrom('USD', 'JPY', 'KWD', 'ISK')
const terms = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map(percent),
  fc.integer({ min: 1, max: 999_999 }).map((whole) => amount(whole * 100)),
)
// Whole in each of these currencies, and either zero or chargeable to a card.
const prices = fc.array(
  fc.integer({ min: 0, max: 999_999 }).map((whole) => (whole < 10 ? 0 : whole * 100)),
  { minLength: 1, maxLength: 20 },
)
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

test('no discount is negative or above its price, the rest is chargeable or zero, and the lines add up to the total', () => {
  fc.assert(
    fc.property(prices, terms, fc.boolean(), currency, (given, of, has_division, code) => {
      const off = secondDivisionDiscounts(given, { terms: of, has_division }, code)
      expect(off).toHaveLength(given.length)
      const left = given.map((price, index) => price - off[index]!)
      for (const [index, rest] of left.entries()) {
        expect(rest).toBeGreaterThanOrEqual(0)
        expect(rest).toBeLessThanOrEqual(given[index]!)
        expect(rest === 0 || rest >= smallestChargeOf(code)).toBe(true)
      }
      expect(sumOf(left)).toBe(sumOf(given) - sumOf(off))
      // A player's first division costs the full price, and an order that includes one never costs more than without
      // the discount.
      expect(has_division || left.includes(Math.max(...given))).toBe(true)
      // A coupon applies to the rest, and its parts fit too.
      const coupon = discountsOf(left, of, code)
      expect(coupon.every((each, index) => each >= 0 && each <= left[index]!)).toBe(true)
      expect(sumOf(coupon)).toBe(discountOf(sumOf(left), of, code))
    }),
  )
})

test('the total does not depend on the order of the cart', () => {
  const shuffled = prices.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
  )
  fc.assert(
    fc.property(shuffled, terms, fc.boolean(), currency, ([given, other], of, has_division, code) => {
      const second = { terms: of, has_division }
      expect(sumOf(secondDivisionDiscounts(other, second, code))).toBe(
        sumOf(secondDivisionDiscounts(given, second, code)),
      )
    }),
  )
})
