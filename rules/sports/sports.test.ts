import * as fc from 'fast-check'
import { scoreGovernor } from 'tods-competition-factory'
import { describe, expect, test } from 'vitest'
import { scoreLine, type MatchStatus } from '#/rules/outcome.ts'
import { parseScoreLine } from '#/rules/score-line.ts'
import { scoreProblem, scoreSentence, scoreTotals } from '#/rules/score.ts'
import { formatWords, standardRules } from '#/rules/season-rules.ts'
import type { SetScore } from '#/rules/outcome.ts'
import { formatsPlayed, matchFormats, sportOf, sports, type MatchFormat } from './formats.ts'
import { pointSentences } from './format-sentences.ts'
import { firstSets, mostSets, setChoices, sportRules } from './sports.ts'

/** '6-4 3-6' as sets. Does not use parseScoreLine, on purpose. */
function sets(line: string): SetScore[] {
  return line.split(' ').map((set) => {
    const [score_1 = 0, score_2 = 0] = set.split('-').map(Number)
    return { score_1, score_2 }
  })
}

const mirror = (played: readonly SetScore[]) =>
  played.map(({ score_1, score_2 }) => ({ score_1: score_2, score_2: score_1 }))

function problemOf(formats: MatchFormat[], line: string, status: MatchStatus = null): string | null {
  const problem = scoreProblem(sets(line), status, { ...standardRules, formats })
  return problem && [problem.code, problem.set].filter(Boolean).join(' ')
}

