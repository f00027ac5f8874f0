import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchStatuses, scoreLine, scoreOutcome } from './outcome.ts'
import { parseScoreLine } from './score-line.ts'
import { endedAs, scoreProblem, scoreSentence, scoreTotals, totalsAgree } from './score.ts'
import { standardRules, type ScoreRules } from './season-rules.ts'
import type { MatchStatus, SetScore } from './outcome.ts'

/** '6-4 3-6' as sets; '' as none. Does not use parseScoreLine, on purpose. */
function sets(line: string): SetScore[] {
  return line.split(' ').flatMap((set) => {
    const [left, right] = set.split('-')
    return set === '' ? [] : [{ score_1: Number(left), score_2: Number(right) }]
  })
}

function mirror(played: readonly SetScore[]): SetScore[] {
  return played.map(({ score_1, score_2 }) => ({ score_1: score_2, score_2: score_1 }))
}

/** '' if the score is legal, otherwise 'code' or 'code set'. */
function verdict(line: string, status: MatchStatus, rules: ScoreRules = standardRules): string {
  const problem = scoreProblem(sets(line), status, rules)
  if (problem === null) return ''
  return problem.set === undefined ? problem.code : `${problem.code} ${problem.set}`
}

describe('a match played to its end', () => {
  test.each([
    ['one set', '6-4'],
    ['one set to love', '6-0'],
    ['one long set', '7-5'],
    ['one set by its tie-break', '7-6'],
    ['best of three in two', '6-4 6-4'],
    ['best of three in three', '6-4 3-6 7-6'],
    ['best of three from behind', '5-7 6-2 6-1'],
    ['a match tie-break to love', '6-4 4-6 10-0'],
    ['the closest match tie-break to 10', '6-4 4-6 10-8'],
    ['a match tie-break past 10', '6-4 4-6 11-9'],
    ['a long match tie-break', '4-6 7-6 24-22'],
    ['a match tie-break written as one set', '6-4 4-6 1-0'],
    ['best of five in three', '6-4 6-4 6-4'],
    ['best of five in four', '6-4 6-4 4-6 6-3'],
    ['best of five in four, a set down', '4-6 6-4 6-4 6-3'],
    ['best of five in five, two sets down', '4-6 4-6 6-4 6-4 7-5'],
    ['best of five by a match tie-break', '6-4 6-4 4-6 4-6 12-10'],
  ])('%s: %s', (_, line) => {
    expect(verdict(line, null)).toBe('')
  })

  test.each([
    ['', 'no_sets'],
    ['0-0', 'set_not_played 1'],
    ['6-4 0-0', 'set_not_played 2'],
    ['6-5', 'set_unfinished 1'],
    ['6-4 6-6', 'set_unfinished 2'],
    ['6-4 5-3', 'set_unfinished 2'],
    ['6-4 4-6 2-0', 'set_unfinished 3'],
    ['1-0', 'set_unfinished 1'],
    ['7-4', 'not_a_set 1'],
    ['7-7', 'not_a_set 1'],
    ['8-6', 'not_a_set 1'],
    ['6-4 9-7', 'not_a_set 2'],
    ['6-4 4-6 7-3', 'not_a_set 3'],
    ['6-4 4-6 8-6', 'not_a_tie_break 3'],
    ['6-4 4-6 10-9', 'not_a_tie_break 3'],
    ['6-4 4-6 11-8', 'not_a_tie_break 3'],
    ['6-4 4-6 12-9', 'not_a_tie_break 3'],
    ['10-8', 'tie_break_too_early 1'],
    ['6-4 10-8', 'tie_break_too_early 2'],
    ['6-4 6-4 10-8', 'tie_break_not_deciding 3'],
    ['6-4 6-4 4-6 10-8', 'tie_break_not_deciding 4'],
    ['6-4 4-6 10-8 6-4', 'set_after_end 4'],
    ['6-4 6-4 4-6', 'set_after_end 3'],
    ['6-4 6-4 6-4 4-6', 'set_after_end 4'],
    ['6-4 6-4 6-4 6-4', 'set_after_end 4'],
    ['4-6 4-6 4-6 6-4 6-4 6-4 6-4', 'set_after_end 4'],
    ['6-4 4-6 6-4 4-6 6-4 6-4', 'set_after_end 6'],
    ['6-4 4-6', 'sets_level'],
    ['4-6', 'winner_behind'],
    ['4-6 4-6', 'winner_behind'],
    ['6-4 4-6 8-10', 'winner_behind'],
    ['6-4 4-6 0-1', 'winner_behind'],
    ['6-x', 'games_not_whole 1'],
    ['6-4.5', 'games_not_whole 1'],
    ['6-4 4-6 101-99', 'games_too_many 3'],
    ['6-4 4-6 98-100', 'games_too_many 3'],
  ])('%s is refused: %s', (line, problem) => {
    expect(verdict(line, null)).toBe(problem)
  })

  test('a negative number of games is refused, naming its set', () => {
    const played = [...sets('6-4'), { score_1: 6, score_2: -1 }]
    expect(scoreProblem(played, null, standardRules)).toEqual({ code: 'games_negative', set: 2 })
  })

  test('exactly the 14 ways to win in one set, best of three and best of five are legal', () => {
    const legal: string[] = []
    for (let length = 1; length <= 7; length += 1) {
      for (let bits = 0; bits < 2 ** length; bits += 1) {
        const won = Array.from({ length }, (_, index) => ((bits >> index) & 1) === 1)
        const line = won.map((set) => (set ? '6-3' : '3-6')).join(' ')
        if (verdict(line, null) === '') legal.push(won.map((set) => (set ? 'W' : 'L')).join(''))
      }
    }
    expect(legal.toSorted()).toEqual(
      'W WW WLW LWW WWW LWWW WLWW WWLW LLWWW LWLWW LWWLW WLLWW WLWLW WWLLW'.split(' ').toSorted(),
    )
  })
})

