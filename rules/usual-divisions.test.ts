import { expect, test } from 'vitest'
import { levelsOfSport } from './level-list.ts'
import { sports } from './sports/formats.ts'
import { usualDivisions } from './usual-divisions.ts'

test.each([
  ['tennis', 'Open Singles', "Men's Singles", 'Singles 2.5', '2.5'],
  ['padel', 'Open Doubles', "Men's Doubles", 'Doubles Playtomic 0 to 1', 'Playtomic 0 to 1'],
  ['pickleball', 'Open Doubles', "Men's Doubles", 'Doubles DUPR 2.0 to 2.5', 'DUPR 2.0 to 2.5'],
  ['badminton', 'Open Singles', "Men's Singles", 'Singles Grade D', 'Grade D'],
  ['squash', 'Open Singles', "Men's Singles", 'Singles Grade F', 'Grade F'],
  ['table_tennis', 'Open Singles', "Men's Singles", 'Singles Beginner', 'Beginner'],
] as const)('a club of %s is offered its divisions and levels', (sport, first, second, lowest, level) => {
  const levels = levelsOfSport(sport)
  expect(levels[0]?.name).toBe(level)
  const divisions = usualDivisions(sport, levels)
  const names = divisions.map(({ name }) => name)
  expect(names.slice(0, 2)).toEqual([first, second])
  expect(names).toContain(lowest)
})

test('no two divisions have the same name or key, only pairs are mixed, and none has a level beside the list', () => {
  for (const sport of sports) {
    const levels = levelsOfSport(sport)
    const divisions = usualDivisions(sport, levels)
    expect(divisions.length).toBeGreaterThanOrEqual(4 + levels.length)
    expect(new Set(divisions.map(({ name }) => name)).size).toBe(divisions.length)
    expect(new Set(divisions.map(({ key }) => key)).size).toBe(divisions.length)
    for (const { is_mixed, kind, level, name } of divisions) {
      expect(is_mixed && kind === 'singles').toBe(false)
      expect(level === null || levels.some(({ key }) => key === level)).toBe(true)
      expect(name.length).toBeLessThanOrEqual(60)
    }
  }
})
