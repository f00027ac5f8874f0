import { describe, expect, test } from 'vitest'
import type { MatchStatus } from './outcome.ts'
import { parseScoreLine } from './score-line.ts'
import { scoreProblem, scoreSentence } from './score.ts'
import { changedRules, ownRules, ruleSentences } from './rule-sentences.ts'
import {
  formatWords,
  leagueRulesOf,
  rulesOf,
  standardRules,
  type SeasonRules,
  type StoredRules,
} from './season-rules.ts'
import type { Sport } from './sports/formats.ts'
import { countingResults, playoffField } from './standings.ts'

type Formats = typeof standardRules.formats
const one: Formats = ['one_set']
const three: Formats = ['best_of_three']
const short: Formats = ['one_set', 'best_of_three']
const five: Formats = ['best_of_five']

describe('the formats of a season', () => {
  test.each<[Formats, string, MatchStatus, string | null]>([
    [one, '6-4', null, null],
    [one, '6-4 6-4', null, 'format_not_played'],
    [three, '6-4', null, 'format_not_played'],
    [three, '6-4 6-4', null, null],
    [three, '6-4 3-6 10-7', null, null],
    [three, '6-4 3-6 6-2 6-1', null, 'format_not_played'],
    [short, '6-4', null, null],
    [five, '6-4 6-4', null, 'format_not_played'],
    [five, '6-4 6-4 6-4', null, null],
    [five, '6-4 3-6 10-7', null, 'format_not_played'],
    [five, '6-4 3-6 6-4 3-6 10-7', null, null],
    [one, '4-1', 'Retired', null],
    [one, '6-4 2-1', 'Retired', 'format_not_played'],
    [three, '6-4 2-1', 'Retired', null],
    [three, '6-4 4-6 6-3 2-1', 'Retired', 'format_not_played'],
    [five, '6-4 4-6 6-3 2-1', 'Retired', null],
    [one, '6-4 4-6', 'Match ended in a tie', 'format_not_played'],
    [three, '6-4 4-6', 'Match ended in a tie', null],
    [three, '6-4 4-6 6-4 4-6', 'Match ended in a tie', 'format_not_played'],
    [one, '', 'Opponent did not show', null],
    [three, '9-9', null, 'not_a_set'],
  ])('%j: %s %s is %s', (formats, line, status, code) => {
    const sets = line === '' ? [] : parseScoreLine(line)!
    expect(scoreProblem(sets, status, { ...standardRules, formats })?.code ?? null).toBe(code)
  })

  test.each<['allowed' | 'always' | 'never', string, string | null, number | undefined]>([
    ['always', '6-4 3-6 10-7', null, undefined],
    ['always', '6-4 3-6 6-2', 'tie_break_expected', 3],
    ['always', '6-4 3-6 6-2 3-6 10-7', null, undefined],
    ['always', '6-4 3-6 6-2 3-6 7-5', 'tie_break_expected', 5],
    ['always', '6-4 3-6 6-2 6-3', null, undefined],
    ['always', '6-4', null, undefined],
    ['never', '6-4 3-6 10-7', 'tie_break_not_played', 3],
    ['never', '6-4 3-6 6-2', null, undefined],
    ['allowed', '6-4 3-6 6-2', null, undefined],
  ])('with a match tie-break %s, %s is %s', (match_tie_break, line, code, set) => {
    const problem = scoreProblem(parseScoreLine(line)!, null, { ...standardRules, match_tie_break })
    expect([problem?.code ?? null, problem?.set]).toEqual([code, set])
  })

  test('the sentence says which formats the season plays', () => {
    expect(scoreSentence({ code: 'format_not_played' }, { ...standardRules, formats: short })).toBe(
      'In this season a match is one set or best of three sets.',
    )
    expect(formatWords(standardRules.formats)).toBe('one set, best of three or best of five sets')
    expect(formatWords(three)).toBe('best of three sets')
  })
})

describe('the results that count', () => {
  const match = (entry_1: number, entry_2: number, status: MatchStatus = null) => ({ entry_1, entry_2, status })
  const played = [match(1, 2), match(2, 1, 'Opponent did not show'), match(2, 1), match(1, 3), match(1, 2)]

  test.each([
    ['all', {}, [0, 1, 2, 3, 4]],
    ['the first of the same two', { meetings: 1 }, [0, 3]],
    ['the first two of the same two', { meetings: 2 }, [0, 1, 3]],
    ['no walkovers', { walkovers: 'nothing' as const }, [0, 2, 3, 4]],
    ['the first two of the same two, without walkovers', { walkovers: 'nothing' as const, meetings: 2 }, [0, 2, 3]],
  ])('the results that count are %s', (_, rules, expected) => {
    const counting = countingResults(played, {
      walkovers: 'win_and_loss',
      meetings: null,
      counts_added: true,
      ...rules,
    })
    expect(counting.map((each) => played.indexOf(each))).toEqual(expected)
  })
})

