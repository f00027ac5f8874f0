import { expect, test } from 'vitest'
import { simulatedSeparation } from '#/rules/simulation/separation.ts'
import type { LeagueFormat } from './formats.ts'
import { compareFormats, separationOf, separationSentences, weeksBetween } from './separation.ts'

const boxes = { kind: 'boxes', size: 5, rounds: 2, moves: 1 } as const

test.each<[LeagueFormat, number]>([
  [{ kind: 'round_robin' }, 10],
  [{ kind: 'double_round_robin' }, 6],
  [{ kind: 'fixed_matches', matches: 4 }, 12],
  [{ kind: 'swiss', rounds: 5 }, 10],
  [boxes, 10],
])('the table has what the simulation says: %j of %i', { tags: 'slow' }, (format, players) => {
  expect(separationOf(format, players)).toBe(simulatedSeparation(format, players))
})

test('sizes between two columns are in between; what was not simulated has no figure', () => {
  expect(separationOf({ kind: 'round_robin' }, 18)).toBe(88)
  expect(separationOf({ kind: 'swiss', rounds: 9 }, 20)).toBe(separationOf({ kind: 'swiss', rounds: 8 }, 20))
  for (const players of [3, 25]) expect(separationOf({ kind: 'round_robin' }, players)).toBe(null)
  for (const format of [
    { kind: 'ladder' },
    { kind: 'flights', size: 6 },
    { kind: 'swiss', rounds: 2 },
    { ...boxes, size: 8 },
    { ...boxes, moves: 2 },
  ] as const)
    expect(separationOf(format, 10)).toBe(null)
})

test('only formats that fit the weeks are compared, and the simplest of the best is recommended', () => {
  const kinds = (players: number, weeks: number) => compareFormats({ players, weeks }).map(({ format }) => format.kind)
  expect(kinds(10, 9)[0]).toBe('round_robin')
  expect(kinds(11, 10)).not.toContain('round_robin')
  expect(kinds(11, 11)).toContain('round_robin')
  expect(kinds(6, 10)[0]).toBe('double_round_robin')
  expect(kinds(20, 7)).toEqual(['swiss', 'fixed_matches'])
  expect(kinds(20, 10)).toEqual(['swiss', 'boxes', 'fixed_matches'])
  expect(kinds(24, 15)[0]).toBe('boxes')
  expect(compareFormats({ players: 30, weeks: 10 })).toEqual([])
})

test('a choice says what it does, and what would be better', () => {
  expect(separationSentences({ kind: 'round_robin' }, { players: 10, weeks: 9 })).toEqual([
    'In simulated leagues of 10, 85 % of the true best half end in the top half.',
  ])
  expect(separationSentences({ kind: 'round_robin' }, { players: 20, weeks: 7 })).toEqual([
    'In simulated leagues of 20, 87 % of the true best half end in the top half.',
    'It needs 19 weeks of a match a week; the season has 7.',
    'Recommended for 7 weeks: Swiss rounds, 7 (81 %).',
  ])
  expect(separationSentences({ kind: 'ladder', reach: 3, days: 10 }, { players: 10, weeks: 9 })).toEqual([
    'Recommended for 9 weeks: Round robin (85 %).',
  ])
  expect(separationSentences({ kind: 'round_robin' }, { players: 40, weeks: 9 })).toEqual([])
  expect(weeksBetween('2026-05-15', '2026-08-02')).toBe(11)
})
