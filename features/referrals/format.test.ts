import { expect, test } from 'vitest'
import { sayFreeSeasons } from './format.ts'

test.each([
  [0, 'free seasons'],
  [1, 'free season'],
  [2, 'free seasons'],
])('%i %s', (count, words) => {
  expect(sayFreeSeasons(count)).toBe(words)
})
