import { expect, test } from 'vitest'
import { firstRating, logOddsOf, ratingOfEntry, winChanceOf, type EntryRating } from './entries.ts'
import { ratingParameters } from './parameters.ts'
import { emptyPool } from './pool.ts'
import { estimateOf, forecast, rateDay } from './rating.ts'

test.each([
  [null, { value: 1500, deviation: 175 }],
  [0, { value: 1500, deviation: 100 }],
  [2, { value: 1650, deviation: 100 }],
  [-1.5, { value: 1388, deviation: 100 }],
])('a player of level %s begins with %o', (level, expected) => {
  expect(firstRating(level)).toEqual({ ...expected, settled: false })
})

test('a pair has the mean of its players, and is settled when both are', () => {
  const ada = { value: 1600, deviation: 80, settled: true }
  const bea = { value: 1500, deviation: 60, settled: false }
  expect(ratingOfEntry([ada, bea])).toEqual({ value: 1550, deviation: 50, settled: false })
  expect(ratingOfEntry([ada, ada]).settled).toBe(true)
  expect(ratingOfEntry([ada])).toEqual(ada)
})

test('in log odds, the chance to win is that of the forecast', () => {
  const sets = [6, 6].map((score_1) => ({ score_1, score_2: 2 }))
  const match = { id: 1, sides: [[1], [2]] as const, sets, status: null }
  const { pool } = rateDay(
    emptyPool('tennis', { ...ratingParameters, start_deviation: 1e-3 }),
    '2026-05-01',
    [match],
    (player) => player,
  )
  const [one, two] = [1, 2].map((player) => logOddsOf(estimateOf(pool, player, '2026-05-01')!)) as [Odds, Odds]
  const { win } = forecast(pool, '2026-05-01', [[1], [2]], () => null)
  expect(1 / (1 + Math.exp(two.value - one.value))).toBeCloseTo(win, 2)
})

test('a match is even between equals, and an uncertain difference says less', () => {
  const [ada, bea] = [1600, 1500].map((value) => ({ value, deviation: 60, settled: true })) as [
    EntryRating,
    EntryRating,
  ]
  expect(winChanceOf(ada, ada)).toBe(0.5)
  expect(winChanceOf(ada, bea)).toBeGreaterThan(0.6)
  expect(winChanceOf(ada, bea) + winChanceOf(bea, ada)).toBeCloseTo(1)
  expect(winChanceOf({ ...ada, deviation: 175 }, bea)).toBeLessThan(winChanceOf(ada, bea))
})

type Odds = ReturnType<typeof logOddsOf>
