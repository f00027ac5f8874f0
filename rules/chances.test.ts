import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chancesOf, percentOf, type LeagueToPlay, type StrengthOf } from './chances.ts'
import { playoffStatusOf, seedsInTheEnd, type Pairing } from './needs.ts'
import { pointsPresets } from './points-presets.ts'
import { standardRules, tableRulesOf } from './season-rules.ts'
import { rankedWins, rankStandings, topHalfOf, type StandingMatch } from './standings.ts'

const rules = { ...tableRulesOf(standardRules, { meetings: 1, everybody: true }), playoff_matches: 0 }
const even: StrengthOf = () => null

function pairsOf(size: number): Pairing[] {
  return Array.from({ length: size }, (_, one) =>
    Array.from({ length: size - one - 1 }, (__, more) => [one + 1, one + more + 2] as const),
  ).flat()
}

function entriesOf(size: number) {
  return Array.from({ length: size }, (_, lot) => ({ entry_id: lot + 1, lot }))
}

const won = ([winner, loser]: Pairing): StandingMatch => {
  const sets = [6, 6].map((score_1) => ({ score_1, score_2: 4 }))
  return { entry_1: winner, entry_2: loser, winner, status: null, sets, final: true }
}

/** A league of which this many matches are played, the winners drawn. */
const leagues = fc.integer({ min: 3, max: 8 }).chain((size) => {
  const every = pairsOf(size)
  return fc.record({
    entries: fc.constant(entriesOf(size)),
    order: fc.shuffledSubarray(every, { minLength: every.length, maxLength: every.length }),
    swapped: fc.array(fc.boolean(), { minLength: every.length, maxLength: every.length }),
    left: fc.integer({ min: 1, max: every.length }),
  })
})

type Made = typeof leagues extends fc.Arbitrary<infer M> ? M : never

function leagueOf({ entries, order, swapped, left }: Made): LeagueToPlay {
  const matches = order.slice(left).map(([one, two], index) => won(swapped[index] ? [two, one] : [one, two]))
  return { entries, matches, open: order.slice(0, left), rules }
}

