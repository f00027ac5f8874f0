// @module-tag slow

import { expect, test } from 'vitest'
import { firstRules } from '#/rules/season-rules.ts'
import { attackedFormats, harmOf, strategies } from './adversaries.ts'

// `node bench/adversaries.ts` plays more leagues and prints the figures.
const LEAGUES = 25

test.each(strategies)('$name: nobody who $words gains more than $bound places', ({ name, bound }) => {
  const gained = attackedFormats.map((format) => harmOf(name, format, LEAGUES)?.gained ?? 0)
  expect(Math.max(...gained)).toBeLessThanOrEqual(bound)
})

test.each(['farm', 'sweep'] as const)(
  '%s changes nothing: a match that the schedule does not have is a friendly',
  (name) => {
    for (const format of attackedFormats.filter(({ kind }) => !['flights', 'boxes', 'ladder'].includes(kind)))
      expect(harmOf(name, format, LEAGUES)).toMatchObject({ gained: 0, most: 0 })
  },
)

test('under the rules before, farming won places: the suite notices a rule that can be beaten', () => {
  const { honest, gained } = harmOf('farm', { kind: 'round_robin' }, LEAGUES, firstRules)!
  expect(honest).toBeGreaterThan(5)
  expect(honest - gained).toBeLessThan(2.5)
})
