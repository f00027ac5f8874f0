import { expect, test } from 'vitest'
import { formatKinds, formatOfferedKinds } from './format.ts'

const singles = (level: string | null) => ({ kind: 'singles' as const, level })
const doubles = { kind: 'doubles' as const, level: null }

test.each([
  [[singles('4.0'), doubles], '4.0', 'Singles at 4.0, and doubles'],
  [[singles('4.0'), singles(null)], '4.0', 'Singles at 4.0'],
  [[singles(null)], '4.0', 'Singles'],
  [[singles(null), doubles], '4.0', 'Singles and doubles'],
  [[singles('3.5'), doubles], null, 'Singles and doubles'],
  [[doubles], '4.0', 'Doubles'],
  [[], '4.0', ''],
])('of %j, a player at %s is offered "%s"', (divisions, level, words) => {
  expect(formatKinds(divisions, level)).toBe(words)
})

test.each([
  [[singles('4.0'), doubles], 'singles and doubles by level'],
  [[singles('4.0')], 'singles by level'],
  [[singles(null)], 'singles'],
  [[doubles], 'doubles'],
  [[], ''],
])('%j is offered to everybody as "%s"', (divisions, words) => {
  expect(formatOfferedKinds(divisions)).toBe(words)
})