describe.each<[MatchFormat, { legal: string[]; illegal: [string, string][] }]>([
  [
    'pro_set',
    {
      legal: ['8-0', '8-6', '9-7', '9-8'],
      illegal: [
        ['8-7', 'set_unfinished 1'],
        ['8-8', 'set_unfinished 1'],
        ['6-4', 'set_unfinished 1'],
        ['9-6', 'not_a_set 1'],
        ['10-8', 'not_a_set 1'],
        ['6-8', 'winner_behind'],
        ['8-6 8-6', 'set_after_end 2'],
      ],
    },
  ],
  [
    'fast4',
    {
      legal: ['4-0 4-2', '4-3 4-3', '4-2 3-4 4-1', '4-2 3-4 10-7', '4-2 3-4 1-0'],
      illegal: [
        ['4-2', 'format_not_played'],
        ['3-3 4-2', 'set_unfinished 1'],
        ['5-3 4-2', 'not_a_set 1'],
        ['4-4 4-2', 'not_a_set 1'],
        ['6-4 6-4', 'not_a_set 1'],
        ['4-2 3-4', 'sets_level'],
        ['4-2 3-4 10-9', 'not_a_tie_break 3'],
        ['4-2 4-2 4-2', 'set_after_end 3'],
      ],
    },
  ],
  [
    'pro_set_8_at_7',
    {
      legal: ['8-0', '8-6', '8-7'],
      illegal: [
        ['7-7', 'set_unfinished 1'],
        ['9-7', 'not_a_set 1'],
        ['9-8', 'not_a_set 1'],
      ],
    },
  ],
  [
    'pro_set_9',
    {
      legal: ['9-0', '9-7', '9-8'],
      illegal: [
        ['8-6', 'set_unfinished 1'],
        ['8-8', 'set_unfinished 1'],
        ['10-8', 'not_a_set 1'],
      ],
    },
  ],
  [
    'pro_set_10',
    {
      legal: ['10-8', '11-9', '11-10'],
      illegal: [
        ['10-9', 'set_unfinished 1'],
        ['12-10', 'not_a_set 1'],
      ],
    },
  ],
  [
    'pro_set_10_at_9',
    {
      legal: ['10-8', '10-9'],
      illegal: [
        ['9-9', 'set_unfinished 1'],
        ['11-9', 'not_a_set 1'],
      ],
    },
  ],
  [
    'short_sets',
    {
      legal: ['4-2 5-3', '5-4 3-5 5-4', '4-0 2-4 10-8'],
      illegal: [
        ['4-3 4-0', 'set_unfinished 1'],
        ['4-4 4-0', 'set_unfinished 1'],
        ['5-2 4-0', 'not_a_set 1'],
        ['6-4 4-0', 'not_a_set 1'],
      ],
    },
  ],
  [
    'short_sets_at_3',
    {
      legal: ['4-3 4-2', '3-4 4-1 4-3'],
      illegal: [
        ['3-3 4-0', 'set_unfinished 1'],
        ['5-3 4-0', 'not_a_set 1'],
      ],
    },
  ],
  [
    'best_of_three_to_7',
    {
      legal: ['6-4 7-6', '6-4 4-6 7-5', '6-4 4-6 10-8', '6-4 4-6 1-0'],
      illegal: [
        ['6-4 4-6 6-3', 'not_a_tie_break 3'],
        ['6-4 4-6 7-6', 'not_a_tie_break 3'],
        ['6-4 4-6 10-7', 'not_a_tie_break 3'],
        ['6-4 8-6', 'tie_break_too_early 2'],
        ['6-4 4-6', 'sets_level'],
      ],
    },
  ],
  [
    'best_of_three_long',
    {
      legal: ['7-6 6-4', '6-4 6-7 6-4', '6-4 6-7 8-6', '6-4 4-6 22-20'],
      illegal: [
        ['6-4 4-6 7-6', 'set_unfinished 3'],
        ['8-6 6-4', 'not_a_set 1'],
        ['6-4 4-6 9-6', 'not_a_set 3'],
        ['6-4 4-6 1-0', 'set_unfinished 3'],
      ],
    },
  ],
  [
    'best_of_five_long',
    {
      legal: ['6-4 6-7 6-4 4-6 9-7', '6-4 6-4 7-6'],
      illegal: [
        ['6-4 6-7 9-7 6-4', 'not_a_set 3'],
        ['6-4 6-7 6-4 4-6 7-6', 'set_unfinished 5'],
      ],
    },
  ],
  [
    'advantage_sets',
    {
      legal: ['8-6 7-5', '6-4 4-6 11-9'],
      illegal: [
        ['7-6 6-4', 'set_unfinished 1'],
        ['9-6 6-4', 'not_a_set 1'],
      ],
    },
  ],
  [
    'tie_break_to_7',
    {
      legal: ['7-0', '7-5', '8-6', '12-10', '1-0'],
      illegal: [
        ['7-6', 'not_a_tie_break 1'],
        ['6-4', 'not_a_tie_break 1'],
        ['5-7', 'winner_behind'],
        ['0-0', 'set_not_played 1'],
        ['7-5 7-5', 'set_after_end 2'],
      ],
    },
  ],
  [
    'tie_break_to_10',
    {
      legal: ['10-8', '11-9'],
      illegal: [
        ['10-9', 'not_a_tie_break 1'],
        ['7-5', 'not_a_tie_break 1'],
      ],
    },
  ],
  [
    'pickleball_best_of_three_by_1',
    {
      legal: ['11-10 11-0', '11-9 9-11 11-10'],
      illegal: [
        ['12-10 11-0', 'not_a_set 1'],
        ['10-9 11-0', 'set_unfinished 1'],
      ],
    },
  ],
  [
    'rally_one_to_21',
    {
      legal: ['21-19', '22-20'],
      illegal: [
        ['21-20', 'set_unfinished 1'],
        ['23-20', 'not_a_set 1'],
      ],
    },
  ],
  [
    'rally_one_to_15_by_1',
    {
      legal: ['15-14', '15-0'],
      illegal: [
        ['16-14', 'not_a_set 1'],
        ['14-12', 'set_unfinished 1'],
      ],
    },
  ],
  [
    'badminton_best_of_three_to_15',
    {
      legal: ['15-0 15-13', '16-14 13-15 15-9', '21-20 21-19', '20-18 15-3'],
      illegal: [
        ['15-14 15-0', 'set_unfinished 1'],
        ['20-20 15-0', 'set_unfinished 1'],
        ['22-20 15-0', 'not_a_set 1'],
        ['21-18 15-0', 'not_a_set 1'],
      ],
    },
  ],
  [
    'squash_best_of_three_to_15',
    {
      legal: ['15-13 16-14'],
      illegal: [
        ['15-14 15-0', 'set_unfinished 1'],
        ['17-14 15-0', 'not_a_set 1'],
      ],
    },
  ],
  [
    'timed',
    {
      legal: ['1-0', '9-5', '7-6', '14-12'],
      illegal: [
        ['0-0', 'set_not_played 1'],
        ['5-5', 'set_unfinished 1'],
        ['4-5', 'winner_behind'],
        ['5-4 5-4', 'set_after_end 2'],
      ],
    },
  ],
  [
    'padel_best_of_three',
    {
      legal: ['6-4 6-4', '7-5 6-7 7-6', '6-4 3-6 10-8', '6-4 3-6 12-10'],
      illegal: [
        ['6-4', 'format_not_played'],
        ['8-6 6-4', 'not_a_set 1'],
        ['6-4 3-6 10-9', 'not_a_tie_break 3'],
        ['6-4 10-8', 'tie_break_too_early 2'],
      ],
    },
  ],
  [
    'pickleball_best_of_three',
    {
      legal: ['11-0 11-9', '12-10 9-11 11-6', '17-15 11-9'],
      illegal: [
        ['11-10 11-9', 'set_unfinished 1'],
        ['11-9', 'format_not_played'],
        ['12-9 11-9', 'not_a_set 1'],
        ['15-14 11-9', 'set_unfinished 1'],
        ['11-9 9-11', 'sets_level'],
        ['11-9 9-11 10-8', 'set_unfinished 3'],
        ['11-9 11-9 11-9', 'format_not_played'],
      ],
    },
  ],
  [
    'pickleball_one_to_15',
    {
      legal: ['15-0', '15-13', '18-16'],
      illegal: [
        ['11-9', 'set_unfinished 1'],
        ['15-14', 'set_unfinished 1'],
        ['16-13', 'not_a_set 1'],
        ['15-13 15-13', 'set_after_end 2'],
      ],
    },
  ],
  [
    'pickleball_one_to_21',
    {
      legal: ['21-19', '22-20'],
      illegal: [
        ['21-20', 'set_unfinished 1'],
        ['23-20', 'not_a_set 1'],
      ],
    },
  ],
  [
    'pickleball_best_of_three_capped',
    {
      legal: ['11-9 11-9', '15-14 13-15 15-13', '12-10 14-12'],
      illegal: [
        ['16-14 11-9', 'not_a_set 1'],
        ['14-13 11-9', 'set_unfinished 1'],
        ['15-12 11-9', 'not_a_set 1'],
      ],
    },
  ],
  [
    'badminton_best_of_three',
    {
      legal: ['21-0 21-19', '22-20 19-21 21-15', '30-29 30-28', '29-27 21-3'],
      illegal: [
        ['21-20 21-15', 'set_unfinished 1'],
        ['29-29 21-15', 'set_unfinished 1'],
        ['31-29 21-15', 'not_a_set 1'],
        ['30-27 21-15', 'not_a_set 1'],
        ['21-15', 'format_not_played'],
        ['21-15 15-21 10-8', 'set_unfinished 3'],
        ['21-15 21-15 21-15', 'set_after_end 3'],
      ],
    },
  ],
  [
    'squash_best_of_five',
    {
      legal: ['11-0 11-9 12-10', '11-7 9-11 11-8 11-6', '9-11 9-11 11-9 11-9 14-12'],
      illegal: [
        ['11-7 11-8', 'format_not_played'],
        ['11-10 11-8 11-6', 'set_unfinished 1'],
        ['13-10 11-8 11-6', 'not_a_set 1'],
        ['11-7 11-8 11-6 11-2', 'set_after_end 4'],
        ['7-11 8-11 6-11', 'winner_behind'],
      ],
    },
  ],
  [
    'table_tennis_best_of_seven',
    {
      legal: ['11-7 11-8 11-6 12-10', '11-7 7-11 11-7 7-11 11-7 7-11 13-11'],
      illegal: [
        ['11-7 11-8 11-6', 'format_not_played'],
        ['11-7 11-8 11-6 11-6 11-6', 'set_after_end 5'],
        // A game continues until one side is two points ahead.
        ['21-20 11-8 11-6 11-6', 'set_unfinished 1'],
      ],
    },
  ],
])('%s', (format, { legal, illegal }) => {
  test.each(legal)('%s is a match', (line) => {
    expect(problemOf([format], line)).toBeNull()
  })

  test.each(illegal)('%s is not a match: %s', (line, problem) => {
    expect(problemOf([format], line)).toBe(problem)
  })
})

