import { expect, test } from 'vitest'
import { formatFreeSeasons } from './format.ts'

test.each([
  [0, 'free seasons'],
  [1, 'free season'],
  [2, 'free seasons'],
])('%i %s', (count, words) => {
  expect(formatFreeSeasons(count)).toBe(words)
})
