import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { against, commonOpponents, formOf, recordOf, totalsOf, type Outcome, type PlayedMatch } from './compare.ts'
import { standardRules } from '#/rules/season-rules.ts'

const [ann, bea, cleo, dora] = ['Ann', 'Bea', 'Cleo', 'Dora'].map((name, index) => ({ id: index + 1, name })) as [
  { id: number; name: string },
  { id: number; name: string },
  { id: number; name: string },
  { id: number; name: string },
]

function match(
  match_id: number,
  outcome: Outcome,
  opponent: { id: number; name: string },
  line = '6-4 6-4',
  partner?: { id: number; name: string },
): PlayedMatch {
  const sets = line.split(' ').map((set) => {
    const [score_1 = 0, score_2 = 0] = set.split('-').map(Number)
    return { score_1, score_2 }
  })
  const opponents = partner ? [opponent, partner] : [opponent]
  return {
    match_id,
    match_date: '2026/07/01',
    outcome,
    status: null,
    sets,
    rules: standardRules,
    opponents,
    partners: [],
    singles: !partner,
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
  }
}

test('record, sets and games are counted from the matches; a match tie-break is one set and one game', () => {
  const matches = [match(3, 'won', bea, '6-4 3-6 10-7'), match(2, 'lost', cleo, '4-6 0-6'), match(1, 'won', bea)]
  expect(recordOf(matches)).toEqual({ wins: 2, losses: 1, ties: 0 })
  expect(totalsOf(matches)).toEqual({ sets_won: 4, sets_lost: 3, games_won: 26, games_lost: 30 })
})

test('form is the last few results, and a doubles result names both opponents', () => {
  const form = formOf(
    [match(4, 'won', bea, '6-4 6-4', cleo), match(3, 'lost', bea, '4-6 4-6'), match(2, 'won', bea)],
    2,
  )
  expect(form).toMatchObject([
    { match_id: 4, outcome: 'won', opponent: 'Bea & Cleo', score_line: '6-4 6-4' },
    { match_id: 3, outcome: 'lost', opponent: 'Bea' },
  ])
})

test('head-to-head counts singles and doubles against each other', () => {
  const matches = [match(1, 'won', bea), match(2, 'lost', dora, '4-6 4-6', bea), match(3, 'won', cleo)]
  expect(against(matches, bea.id).map(({ match_id }) => match_id)).toEqual([1, 2])
})

test('common opponents are those whom both met in singles, without the two themselves', () => {
  const anns = [
    match(1, 'won', bea),
    match(2, 'won', cleo),
    match(3, 'lost', cleo),
    match(4, 'won', dora, '6-4 6-4', cleo),
  ]
  const beas = [match(1, 'lost', ann), match(5, 'won', cleo), match(6, 'won', dora)]
  expect(commonOpponents(anns, beas, [ann.id, bea.id])).toEqual([
    {
      id: cleo.id,
      name: 'Cleo',
      player_one: { wins: 1, losses: 1, ties: 0 },
      player_two: { wins: 1, losses: 0, ties: 0 },
    },
  ])
})

test('swapping the two swaps their records against common opponents', () => {
  const results = fc.array(
    fc.record({
      outcome: fc.constantFrom<Outcome>('won', 'lost', 'tied'),
      opponent: fc.constantFrom(ann, bea, cleo, dora),
      id: fc.nat(),
    }),
  )
  fc.assert(
    fc.property(results, results, (one, two) => {
      const [ones, twos] = [one, two].map((list) =>
        list.map(({ id, outcome, opponent }) => match(id, outcome, opponent)),
      ) as [PlayedMatch[], PlayedMatch[]]
      const turned = commonOpponents(twos, ones, [bea.id, ann.id]).map(({ player_one, player_two, ...rest }) => ({
        ...rest,
        player_one: player_two,
        player_two: player_one,
      }))
      expect(turned).toEqual(commonOpponents(ones, twos, [ann.id, bea.id]))
    }),
  )
})
