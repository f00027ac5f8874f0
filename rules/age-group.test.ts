import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ageKey,
  agesProblem,
  ageIn,
  fitsAges,
  formatAges,
  formatWhoFits,
  isWithin,
  readAgeKey,
  type AgeGroup,
} from './age-group.ts'

const group = (age_from: number | null, age_to: number | null): AgeGroup => ({ age_from, age_to })
const over40 = group(40, null)
const under18 = group(null, 18)
const young = group(18, 35)
const every = group(null, null)

test.each<[who: string, AgeGroup, season_year: number, year_of_birth: number | null, fits: boolean | null]>([
  ['turns 40 in the year of the season, on whatever day', over40, 2026, 1986, true],
  ['turned 40 the year before', over40, 2026, 1985, true],
  ['turns 40 the year after', over40, 2026, 1987, false],
  // Winter 2026 runs from November 2026 to February 2027, and 2026, the year in which it begins, decides.
  ['turns 40 during the second year of a season across New Year', over40, 2026, 1987, false],
  ['turns 40 in the first year of a season across New Year', over40, 2026, 1986, true],
  ['turns 18, the last year of the group', under18, 2026, 2008, true],
  ['turns 19', under18, 2026, 2007, false],
  ['turns 19 during the second year of a season across New Year', under18, 2026, 2008, true],
  ['is exactly at the lower limit', young, 2026, 2008, true],
  ['is exactly at the upper limit', young, 2026, 1991, true],
  ['is one below', young, 2026, 2009, false],
  ['is one above', young, 2026, 1990, false],
  ['has the only age allowed', group(50, 50), 2026, 1976, true],
  ['has not given a year of birth', over40, 2026, null, null],
  ['has not given a year of birth, and is not asked', every, 2026, null, true],
  ['has any age', every, 2026, 1950, true],
  ['was born after the season, by a typo', under18, 2026, 2030, true],
])('somebody who %s: %o in %i, born in %s: %s', (_, ages, season_year, year_of_birth, fits) => {
  expect(fitsAges(ages, season_year, year_of_birth)).toBe(fits)
})

test.each<[AgeGroup, ages: string, who: string]>([
  [over40, '40 and over', 'players who turn 40 in 2026 or earlier'],
  [under18, '18 and under', 'players who turn 18 in 2026 or later'],
  [young, '18 to 35', 'players who turn 18 to 35 in 2026'],
  [group(50, 50), '50', 'players who turn 50 in 2026'],
])('%o is called %s and means %s', (ages, name, who) => {
  expect(formatAges(ages)).toBe(name)
  expect(formatWhoFits(ages, 2026)).toBe(who)
})

test('a group of all ages has no label', () => {
  expect(formatAges(every)).toBe(null)
})

test.each<[AgeGroup, AgeGroup, boolean]>([
  [group(55, null), over40, true],
  [over40, group(55, null), false],
  [over40, every, true],
  [every, over40, false],
  [over40, over40, true],
  [young, under18, false],
  [group(10, 18), under18, true],
  [young, group(18, null), true],
])('everybody of %o is of %o: %s', (inner, outer, expected) => {
  expect(isWithin(inner, outer)).toBe(expected)
})

test.each<[AgeGroup, boolean]>([
  [young, true],
  [group(50, 50), true],
  [over40, true],
  [every, true],
  [group(35, 18), false],
])('%o can be a group: %s', (ages, can) => {
  expect(agesProblem(ages) === null).toBe(can)
})

test.each<[AgeGroup, string]>([
  [over40, '40-'],
  [under18, '-18'],
  [young, '18-35'],
  [every, '-'],
])('%o is written %s in an address, and read back', (ages, key) => {
  expect(ageKey(ages)).toBe(key)
  expect(readAgeKey(key)).toEqual(ages)
})

test.each(['%j is not an age group and sets no limit', '<b>', '__proto__', '1e3-', '40-x', '-1-2', '4000-'])(
  '%j is not an age group and sets no limit',
  (key) => {
    expect(readAgeKey(key)).toEqual(every)
  },
)

const age = fc.option(fc.integer({ min: 1, max: 120 }))
const anyGroup = fc.record({ age_from: age, age_to: age }).filter((ages) => agesProblem(ages) === null)

test('a player who fits a group fits every group around it, and a later birth year never makes anybody older', () => {
  fc.assert(
    fc.property(anyGroup, anyGroup, fc.integer({ min: 1900, max: 2026 }), (inner, outer, born) => {
      const fitsOne = isWithin(inner, outer) && fitsAges(inner, 2026, born) === true
      expect(!fitsOne || fitsAges(outer, 2026, born)).toBe(true)
      expect(ageIn(2026, born)).toBeGreaterThan(ageIn(2026, born + 1))
    }),
  )
})
