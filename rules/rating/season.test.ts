import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chancesOf } from '#/rules/chances.ts'
import { playoffStatusOf, remainingMatches, seedsInTheEnd } from '#/rules/needs.ts'
import { standardRules, tableRulesOf, type LeagueRules } from '#/rules/season-rules.ts'
import { explainRank, rankStandings, type StandingMatch } from '#/rules/standings.ts'

const rules: LeagueRules = {
  ...tableRulesOf(standardRules, { meetings: null, everybody: true }),
  ranking: { ...standardRules.ranking, by: 'strength' },
}

const entriesOf = (size: number) => Array.from({ length: size }, (_, lot) => ({ entry_id: lot + 1, lot }))

/** 'A B 6-4 6-4': A beat B. */
function played(line: string, more: Partial<StandingMatch> = {}): StandingMatch {
  const [one, two, ...sets] = line.split(' ')
  const [entry_1, entry_2] = [one, two].map((name) => 'ABCDEFGHIJ'.indexOf(name!) + 1) as [number, number]
  return {
    entry_1,
    entry_2,
    winner: entry_1,
    status: null,
    sets: sets.map((set) => {
      const [score_1, score_2] = set.split('-').map(Number)
      return { score_1: score_1!, score_2: score_2! }
    }),
    final: true,
    ...more,
  }
}

function strengths(size: number, matches: readonly StandingMatch[]): number[] {
  const rows = rankStandings(entriesOf(size), matches, rules)
  return rows.toSorted((a, b) => a.entry_id - b.entry_id).map(({ strength }) => strength!)
}

test.each([
  ['nobody has played', 3, [], [1500, 1500, 1500]],
  ['one win', 2, ['A B 6-4 6-4'], [1524, 1476]],
  ['a clear win', 2, ['A B 6-0 6-0'], [1590, 1410]],
  ['everybody beats the next by the same score', 3, ['A B 6-4 6-4', 'B C 6-4 6-4', 'C A 6-4 6-4'], [1500, 1500, 1500]],
  ['B beat the stronger, C the weaker', 4, ['A D 6-1 6-1', 'B A 6-4 6-4', 'C D 6-4 6-4'], [1531, 1541, 1508, 1421]],
] as const)('%s', (_, size, lines, expected) => {
  expect(
    strengths(
      size,
      lines.map((line) => played(line)),
    ).map(Math.round),
  ).toEqual(expected)
})

test('a match that was not played does not count, and a retirement as far as it was played', () => {
  const matches = [
    played('A B', { status: 'Opponent did not show' }),
    played('B A', { status: 'Canceled within 4 hours of match' }),
    played('A C', { winner: null, status: 'Double default' }),
    played('A C', { status: 'Retired' }),
  ]
  expect(strengths(3, matches)).toEqual([1500, 1500, 1500])
  const [retired, whole] = [
    strengths(2, [played('A B 6-2 2-0', { status: 'Retired' })]),
    strengths(2, [played('A B 6-2 6-2')]),
  ]
  expect(retired[0]).toBeGreaterThan(1500)
  expect(retired[0]).toBeLessThan(whole[0]!)
  const tied = strengths(2, [played('A B 4-4', { winner: null, status: 'Match ended in a tie' })])
  expect(tied).toEqual([1500, 1500])
})

test('the explanation has the figures, and level players go on to the tie-breaks', () => {
  const circle = ['A B 6-4 6-4', 'B C 6-4 6-4', 'C A 6-4 6-4', 'A D 6-4 6-4', 'B D 6-4 6-4', 'C D 6-4 6-4']
  const matches = circle.map((line) => played(line))
  const steps = explainRank(entriesOf(4), matches, 1, rules)
  expect(steps[0]).toMatchObject({ code: 'strength', groups: [[1, 2, 3], [4]] })
  expect(steps[0]?.figures[0]?.value).toBeGreaterThan(1500)
  expect(steps.at(-1)?.code).toBe('lot')
})

const SIZE = 7
const scores = ['6-0 6-0', '6-4 6-4', '7-6 7-6', '6-7 7-6 7-6', '2-6 6-0 10-8', '6-1 6-7 7-5']
const season = fc.array(
  fc.record({
    pair: fc.shuffledSubarray([...'ABCDEFG'], { minLength: 2, maxLength: 2 }),
    score: fc.constantFrom(...scores),
  }),
  { minLength: 1, maxLength: 25 },
)
const made = (matches: typeof season extends fc.Arbitrary<infer M> ? M : never) =>
  matches.map(({ pair, score }) => played(`${pair.join(' ')} ${score}`))

