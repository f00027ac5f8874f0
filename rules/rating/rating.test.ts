import { expect, test } from 'vitest'
import type { RatedMatch } from './match.ts'
import { emptyPool } from './pool.ts'
import { estimateOf, forecast, rateDay } from './rating.ts'

const noLevel = () => null

function won(id: number, winner: number, loser: number, ...sets: [number, number][]): RatedMatch {
  return {
    id,
    sides: [[winner], [loser]],
    sets: sets.map(([score_1, score_2]) => ({ score_1, score_2 })),
    status: null,
  }
}

test('a win raises the winner and lowers the loser by the same number of points if they began equal', () => {
  const { pool, changes } = rateDay(emptyPool('tennis'), '2027-05-01', [won(1, 7, 8, [6, 3], [6, 4])], noLevel)
  const [winner, loser] = changes
  expect(winner!.own[0]!.expected).toEqual({ win: 0.5, sets_text: '7-6 7-6' })
  expect(winner!.after.value - 1500).toBe(1500 - loser!.after.value)
  expect(winner!.after.value).toBeGreaterThan(1500)
  expect(winner!.after.deviation).toBeLessThan(winner!.before.deviation)
  expect(estimateOf(pool, 7, '2027-05-01')).toEqual(winner!.after)
})

test('the result of a former opponent is a cause', () => {
  const morning = rateDay(emptyPool('tennis'), '2027-05-01', [won(1, 7, 8, [6, 3], [6, 4])], noLevel).pool
  const { changes } = rateDay(morning, '2027-05-20', [won(2, 8, 9, [6, 0], [6, 1])], noLevel)
  const moved = changes.find(({ player }) => player === 7)!
  expect(moved.own).toEqual([])
  expect(moved.causes).toEqual([{ match: 2, points: moved.after.value - moved.before.value }])
  expect(moved.causes[0]!.points).toBeGreaterThan(0)
})

test('a forecast of equal players is even', () => {
  const { win, changes } = forecast(emptyPool('tennis'), '2027-05-01', [[1], [2]], noLevel)
  expect(win).toBeCloseTo(0.5, 6)
  expect(changes[0]!.if_win).toBe(-changes[0]!.if_loss)
})
