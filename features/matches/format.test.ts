import { expect, test } from 'vitest'
import { formatCardOutcome } from './format.ts'

const card = {
  player_one_name: 'Ada Moreno',
  player_one_a_name: null,
  player_two_name: 'Bea Lind',
  player_two_a_name: null,
  set_games: [],
  match_status: null,
}

test.each([
  ['Ada Moreno beat Bea Lind', { winner: 'player_one' }],
  ['Bea Lind beat Ada Moreno', { winner: 'player_two' }],
  ['Ada Moreno and Bea Lind', { winner: null, match_status: 'Match ended in a tie' }],
  ['Bea Lind over Ada Moreno', { winner: 'player_two', match_status: 'Opponent did not show' }],
  ['Bea Lind & Cleo Hart beat Ada Moreno', { winner: 'player_two', player_two_a_name: 'Cleo Hart' }],
] as const)('a result is worded with its winner first: %s', (sentence, played) => {
  expect(formatCardOutcome({ ...card, ...played })).toBe(sentence)
})
