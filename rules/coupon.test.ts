import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountsOf, normalizeCode } from './coupon.ts'
import { smallestChargeOf } from './smallest-charge.ts'

const percent = (number: number) => ({ percent: number, amount_cents: null })
const amount = (cents: number) => ({ percent: null, amount_cents: cents })

test.each([
  ['10 % of one price', [3900], percent(10), 'USD', [390]],
  ['10 % of two prices', [3900, 4900], percent(10), 'USD', [390, 490]],
  ['rounded once, half up', [3333], percent(50), 'USD', [1667]],
  ['three equal prices share a cent', [1005, 1005, 1005], percent(10), 'USD', [101, 101, 100]],
  ['an amount in proportion', [3900, 4900], amount(1000), 'USD', [443, 557]],
  ['an amount above the price', [3900], amount(5000), 'USD', [3900]],
  ['all of it', [3900, 4900], percent(100), 'USD', [3900, 4900]],
  ['a free division gets nothing', [0, 3900], amount(1000), 'USD', [0, 1000]],
  ['free divisions alone', [0, 0], percent(50), 'USD', [0, 0]],
  ['49 cents cannot be charged', [3900], amount(3851), 'USD', [3900]],
  ['50 cents can', [3900], amount(3850), 'USD', [3850]],
  ['yen have no decimals', [4550], percent(33), 'JPY', [1502]],
  ['49 yen cannot be charged', [4550], amount(4501), 'JPY', [4550]],
  ['thousandths end in 0', [12_340], percent(33), 'KWD', [4070]],
  ['krónur are whole', [250_000, 99_900], percent(15), 'ISK', [37_500, 15_000]],
] as const)('%s', (_, prices, terms, currency, expected) => {
  expect(discountsOf(prices, terms, currency)).toEqual(expected)
})

test('the parts add up, none exceeds its price, and the rest is either chargeable or zero', () => {
  const price = fc.integer({ min: 0, max: 99_999_999 })
  const terms = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map(percent),
    fc.integer({ min: 1, max: 99_999_999 }).map(amount),
  )
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 20 }), terms, (prices, of) => {
      const off = discountsOf(prices, of, 'USD')
      const total = prices.reduce((sum, each) => sum + each, 0)
      const taken = off.reduce((sum, each) => sum + each, 0)
      expect(off.every((each, index) => each >= 0 && each <= prices[index]!)).toBe(true)
      const asked = of.percent === null ? of.amount_cents : Math.round((total * of.percent) / 100)
      expect(taken).toBe(total - Math.min(asked, total) < smallestChargeOf('USD') ? total : Math.min(asked, total))
      expect(total - taken === 0 || total - taken >= 50).toBe(true)
    }),
  )
})

test('a code is matched whatever its case and surrounding spaces', () => {
  expect(normalizeCode(' Spring-26 ')).toBe('SPRING-26')
})
