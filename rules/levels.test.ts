import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelPresets, planLevels } from './level-list.ts'
import { areRatings, levelHint } from './ratings.ts'
import { starterLevels } from './starter-levels.ts'
import { findLevel } from './level-names.ts'
import { compareLevels, type Level } from './levels.ts'

const listed = (...names: string[]): Level[] => names.map((name) => ({ key: name.toLowerCase(), name }))
const words = listed('Beginner', 'Intermediate', 'Advanced')

test('levels are ordered by their place in the list, not alphabetically', () => {
  expect(compareLevels(words, 'advanced', 'beginner')).toBeGreaterThan(0)
  expect(compareLevels(words, 'beginner', 'intermediate')).toBeLessThan(0)
  expect(compareLevels(words, 'advanced', 'advanced')).toBe(0)
  expect(['5.0', 'gone', '3.0'].toSorted((a, b) => compareLevels(starterLevels, a, b))).toEqual(['3.0', '5.0', 'gone'])
})

test('a level can be found by its key or its name', () => {
  const renamed = [{ key: '3.0', name: 'Club' }]
  expect(findLevel(renamed, ' CLUB ')?.key).toBe('3.0')
  expect(findLevel(renamed, '3.0')?.name).toBe('Club')
  expect(findLevel(renamed, '3')).toBeUndefined()
})

test('ratings are distinguished from words and ranges', () => {
  const ratingLists = levelPresets.map(({ key, levels }) => [key, areRatings(levels)])
  expect(ratingLists).toEqual([
    ['ntrp', true],
    ['utr', false],
    ['playtomic', false],
    ['dupr', false],
    ['squash', false],
    ['badminton', false],
    ['words', false],
  ])
  expect(areRatings(starterLevels)).toBe(true)
  expect(areRatings([...starterLevels, { key: '5.5', name: 'Pro' }])).toBe(false)
  expect(areRatings([])).toBe(false)
})

test.each(levelPresets.map(({ title, levels }) => [title, levels] as const))(
  'the list %s can be saved as it is',
  (_, levels) => {
    expect(planLevels(levels)).toEqual({ levels })
    for (const { key, name } of levels)
      expect([/^[a-z0-9][a-z0-9.-]{0,29}$/.test(key), name.length <= 30]).toEqual([true, true])
  },
)

test.each([
  [['2.5', '3.0', '4.5'], 'Your NTRP rating, or your best guess: 3.0 keeps a rally going, 4.5 wins local tournaments.'],
  [['2.5', '3.0'], 'Your NTRP rating, or your best guess: 3.0 keeps a rally going.'],
  [['5.0', '5.5'], 'Your NTRP rating, or your best guess.'],
  [['3.0', '4.5', 'Pro'], 'Or your best guess. You can change it later.'],
  [['Beginner'], 'Or your best guess. You can change it later.'],
  [[], 'Or your best guess. You can change it later.'],
])('the hint for the levels %j names only levels of the list', (names, hint) => {
  expect(levelHint(names.map((name) => ({ key: name, name })))).toBe(hint)
})

test.each([
  ['new ones get keys from their names', [{ name: '2.5' }, { name: 'Open B' }], ['2.5', 'open-b']],
  ['known ones keep theirs', [{ key: '3.0', name: 'Club' }, { name: 'Österreich' }], ['3.0', 'osterreich']],
  ['letters of other scripts', [{ name: '初級' }, { name: '上級' }], ['level', 'level-2']],
  ['a key that is taken', [{ key: 'open', name: 'Men' }, { name: 'Open!' }], ['open', 'open-2']],
  ['a key that is the name of another', [{ name: 'Open!' }, { key: 'x', name: 'open' }], ['open-2', 'x']],
] as const)('%s', (_, entered, keys) => {
  const planned = planLevels(entered)
  expect('levels' in planned && planned.levels.map(({ key }) => key)).toEqual(keys)
})

test.each([
  ['a name twice', [{ name: 'Open' }, { name: 'open' }], 'levels.1.name'],
  [
    'a key twice',
    [
      { key: 'a', name: 'A' },
      { key: 'a', name: 'B' },
    ],
    'levels.1.key',
  ],
  [
    'two that swap names',
    [
      { key: '3.0', name: '3.5' },
      { key: '3.5', name: '3.0' },
    ],
    'levels.0.name',
  ],
  ['the old name of another', [{ key: '3.0', name: 'Club' }, { name: '3.0' }], 'levels.1.name'],
] as const)('%s is refused', (_, entered, field) => {
  const planned = planLevels(entered)
  expect('problems' in planned && Object.keys(planned.problems)).toContain(field)
})

test('whatever is entered, each text matches one level of the list', () => {
  const name = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.trim() || 'x')
  const entered = fc.array(fc.record({ name }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(entered, (list) => {
      const planned = planLevels(list)
      if ('problems' in planned) return
      const { levels } = planned
      expect(new Set(levels.map(({ key }) => key)).size).toBe(levels.length)
      for (const level of levels) {
        expect(level.key).toMatch(/^[a-z0-9][a-z0-9.-]{0,29}$/)
        expect(findLevel(levels, level.key)).toEqual(level)
        expect(findLevel(levels, level.name)).toEqual(level)
      }
    }),
  )
})
