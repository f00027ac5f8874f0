import { expect, test } from 'vitest'
import { levelFit, reviewLevels } from './level-fit.ts'

const ten = [1400, 1410, 1420, 1430, 1440, 1450, 1460, 1470, 1480, 1900]

test.each([
  ['within', 1450, 60, ten, { fit: 'fits', from: 1410, to: 1480 }],
  ['clearly above nine in ten', 1600, 60, ten, { fit: 'above', from: 1410, to: 1480 }],
  ['above, but not clearly', 1530, 60, ten, { fit: 'fits', from: 1410, to: 1480 }],
  ['clearly below', 1300, 60, ten, { fit: 'below', from: 1410, to: 1480 }],
  ['too few others', 1900, 10, ten.slice(0, 4), null],
  ['in any order', 1600, 60, ten.toReversed(), { fit: 'above', from: 1410, to: 1480 }],
] as const)('a rating is %s', (_, value, deviation, others, expected) => {
  expect(levelFit({ value, deviation }, others)).toEqual(expected)
})

const player = (id: number, level: number, value: number, group = 'tennis') => ({
  id,
  group,
  level,
  value,
  deviation: 50,
})
const usual = [1450, 1460, 1470, 1480, 1490].map((value, id) => player(id, 1, value))

test('the review proposes the next level, the farthest first, and never compares a player with the player', () => {
  const players = [...usual, player(10, 1, 1800), player(11, 1, 1300), player(12, 1, 1500)]
  const found = reviewLevels(players, 3)
  expect(found.map(({ player: { id }, to_level, range: { fit } }) => [id, to_level, fit])).toEqual([
    [10, 2, 'above'],
    [11, 0, 'below'],
  ])
})

test('nothing is proposed beyond the list, with too few of a level, or from another group', () => {
  expect(reviewLevels([...usual, player(10, 1, 1800)], 2)).toEqual([])
  expect(reviewLevels([...usual.slice(1), player(10, 1, 1800)], 3)).toEqual([])
  expect(reviewLevels([...usual, player(10, 1, 1800, 'padel')], 3)).toEqual([])
})
