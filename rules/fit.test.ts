import { expect, test } from 'vitest'
import { areOfOneGender, misfitOf, type Fitting, type Misfit, type Eligibility } from './fit.ts'

const levels = ['3.0', '3.5', '4.0'].map((key) => ({ key, name: key }))
const everybody: Eligibility = { gender: null, level: null, age_from: null, age_to: null }
const ada: Fitting = { gender: 'Female', singles_level: '3.5', year_of_birth: 1990 }

test.each<[division: string, Eligibility, player: string, Fitting, Misfit | null]>([
  ['everybody', everybody, 'anybody', ada, null],
  ['women at 3.5', { ...everybody, gender: 'Female', level: '3.5' }, 'a woman at 3.5', ada, null],
  ['men', { ...everybody, gender: 'Male' }, 'a woman', ada, 'gender'],
  ['men', { ...everybody, gender: 'Male' }, 'somebody who has not said', { ...ada, gender: null }, null],
  ['40 and over', { ...everybody, age_from: 40 }, 'somebody of 36', ada, 'ages'],
  ['40 and over', { ...everybody, age_from: 40 }, 'somebody of 40', { ...ada, year_of_birth: 1986 }, null],
  ['40 and over', { ...everybody, age_from: 40 }, 'somebody of no known age', { ...ada, year_of_birth: null }, null],
  ['4.0', { ...everybody, level: '4.0' }, 'a player at 3.5', ada, 'above'],
  ['3.0', { ...everybody, level: '3.0' }, 'a player at 3.5', ada, 'below'],
  ['3.0', { ...everybody, level: '3.0' }, 'a player without a level', { ...ada, singles_level: null }, null],
  ['a level that is no longer listed', { ...everybody, level: 'wall' }, 'a player at 3.5', ada, 'above'],
  ['men at 4.0', { ...everybody, gender: 'Male', level: '4.0' }, 'a woman at 3.5: the first reason', ada, 'gender'],
  [
    '40 and over at 4.0',
    { ...everybody, age_from: 40, level: '4.0' },
    'a 36-year-old at 3.5: the first reason',
    ada,
    'ages',
  ],
])('a division for %s and %s', (_, division, __, player, misfit) => {
  expect(misfitOf(division, 2026, player, levels)).toBe(misfit)
})

test.each<[one: string | null | undefined, two: string | null | undefined, boolean]>([
  ['Female', 'Male', false],
  ['Female', 'Female', true],
  ['Male', 'Male', true],
  ['Male', null, false],
  [null, null, false],
  [undefined, 'Male', false],
])('%s and %s are of one gender: %s', (one, two, same) => {
  expect(areOfOneGender(one, two)).toBe(same)
})
