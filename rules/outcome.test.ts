import { expect, test } from 'vitest'
import { endSentence, scoreLine } from './outcome.ts'

test.each([
  [scoreLine([], 'Opponent did not show'), 'w.o.'],
  [scoreLine([{ score_1: 6, score_2: 1 }], 'Retired'), '6-1 ret.'],
  [scoreLine([{ score_1: 6, score_2: 1 }], null), '6-1.'],
  [scoreLine([{ score_1: 6, score_2: 1 }], 'Stopped by time or weather'), '6-1 stopped.'],
  [scoreLine([], 'Double default'), 'double default.'],
  ['a walkover for Sam Okafor Jr.', 'a walkover for Sam Okafor Jr.'],
])('the sentence of %s ends in one period', (text, sentence) => {
  expect(endSentence(text)).toBe(sentence)
})
