import { describe, expect, test } from 'vitest'
import type { Meaning, NextMatch, PlayoffAhead, Waiting } from './contract.ts'
import { formatMeaning, formatPlayoffOpponent, formatStakes, formatWaiting } from './format.ts'

const places = (first: number, last = first) => ({ first, last })

describe('what a match means for the position', () => {
  test.each<[Meaning, string]>([
    [
      { rank: 3, is_first: false, total: 8, won: places(2), lost: places(4) },
      'You are 3rd of 8. As the table stands, a win puts you 2nd, a loss leaves you 4th.',
    ],
    [
      { rank: 3, is_first: false, total: 8, won: places(1, 2), lost: places(3, 4) },
      'You are 3rd of 8. As the table stands, a win puts you 1st or 2nd, a loss leaves you 3rd or 4th.',
    ],
    [
      { rank: 1, is_first: false, total: 8, won: places(1), lost: places(1) },
      'You are 1st of 8. As the table stands, you stay there, win or lose.',
    ],
    [
      { rank: 1, is_first: false, total: 8, won: places(1), lost: places(2, 5) },
      'You are 1st of 8. As the table stands, a win keeps you 1st.',
    ],
    [
      { rank: 8, is_first: false, total: 8, won: places(4, 7), lost: places(8) },
      'You are 8th of 8. As the table stands, a loss keeps you 8th.',
    ],
    [
      { rank: null, is_first: true, total: 10, won: places(1), lost: places(2, 10) },
      'Nobody has played yet: a win puts you on top.',
    ],
    [
      { rank: null, is_first: false, total: 10, won: places(3), lost: places(9, 10) },
      'You have not played yet. As the table stands, a win puts you 3rd, a loss leaves you 9th or 10th.',
    ],
    [{ rank: 4, is_first: false, total: 8, won: places(1, 4), lost: places(4, 8) }, 'You are 4th of 8.'],
  ])('%j', (meaning, expected) => {
    expect(formatMeaning(meaning)).toBe(expected)
  })
})

test('a reserved place links to its own season, even if another season of that name is on sale', () => {
  const league = {
    league_name: 'Fall',
    league_slug: 'fall',
    year: 2027,
    level_name: 'Open',
    level_slug: 'open',
    area: 'dc',
  }
  const waiting: Waiting = {
    kind: 'take_place',
    until: null,
    league,
    match: null,
    opponents: null,
    order_id: null,
    decides: null,
  }
  expect(formatWaiting(waiting).to).toBe('/dashboard/join-league/fall?year=2027')
})

test('a play-off match is about the next stage, not about a position', () => {
  const of = (stage: number, provisional = false) =>
    formatStakes({ stage, meaning: null, match: { provisional } } as NextMatch)
  expect([of(1), of(2), of(3)]).toEqual([
    'Quarter-final: the winner is in the semi-finals.',
    'Semi-final: the winner is in the final.',
    'Final: the winner is the champion.',
  ])
  expect(of(3, true)).toBe('Final: the winner is the champion. An earlier result can still change who plays here.')
  expect(formatStakes({ stage: null, meaning: null, match: { provisional: false } } as NextMatch)).toBe('')
})

test('the opponent in a bracket is named by the match before, once its sides are known', () => {
  const of = (opponents: PlayoffAhead['opponents']) => formatPlayoffOpponent({ opponents } as PlayoffAhead)
  expect(of(['Ada Moreno', 'Bea Ng'])).toBe('the winner of Ada Moreno against Bea Ng')
  expect(of(null)).toBe('the winner of an earlier match')
})