test.each<[MatchFormat, string, MatchStatus, string | null, string]>([
  ['pro_set', '8-7', 'Retired', null, '0-0 8-7'],
  ['pro_set', '8-6', 'Retired', 'already_over', '1-0 8-6'],
  ['pro_set', '7-7', 'Match ended in a tie', null, '0-0 7-7'],
  ['fast4', '4-2 3-3', 'Retired', null, '1-0 7-5'],
  ['fast4', '4-2 4-2', 'Retired', 'already_over', '2-0 8-4'],
  ['timed', '5-4', 'Retired', null, '0-0 5-4'],
  ['timed', '4-5', 'Retired', null, '0-0 4-5'],
  ['timed', '5-5', 'Match ended in a tie', null, '0-0 5-5'],
  ['timed', '5-4', 'Match ended in a tie', 'sets_not_level', '0-0 5-4'],
  ['squash_best_of_five', '11-7 11-8 4-6', 'Retired', null, '2-0 26-21'],
  ['squash_best_of_three', '11-7 11-8', 'Retired', 'already_over', '2-0 22-15'],
  ['badminton_best_of_three', '21-15 15-21 20-20', 'Match ended in a tie', null, '1-1 56-56'],
  ['badminton_best_of_three', '21-15 5-3', 'Match ended in a tie', 'sets_not_level', '1-0 26-18'],
  ['pickleball_best_of_three', '11-9 9-11 10-10', 'Retired', null, '1-1 30-30'],
  ['tie_break_to_10', '10-8', null, null, '1-0 1-0'],
  ['tie_break_to_10', '6-5', 'Retired', null, '0-0 0-0'],
  ['tie_break_to_10', '10-8', 'Retired', 'already_over', '1-0 1-0'],
  ['tie_break_to_10', '5-5', 'Match ended in a tie', null, '0-0 0-0'],
  ['best_of_three_to_7', '6-4 4-6 7-5', null, null, '2-1 11-10'],
  ['best_of_three_to_7', '6-4 4-6 5-3', 'Retired', null, '1-1 10-10'],
  ['best_of_three_to_7', '6-4 4-6 7-5', 'Retired', 'already_over', '2-1 11-10'],
  ['best_of_three_long', '6-4 4-6 7-6', 'Retired', null, '1-1 17-16'],
  ['best_of_three_long', '6-4 4-6 8-6', 'Retired', 'already_over', '2-1 18-16'],
  ['best_of_three_long', '6-4 7-6', 'Match ended in a tie', 'sets_not_level', '2-0 13-10'],
  ['advantage_set', '8-7', 'Retired', null, '0-0 8-7'],
])('%s: %s, %s is %s and counts %s', (format, line, status, problem, counted) => {
  expect(problemOf([format], line, status)).toBe(problem)
  const { sets: won, games } = scoreTotals(sets(line), status, { ...standardRules, formats: [format] })
  expect(`${won.winner}-${won.opponent} ${games.winner}-${games.opponent}`).toBe(counted)
})

