import { expect, test } from 'vitest'
import { parseScoreLine, scoreProblem } from '#/rules/score.ts'
import { exampleSets, exampleTieBreaks } from './examples.ts'
import { standardRules } from '#/rules/season-rules.ts'

test.each(exampleSets)('%s, twice, is a match', (set) => {
  expect(scoreProblem(parseScoreLine(`${set} ${set}`) ?? [], null, standardRules)).toBe(null)
})

test.each(exampleTieBreaks)('%s ends a match that stands at one set all', (points) => {
  expect(scoreProblem(parseScoreLine(`6-4 4-6 ${points}`) ?? [], null, standardRules)).toBe(null)
})