describe('the chances of a league', () => {
  test('fill the places exactly, agree with certainty, and are the same each time', () => {
    let certain = 0
    fc.assert(
      fc.property(leagues, (made) => {
        const league = leagueOf(made)
        const { entries, matches, open } = league
        const { of, next } = chancesOf(league, 1, even)
        const sum = [...of.values()].reduce((total, { qualify }) => total + qualify, 0)
        expect(sum).toBeCloseTo(topHalfOf(entries.length), 6)
        expect(chancesOf(league, 1, even)).toEqual({ of, next })
        const rows = rankStandings(entries, matches, rules).map((row) => ({ ...row, wins: rankedWins(row) }))
        const seeds = seedsInTheEnd({ entries, matches, remaining: open }, rules)
        for (const { entry_id } of entries) {
          const status = playoffStatusOf(rows, open, entry_id, { rules, seeds })
          const { qualify } = of.get(entry_id)!
          expect(qualify).toBe(status === 'in' ? 1 : status === 'out' ? 0 : qualify)
          if (status === 'in' || status === 'out') certain += 1
          const percent = percentOf(qualify, status)
          expect(percent).toBe(status === 'in' ? 100 : status === 'out' ? 0 : Math.min(99, Math.max(1, percent)))
        }
        const mine = open.filter((pair) => pair.includes(1))
        expect([...next.keys()]).toEqual(mine)
        const { qualify } = of.get(1)!
        // The chance lies between those after a win and after a loss.
        for (const { if_win, if_loss } of next.values()) {
          expect(qualify).toBeGreaterThanOrEqual(Math.min(if_win, if_loss) - 1e-9)
          expect(qualify).toBeLessThanOrEqual(Math.max(if_win, if_loss) + 1e-9)
        }
      }),
      { numRuns: 30 },
    )
    expect(certain).toBeGreaterThan(10)
  })

  test('are even before the first match, whatever the lots and ids', () => {
    const { of } = chancesOf({ entries: entriesOf(6), matches: [], open: pairsOf(6), rules }, null, even)
    for (const { qualify } of of.values()) expect(Math.abs(qualify - 0.5)).toBeLessThan(0.06)
  })

  test('a stronger entry has the better one, and a win is worth more than a loss', () => {
    const league = { entries: entriesOf(6), matches: [], open: pairsOf(6), rules }
    const { of, next } = chancesOf(league, 1, (entry_id) => ({ value: entry_id === 1 ? 1.5 : 0, deviation: 0.3 }))
    expect(of.get(1)!.qualify).toBeGreaterThan(0.8)
    for (const entry_id of [2, 3, 4, 5, 6]) expect(of.get(entry_id)!.qualify).toBeLessThan(0.55)
    for (const { if_win, if_loss } of next.values()) expect(if_win).toBeGreaterThan(if_loss)
  })

  test.each<[string, Pairing[], Pairing[], [number, number]]>([
    [
      'one match decides',
      [
        [4, 1],
        [2, 1],
        [3, 2],
        [3, 4],
        [3, 1],
      ],
      [[2, 4]],
      [0.5, 0.5],
    ],
    ['a coin for each', [], [[1, 2]], [0.5, 0.5]],
  ])('%s', (_, results, open, [least, most]) => {
    const size = Math.max(...[...results, ...open].flat())
    const entries = entriesOf(size)
    const { of } = chancesOf({ entries, matches: results.map(won), open, rules }, null, even)
    expect(of.get(2)!.qualify).toBeGreaterThan(least - 0.05)
    expect(of.get(2)!.qualify).toBeLessThan(most + 0.05)
  })

  test('in a box, as many go up and down as its moves say; in the highest, the aim is to stay', () => {
    const box = { entries: entriesOf(5), matches: [won([1, 2])], open: pairsOf(5).slice(1), rules }
    const sums = (moves: { up: number; down: number }) =>
      [...chancesOf({ ...box, moves }, null, even).of.values()].reduce(
        (total, { qualify, down }) => [total[0]! + qualify, total[1]! + down],
        [0, 0],
      )
    const close = (numbers: number[]) => numbers.map((number) => expect.closeTo(number, 6) as unknown)
    expect(sums({ up: 1, down: 2 })).toEqual(close([1, 2]))
    expect(sums({ up: 0, down: 1 })).toEqual(close([4, 1]))
  })

  test('flights fill the places of one bracket; points and Swiss rounds to come are played too', () => {
    const flights = entriesOf(8).map((entry) => ({ ...entry, flight: entry.entry_id <= 4 ? 1 : 2 }))
    const open = pairsOf(8).filter(([one, two]) => one <= 4 === two <= 4)
    const total = (league: LeagueToPlay) =>
      [...chancesOf(league, null, even).of.values()].reduce((sum, { qualify }) => sum + qualify, 0)
    const three = { ...rules, playoff_places: 3 }
    expect(total({ entries: flights, matches: [], open, rules: three })).toBeCloseTo(3, 6)
    const ranking = { by: 'points' as const, points: pointsPresets.find(({ key }) => key === 'box')!.points }
    expect(total({ entries: entriesOf(6), matches: [], open: pairsOf(6), rules: { ...rules, ranking } })).toBeCloseTo(
      3,
      6,
    )
    const swiss = { entries: entriesOf(7), matches: [won([1, 2]), won([3, 4])], open: [], rounds_to_come: 3, rules }
    expect(total({ ...swiss })).toBeCloseTo(4, 6)
    expect(chancesOf(swiss, null, even).of.get(1)!.qualify).toBeGreaterThan(0.6)
    expect(chancesOf(swiss, null, even).of.get(2)!.qualify).toBeLessThan(0.6)
  })

  test('take at most 50 ms of a processor for a league of 12', () => {
    const every = pairsOf(12)
    for (const played of [0, 20, 40, 60]) {
      const league = {
        entries: entriesOf(12),
        matches: every.slice(0, played).map(won),
        open: every.slice(played),
        rules,
      }
      const times = Array.from({ length: 20 }, () => {
        const start = process.cpuUsage()
        chancesOf(league, 1, even)
        return process.cpuUsage(start).user / 1000
      })
      expect(Math.min(...times)).toBeLessThan(50)
    }
  })
})