describe('a season that allows formats whose sets end differently', () => {
  const both: MatchFormat[] = ['best_of_three', 'pro_set']

  test.each([
    ['6-4 6-4', null, '2-0 12-8'],
    ['8-6', null, '1-0 8-6'],
    ['6-4', 'format_not_played', '1-0 6-4'],
    // Such a score counts by the sport’s format that has it.
    ['6-4 8-6', 'not_a_set 2', '2-0 14-10'],
    // Such a score is from a time when the season allowed timed sets.
    ['9-5', 'not_a_set 1', '1-0 9-5'],
  ])('%s: %s', (line, problem, counted) => {
    expect(problemOf(both, line)).toBe(problem)
    const { sets: won, games } = scoreTotals(sets(line), null, { ...standardRules, formats: both })
    expect(`${won.winner}-${won.opponent} ${games.winner}-${games.opponent}`).toBe(counted)
  })

  test('a season with two ways to end a set names both', () => {
    const rules = { ...standardRules, formats: both }
    expect(scoreSentence({ code: 'not_a_set', set: 1 }, rules)).toBe(
      'Set 1 does not end like a set: 6-0 to 6-4, 7-5 or 7-6; or 8-0 to 8-6, 9-7 or 9-8.',
    )
    expect(formatWords(both)).toBe('best of three sets or a pro set to 8 games')
  })
})

