import { expect, test } from 'vitest'
import { isAgeMissing, missingAcceptances, unknownAcceptances } from './acceptances.ts'

const text = (key: string, version: number, asked_version: number | null) => ({ key, version, asked_version })

test.each([
  ['nothing is published', [], [], []],
  ['nobody has to accept it', [text('rules', 3, null)], [], []],
  ['not accepted yet', [text('terms', 1, 1)], [], ['terms']],
  ['accepted', [text('terms', 1, 1)], [['terms', 1]], []],
  ['another text accepted', [text('terms', 1, 1)], [['waiver', 1]], ['terms']],
  ['changed without asking again', [text('terms', 4, 2)], [['terms', 2]], []],
  ['changed and asks again', [text('terms', 4, 4)], [['terms', 3]], ['terms']],
  [
    'accepted early, and again',
    [text('terms', 4, 4)],
    [
      ['terms', 1],
      ['terms', 4],
    ],
    [],
  ],
  ['one of two', [text('terms', 1, 1), text('waiver', 2, 1)], [['waiver', 1]], ['terms']],
] as const)('%s', (_, texts, accepted, missing) => {
  const given = accepted.map(([key, version]) => ({ key, version }))
  expect(missingAcceptances(texts, given).map(({ key }) => key)).toEqual(missing)
})

test.each([
  ['the version in force', 'terms', 2, false],
  ['an earlier version', 'terms', 1, false],
  ['a version that is not there yet', 'terms', 3, true],
  ['a text that is not published', 'waiver', 1, true],
])('%s', (_, key, version, unknown) => {
  expect(unknownAcceptances([text('terms', 2, 1)], [{ key, version }]).length > 0).toBe(unknown)
})

test.each([
  [null, null, false],
  [18, null, true],
  [18, 18, false],
  [21, 18, true],
  [16, 18, false],
])('a minimum age of %s, and %s confirmed', (minimum, confirmed, missing) => {
  expect(isAgeMissing(minimum, confirmed)).toBe(missing)
})
