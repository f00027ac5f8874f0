import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leaguePriceProblems, priceOn } from './league-price.ts'

const none = { price_cents: null, early_price_cents: null, early_until: null }

test.each([
  ['the division’s', none, '2026-07-15', 3900],
  ['its own', { ...none, price_cents: 4500 }, '2026-07-15', 4500],
  ['nothing, where its own is nothing', { ...none, price_cents: 0 }, '2026-07-15', 0],
  [
    'the early one on its last day',
    { price_cents: 4500, early_price_cents: 3500, early_until: '2026-07-15' },
    '2026-07-15',
    3500,
  ],
  [
    'its own the day after',
    { price_cents: 4500, early_price_cents: 3500, early_until: '2026-07-15' },
    '2026-07-16',
    4500,
  ],
  [
    'the division’s after an early one',
    { ...none, early_price_cents: 0, early_until: '2026-07-15' },
    '2026-07-16',
    3900,
  ],
] as const)('a league costs %s', (_, league, today, expected) => {
  expect(priceOn(today, league, 3900)).toBe(expected)
})

test.each([
  ['an early price without a day', { ...none, early_price_cents: 3000 }, 'early_until'],
  ['a day without an early price', { ...none, early_until: '2026-07-20' }, 'early_price'],
  [
    'an early price that is not below the price',
    { ...none, early_price_cents: 3900, early_until: '2026-07-20' },
    'early_price',
  ],
  ['an early price after the sale', { ...none, early_price_cents: 3000, early_until: '2026-10-07' }, 'early_until'],
] as const)('%s is refused', (_, league, field) => {
  expect(Object.keys(leaguePriceProblems(league, { division_cents: 3900, sold_until: '2026-10-06' }))).toEqual([field])
})

test('an accepted price is never negative, and the early price is never higher than the regular one', () => {
  const cents = fc.integer({ min: 0, max: 99_999_999 })
  const day = fc.integer({ min: 1, max: 31 }).map((number) => `2026-07-${String(number).padStart(2, '0')}`)
  const league = fc.record({
    price_cents: fc.option(cents),
    early_price_cents: fc.option(cents),
    early_until: fc.option(day),
  })
  fc.assert(
    fc.property(league, cents, day, day, (price, division_cents, one, two) => {
      fc.pre(Object.keys(leaguePriceProblems(price, { division_cents, sold_until: '2026-07-31' })).length === 0)
      const [before, after] = [one, two].toSorted()
      const [early, late] = [before, after].map((today) => priceOn(today!, price, division_cents))
      expect(early).toBeGreaterThanOrEqual(0)
      expect(early).toBeLessThanOrEqual(late!)
    }),
  )
})
