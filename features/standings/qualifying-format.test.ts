import { expect, test } from 'vitest'
import { formatQualifying } from './qualifying-format.ts'

test.each([
  [{}, 'The top 5 of 10 with 4 matches played qualify for the play-offs, 8 at most.'],
  [
    { playoff_matches: 1, playoff_places: 4 },
    'The top 5 of 10 with 1 match played qualify for the play-offs, 4 at most.',
  ],
  [{ playoff_matches: 0 }, 'The top 5 of 10 qualify for the play-offs, 8 at most.'],
  [{ total: 2, top_half: 1 }, 'The top 1 of 2 with 4 matches played qualifies for the play-offs, 8 at most.'],
  [{ group: 'Box' }, 'The top half of each box with 4 matches played qualify for the play-offs, 8 at most.'],
])('the qualifying rule: %j', (given, sentence) => {
  const league = { group: null, total: 10, top_half: 5, playoff_matches: 4, playoff_places: 8 }
  expect(formatQualifying({ ...league, ...given })).toBe(sentence)
})