describe('a match that was stopped', () => {
  test.each([
    ['before the first game', ''],
    ['before the first game, on an empty row', '0-0'],
    ['in the first set', '2-1'],
    ['in the first set, behind', '2-5'],
    ['in the tie-break of the first set', '6-6'],
    ['after the first set', '6-4'],
    ['after the first set, behind', '4-6'],
    ['in the second set', '6-4 2-1'],
    ['at one set all', '6-4 4-6'],
    ['one game into the third set', '6-4 4-6 1-0'],
    ['in the match tie-break', '6-4 4-6 7-3'],
    ['late in the match tie-break', '6-4 4-6 10-9'],
    ['in the third set of a best of five', '6-4 6-4 2-1'],
    ['in the fourth set of a best of five', '6-4 6-4 4-6 2-1'],
    ['after the second set of a best of five', '6-3 6-4'],
    ['after the second set of a best of five, behind', '4-6 4-6'],
    ['after the third set of a best of five', '6-4 6-4 4-6'],
    ['after the third set of a best of five, or in a match tie-break', '6-4 4-6 6-4'],
    ['at two sets all', '6-4 6-4 4-6 4-6'],
    ['in the fifth set, behind', '4-6 4-6 6-4 6-4 1-5'],
  ])('a player may retire %s: %s', (_, line) => {
    expect(verdict(line, 'Retired')).toBe('')
  })

  test.each([
    ['6-4 4-6 10-8', 'already_over'],
    ['6-4 6-4 6-4', 'already_over'],
    ['6-4 6-4 6-4 2-1', 'set_after_end 4'],
    ['2-1 6-4', 'set_unfinished 1'],
    ['0-0 6-4', 'set_not_played 1'],
    ['6-4 7-3', 'not_a_set 2'],
    ['6-4 8-6', 'not_a_set 2'],
    ['6-4 6-4 8-6', 'not_a_tie_break 3'],
    ['6-4 4-6 13-9', 'not_a_tie_break 3'],
    ['10-8', 'tie_break_too_early 1'],
    ['6-1.5', 'games_not_whole 1'],
  ])('a match cannot end by retirement at %s: %s', (line, problem) => {
    expect(verdict(line, 'Retired')).toBe(problem)
  })

  const seasons: Record<string, ScoreRules> = {
    'one set': { ...standardRules, formats: ['one_set'], match_tie_break: 'allowed' },
    'best of three': { ...standardRules, formats: ['best_of_three'], match_tie_break: 'allowed' },
    'best of three, played out': { ...standardRules, formats: ['best_of_three'], match_tie_break: 'never' },
    'best of three, always with a match tie-break': {
      ...standardRules,
      formats: ['best_of_three'],
      match_tie_break: 'always',
    },
    'best of five': { ...standardRules, formats: ['best_of_five'], match_tie_break: 'allowed' },
    'any, always with a match tie-break': { ...standardRules, match_tie_break: 'always' },
  }
  test.each([
    ['one set', '4-3', ''],
    ['one set', '6-4', 'already_over'],
    ['one set', '6-4 2-1', 'format_not_played'],
    ['best of three', '6-4', ''],
    ['best of three', '6-3 6-4', 'already_over'],
    ['best of three', '4-6 4-6', 'already_over'],
    ['best of three', '6-4 6-4 2-1', 'format_not_played'],
    ['best of three', '6-4 4-6 6-3', ''],
    ['best of three', '6-4 4-6 9-8', ''],
    ['best of three', '6-4 4-6 10-8', 'already_over'],
    ['best of three, played out', '6-4 4-6 5-3', ''],
    ['best of three, played out', '6-4 4-6 6-3', 'already_over'],
    ['best of three, played out', '6-4 4-6 9-8', 'tie_break_not_played 3'],
    ['best of three, played out', '6-4 4-6 10-8', 'tie_break_not_played 3'],
    ['best of three, always with a match tie-break', '6-4 4-6 6-3', ''],
    ['best of three, always with a match tie-break', '6-4 4-6 0-0', ''],
    ['best of three, always with a match tie-break', '6-4 4-6 10-8', 'already_over'],
    ['best of five', '6-3 6-4', ''],
    ['best of five', '6-4 4-6 6-4', ''],
    ['best of five', '6-4 4-6 8-6', 'format_not_played'],
    ['best of five', '6-4 6-4 4-6 4-6 8-6', ''],
    ['best of five', '6-4 6-4 6-4', 'already_over'],
    ['any, always with a match tie-break', '6-4 4-6 6-4', ''],
  ])('in a season of %s, retired at %s: %j', (season, line, problem) => {
    expect(verdict(line, 'Retired', seasons[season])).toBe(problem)
  })

  test.each([
    ['best of three', '6-4 4-6 6-3', '1-1', '10-10'],
    ['best of five', '6-4 4-6 6-3', '2-1', '16-13'],
    ['best of three, always with a match tie-break', '6-4 4-6 6-3', '1-1', '10-10'],
    ['best of three, always with a match tie-break', '6-4 4-6 3-2', '1-1', '10-10'],
    ['best of three, played out', '6-4 4-6 3-2', '1-1', '13-12'],
    ['any, always with a match tie-break', '6-4 4-6 6-3', '2-1', '16-13'],
  ])('in a season of %s, %s retired is %s in sets and %s in games', (season, line, setsWon, gamesWon) => {
    const totals = scoreTotals(sets(line), 'Retired', seasons[season]!)
    expect(`${totals.sets.winner}-${totals.sets.opponent}`).toBe(setsWon)
    expect(`${totals.games.winner}-${totals.games.opponent}`).toBe(gamesWon)
  })

  test('points of a stopped match tie-break are not a set, even in a tie', () => {
    const always = seasons['best of three, always with a match tie-break']
    expect(verdict('6-4 4-6 6-3', 'Match ended in a tie', always)).toBe('')
    expect(verdict('6-4 4-6 6-3', 'Match ended in a tie')).toBe('sets_not_level')
    expect(verdict('6-4 6-4', 'Match ended in a tie', seasons['best of three'])).toBe('sets_not_level')
  })

  test.each(['2-1', '6-6', '6-4 4-6', '4-6 6-4 0-0', '6-4 4-6 5-3', '6-4 4-6 9-9', '6-4 6-4 4-6 4-6'])(
    '%s can end as a tie',
    (line) => {
      expect(verdict(line, 'Match ended in a tie')).toBe('')
    },
  )

  test.each([
    ['', 'no_sets'],
    ['0-0', 'set_not_played 1'],
    ['6-4', 'sets_not_level'],
    ['4-6 3-2', 'sets_not_level'],
    ['6-4 6-4', 'sets_not_level'],
    ['6-4 4-6 10-8', 'sets_not_level'],
    ['3-2 4-6', 'set_unfinished 1'],
    ['7-3', 'not_a_set 1'],
  ])('a match cannot end as a tie at %s: %s', (line, problem) => {
    expect(verdict(line, 'Match ended in a tie')).toBe(problem)
  })
})