test('a season can change the numbers of matches and places for the play-offs', () => {
  const rows = [5, 4, 3, 3, 2, 1].map((matches, index) => ({ entry_id: index + 1, rank: index + 1, played: matches }))
  expect(playoffField(rows, standardRules)).toEqual([1, 2])
  expect(playoffField(rows, { playoff_matches: 3, playoff_places: 8 })).toEqual([1, 2, 3])
  expect(playoffField(rows, { playoff_matches: 0, playoff_places: 2 })).toEqual([1, 2])
})

describe('a season’s sentences have only what its sports play', () => {
  const about = (given: Partial<SeasonRules>, sport: Sport) =>
    ruleSentences(leagueRulesOf(given, sport)).filter((sentence) =>
      /deuce|no-ad|tie-break|golden|deciding/i.test(sentence),
    )

  test.each<[string, Partial<SeasonRules>, Sport, string[]]>([
    [
      'tennis',
      {},
      'tennis',
      [
        'A match tie-break may be played instead of the deciding set.',
        'At deuce a game is won by two points in a row.',
      ],
    ],
    [
      'no-ad',
      { no_ad: true, match_tie_break: 'never' },
      'tennis',
      ['The deciding set is played out: no match tie-break.', 'At deuce the next point wins the game (no-ad).'],
    ],
    [
      'Fast4 beside another format',
      { formats: ['pro_set', 'fast4'] },
      'tennis',
      [
        'A match tie-break may be played instead of the deciding set.',
        'At deuce a game is won by two points in a row, in Fast4 by the next point (no-ad).',
      ],
    ],
    ['one set', { formats: ['one_set'] }, 'tennis', ['At deuce a game is won by two points in a row.']],
    [
      'a format with its deciding set',
      { formats: ['best_of_three_to_7'] },
      'tennis',
      [
        'A match is best of three sets (the third a match tie-break to 7).',
        'At deuce a game is won by two points in a row.',
      ],
    ],
    [
      'padel',
      { no_ad: true },
      'padel',
      [
        'A match tie-break may be played instead of the deciding set.',
        'In padel, one golden point decides a game at deuce.',
      ],
    ],
    [
      'padel with advantage',
      { padel_deuce: 'advantage', formats: ['padel_one_set'] },
      'padel',
      ['In padel, a game at deuce is won by two points in a row.'],
    ],
    [
      'padel with the Star Point',
      { padel_deuce: 'star_point', formats: ['padel_one_set'] },
      'padel',
      ['In padel, a game at deuce is won by two points in a row; at its third deuce one point decides (Star Point).'],
    ],
    ['pickleball', { no_ad: true }, 'pickleball', []],
    ['badminton', { no_ad: true, match_tie_break: 'always' }, 'badminton', []],
    ['squash', {}, 'squash', []],
    ['table tennis', {}, 'table_tennis', []],
  ])('%s', (_what, rules, sport, expected) => {
    expect(about(rules, sport)).toEqual(expected)
  })

  test('a rule of another sport is not said to differ', () => {
    expect(ownRules(leagueRulesOf({ no_ad: true, padel_deuce: 'star_point' }, 'squash'))).toEqual([])
    expect(ownRules(leagueRulesOf({ no_ad: true, padel_deuce: 'star_point' }, 'tennis'))).toEqual([
      'At deuce the next point wins the game (no-ad).',
    ])
  })

  test('a season of several sports names each', () => {
    expect(ruleSentences(standardRules, ['tennis', 'badminton'])[0]).toBe(
      'In tennis a match is one set, best of three or best of five sets. In badminton a match is best of three games to 21.',
    )
    expect(ruleSentences(standardRules, ['badminton'])[0]).toBe('A match is best of three games to 21.')
  })
})

test('a points table that was stored before double defaults has none for them', () => {
  const { double_default: _, ...points } = { ...standardRules.ranking.points, win: 5 }
  const stored = JSON.parse(JSON.stringify({ ranking: { by: 'points', points } })) as StoredRules
  const rules = rulesOf(stored)
  expect(rules.ranking).toEqual({ by: 'points', points: { ...points, double_default: 0 } })
  expect(
    changedRules(rules, { ...rules, ranking: { by: 'points', points: { ...points, double_default: 0 } } }),
  ).toEqual([])
})

test.each<[SeasonRules['stopped'], string[]]>([
  [
    'leader',
    ['If time or weather stops a match, the side that is ahead wins it; level, it is a tie. It counts as played.'],
  ],
  ['tie', ['If time or weather stops a match, it is a tie and counts as played.']],
  ['played_on', []],
])('a season in which stopped matches are %s says so: %j', (stopped, sentences) => {
  expect(ownRules(rulesOf({ stopped }))).toEqual(sentences)
})

test('a season without its own rules uses the defaults, and lists only what differs', () => {
  expect(rulesOf(null)).toEqual(standardRules)
  expect(ownRules(standardRules)).toEqual([])
  expect(ownRules(rulesOf({ meetings: 1, grace_days: 0 }))).toEqual([
    'Only the first match between the same players counts. One more is a friendly.',
    'Matches count until the last day of the season.',
  ])
  expect(ruleSentences(standardRules)).toHaveLength(21)
  expect(changedRules(standardRules, rulesOf({ formats: standardRules.formats.toReversed() }))).toEqual([])
})
