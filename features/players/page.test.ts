import { expect, test } from 'vitest'
import { standardRules } from '#/rules/season-rules.ts'
import type { Opponent, Outcome, PlayedMatch } from './compare.ts'
import { favoritesOf, finalsOf, opponentsOf, partnersOf, streaksOf } from './page.ts'

const outcomes: Record<string, Outcome> = { W: 'won', L: 'lost', T: 'tied' }

test.each([
  ['', null, 0],
  ['W', ['won', 1], 1],
  ['WWL', ['won', 2], 2],
  ['LWWW', ['lost', 1], 3],
  ['TTWWTW', ['tied', 2], 2],
  ['WWLWWWLW', ['won', 2], 3],
  ['LLL', ['lost', 3], 0],
] as const)('streaks of %s, newest first', (line, current, longest_wins) => {
  const matches = [...line].map((letter) => ({ outcome: outcomes[letter] ?? 'tied' }))
  expect(streaksOf(matches)).toEqual({
    current: current && { outcome: current[0], length: current[1] },
    longest_wins,
  })
})

const match = (given: Partial<PlayedMatch>): PlayedMatch => ({
  match_id: 1,
  match_date: '2026/07/01',
  outcome: 'won',
  status: null,
  sets: [],
  rules: standardRules,
  opponents: [],
  partners: [],
  singles: true,
  league_id: 1,
  league_name: 'Summer 1',
  league_slug: 'summer-1',
  level_name: 'x',
  level_slug: 'x',
  year: 2026,
  playoff_stage: null,
  playoff_slot: null,
  match_time: null,
  match_location: '',
  ...given,
})

test('a final is a title or a lost one; the match for third place, the consolation’s final and a semi-final are neither', () => {
  const finals = finalsOf([
    match({ match_id: 1, playoff_stage: 3, playoff_slot: 1 }),
    match({ match_id: 2, playoff_stage: 3, playoff_slot: 2 }),
    match({ match_id: 3, playoff_stage: 2, playoff_slot: 1 }),
    match({ match_id: 4, playoff_stage: 3, playoff_slot: 1, outcome: 'lost' }),
    match({ match_id: 5 }),
    match({ match_id: 6, playoff_stage: 3, playoff_slot: 33 }),
  ])
  expect(finals.map(({ match_id, won }) => [match_id, won])).toEqual([
    [1, true],
    [4, false],
  ])
})

const [bea, cleo] = [
  { id: 2, name: 'Bea' },
  { id: 3, name: 'Cleo' },
] satisfies [Opponent, Opponent]

test('partners are counted with their record, the most frequent first; opponents are named once', () => {
  const matches = [
    match({ partners: [bea], opponents: [cleo] }),
    match({ partners: [cleo], opponents: [bea], outcome: 'lost' }),
    match({ partners: [cleo], opponents: [bea], outcome: 'tied' }),
  ]
  expect(partnersOf(matches)).toEqual([
    { ...cleo, wins: 0, losses: 1, ties: 1 },
    { ...bea, wins: 1, losses: 0, ties: 0 },
  ])
  expect(opponentsOf(matches)).toEqual([bea, cleo])
})

test('a favorite court or hour needs three matches, and spaces do not make another court', () => {
  const at = (match_location: string, match_time: string | null) => ({ match_location, match_time })
  expect(favoritesOf([at('Leeper', '18:00'), at('Leeper', '18:30')])).toEqual({ court: null, hour: null })
  expect(
    favoritesOf([
      at('Leeper', '18:00'),
      at('Leeper ', '18:30'),
      at('', null),
      at('Potawatomi', '09:00'),
      at('Leeper', '18:45'),
    ]),
  ).toEqual({ court: 'Leeper', hour: '18:00' })
})
