import fc from 'fast-check'
import { expect, test } from 'vitest'
import { challengeProblem, climb, type ChallengeProblem } from './ladder.ts'

/** '3>1': the third entry beats the first; '3=1': a tie. */
const challenge = (text: string) => {
  const [one = 0, two = 0] = text.split(/[>=]/).map(Number)
  return { entry_1: one, entry_2: two, winner: text.includes('=') ? null : one }
}

test.each([
  ['nothing played', '', '1 2 3 4'],
  ['who beats somebody above swaps places', '3>1', '3 2 1 4'],
  ['who is above and wins stays', '1>3', '1 2 3 4'],
  ['a tie changes nothing', '3=1', '1 2 3 4'],
  ['one after the other', '3>1 4>3 1>2', '4 1 2 3'],
  ['the same two again', '2>1 1>2', '1 2 3 4'],
  ['somebody who is not on the ladder', '9>1 1>9', '1 2 3 4'],
])('%s', (_, played, ladder) => {
  const challenges = played === '' ? [] : played.split(' ').map(challenge)
  expect(climb([1, 2, 3, 4], challenges).join(' ')).toBe(ladder)
})

test.each<[string, number | null, number | null, number[], boolean, ChallengeProblem | null]>([
  ['the next above', 4, 3, [], true, null],
  ['the furthest in reach', 4, 1, [], true, null],
  ['beyond it', 5, 1, [], true, 'too_far'],
  ['somebody below', 3, 4, [], true, 'below'],
  ['oneself', 3, 3, [], true, 'below'],
  ['with an open challenge of mine', 4, 3, [10], true, 'i_am_busy'],
  ['with an open challenge of theirs', 4, 3, [20], true, 'busy'],
  ['somebody who is not drawn', 4, null, [], true, 'not_drawn'],
  ['before I am', null, 1, [], true, 'not_drawn'],
  ['after the season', 4, 3, [], false, 'closed'],
])('a challenge of %s', (_, mine, theirs, busy, is_open, problem) => {
  const terms = { reach: 3, busy: new Set(busy), is_open }
  expect(challengeProblem({ entry_id: 10, place: mine }, { entry_id: 20, place: theirs }, terms)).toBe(problem)
})

test('whatever is played, everybody stays on the ladder, and only the two in a challenge move', () => {
  const pairs = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
    .filter(([one, two]) => one !== two)
  fc.assert(
    fc.property(fc.array(pairs, { minLength: 1, maxLength: 20 }), (played) => {
      const start = [1, 2, 3, 4, 5, 6, 7, 8, 9]
      const challenges = played.map(([one, two]) => ({ entry_1: one, entry_2: two, winner: one }))
      const [before, after] = [climb(start, challenges.slice(0, -1)), climb(start, challenges)]
      const [winner, loser] = played.at(-1)!
      expect(after.toSorted()).toEqual(start)
      expect(after.indexOf(winner)).toBeLessThan(after.indexOf(loser))
      expect(after.filter((id, place) => before[place] !== id).every((id) => id === winner || id === loser)).toBe(true)
    }),
  )
})
