import { expect, test } from 'vitest'
import { cleanName, findNameProblem } from './name-characters.ts'

const good = [
  ['Madonna'],
  ['Jose\u0301 Nun\u0303ez'],
  ["D’Arcy O'Brien"],
  ['X Æ A-12'],
  // A non-joiner in Persian, joiners in Devanagari, and the old spelling of a Malayalam chillu.
  ['علی\u200Cرضا'],
  ['क्\u200Dष'],
  ['र\u200D्य'],
  ['രാജന്\u200D'],
  // A Han character in the shape of a register of families.
  ['葛\u{E0100}城'],
  ['The \u2764\uFE0F Smashers'],
  ['👨\u200D👩\u200D👧 Family'],
  ['👩🏽\u200D🦰'],
  ['Nguyễn Văn A'],
  ['กำธร'],
  ['שָׁלוֹם'],
]

test.each(good)('the name %j is taken and stays as it is', (name) => {
  expect(findNameProblem(name)).toBeNull()
  expect(cleanName(name)).toBe(name)
})

test.each([
  ['Ma\u202Edonna', 'Madonna'],
  ['Anna\u2066', 'Anna'],
  ['\u061CAnna', 'Anna'],
  ['Anna\u200F', 'Anna'],
  ['A\u00ADnna', 'Anna'],
  ['A\u200Bnna', 'Anna'],
  ['Ann\uFEFFa', 'Anna'],
  ['An\u2028na', 'Anna'],
  ['A\u034Fnna', 'Anna'],
  // Joiners where no script needs them.
  ['An\u200Cna', 'Anna'],
  ['Kim\u200D', 'Kim'],
  ['علی\u200C', 'علی'],
  // A variation selector and tag characters without a base.
  ['A\uFE0Fnna', 'Anna'],
  ['Anna\u{E0041}', 'Anna'],
  // Letters that are drawn as nothing: Hangul fillers and the braille blank.
  ['\u3164', ''],
  ['\u115Fa', 'a'],
  ['\u2800', ''],
])('the invisible characters of %j are refused', (name, clean) => {
  expect(findNameProblem(name)).toMatch(/invisible characters/)
  expect(cleanName(name)).toBe(clean)
})

test.each([
  ['\u0301Anna', 'Anna'],
  ['Anna \u0301', 'Anna '],
  ['-\u0308-', '--'],
])('an accent without a letter in %j is refused', (name, clean) => {
  expect(findNameProblem(name)).toMatch(/accent/)
  expect(cleanName(name)).toBe(clean)
})