test('the order of playing and of the entries does not matter', () => {
  fc.assert(
    fc.property(season, (lines) => {
      const matches = made(lines)
      expect(strengths(SIZE, matches.toReversed())).toEqual(strengths(SIZE, matches))
      const swapped = matches.map((match) => ({ ...match, entry_1: match.entry_2, entry_2: match.entry_1 }))
      expect(strengths(SIZE, swapped)).toEqual(strengths(SIZE, matches))
      const ranked = rankStandings(entriesOf(SIZE), matches, rules)
      expect(rankStandings(entriesOf(SIZE).toReversed(), matches.toReversed(), rules)).toEqual(ranked)
    }),
    { numRuns: 60 },
  )
})

test('with every result the other way around, the table is upside down', () => {
  fc.assert(
    fc.property(season, (lines) => {
      const around = lines.map(({ pair, score }) => ({ pair: pair.toReversed(), score }))
      const mirrored = strengths(SIZE, made(around)).map((strength) => 3000 - strength)
      for (const [seat, strength] of strengths(SIZE, made(lines)).entries())
        expect(mirrored[seat]).toBeCloseTo(strength, 2)
    }),
    { numRuns: 60 },
  )
})

test('one more win never costs its winner a place, and never wins its loser one', () => {
  fc.assert(
    fc.property(season, (lines) => {
      const [last, ...others] = lines.toReversed()
      const [before, after] = [strengths(SIZE, made(others)), strengths(SIZE, made(lines))]
      const [winner, loser] = last!.pair.map((name) => 'ABCDEFG'.indexOf(name)) as [number, number]
      for (let other = 0; other < SIZE; other += 1) {
        const moved = after[other]! - before[other]!
        expect(after[winner]! - before[winner]!).toBeGreaterThanOrEqual(Math.max(0, moved) - 0.002)
        expect(after[loser]! - before[loser]!).toBeLessThanOrEqual(Math.min(0, moved) + 0.002)
      }
    }),
    { numRuns: 100 },
  )
})

test('certainty is not worked out before the end, and chances are', () => {
  const matches = ['A B 6-0 6-0', 'A C 6-0 6-0', 'B C 6-4 6-4', 'D E 6-4 6-4'].map((line) => played(line))
  const entries = entriesOf(5)
  const own = { ...rules, playoff_matches: 0, playoff_places: 2 }
  const open = remainingMatches(
    entries.map(({ entry_id }) => entry_id),
    matches.map(({ entry_1, entry_2 }) => ({ entry_one_id: entry_1, entry_two_id: entry_2, played: true })),
    1,
  )
  const rows = rankStandings(entries, matches, own)
  const seeds = seedsInTheEnd({ entries, matches, remaining: open }, own)
  expect(seeds).toBeNull()
  expect(playoffStatusOf(rows, open, 1, { rules: own, seeds })).toBe('not_worked_out')
  expect(playoffStatusOf(rows, [], 1, { rules: own, seeds })).toBe('in')
  const { of } = chancesOf({ entries, matches, open, rules: own }, 1, () => null)
  expect([...of.values()].reduce((sum, { qualify }) => sum + qualify, 0)).toBeCloseTo(2)
  expect(of.get(1)!.qualify).toBeGreaterThan(of.get(3)!.qualify)
})

test('forty entries with twenty matches each take a few milliseconds', () => {
  const matches = Array.from({ length: 400 }, (_, index) => {
    const [one, step] = [index % 40, 1 + Math.floor(index / 40)]
    const sets = [6, 6].map((score_1) => ({ score_1, score_2: (index * 7) % 5 }))
    return { entry_1: one + 1, entry_2: ((one + step) % 40) + 1, winner: one + 1, status: null, sets, final: true }
  })
  const entries = entriesOf(40)
  rankStandings(entries, matches, rules)
  const started = performance.now()
  for (let times = 0; times < 10; times += 1) rankStandings(entries, matches, rules)
  expect((performance.now() - started) / 10).toBeLessThan(50)
})
