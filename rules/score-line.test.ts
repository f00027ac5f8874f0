import { describe, expect, test } from 'vitest'
import type { MatchStatus, SetScore } from './outcome.ts'
import { parseResultLine, parseScoreLine, parseSidedResult, scoreOfDate } from './score-line.ts'
import { standardRules } from './season-rules.ts'

/** '6-4 3-6' as sets; '' as none. Does not use parseScoreLine, on purpose. */
function sets(line: string): SetScore[] {
  return line.split(' ').flatMap((set) => {
    const [left, right] = set.split('-')
    return set === '' ? [] : [{ score_1: Number(left), score_2: Number(right) }]
  })
}

test.each([
  ['6-4', '6-4'],
  ['64 46 108', '6-4 4-6 10-8'],
  ['6-4 4-6 10-8', '6-4 4-6 10-8'],
  ['6:4, 7-6(5)', '6-4 7-6'],
  ['6/4 4/6 [10/8]', '6-4 4-6 10-8'],
  ['76 1210', '7-6 12-10'],
  ['76(5) 67(3) 1012', '7-6 6-7 10-12'],
  ['7-6 (5); 6-7(4-7)', '7-6 6-7'],
  ['6 - 4   4 – 6', '6-4 4-6'],
  ['21', '2-1'],
  ['46 64 810', '4-6 6-4 8-10'],
  ['100', '10-0'],
  ['010', '0-10'],
  ['119', '11-9'],
  ['64 46 10', '6-4 4-6 1-0'],
  ['7-6 (7-5) 6-3', '7-6 6-3'],
  ['7-6[5] 6-3', '7-6 6-3'],
  ['7-6 [5] 6-3', '7-6 6-3'],
  ['6-4 / 3-6 / 10-7', '6-4 3-6 10-7'],
  ['6-4/3-6/7-6(5)/6-3', '6-4 3-6 7-6 6-3'],
  ['6-4 / 3-6 / [10-7]', '6-4 3-6 10-7'],
  ['7-6 (7-3) 6-7 (10-12) 6-4', '7-6 6-7 6-4'],
  ['6-4 6-7 (10-8) 10-6', '6-4 6-7 10-6'],
  ['6-4 3-6 1-0(7)', '6-4 3-6 10-7'],
  ['3-6 6-4 0-1(11)', '3-6 6-4 11-13'],
  ['6-4 3-6 1-0 (10-8)', '6-4 3-6 10-8'],
])('"%s" is read as %s', (text, line) => {
  expect(parseScoreLine(text)).toEqual(sets(line))
})

test.each([
  '',
  '  ',
  '6',
  '6 4 4 6',
  'six four',
  '6-4 ret.',
  '6-4-4-6',
  '6-4 4',
  '111',
  '6462',
  '6446',
  '109',
  '64(5)',
  '6-4(5)',
  '4-6 7-6 (10-8)',
  '[10-8',
  '6-100',
  '-6-4',
  '644610',
])('"%s" is not read', (text) => {
  expect(parseScoreLine(text)).toBeNull()
})

describe('a line with an ending', () => {
  test.each<[text: string, line: string, status: MatchStatus]>([
    ['6-4 3-6 10-7', '6-4 3-6 10-7', null],
    ['6-4 2-1 ret.', '6-4 2-1', 'Retired'],
    ['6-4 2-1 ret', '6-4 2-1', 'Retired'],
    ['6-4 6-4 (retired)', '6-4 6-4', 'Retired'],
    ["6-4 2-1 Ret'd", '6-4 2-1', 'Retired'],
    ['6-4 2-1 Ret’d.', '6-4 2-1', 'Retired'],
    ['ret.', '', 'Retired'],
    ['6-4 4-6 tie', '6-4 4-6', 'Match ended in a tie'],
    ['6-4 2-1 stopped', '6-4 2-1', 'Stopped by time or weather'],
    ['6-4 2-1 (suspended)', '6-4 2-1', 'Stopped by time or weather'],
    ['6-4 2-1 susp.', '6-4 2-1', 'Stopped by time or weather'],
    ['double default', '', 'Double default'],
    ['W/O', '', 'Opponent did not show'],
    ['w.o.', '', 'Opponent did not show'],
    ['walkover', '', 'Opponent did not show'],
    ['def.', '', 'Opponent did not show'],
    ['default', '', 'Opponent did not show'],
    ['6-0 6-0 def', '', 'Opponent did not show'],
    ['6-2 2-1 def.', '6-2 2-1', 'Retired'],
  ])('"%s" is %s %s', (text, line, status) => {
    expect(parseResultLine(text)).toEqual({ sets: sets(line), status })
  })

  test.each(['', 'six ret.', 'retreat', '6-4 rain', 'Smith def. Jones'])('"%s" has no valid ending', (text) => {
    expect(parseResultLine(text)).toBeNull()
  })
})

test.each([
  ['4-Jun', '6-4'],
  ['06-Apr', '6-4'],
  ['7-May', '7-5'],
  ['6. Apr', '6-4'],
  ['2026-06-04', '6-4'],
  ['2026-06-04 00:00', '6-4'],
  ['6/4/2026', '6-4'],
])('%s is the date that a spreadsheet made of %s', (text, line) => {
  expect([scoreOfDate(text)]).toEqual(sets(line))
})

test.each(['6-4', '6-4 6-4', 'June', '6-Jux', ''])('%s is not a date that was a score', (text) => {
  expect(scoreOfDate(text)).toBeNull()
})

test.each([
  ['6-4 3-6 10-7', '6-4 3-6 10-7', 'first'],
  ['64 36 107', '6-4 3-6 10-7', 'first'],
  ['4-6 6-3 7-10', '6-4 3-6 10-7', 'second'],
  ['3-6 2-6', '6-3 6-2', 'second'],
  ['w/o', '', 'first'],
  ['6-4 2-1 ret', '6-4 2-1', 'first'],
  ['4-6 1-2 ret', '4-6 1-2', 'first'],
  ['6-4 4-6 tie', '6-4 4-6', null],
  ['double default', '', null],
] as const)('"%s" from the first side is %s for the winner, the %s', (text, line, winner) => {
  expect(parseSidedResult(text, standardRules)).toMatchObject({ sets: sets(line), winner, problem: null })
})

test.each(['6-4 4-6', '6-4 3-6', '9-2 6-1'])('"%s" is a legal score for neither side', (text) => {
  expect(parseSidedResult(text, standardRules)?.problem).toMatchObject({ code: expect.any(String) })
})