test.each<[MatchFormat, string]>([
  ['squash_best_of_five', 'Game 1 does not end like a game: 11-0 to 11-9, or two points apart past 11, like 12-10.'],
  [
    'badminton_best_of_three',
    'Game 1 does not end like a game: 21-0 to 21-19, two points apart past 21, like 22-20, or 30-29.',
  ],
  ['padel_best_of_three', 'Set 1 does not end like a set: 6-0 to 6-4, 7-5 or 7-6.'],
])('%s: %s', (format, sentence) => {
  expect(scoreSentence({ code: 'not_a_set', set: 1 }, { ...standardRules, formats: [format] })).toBe(sentence)
})

test.each<[MatchFormat, string, string | null]>([
  ['squash_best_of_five', '117 911 1210', '11-7 9-11 12-10'],
  ['badminton_best_of_three', '2119 1921 3029', '21-19 19-21 30-29'],
  ['badminton_best_of_three', '21:19, 21/15', '21-19 21-15'],
  ['pro_set', '98(5)', '9-8'],
  ['pro_set_10', '11-10(5)', '11-10'],
  ['pro_set_8_at_7', '87(5)', '8-7'],
  ['short_sets', '54(3) 42', '5-4 4-2'],
  ['fast4', '4-3 (5-4) 4-2', '4-3 4-2'],
  ['short_sets_at_3', '4-3 (5-4) 4-2', null],
  ['best_of_three_long', '64 67(3) 108', '6-4 6-7 10-8'],
  ['best_of_three_to_7', '64 46 75', '6-4 4-6 7-5'],
  ['best_of_three_to_7', '6-4 4-6 1-0(4)', '6-4 4-6 7-4'],
  ['tie_break_to_10', '[10-8]', '10-8'],
  ['tie_break_to_7', '75', '7-5'],
  ['badminton_best_of_three_to_15', '1513 2120', '15-13 21-20'],
  ['squash_best_of_five', '11-7(5)', null],
  ['squash_best_of_five', '112', '11-2'],
  ['badminton_best_of_three', '1212', null],
])('in %s, %j is read as %s', (format, text, line) => {
  expect(parseScoreLine(text, { formats: [format] })).toEqual(line && sets(line))
})

test('each sport has default formats, and a season without formats of a sport uses those', () => {
  for (const sport of sports) {
    expect(formatsPlayed([], sport)).not.toEqual([])
    expect(formatsPlayed(standardRules.formats, sport).every((format) => sportOf([format]) === sport)).toBe(true)
  }
  expect(formatsPlayed(['best_of_five', 'squash_best_of_three'], 'squash')).toEqual(['squash_best_of_three'])
  expect(formatsPlayed(standardRules.formats, 'tennis')).toEqual(standardRules.formats)
})

test.each(sports)('%s: sentences explain how points are played', (sport) => {
  const sentences = pointSentences(sport)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^{}]+\.$/)
})

test.each<[MatchFormat[], string, string]>([
  [
    ['tie_break_to_10'],
    '10-9',
    'Set 1 does not end like a match tie-break: 10-0 to 10-8, or two points apart past 10, like 12-10.',
  ],
  [
    ['best_of_three_to_7'],
    '6-4 4-6 6-2',
    'Set 3 does not end like a match tie-break: 7-0 to 7-5, or two points apart past 7, like 9-7.',
  ],
  [
    ['best_of_three_long'],
    '6-4 4-6 9-6',
    'Set 3 does not end like a set: 6-0 to 6-4, or two games apart past 6, like 7-5.',
  ],
  [['best_of_three_long'], '8-6 6-4', 'Set 1 does not end like a set: 6-0 to 6-4, 7-5 or 7-6.'],
  [['fast4'], '5-3 4-0', 'Set 1 does not end like a set: 4-0 to 4-3.'],
])('%j: %s is refused in the words of that set', (formats, line, sentence) => {
  const rules = { ...standardRules, formats }
  expect(scoreSentence(scoreProblem(sets(line), null, rules)!, rules)).toBe(sentence)
})

