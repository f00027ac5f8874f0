import { describe, expect, test } from 'vitest'
import { standardRules, tableRulesOf } from './season-rules.ts'
import {
  afterMatch,
  placesNow,
  prospectAfter,
  playoffNeedsOf,
  remainingMatches,
  seedsInTheEnd,
  type OpenLeague,
  type NeedsRow,
  type Pairing,
  type Prospect,
} from './needs.ts'
import type { StandingMatch } from './standings.ts'

const always = tableRulesOf({ ...standardRules, among_tied: 'always' }, { meetings: 1, everybody: true })
const rules = tableRulesOf(standardRules, { meetings: 1, everybody: true })

const standard = { rules: rules }
const names = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const idOf = (name: string) => names.indexOf(name) + 1

/** 'A5 B3/2': A has 5 wins, B has 3 and has played 2 matches (4 by default). Best first. */
function table(line: string): NeedsRow[] {
  return line.split(' ').map((word, index) => {
    const [wins = '', played = '4'] = word.slice(1).split('/')
    return { entry_id: idOf(word[0]!), rank: index + 1, wins: Number(wins), played: Number(played) }
  })
}

/** 'AB AC': A has yet to play B and C. */
function pairs(line: string): Pairing[] {
  return line === '' ? [] : line.split(' ').map((pair) => [idOf(pair[0]!), idOf(pair[1]!)] as const)
}

/** The entry that has left, against which entries have their other results. */
const GONE = 99

/**
 * A league with this table, in which 'AB' has A's win over B with unknown sets. The other results of the table are those
 * against an entry that has left.
 */
function leagueOf(line: string, won: string, remaining: string): OpenLeague & { rows: NeedsRow[] } {
  const rows = table(line)
  const more = pairs(won)
  const matches = rows.flatMap(({ entry_id, wins, played }): StandingMatch[] => {
    const own = wins - more.filter(([winner]) => winner === entry_id).length
    const all = played - more.filter((pair) => pair.includes(entry_id)).length
    const against = { entry_1: entry_id, entry_2: GONE, left: GONE, sets: [], final: true }
    return Array.from({ length: Math.max(own, all) }, (_, index) => {
      return { ...against, winner: index < own ? entry_id : GONE, status: index < all ? null : 'Opponent did not show' }
    })
  })
  const entries = rows.map(({ entry_id }, lot) => ({ entry_id, lot }))
  return { entries, rows, matches, more, remaining: pairs(remaining) }
}

// Each case has a table, the remaining matches, an entry, and the result.
describe('what an entry needs', () => {
  test.each<[string, string, string, string, Partial<ReturnType<typeof playoffNeedsOf>>]>([
    ['nothing remains: the top half is in', 'A5 B4 C3 D2', '', 'B', { status: 'in', wins_for_sure: 0 }],
    ['nothing remains: the bottom half is out', 'A5 B4 C3 D2', '', 'C', { status: 'out', wins_for_sure: null }],
    ['five: the top half is rounded up', 'A5 B4 C3 D2 E1', '', 'C', { status: 'in' }],
    ['nothing remains: level on wins, the rank decides', 'A3 B3 C3 D3', '', 'B', { status: 'in' }],
    ['nothing remains, 3 played of the 4', 'A5/3 B4 C3 D2', '', 'A', { status: 'out', matches_to_play: 1 }],
    ['nobody can catch up', 'A9 B4 C3 D2', 'AB CD', 'A', { status: 'in', wins_for_sure: 0 }],
    [
      'an opponent who could draw level leaves it open',
      'A5 B4 C4 D0',
      'AB CD',
      'B',
      { status: 'open', wins_for_sure: null },
    ],
    ['one win over the rival', 'A5 B4 C4 D0', 'BC AD', 'B', { status: 'open', wins_for_sure: 1 }],
    ['out of reach', 'A9 B8 C3 D2', 'CD CA', 'C', { status: 'out' }],
    ['level is still possible', 'A5 B4 C3 D2', 'CD', 'C', { status: 'open', wins_for_sure: null }],
    ['two rivals play each other: only one of them can win', 'A5 B4 C4 D0', 'BC AD', 'A', { status: 'in' }],
    ['two rivals that each play another entry', 'A5 B4 C4 D0', 'BD CD', 'A', { status: 'open', wins_for_sure: null }],
    ['my own win takes the rival’s away', 'A3 B3 C0 D0', 'BC', 'B', { status: 'in' }],
    ['one win, no matter which', 'A6 B6 C5 D5 E0 F0', 'AB CD', 'A', { status: 'in' }],
    ['any two wins', 'A4 B4 C4 D4', 'AB AC BC CD', 'C', { status: 'open', wins_for_sure: 2 }],
    [
      'places are safe, matches are missing',
      'A9/3 B4 C3 D2',
      'AB CD',
      'A',
      { status: 'open', wins_for_sure: 0, matches_to_play: 1 },
    ],
    [
      'too few matches left for the 4',
      'A9/2 B4 C3 D2',
      'AB CD',
      'A',
      { status: 'out', matches_to_play: 2, matches_left: 1 },
    ],
    ['alone', 'A0/4', '', 'A', { status: 'in' }],
  ])('%s', (_, rows, remaining, name, answer) => {
    expect(playoffNeedsOf(table(rows), pairs(remaining), idOf(name), standard)).toMatchObject(answer)
  })

  const twenty = names.slice(0, 20).split('')

  test('with too little search budget, the result is not worked out', () => {
    const rows = table(twenty.map((name, index) => `${name}${index % 3}`).join(' '))
    const remaining = remainingMatches(
      rows.map(({ entry_id }) => entry_id),
      [],
      null,
    )
    expect(playoffNeedsOf(rows, remaining, idOf('C'), { ...standard, steps: 1 })).toMatchObject({
      status: 'not_worked_out',
      exact: false,
      wins_for_sure: null,
      matches_left: 19,
    })
  })

  test('the status can be open when the number of wins is unknown', () => {
    const rows = table(twenty.map((name, index) => `${name}${index % 3}/1`).join(' '))
    const remaining = remainingMatches(
      rows.map(({ entry_id }) => entry_id),
      [],
      null,
    )
    expect(playoffNeedsOf(rows, remaining, 1, { ...standard, steps: 10 })).toMatchObject({
      status: 'open',
      exact: false,
      wins_for_sure: null,
    })
  })

  test('an entry that is not in the table throws', () => {
    expect(() => playoffNeedsOf(table('A1 B0'), [], 3, standard)).toThrow(RangeError)
  })

  test('there are at most eight places: the ninth of eighteen is out, unless an entry above has played too little', () => {
    const line = names
      .slice(0, 18)
      .split('')
      .map((name, index) => `${name}${40 - index}`)
    expect(playoffNeedsOf(table(line.join(' ')), pairs('QR'), idOf('I'), standard)).toMatchObject({ status: 'out' })
    expect(playoffNeedsOf(table(line.join(' ')), pairs('QR'), idOf('H'), standard)).toMatchObject({ status: 'in' })
    line[2] = 'C38/3'
    expect(playoffNeedsOf(table(line.join(' ')), pairs('QR'), idOf('I'), standard)).toMatchObject({ status: 'in' })
    expect(playoffNeedsOf(table(line.join(' ')), pairs('CR'), idOf('I'), standard)).toMatchObject({
      status: 'open',
      wins_for_sure: null,
    })
  })
})

