import { expect, test } from 'vitest'
import { agesOf, among, fits, levelsOf, readWanted } from './finding.ts'

const everyAge = { age_from: null, age_to: null }
const nothing = { area: undefined, gender: '', singles_level: '' }
const typed = { area: 'dc', gender: 'Male', singles_level: '4.0' }

test.each([
  ['', nothing, { area: undefined, gender: null, level: null }],
  ['area=south-bend&who=women&level=3.5', nothing, { area: 'south-bend', gender: 'Female', level: '3.5' }],
  // The query string wins over typed details, including when it says "any".
  ['', typed, { area: 'dc', gender: 'Male', level: '4.0' }],
  ['area=indianapolis&who=women&level=3.0', typed, { area: 'indianapolis', gender: 'Female', level: '3.0' }],
  ['area=&who=&level=', typed, { area: undefined, gender: null, level: null }],
  // Invalid values mean any, never an error.
  ['area=<b>&who=__proto__&who=men', nothing, { area: undefined, gender: null, level: null }],
  ['who=toString&area=constructor', typed, { area: undefined, gender: null, level: '4.0' }],
])('%s describes the visitor', (address, known, wanted) => {
  expect(readWanted(new URLSearchParams(address), known)).toEqual({ ...wanted, age: null })
})

test.each([
  [{ gender: 'Female', level: '3.5' }, { gender: 'Female', level: '3.5' }, true],
  [{ gender: 'Female', level: '3.5' }, { gender: 'Female', level: '4.0' }, false],
  [{ gender: 'Female', level: '3.5' }, { gender: 'Male', level: '3.5' }, false],
  [{ gender: 'Female', level: '3.5' }, { gender: null, level: null }, true],
  [{ gender: 'Female', level: null }, { gender: 'Female', level: '3.0' }, true],
  [{ gender: null, level: null }, { gender: 'Male', level: '5.0' }, true],
  [{ gender: null, level: '3.0' }, { gender: 'Male', level: '5.0' }, false],
] as const)('a division for %o and somebody like %o: %s', (division, wanted, expected) => {
  expect(fits({ ...division, ...everyAge }, { ...wanted, age: null })).toBe(expected)
})

test.each<[[from: number | null, to: number | null], age: string | null, boolean]>([
  [[40, null], null, true],
  [[40, null], '40-', true],
  [[40, null], '55-', true],
  [[55, null], '40-', false],
  [[null, null], '55-', true],
  [[null, 18], '40-', false],
  [[18, 35], '18-35', true],
  [[18, 35], '18-', false],
])('a division for the ages %j and a visitor in the group %s: %s', ([age_from, age_to], age, expected) => {
  expect(fits({ gender: null, level: null, age_from, age_to }, { gender: null, level: null, age })).toBe(expected)
})

test('the form lists the offered age groups, youngest first and each once', () => {
  const group = (age_from: number | null, age_to: number | null) => ({ age_from, age_to })
  const offered = [group(55, null), everyAge, group(40, null), group(null, 18), group(40, null), group(40, 50)]
  expect(agesOf(offered)).toEqual([group(null, 18), group(40, 50), group(40, null), group(55, null)])
  expect(readWanted(new URLSearchParams('age=40-'), nothing).age).toBe('40-')
  const wanted = { area: undefined, gender: null, level: null }
  const divisions = offered.map((ages) => ({ level: null, ...ages }))
  expect(among(divisions, { ...wanted, age: '40-' }).age).toBe('40-')
  for (const garbage of ['41-', '<b>', '__proto__', '-'])
    expect(among(divisions, { ...wanted, age: garbage }).age).toBe(null)
})

test('a level that no division has is read as any level', () => {
  const wanted = { area: 'dc', gender: null, level: '99', age: null }
  const divisions = [{ level: '4.0', ...everyAge }]
  expect(among(divisions, wanted)).toEqual({ ...wanted, level: null })
  expect(among(divisions, { ...wanted, level: '4.0' }).level).toBe('4.0')
})

test('the form lists the offered levels, lowest first', () => {
  const offered = levelsOf([{ level: '4.0' }, { level: null }, { level: '3.0' }, { level: '4.0' }])
  expect(offered.map(({ key }) => key)).toEqual(['3.0', '4.0'])
})