test('a format’s own deciding set is played whatever the season says of match tie-breaks', () => {
  for (const match_tie_break of ['allowed', 'always', 'never'] as const) {
    const legal = (format: MatchFormat, line: string) =>
      scoreProblem(sets(line), null, { ...standardRules, formats: [format], match_tie_break }) === null
    expect(legal('best_of_three_to_7', '6-4 4-6 7-5')).toBe(true)
    expect(legal('best_of_three_long', '6-4 4-6 8-6')).toBe(true)
    expect(legal('best_of_three_long', '6-4 4-6 10-7')).toBe(false)
  }
})

test.each<[MatchFormat[], number, { max: number; is_open: boolean }]>([
  [['best_of_three', 'best_of_three_long'], 2, { max: 10, is_open: true }],
  [['best_of_three_long'], 0, { max: 7, is_open: false }],
  [['best_of_three_long'], 2, { max: 6, is_open: true }],
  [['best_of_three_to_7'], 2, { max: 7, is_open: true }],
  [['tie_break_to_10'], 0, { max: 10, is_open: true }],
  [['one_set', 'advantage_set'], 0, { max: 7, is_open: true }],
  [['pro_set_10'], 0, { max: 11, is_open: false }],
])('%j: the form offers set %i', (formats, index, choices) => {
  expect(setChoices(formats, index)).toMatchObject(choices)
})

test('a rule that is newer than its sport’s others says from when', () => {
  const dated = sports.flatMap((sport) =>
    Object.entries(sportRules[sport].shapes).flatMap(([set, { law }]) =>
      law?.from ? [`${sport} ${set} ${law.from}`] : [],
    ),
  )
  expect(dated).toContain('badminton fifteen 2027-01-04')
  expect(dated).toContain('pickleball rally_eleven 2026-01-01')
  for (const line of dated) expect(line).toMatch(/ \d{4}-\d\d-\d\d$/)
})

test.each<[(typeof sports)[number], RegExp]>([
  ['tennis', /golden|Star Point|rally/],
  ['padel', /Fast4|no-ad|rally/],
  ['badminton', /deuce|tie-break|no-ad|golden/],
  ['squash', /deuce|tie-break|no-ad|golden/],
  ['table_tennis', /deuce|tie-break|no-ad|golden/],
  ['pickleball', /deuce|tie-break|no-ad|golden/],
])('what is said of %s has nothing of other sports', (sport, foreign) => {
  expect(pointSentences(sport).join(' ')).not.toMatch(foreign)
})

test('a score that a rule change has made illegal still counts as it was played', () => {
  const { sets: won, games } = scoreTotals(sets('9-7'), null, { ...standardRules, formats: ['best_of_three'] })
  expect([won, games]).toEqual([
    { winner: 1, opponent: 0 },
    { winner: 9, opponent: 7 },
  ])
})