describe('a match that time or weather stopped', () => {
  const stopped = 'Stopped by time or weather'
  const tie = 'Match ended in a tie'
  const three: ScoreRules = { ...standardRules, formats: ['best_of_three'] }
  const always: ScoreRules = { ...three, match_tie_break: 'always' }

  // The verdict in a season where the leader wins, and in one where it is a tie; the status under which each stores it.
  test.each<[ScoreRules, string, string, MatchStatus, string]>([
    [three, '6-4 2-1', '', stopped, ''],
    [three, '4-6 2-1', 'leader_behind', stopped, ''],
    [three, '3-1', '', stopped, ''],
    [three, '1-3', 'leader_behind', stopped, ''],
    [three, '3-3', '', tie, ''],
    [three, '6-4 4-6', '', tie, ''],
    [three, '6-4 4-6 0-0', '', tie, ''],
    [three, '6-4 4-6 5-3', '', stopped, ''],
    [three, '6-4 4-6 3-5', 'leader_behind', stopped, ''],
    [always, '6-4 4-6 9-8', '', stopped, ''],
    [always, '6-4 4-6 8-8', '', tie, ''],
    [{ ...three, formats: ['best_of_five'] }, '6-4 4-6 6-4', '', stopped, ''],
    [three, '6-4 6-4', 'already_over', stopped, 'already_over'],
    [three, '', 'no_sets', tie, 'no_sets'],
    [three, '0-0', 'set_not_played 1', tie, 'set_not_played 1'],
    [three, '7-3', 'not_a_set 1', stopped, 'not_a_set 1'],
    [{ ...three, formats: ['squash_best_of_five'] }, '11-9 3-4', '', stopped, ''],
    [{ ...three, formats: ['timed'] }, '9-6', '', stopped, ''],
  ])('%j at %s: %j, stored as %s; in the other season %j', (season, line, leader, status, other) => {
    expect(verdict(line, stopped, { ...season, stopped: 'leader' })).toBe(leader)
    expect(endedAs(sets(line), stopped, { ...season, stopped: 'leader' })).toBe(status)
    expect(verdict(line, stopped, { ...season, stopped: 'tie' })).toBe(other)
    expect(endedAs(sets(line), stopped, { ...season, stopped: 'tie' })).toBe(tie)
  })

  test('where it is played on, no part of it is a result, and level sets can still be a tie', () => {
    for (const line of ['6-4 2-1', '3-3', '6-4 4-6']) expect(verdict(line, stopped, three)).toBe('played_on')
    expect(verdict('6-4 4-6', tie, three)).toBe('')
    expect(verdict('6-4 2-1', tie, three)).toBe('sets_not_level')
  })

  test('a tie is no way around the season’s rule', () => {
    expect(verdict('3-1', tie, { ...three, stopped: 'leader' })).toBe('leader_wins')
    expect(verdict('6-4 2-1', tie, { ...three, stopped: 'leader' })).toBe('leader_wins')
    expect(verdict('6-4 4-6', tie, { ...three, stopped: 'leader' })).toBe('')
    expect(verdict('6-4 2-1', tie, { ...three, stopped: 'tie' })).toBe('')
    expect(verdict('9-6', tie, { ...three, formats: ['timed'], stopped: 'tie' })).toBe('sets_not_level')
  })

  test('the horn ends a timed match in every season, and the side that is ahead has won it', () => {
    for (const rule of ['leader', 'tie', 'played_on'] as const)
      expect(verdict('9-6', null, { ...three, formats: ['timed'], stopped: rule })).toBe('')
  })

  test('of two sides exactly one is ahead, unless it is a tie', () => {
    const games = fc.record({ score_1: fc.nat({ max: 7 }), score_2: fc.nat({ max: 7 }) })
    const rules: ScoreRules = { ...standardRules, stopped: 'leader' }
    fc.assert(
      fc.property(fc.array(games, { minLength: 1, maxLength: 4 }), (played) => {
        const problem = scoreProblem(played, stopped, rules)
        const turned = scoreProblem(mirror(played), stopped, rules)
        const isTie = endedAs(played, stopped, rules) === tie
        const codes = [problem, turned].map((each) => each?.code ?? null)
        const isLegal = codes.includes(null)
        expect(codes.includes('leader_behind')).toBe(isLegal && !isTie)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a match that was not played', () => {
  test.each(['Opponent did not show', 'Canceled within 4 hours of match', 'Double default'] as const)(
    '%s: has no sets, and accepts none',
    (status) => {
      expect(verdict('', status)).toBe('')
      expect(verdict('6-0 6-0', status)).toBe('sets_not_expected')
      expect(verdict('0-0', status)).toBe('sets_not_expected')
    },
  )
})

describe('properties of legal scores', () => {
  const fullSet = fc.constantFrom(...sets('6-0 6-1 6-2 6-3 6-4 7-5 7-6'))
  const tieBreak = fc.constantFrom(...sets('10-0 10-5 10-8 11-9 15-13 1-0'))
  const legal = fc
    .record({
      pattern: fc.constantFrom('W', 'WW', 'WLW', 'LWW', 'WWW', 'WLWW', 'LLWWW', 'WLLWW', 'WWLLW'),
      full: fc.array(fullSet, { minLength: 5, maxLength: 5 }),
      decider: fc.option(tieBreak),
    })
    .map(({ pattern, full, decider }) => {
      const won = [...pattern]
      const decides = won.length >= 3 && won.filter((set) => set === 'L').length === (won.length - 1) / 2
      return won.flatMap((side, index) => {
        const set = decides && index === won.length - 1 && decider !== null ? decider : full[index]!
        return side === 'W' ? [set] : mirror([set])
      })
    })

  test('the mirror image of a legal score is refused, because the winner did not win', () => {
    fc.assert(
      fc.property(legal, (played) => {
        expect(scoreProblem(played, null, standardRules)).toBeNull()
        expect(scoreProblem(mirror(played), null, standardRules)).toEqual({ code: 'winner_behind' })
      }),
    )
  })

  test('no legal score starts with another legal score of the same format', () => {
    fc.assert(
      fc.property(legal, (played) => {
        const setsToWin = scoreTotals(played, null, standardRules).sets.winner
        for (let length = 1; length < played.length; length += 1) {
          const start = played.slice(0, length)
          const stands = scoreProblem(start, null, standardRules) === null
          expect(stands && scoreTotals(start, null, standardRules).sets.winner === setsToWin).toBe(false)
        }
      }),
    )
  })

  test('a formatted score can be parsed back', () => {
    fc.assert(
      fc.property(legal, (played) => {
        expect(parseScoreLine(scoreLine(played, null))).toEqual(played)
      }),
    )
  })

  test('any list of numbers with any status gets a result, and each problem has a sentence', () => {
    const anything = fc.array(
      fc.record({ score_1: fc.oneof(fc.integer(), fc.double()), score_2: fc.integer({ min: -1, max: 12 }) }),
    )
    fc.assert(
      fc.property(anything, fc.constantFrom(null, ...matchStatuses), (played, status) => {
        for (const stopped of ['leader', 'tie', 'played_on'] as const) {
          const rules = { ...standardRules, stopped }
          const problem = scoreProblem(played, status, rules)
          expect(problem === null ? 'It stands.' : scoreSentence(problem, rules)).toMatch(/^[A-Z].*\.$/)
          expect(() => scoreTotals(played, status, rules)).not.toThrow()
          expect(() => endedAs(played, status, rules)).not.toThrow()
        }
      }),
    )
  })
})

test('a sentence names the set with the problem', () => {
  expect(scoreSentence({ code: 'set_unfinished', set: 2 }, standardRules)).toBe(
    'Set 2 is not finished: a set ends at 6 games with two ahead, or at 7-5 or 7-6.',
  )
})

test.each([
  ['6-4 3-6 7-6', null, '2-1', '16-16'],
  ['6-4 6-3', null, '2-0', '12-7'],
  ['6-4 3-6 10-7', null, '2-1', '10-10'],
  ['6-4 3-6 1-0', null, '2-1', '10-10'],
  ['6-4 6-4 4-6 4-6 12-10', null, '3-2', '21-20'],
  ['6-4 2-1', 'Retired', '1-0', '8-5'],
  ['2-5', 'Retired', '0-0', '2-5'],
  ['6-4 4-6 1-0', 'Retired', '1-1', '11-10'],
  ['6-4 4-6 8-6', 'Retired', '1-1', '10-10'],
  ['', 'Retired', '0-0', '0-0'],
  ['6-4 4-6 3-3', 'Match ended in a tie', '1-1', '13-13'],
  ['6-4 2-1', 'Stopped by time or weather', '1-0', '8-5'],
  ['', 'Double default', '0-0', '0-0'],
  ['', 'Opponent did not show', '0-0', '0-0'],
] as const)('%s %s is %s in sets and %s in games', (line, status, setsWon, gamesWon) => {
  const totals = scoreTotals(sets(line), status, standardRules)
  expect(`${totals.sets.winner}-${totals.sets.opponent}`).toBe(setsWon)
  expect(`${totals.games.winner}-${totals.games.opponent}`).toBe(gamesWon)
})

test('totals are either sets or games, never a mix', () => {
  const totals = scoreTotals(sets('6-4 3-6 7-5'), null, standardRules)
  expect(totalsAgree(totals, 2, 1)).toBe(true)
  expect(totalsAgree(totals, 16, 15)).toBe(true)
  expect(totalsAgree(totals, 1, 2)).toBe(false)
  expect(totalsAgree(totals, 2, 15)).toBe(false)
  expect(totalsAgree(totals, 2, 0)).toBe(false)
})

test.each([
  ['6-4 4-6 10-8', 2, null, true],
  ['6-4 4-6 1-0', 2, null, true],
  ['6-4 4-6 1-0', 2, 'Retired', false],
  ['6-4 4-6 7-6', 2, null, false],
  ['6-4 10-8', 1, null, false],
  ['6-4 4-6', 2, null, false],
] as const)('%s, index %i, %s: a match tie-break is %s', (line, index, status, expected) => {
  const [before, after] = [sets(line).slice(0, index), sets(line).slice(0, index + 1)].map((played) => {
    const totals = scoreTotals(played, status, standardRules)
    return [totals.sets, totals.games].map(({ winner, opponent }) => winner + opponent)
  })
  // The last set counts as one set and one game, whatever its points.
  expect(after!.every((count, unit) => count === before![unit]! + 1)).toBe(expected)
})

test.each([
  ['6-4 3-6 10-7', null, '6-4 3-6 10-7'],
  ['6-4 2-1', 'Retired', '6-4 2-1 ret.'],
  ['', 'Retired', 'ret.'],
  ['6-4 4-6', 'Match ended in a tie', '6-4 4-6 tie'],
  ['', 'Opponent did not show', 'w.o.'],
  ['', 'Canceled within 4 hours of match', 'w.o.'],
] as const)('%s (%s) is written %s', (line, status, written) => {
  expect(scoreLine(sets(line), status)).toBe(written)
})

test.each([
  [null, true, true],
  ['Retired', true, true],
  ['Match ended in a tie', true, false],
  ['Opponent did not show', false, true],
  ['Canceled within 4 hours of match', false, true],
] as const)('%s: played %s, with a winner %s', (status, counts_as_played, has_winner) => {
  expect(scoreOutcome(status)).toEqual({ counts_as_played, has_winner })
})
