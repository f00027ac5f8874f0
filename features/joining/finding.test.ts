import { expect, test } from 'vitest'
import { among, fits, levelsOf, readWanted } from './finding.ts'

const nothing = { area: undefined, gender: '', singles_level: '' }
const typed = { area: 'dc', gender: 'Male', singles_level: '4.0' }

test.each([
  ['', nothing, { area: undefined, gender: null, level: null }],
  ['area=south-bend&who=women&level=3.5', nothing, { area: 'south-bend', gender: 'Female', level: '3.5' }],
  // What the address says goes before what was typed, also that it is any.
  ['', typed, { area: 'dc', gender: 'Male', level: '4.0' }],
  ['area=indianapolis&who=women&level=3.0', typed, { area: 'indianapolis', gender: 'Female', level: '3.0' }],
  ['area=&who=&level=', typed, { area: undefined, gender: null, level: null }],
  // Garbage is any, never an error.
  ['area=<b>&who=__proto__&who=men', nothing, { area: undefined, gender: null, level: null }],
  ['who=toString&area=constructor', typed, { area: undefined, gender: null, level: '4.0' }],
])('%s says who looks for a league', (address, known, wanted) => {
  expect(readWanted(new URLSearchParams(address), known)).toEqual(wanted)
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
  expect(fits(division, wanted)).toBe(expected)
})

test('a level that nobody plays at is any', () => {
  const wanted = { area: 'dc', gender: null, level: '99' }
  expect(among([{ level: '4.0' }], wanted)).toEqual({ ...wanted, level: null })
  expect(among([{ level: '4.0' }], { ...wanted, level: '4.0' }).level).toBe('4.0')
})

test('the levels that are asked for are those that are offered, lowest first', () => {
  const offered = levelsOf([{ level: '4.0' }, { level: null }, { level: '3.0' }, { level: '4.0' }])
  expect(offered.map(({ key }) => key)).toEqual(['3.0', '4.0'])
})