describe.each(matchFormats.map((each) => [each.format, each] as const))(
  'every finished %s',
  { tags: 'slow' },
  (format, { sport, set, sets_to_win, deciding }) => {
    const rules = { ...standardRules, formats: [format] }
    const { shapes, tie_breaks } = sportRules[sport]
    const shape = shapes[set]!
    const high = (shape.cap ?? shape.to ?? 12) + 3
    const tieBreak = Object.values(tie_breaks)[0]?.examples ?? []
    const deciders = deciding === null ? tieBreak : (shapes[deciding] ?? tie_breaks[deciding]!).examples
    const ends = fc.constantFrom(...shape.examples, ...deciders).map((line) => sets(line)[0]!)
    const anySet = fc.record({ score_1: fc.nat({ max: high }), score_2: fc.nat({ max: high }) })
    const turned = fc.tuple(fc.oneof({ weight: 6, arbitrary: ends }, anySet), fc.boolean())
    const anything = fc.array(
      turned.map(([one, turn]) => (turn ? mirror([one])[0]! : one)),
      { minLength: 1, maxLength: mostSets([format]) },
    )
    /** Typical sets up to the one that ends the match, the winner's first. */
    const ended = fc.array(fc.tuple(ends, fc.boolean()), { minLength: 12, maxLength: 12 }).map((drawn) => {
      const won = [0, 0]
      const score: SetScore[] = []
      for (const [one, turn] of drawn) {
        if (Math.max(...won) === sets_to_win) break
        won[turn ? 1 : 0]! += 1
        score.push(turn ? mirror([one])[0]! : one)
      }
      return won[0]! > won[1]! ? score : mirror(score)
    })
    const played = fc.oneof(ended, anything)
    const stands = (score: readonly SetScore[]) => scoreProblem(score, null, rules) === null

    test('a finished match has one winner, and nothing after its end', () => {
      let finished = 0
      fc.assert(
        fc.property(played, turned, (score, [more]) => {
          if (!stands(score)) return
          finished += 1
          const { winner, opponent } = scoreTotals(score, null, rules).sets
          expect([winner, opponent < sets_to_win]).toEqual([sets_to_win, true])
          expect(stands(mirror(score))).toBe(false)
          expect(stands([...score, more])).toBe(false)
          for (let length = 0; length < score.length; length += 1) expect(stands(score.slice(0, length))).toBe(false)
          expect(parseScoreLine(scoreLine(score, null), rules)).toEqual(score)
          const choices = score.map((_, index) => setChoices([format], index))
          for (const [index, { score_1, score_2 }] of score.entries())
            expect(choices[index]!.is_open || Math.max(score_1, score_2) <= choices[index]!.max).toBe(true)
        }),
        { numRuns: 600 },
      )
      // Some 40 are best of five, with some spread: enough to show that the property was exercised.
      expect(finished).toBeGreaterThan(5)
    })

    test('its examples are legal, and the form starts with a legal number of sets', () => {
      const firsts = sets_to_win === 1 && deciding !== null ? deciders : shape.examples
      for (const example of firsts) {
        const score = Array.from({ length: sets_to_win }, () => sets(example)[0]!)
        expect(stands(score)).toBe(true)
      }
      const before = Array.from({ length: sets_to_win - 1 }, () => shape.examples[0]!)
      const level = before.flatMap((won) => [sets(won)[0]!, ...mirror(sets(won))])
      const lasts = sets_to_win === 1 ? firsts : deciders
      for (const example of lasts) expect(stands([...level, sets(example)[0]!])).toBe(true)
      expect(firstSets([format])).toBe(sets_to_win)
      const long = Array.from({ length: sets_to_win - 1 }, () => [
        shape.examples[0]!,
        mirror(sets(shape.examples[0]!))[0]!,
      ])
      expect(long.length * 2 + 1).toBeLessThanOrEqual(mostSets([format]))
    })
  },
)

test.each([
  ['pro_set', 'SET1-S:8/TB7'],
  ['pro_set_8_at_7', 'SET1-S:8/TB7@7'],
  ['pro_set_9', 'SET1-S:9/TB7@8'],
  ['pro_set_10', 'SET1-S:10/TB7'],
  ['pro_set_10_at_9', 'SET1-S:10/TB7@9'],
  ['fast4', 'SET3-S:4/TB5@3'],
  ['short_sets', 'SET3-S:4/TB7'],
  ['short_sets_at_3', 'SET3-S:4/TB7@3'],
] as const)(
  '%s: a first set of any two numbers has ended exactly when the reference says so',
  (format, matchUpFormat) => {
    const { sets_to_win, set } = matchFormats.find((each) => each.format === format)!
    for (let score_1 = 0; score_1 <= 12; score_1 += 1)
      for (let score_2 = 0; score_2 < score_1; score_2 += 1) {
        const score = Array.from({ length: sets_to_win }, () => ({ score_1, score_2 }))
        const theirs = score.map((each, index) => ({
          setNumber: index + 1,
          winningSide: 1,
          side1Score: each.score_1,
          side2Score: each.score_2,
        }))
        const { isValid } = scoreGovernor.validateMatchUpScore(theirs, matchUpFormat, 'COMPLETED')
        expect([set, score_1, score_2, problemOf([format], scoreLine(score, null)) === null]).toEqual([
          set,
          score_1,
          score_2,
          isValid,
        ])
      }
  },
)
