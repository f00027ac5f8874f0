import { expect, test } from 'vitest'
import { findChanges } from './changes.ts'

const line = (before: unknown, after: unknown) =>
  findChanges(before, after).map((change) => `${change.title}: ${change.before ?? '–'} > ${change.after ?? '–'}`)

test.each<[string, unknown, unknown, string[]]>([
  ['only what changed', { name: 'A', level: '3.5' }, { name: 'B', level: '3.5' }, ['Name: A > B']],
  ['money', { price_cents: 4500 }, { price_cents: 3000 }, ['Price: $45.00 > $30.00']],
  ['amounts', { price: 45 }, { price: 30.5 }, ['Price: $45.00 > $30.50']],
  ['days', { match_date: '2026-07-15' }, { match_date: null }, ['Match date: Wed, Jul 15, 2026 > –']],
  [
    'instants in the organization’s zone',
    {},
    { answered_at: '2026-07-15T22:00:00.000Z' },
    ['Answered at: – > Jul 15, 2026, 6:00 PM'],
  ],
  ['yes and no', { is_mixed: false }, { is_mixed: true }, ['Mixed: No > Yes']],
  [
    'nested values',
    { contact: { name: 'Ada', email: 'a@example.com' } },
    { contact: { name: 'Bea', email: 'a@example.com' } },
    ['Contact, name: Ada > Bea'],
  ],
  ['a nested value that was empty', { contact: null }, { contact: { name: 'Ada' } }, ['Contact, name: – > Ada']],
  [
    'sets',
    { set_games: [{ score_1: 6, score_2: 4 }] },
    {
      set_games: [
        { score_1: 6, score_2: 4 },
        { score_1: 7, score_2: 5 },
      ],
    },
    ['Set games: 6-4 > 6-4, 7-5'],
  ],
  ['lists', ['A', 'B'], ['B', 'A'], ['Value: A, B > B, A']],
  ['an empty list', { levels: [] }, { levels: ['A'] }, ['Levels: None > A']],
  ['zero is a value', { capacity: null }, { capacity: 0 }, ['Capacity: – > 0']],
  ['text that is empty', { note: '' }, { note: null }, []],
  ['nothing before', null, { name: 'A' }, ['Name: – > A']],
  ['nothing at all', null, null, []],
])('before and after are compared: %s', (_, before, after, lines) => {
  expect(line(before, after)).toEqual(lines)
})

test('a value that nobody entered is called the default', () => {
  expect(findChanges({ name: 'Deuce' }, { name: 'Club' }, { name: 'Deuce' })).toEqual([
    { title: 'Name', before: 'Default', after: 'Club' },
  ])
})
