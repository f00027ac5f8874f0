import { describe, expect, test } from 'vitest'
import type { PlaceNeeds } from './place-contract.ts'
import { formatNeeds, formatOutcome, formatPlaces } from './place-format.ts'
import { formatOrdinal } from '#/contract/locale.ts'

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [102, '102nd'],
])('position %i is the %s', (place, text) => {
  expect(formatOrdinal(place)).toBe(text)
})

const open: PlaceNeeds = {
  status: 'open',
  provisional: false,
  open_results: 0,
  season_over: false,
  may_add_matches: false,
  only_scheduled: false,
  top_half: 4,
  matches: 4,
  matches_to_play: 0,
  matches_left: 3,
  wins_for_sure: null,
  exact: true,
  moves: null,
  next: null,
}

describe('what is needed, in sentences', () => {
  test.each<[Partial<PlaceNeeds>, string[]]>([
    [{ status: 'in' }, ['The play-off place is certain, however the remaining matches end.']],
    [
      { status: 'in', provisional: true, open_results: 1 },
      [
        'The play-off place is certain, however the remaining matches end.',
        'This can still change: 1 result of the league is not final.',
      ],
    ],
    [
      { status: 'in', provisional: true, may_add_matches: true },
      [
        'As it stands, this is a play-off place.',
        'Matches may still be added, so nothing is certain before the season ends.',
      ],
    ],
    [
      { status: 'out', provisional: true, may_add_matches: true, matches_to_play: 2, matches_left: 1 },
      [
        'As it stands, this is not a play-off place.',
        'Matches may still be added, so nothing is certain before the season ends.',
      ],
    ],
    [{ wins_for_sure: 0, may_add_matches: true }, ['As it stands, the place in the top 4 is safe.']],
    [
      { wins_for_sure: 2, may_add_matches: true },
      ['As it stands: any 2 wins in the 3 matches left make the place in the top 4 safe.'],
    ],
    [{ status: 'in', season_over: true }, ['The season is over: this is a play-off place.']],
    [{ status: 'out' }, ['The play-offs are out of reach, however the remaining matches end.']],
    [
      { status: 'out', matches_to_play: 2, matches_left: 1 },
      ['The play-offs need 4 matches played. Only 1 is left, so this entry is out.'],
    ],
    [
      { status: 'out', matches_to_play: 2, matches_left: 0 },
      ['The play-offs need 4 matches played. None is left, so this entry is out.'],
    ],
    [
      { wins_for_sure: 0, matches_to_play: 1 },
      ['The place in the top 4 is safe.', '1 more match to play: the play-offs need 4.'],
    ],
    [
      { wins_for_sure: 1 },
      ['A win in any of the 3 matches left makes the place in the top 4 certain, whatever the others do.'],
    ],
    [
      { wins_for_sure: 2 },
      ['Any 2 wins in the 3 matches left make the place in the top 4 certain, whatever the others do.'],
    ],
    [
      { wins_for_sure: 3 },
      ['Winning all 3 matches that are left makes the place in the top 4 certain, whatever the others do.'],
    ],
    [
      { wins_for_sure: 2, matches_left: 2 },
      ['Winning both matches that are left makes the place in the top 4 certain, whatever the others do.'],
    ],
    [
      { wins_for_sure: 1, matches_left: 1 },
      ['A win in the match that is left makes the place in the top 4 certain, whatever the others do.'],
    ],
    [{}, ['A place in the top 4 is possible, but it also depends on the others’ results.']],
    [{ matches_left: 0 }, ['No matches are left to play. The place in the top 4 depends on the others.']],
    [{ status: 'not_worked_out' }, ['This cannot be worked out yet. Check again after more matches.']],
  ])('%j', (given, sentences) => {
    expect(formatNeeds({ ...open, ...given })).toEqual(sentences)
  })
})

test('positions and outcomes are formatted in words', () => {
  expect(formatPlaces({ first_place: 2, last_place: 2 })).toBe('2nd place')
  expect(formatPlaces({ first_place: 2, last_place: 3 })).toBe('2nd or 3rd place')
  expect(formatPlaces({ first_place: 1, last_place: 4 })).toBe('1st to 4th place')
  const step = { code: 'wins' as const, skipped: false, title: '', sentence: '', figures: [] }
  expect(formatOutcome({ ...step, groups: [[1, 2]] }, 1)).toBe('This separates nobody. The next step decides.')
  expect(formatOutcome({ ...step, groups: [[1], [2, 3]] }, 1)).toBe('This decides the place.')
  expect(formatOutcome({ ...step, groups: [[1], [2, 3]] }, 2)).toBe('Still tied with 1 other. The next step decides.')
})
