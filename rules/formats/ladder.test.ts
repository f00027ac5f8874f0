import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSentence } from './formats.ts'
import { challengeProblem, climb, idleMoves, type ChallengeProblem } from './ladder.ts'

/** '3>1': the third entry beats the first; '3=1': a tie. */
const challenge = (text: string) => {
  const [one = 0, two = 0] = text.split(/[>=]/).map(Number)
  return { entry_1: one, entry_2: two, winner: text.includes('=') ? null : one }
}

const swap = { swap: true }

test.each([
  ['the winner takes the place, and those between move down', '4>1', '4 1 2 3'],
  ['a winner from the next place', '2>1', '2 1 3 4'],
  ['an entry that beats one below it stays', '1>3', '1 2 3 4'],
  ['one after the other', '4>2 3>1', '3 1 4 2'],
])('a ladder where nobody swaps: %s', (_, played, ladder) => {
  expect(climb([1, 2, 3, 4], played.split(' ').map(challenge), { swap: false }).join(' ')).toBe(ladder)
})

test('an entry that moves without a match takes the place above the other one, in both kinds of ladder', () => {
  for (const each of [true, false]) {
    const move = { entry_id: 4, above_id: 2 }
    expect(climb([1, 2, 3, 4], [challenge('3>1'), move], { swap: each })).toEqual(each ? [3, 4, 2, 1] : [3, 1, 4, 2])
    expect(climb([4, 2], [move, { entry_id: 9, above_id: 4 }], { swap: each })).toEqual([4, 2])
  }
})

/** '1- 2 3*': the first has not played for four weeks, the third is frozen. */
const rungs = (text: string) =>
  text.split(' ').map((word) => ({
    entry_id: Number.parseInt(word, 10),
    active_on: word.includes('-') ? '2026-05-01' : '2026-05-20',
    frozen: word.includes('*'),
  }))

test.each([
  ['the leader drops a place', '1- 2 3', '2>1'],
  ['everybody who has not played drops one', '1- 2 3- 4', '2>1 4>3'],
  ['nobody passes who has not played either', '1- 2- 3', '3>2'],
  ['the last cannot drop', '1 2-', ''],
  ['a frozen entry stays, and passes nobody', '1-* 2 3- 4*', ''],
  ['everybody plays', '1 2 3', ''],
])('weeks without a match: %s', (_, ladder, moves) => {
  const on = (weeks: number, day: string) =>
    idleMoves(rungs(ladder), { idle_weeks: weeks }, day)
      .map(({ entry_id, above_id }) => `${entry_id}>${above_id}`)
      .join(' ')
  expect(on(4, '2026-05-29')).toBe(moves)
  expect(on(4, '2026-05-28')).toBe('')
  expect(on(0, '2026-12-31')).toBe('')
})

test.each<[string, Partial<Parameters<typeof challengeProblem>[2]>, object, object, ChallengeProblem | null]>([
  ['somebody below, where that is allowed', { down: 2 }, { place: 2 }, { place: 4 }, null],
  ['too far below', { down: 1 }, { place: 2 }, { place: 4 }, 'too_far_below'],
  ['oneself', { down: 1 }, { place: 2 }, { place: 2 }, 'below'],
  ['the same entry again', { recent: new Set([20]) }, {}, {}, 'again'],
  ['a frozen entry', {}, {}, { frozen: true }, 'frozen'],
  ['anybody while frozen', {}, { frozen: true }, {}, 'i_am_frozen'],
])('by its rules: a challenge of %s', (_, given, mine, theirs, problem) => {
  const terms = { reach: 3, down: 0, busy: new Set<number>(), recent: new Set<number>(), is_open: true, ...given }
  expect(challengeProblem({ entry_id: 10, place: 3, ...mine }, { entry_id: 20, place: 2, ...theirs }, terms)).toBe(
    problem,
  )
})

test('a ladder’s rules are sentences made from its data', () => {
  const old = { kind: 'ladder', reach: 3, days: 10, swap: 1 } as const
  expect(formatSentence(old)).toBe(
    'A ladder. Challenge somebody up to 3 places above you, and play within 10 days. If the lower one wins, the two of you swap places. New players enter at the bottom.',
  )
  const all = {
    kind: 'ladder',
    reach: 1,
    days: 10,
    down: 1,
    answer_days: 4,
    again_days: 14,
    idle_weeks: 4,
    swap: 0,
    enter: 1,
  } as const
  expect(formatSentence(all)).toBe(
    'A ladder. Challenge somebody up to 1 place above you, or 1 below, and play within 10 days. If the lower one wins, it takes the place of the other, and those between move one down. A challenge that is not answered within 4 days is lost. The same two cannot challenge each other again for 14 days. Without a match for 4 weeks you drop a place, also from the first. New players enter by strength.',
  )
})

test.each([
  ['nothing played', '', '1 2 3 4'],
  ['an entry that beats one above it swaps places', '3>1', '3 2 1 4'],
  ['an entry that beats one below it stays', '1>3', '1 2 3 4'],
  ['a tie changes nothing', '3=1', '1 2 3 4'],
  ['one after the other', '3>1 4>3 1>2', '4 1 2 3'],
  ['the same two again', '2>1 1>2', '1 2 3 4'],
  ['somebody who is not on the ladder', '9>1 1>9', '1 2 3 4'],
])('%s', (_, played, ladder) => {
  const challenges = played === '' ? [] : played.split(' ').map(challenge)
  expect(climb([1, 2, 3, 4], challenges, swap).join(' ')).toBe(ladder)
})

test.each<[string, number | null, number | null, number[], boolean, ChallengeProblem | null]>([
  ['the next above', 4, 3, [], true, null],
  ['the furthest in reach', 4, 1, [], true, null],
  ['beyond it', 5, 1, [], true, 'too_far'],
  ['somebody below', 3, 4, [], true, 'below'],
  ['oneself', 3, 3, [], true, 'below'],
  ['while I have an open challenge', 4, 3, [10], true, 'i_am_busy'],
  ['while they have an open challenge', 4, 3, [20], true, 'busy'],
  ['an entry that is not on the ladder yet', 4, null, [], true, 'not_drawn'],
  ['before I am', null, 1, [], true, 'not_drawn'],
  ['after the season', 4, 3, [], false, 'closed'],
])('a challenge of %s', (_, mine, theirs, busy, is_open, problem) => {
  const terms = { reach: 3, down: 0, busy: new Set(busy), recent: new Set<number>(), is_open }
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
      const [before, after] = [climb(start, challenges.slice(0, -1), swap), climb(start, challenges, swap)]
      const [winner, loser] = played.at(-1)!
      expect(after.toSorted()).toEqual(start)
      expect(after.indexOf(winner)).toBeLessThan(after.indexOf(loser))
      expect(after.filter((id, place) => before[place] !== id).every((id) => id === winner || id === loser)).toBe(true)
    }),
  )
})
