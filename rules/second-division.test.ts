import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountOf, discountsOf } from './coupon.ts'
import { canLeaveDivision, secondDivisionDiscounts } from './second-division.ts'
import { smallestChargeOf } from './smallest-charge.ts'

const percent = (number: number) => ({ percent: number, amount_cents: null })
const amount = (cents: number) => ({ percent: null, amount_cents: cents })

test.each([
  ['one division is the first', [3900], percent(10), false, 'USD', [0]],
  ['one division, and the player has another', [3900], percent(10), true, 'USD', [390]],
  ['the most expensive costs its full price', [3900, 4900], percent(10), false, 'USD', [390, 0]],
  ['of equal prices, the first in the cart is the first', [3900, 3900, 3900], percent(10), false, 'USD', [0, 390, 390]],
  ['all of them if the player already has one', [3900, 4900], percent(10), true, 'USD', [390, 490]],
  ['each rounded separately, half up', [3333, 3333, 3333], percent(50), false, 'USD', [0, 1667, 1667]],
  ['an amount for each', [3900, 4900, 3900], amount(500), false, 'USD', [500, 0, 500]],
  ['an amount above the price', [3900, 4900], amount(5000), false, 'USD', [3900, 0]],
  ['all of it', [3900, 4900], percent(100), false, 'USD', [3900, 0]],
  ['a free division is not the first', [0, 3900], percent(10), false, 'USD', [0, 0]],
  ['nothing comes off a free division', [0, 3900, 3900], percent(10), false, 'USD', [0, 0, 390]],
  ['only free divisions', [0, 0], amount(500), false, 'USD', [0, 0]],
  ['an empty cart', [], percent(10), false, 'USD', []],
  ['49 cents cannot be charged', [3900], amount(3851), true, 'USD', [3900]],
  ['50 cents can', [3900], amount(3850), true, 'USD', [3850]],
  ['yen have no decimals', [4550, 4500], percent(33), true, 'JPY', [1502, 1485]],
  ['49 yen cannot be charged', [4550], amount(4501), true, 'JPY', [4550]],
  ['krónur are whole', [250_000, 99_900], percent(15), true, 'ISK', [37_500, 15_000]],
  ['no discount', [3900, 4900], null, true, 'USD', [0, 0]],
] as const)('%s', (_, prices, terms, has_division, currency, expected) => {
  expect(secondDivisionDiscounts(prices, { terms, has_division, highest_cents: null }, currency)).toEqual(expected)
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
      const off = secondDivisionDiscounts(given, { terms: of, has_division, highest_cents: null }, code)
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
      const second = { terms: of, has_division, highest_cents: null }
      expect(sumOf(secondDivisionDiscounts(other, second, code))).toBe(
        sumOf(secondDivisionDiscounts(given, second, code)),
      )
    }),
  )
})

test.each([
  ['a cheaper one first: the order of buying does not matter', [4900], 3900, percent(50), [1950]],
  ['a more expensive one first', [3900], 4900, percent(50), [1950]],
  ['two more expensive ones', [4900, 4500], 3900, percent(50), [1950, 2250]],
  ['an unknown price, as with a free season', [4900], null, percent(50), [2450]],
  ['the rest can be charged', [3930], 3900, percent(100), [3880]],
] as const)('%s', (_, given, highest_cents, of, expected) => {
  expect(secondDivisionDiscounts(given, { terms: of, has_division: true, highest_cents }, 'USD')).toEqual(expected)
})

test('no sequence of buying and leaving keeps divisions for less than one order of them', () => {
  const step = fc.oneof(
    fc.record({
      buy: fc.array(
        fc.integer({ min: 1, max: 99 }).map((whole) => whole * 100),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fc.record({ leave: fc.nat(9) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), terms, currency, (steps, of, code) => {
      let held: { full_cents: number; second_division_cents: number }[] = []
      const paid = () => sumOf(held.map((each) => each.full_cents - each.second_division_cents))
      const inOneOrder = () => {
        const given = held.map((each) => each.full_cents)
        const none = { terms: of, has_division: false, highest_cents: null }
        return sumOf(given) - sumOf(secondDivisionDiscounts(given, none, code))
      }
      for (const each of steps) {
        if ('buy' in each) {
          const has_division = held.some(({ second_division_cents }) => second_division_cents === 0)
          const highest_cents = has_division ? Math.max(...held.map(({ full_cents }) => full_cents)) : null
          const off = secondDivisionDiscounts(each.buy, { terms: of, has_division, highest_cents }, code)
          held.push(...each.buy.map((full_cents, index) => ({ full_cents, second_division_cents: off[index]! })))
        } else {
          const left = held[each.leave]
          const remaining = held.filter((one) => one !== left)
          if (left && canLeaveDivision(remaining, left, of, code)) held = remaining
        }
        expect(held.length === 0 || paid() >= inOneOrder()).toBe(true)
      }
      // Everybody can leave everything: the divisions that were cheaper can go first, and then the others.
      while (held.length > 0) {
        const next = held.find((one) =>
          canLeaveDivision(
            held.filter((other) => other !== one),
            one,
            of,
            code,
          ),
        )
        expect(next).toBeDefined()
        held = held.filter((one) => one !== next)
      }
    }),
  )
})
