import { expect, test } from 'vitest'
import { standardRules } from '#/rules/season-rules.ts'
import {
  formatProblems,
  formatSentence,
  formatTitle,
  leagueFormats,
  standardFormat,
  type LeagueFormat,
} from './formats.ts'
import { matchesEach, playoffShortage } from './shortage.ts'

test.each<[LeagueFormat, object]>([
  [{ kind: 'round_robin' }, {}],
  [{ kind: 'double_round_robin' }, {}],
  [{ kind: 'fixed_matches', matches: 8 }, {}],
  [{ kind: 'fixed_matches' }, { matches: 'Please enter a whole number from 1 to 30.' }],
  [{ kind: 'fixed_matches', matches: 0 }, { matches: 'Please enter a whole number from 1 to 30.' }],
  [{ kind: 'fixed_matches', matches: 2.5 }, { matches: 'Please enter a whole number from 1 to 30.' }],
  [{ kind: 'swiss', rounds: 31 }, { rounds: 'Please enter a whole number from 2 to 30.' }],
  [{ kind: 'swiss', rounds: 6, matches: 6 }, { matches: 'Swiss rounds does not use this number.' }],
  [{ kind: 'round_robin', rounds: 3 }, { rounds: 'Round robin does not use this number.' }],
])('%j', (format, problems) => {
  expect(formatProblems(format)).toEqual(problems)
})

test('each format has a title and a description, and its default numbers are legal', () => {
  for (const { kind, numbers } of leagueFormats) {
    const format: LeagueFormat = { kind, ...Object.fromEntries(numbers.map(({ name, standard }) => [name, standard])) }
    expect(formatProblems(format)).toEqual({})
    expect(formatSentence(format)).toMatch(/^[A-Z].*\.$/)
    expect(formatTitle(format).split(', ')).toHaveLength(numbers.filter((number) => !('optional' in number)).length + 1)
  }
  expect(leagueFormats[0].kind).toBe(standardFormat.kind)
})

test.each<[LeagueFormat, number, number]>([
  [{ kind: 'round_robin' }, 8, 7],
  [{ kind: 'round_robin' }, 4, 6],
  [{ kind: 'double_round_robin' }, 2, 2],
  [{ kind: 'double_round_robin' }, 8, 14],
  [{ kind: 'fixed_matches', matches: 6 }, 30, 6],
  [{ kind: 'fixed_matches', matches: 6 }, 4, 3],
  [{ kind: 'fixed_matches', matches: 5 }, 9, 4],
  [{ kind: 'flights', size: 6 }, 13, 6],
  [{ kind: 'flights', size: 6 }, 24, 5],
  [{ kind: 'boxes', size: 5, rounds: 3, moves: 1 }, 20, 4],
  [{ kind: 'boxes', size: 5, rounds: 3, moves: 1 }, 7, 2],
  [{ kind: 'swiss', rounds: 7 }, 20, 7],
  [{ kind: 'swiss', rounds: 7 }, 21, 6],
  [{ kind: 'swiss', rounds: 7 }, 3, 4],
  [{ kind: 'swiss', rounds: 7 }, 1, 0],
])('%j with %i entries: %i matches each for certain', (format, entries, matches) => {
  expect(matchesEach(format, entries, { meetings: null })).toBe(matches)
})

test.each([
  [2, standardRules, { matches: 1, needed: 4 }],
  [2, { ...standardRules, playoff_matches: 0 }, { matches: 1, needed: 0 }],
  [3, standardRules, null],
  [4, { ...standardRules, meetings: 1 }, { matches: 3, needed: 4 }],
  [5, { ...standardRules, meetings: 1 }, null],
  [5, { ...standardRules, playoff_matches: 9 }, { matches: 8, needed: 9 }],
  [6, standardRules, null],
  [6, { ...standardRules, playoff_matches: 6 }, { matches: 5, needed: 6 }],
  [1, standardRules, null],
  [0, standardRules, null],
])('play-offs after a draw of %i: %#', (entries, own, shortage) => {
  expect(playoffShortage(standardFormat, entries, own)).toEqual(shortage)
})

test.each<[LeagueFormat, number, object | null]>([
  [{ kind: 'double_round_robin' }, 3, null],
  [{ kind: 'fixed_matches', matches: 3 }, 12, { matches: 3, needed: 4 }],
  [{ kind: 'fixed_matches', matches: 4 }, 12, null],
  [{ kind: 'fixed_matches', matches: 8 }, 4, { matches: 3, needed: 4 }],
  [{ kind: 'flights', size: 6 }, 24, null],
  [{ kind: 'flights', size: 3 }, 4, { matches: 1, needed: 4 }],
  [{ kind: 'swiss', rounds: 4 }, 11, { matches: 3, needed: 4 }],
  [{ kind: 'swiss', rounds: 4 }, 12, null],
])('play-offs of %j with %i entries', (format, entries, shortage) => {
  expect(playoffShortage(format, entries, standardRules)).toEqual(shortage)
})