test('the remaining matches are those on the schedule, and one for each two entries without a match', () => {
  const matches = [
    { entry_one_id: 1, entry_two_id: 2, played: true },
    { entry_one_id: 3, entry_two_id: 1, played: false },
    { entry_one_id: 1, entry_two_id: 3, played: false },
    { entry_one_id: 9, entry_two_id: 1, played: false },
  ]
  expect(remainingMatches([1, 2, 3], matches, null)).toEqual([
    [3, 1],
    [1, 3],
    [2, 3],
  ])
  expect(remainingMatches([1], [], null)).toEqual([])
})

test('a played match adds a win and a match played, and removes one to play', () => {
  const after = afterMatch(table('A1 B0'), pairs('AB BA'), [idOf('B'), idOf('A')], idOf('B'))
  expect(after.rows).toMatchObject([
    { wins: 1, played: 5, rank: null },
    { wins: 1, played: 5, rank: null },
  ])
  expect(after.remaining).toHaveLength(1)
})

// Each case has the wins, the results among the entries (their sets unknown), an entry, and its first and last possible place.
test.each<[string, string, string, string, [number, number]]>([
  ['more wins', 'A3 B2 C1', '', 'B', [2, 2]],
  ['two level with all sets known: the lot', 'A2 B2 C1', '', 'B', [2, 2]],
  ['two level that have not met', 'A2 B2 C1', 'AC', 'A', [1, 2]],
  ['two level: head-to-head', 'A2 B2 C1', 'BA', 'A', [2, 2]],
  ['two level: one win each', 'A2 B2 C1', 'BA AB', 'A', [1, 2]],
  ['three level in a circle', 'A2 B2 C2', 'AB BC CA', 'A', [1, 3]],
  ['three level, one beat both', 'A2 B2 C2', 'AB AC', 'B', [2, 3]],
  ['three level, one beat both, and the rest met', 'A2 B2 C2', 'AB AC CB', 'B', [3, 3]],
  ['a win over an entry that is not level does not count', 'A2 B2 C0', 'AC', 'A', [1, 2]],
])('%s', (_, rows, won, name, [first, last]) => {
  expect(placesNow(leagueOf(rows, won, ''), always).get(idOf(name))).toEqual({ first, last })
})

