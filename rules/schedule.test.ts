import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from './day.ts'
import { roundRobin, spreadRounds } from './schedule.ts'

test('four entries play three rounds', () => {
  expect(roundRobin([1, 2, 3, 4])).toEqual([
    {
      round: 1,
      pairs: [
        [1, 4],
        [2, 3],
      ],
    },
    {
      round: 2,
      pairs: [
        [4, 2],
        [3, 1],
      ],
    },
    {
      round: 3,
      pairs: [
        [3, 4],
        [1, 2],
      ],
    },
  ])
})

test('nobody to play: no rounds', () => {
  expect(roundRobin([])).toEqual([])
  expect(roundRobin([7])).toEqual([])
})

describe.each([2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 29, 30])('a league of %i', (size) => {
  const ids = Array.from({ length: size }, (_, index) => 100 + index)
  const rounds = roundRobin(ids)

  test('everybody meets everybody once', () => {
    const met = rounds.flatMap(({ pairs }) => pairs.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`))
    expect(met).toHaveLength((size * (size - 1)) / 2)
    expect(new Set(met).size).toBe(met.length)
  })

  test('nobody plays twice in a round; with an odd number each has one bye', () => {
    expect(rounds.map(({ round }) => round)).toEqual(
      Array.from({ length: size % 2 === 0 ? size - 1 : size }, (_, index) => index + 1),
    )
    for (const { pairs } of rounds) {
      expect(new Set(pairs.flat()).size).toBe(2 * Math.floor(size / 2))
    }
    const matches = ids.map((id) => rounds.filter(({ pairs }) => pairs.flat().includes(id)).length)
    expect(new Set(matches)).toEqual(new Set([size - 1]))
  })

  test('nobody is at home, or away, three times in a row', () => {
    for (const id of ids) {
      const places = rounds.flatMap(({ pairs }) => pairs).filter((pair) => pair.includes(id))
      expect(places.map(([first]) => (first === id ? 'H' : 'A')).join('')).not.toMatch(/HHH|AAA/)
    }
  })

  test('home and away are one apart at most', () => {
    for (const id of ids) {
      const home = rounds.flatMap(({ pairs }) => pairs).filter(([first]) => first === id).length
      expect(Math.abs(home - (size - 1 - home))).toBeLessThanOrEqual(1)
    }
  })
})

describe.each([
  [7, '2026-05-15', '2026-08-02'],
  [29, '2026-09-22', '2026-11-29'],
  [1, '2026-11-22', '2027-02-28'],
  [80, '2026-05-15', '2026-08-02'],
])('%i rounds from %s to %s', (rounds, starting_date, ending_date) => {
  const weeks = spreadRounds(rounds, starting_date, ending_date)

  test('fill the season without a gap, in equal parts give or take a day', () => {
    expect(weeks.map(({ round }) => round)).toEqual(Array.from({ length: rounds }, (_, index) => index + 1))
    expect(weeks[0]!.from).toBe(starting_date)
    expect(weeks.at(-1)!.to).toBe(ending_date)
    weeks.slice(1).forEach(({ from }, index) => expect(from).toBe(addDays(weeks[index]!.to, 1)))
    const lengths = weeks.map(({ from, to }) => daysBetween(from, to))
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
  })
})

test('more rounds than days share days and stay inside the season', () => {
  const weeks = spreadRounds(5, '2026-05-15', '2026-05-17')
  expect(weeks.map(({ from }) => from.slice(-2))).toEqual(['15', '15', '16', '16', '17'])
  for (const { from, to } of weeks) expect(from).toBe(to)
})

test('no rounds, no days', () => {
  expect(spreadRounds(0, '2026-05-15', '2026-05-17')).toEqual([])
})
