// @module-tag slow

import { expect, test } from 'vitest'
import { firstRules, standardRules } from '#/rules/season-rules.ts'
import { attackedFormats, harmOf, strategies, type StrategyName } from './adversaries.ts'

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

// Matches that are not played do not count for the strength of results, so declining them costs nothing.
const strengthBounds: Partial<Record<StrategyName, number>> = { dodge: 3, sham: 3 }

test.each(strategies)('where results rank by strength, nobody who $words gains more than stated', ({ name, bound }) => {
  const rules = { ...standardRules, ranking: { ...standardRules.ranking, by: 'strength' as const } }
  const gained = attackedFormats.map((format) => harmOf(name, format, LEAGUES, rules)?.gained ?? 0)
  expect(Math.max(...gained)).toBeLessThanOrEqual(strengthBounds[name] ?? bound)
})

test('under the rules before, farming won places: the suite notices a rule that can be beaten', () => {
  const { honest, gained } = harmOf('farm', { kind: 'round_robin' }, LEAGUES, firstRules)!
  expect(honest).toBeGreaterThan(5)
  expect(honest - gained).toBeLessThan(2.5)
})
