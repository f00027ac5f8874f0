import { expect, test } from 'vitest'
import { formatBasis, formatChances } from './chances-format.ts'
import type { ChancesReply } from './place-contract.ts'

const reply: ChancesReply = {
  league_id: 4,
  basis: 'even',
  of: 'play_offs',
  entry_id: 1,
  qualify: 64,
  down: null,
  next: [{ match_id: 9, opponent: 'Grace Lindqvist', match_date: null, if_win: 91, if_loss: 40 }],
  league: [
    { entry_id: 1, qualify: 64, down: null },
    { entry_id: 2, qualify: 30, down: null },
    { entry_id: 3, qualify: 100, down: null },
    { entry_id: 4, qualify: 0, down: null },
  ],
}

test.each<[string, Partial<ChancesReply>, number, string | null]>([
  ['mine', {}, 1, '64% to qualify; a win against Grace Lindqvist makes it 91%, a loss 40%.'],
  ['mine, no match arranged', { next: [] }, 1, '64% to qualify.'],
  ['another’s', {}, 2, '30% to qualify.'],
  ['certain', {}, 3, null],
  ['out', {}, 4, null],
  ['not in the league', {}, 9, null],
  [
    'a box',
    { of: 'going_up', league: [{ entry_id: 1, qualify: 20, down: 35 }] },
    1,
    '20% to go up; a win against Grace Lindqvist makes it 91%, a loss 40%. 35% to go down.',
  ],
  [
    'a box, going up out of reach',
    { of: 'going_up', league: [{ entry_id: 1, qualify: 0, down: 35 }] },
    1,
    '35% to go down.',
  ],
  [
    'the highest box',
    { of: 'staying', next: [], league: [{ entry_id: 1, qualify: 80, down: null }] },
    1,
    '80% to stay in this box.',
  ],
])('%s', (_, given, entry_id, sentence) => {
  expect(formatChances({ ...reply, ...given }, entry_id)).toBe(sentence)
})

test('the basis is said', () => {
  expect(formatBasis(reply)).toBe(
    'From even chances, because less than half of the league has a settled rating: each side is as likely to win.',
  )
})