// Each case has the wins, the remaining matches, the results so far, an entry, and its first and last possible place at
// the end.
test.each<[string, string, string, string, string, [number, number] | null]>([
  ['nothing remains', 'A2 B2 C1', '', 'BA', 'A', [2, 2]],
  ['at best level with somebody who has beaten it', 'A3 B2 C1', 'CA', 'BC', 'C', [3, 3]],
  ['the same, with a match of the other one left', 'A3 B2 C1', 'CA BA', 'BC', 'C', [3, 3]],
  ['at worst level with somebody it has beaten', 'A3 B2 C1 D0', 'CD', 'BC', 'B', [2, 2]],
  ['level with somebody it has not met', 'A3 B2 C1 D0', 'CD', '', 'B', [2, 3]],
  ['more than five matches: not tried', 'A3 B2', 'AB AB AB AB AB AB', '', 'A', null],
])('in the end: %s', (_, rows, remaining, won, name, places) => {
  const places_1_to_4 = [1, 2, 3, 4].map((playoff_places) => {
    const first_of_all = { ...always, top: 9, playoff_places, playoff_matches: 0 }
    const ends = seedsInTheEnd(leagueOf(rows, won, remaining), first_of_all)?.get(idOf(name))
    return ends && { can: ends.first <= playoff_places, must: ends.last <= playoff_places }
  })
  const all = places_1_to_4[0] ?? null
  const [first, last] = [
    places_1_to_4.findIndex((each) => each?.can) + 1,
    places_1_to_4.findIndex((each) => each?.must) + 1,
  ]
  expect(all && [first, last]).toEqual(places)
})

test('after the last match, entries level on wins are undecided while its sets are unknown', () => {
  const after = afterMatch(table('A2 B1 C0'), pairs('BC'), [idOf('B'), idOf('C')], idOf('C'))
  expect(playoffNeedsOf(after.rows, after.remaining, idOf('A'), standard)).toMatchObject({ status: 'in' })
  expect(playoffNeedsOf(after.rows, after.remaining, idOf('B'), standard)).toMatchObject({
    status: 'open',
    matches_left: 0,
    wins_for_sure: null,
  })
})

// Each case has a table, the remaining matches, the results so far, an entry, and the effects of a win and of a loss in
// its last match.
test.each<[string, string, string, string, string, Partial<Prospect>, Partial<Prospect>]>([
  [
    'the last match decides a place in the top half',
    'A3 B1 C1 D0',
    'BC',
    '',
    'B',
    { first_place: 2, last_place: 2, status: 'in' },
    { first_place: 3, last_place: 3, status: 'out' },
  ],
  [
    'level on wins after it: the match between the two decides',
    'A3 B2 C1 D0',
    'CB',
    '',
    'C',
    { first_place: 2, last_place: 2, status: 'in' },
    { first_place: 3, last_place: 3, status: 'out' },
  ],
  [
    'level with another entry that it has beaten before',
    'A5 B2 C1 D0',
    'CD',
    'CB',
    'C',
    { first_place: 2, last_place: 2, status: 'in' },
    { first_place: 4, last_place: 4, status: 'out' },
  ],
  [
    'level with another entry it has not met: open',
    'A5 B2 C1 D0',
    'CD',
    '',
    'C',
    { first_place: 2, last_place: 3, status: 'open' },
    { first_place: 4, last_place: 4, status: 'out' },
  ],
  [
    'a place in the top half with too few matches played',
    'A3 B1/2 C1 D0',
    'BC',
    '',
    'B',
    { first_place: 2, last_place: 2, status: 'out' },
    { status: 'out' },
  ],
  ['another match remains', 'A2 B1 C1 D0', 'BC BA', '', 'B', { status: 'in' }, { status: 'open' }],
  [
    'another match remains, but at best the one that was lost decides',
    'A3 B1 C1 D0',
    'BC BA',
    '',
    'B',
    { status: 'in' },
    { status: 'out' },
  ],
])('one more match: %s', (_, rows, remaining, won, name, afterWin, afterLoss) => {
  const [one, two] = pairs(remaining)[0]!
  const [me, opponent] = one === idOf(name) ? [one, two] : [two, one]
  const league = leagueOf(rows, won, remaining)
  expect(prospectAfter(league, [me, opponent], me, always)).toMatchObject(afterWin)
  expect(prospectAfter(league, [opponent, me], me, always)).toMatchObject(afterLoss)
})

test('leagues of more than 40 entries are not worked out', () => {
  const rows = Array.from({ length: 41 }, (_, index) => ({
    entry_id: index + 1,
    rank: index + 1,
    wins: 41 - index,
    played: 4,
  }))
  expect(playoffNeedsOf(rows, [], 1, standard)).toMatchObject({
    status: 'not_worked_out',
    exact: false,
    wins_for_sure: null,
    matches_left: 0,
    matches_to_play: 0,
  })
  expect(playoffNeedsOf(rows.slice(0, 40), [], 1, standard)).toMatchObject({ status: 'in' })
})

test('if the rules limit meetings, every meeting that is still allowed remains to be played', () => {
  const met = [{ entry_one_id: 1, entry_two_id: 2, played: true }]
  expect(remainingMatches([1, 2, 3], met, 1)).toEqual([
    [1, 3],
    [2, 3],
  ])
  expect(remainingMatches([1, 2, 3], met, 2)).toEqual([
    [1, 2],
    [1, 3],
    [1, 3],
    [2, 3],
    [2, 3],
  ])
  expect(remainingMatches([1, 2, 3], met, null)).toEqual([
    [1, 3],
    [2, 3],
  ])
})
