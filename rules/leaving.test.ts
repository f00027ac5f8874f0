import { describe, expect, test } from 'vitest'
import { changedLines, resultsThatStay } from './leaving.ts'
import { standardRules, tableRulesOf } from './season-rules.ts'
import { rankStandings, type StandingMatch } from './standings.ts'

const rules = tableRulesOf(standardRules, { meetings: 1, everybody: true })

const [ann, bea, cat, dot, eve, fay] = [1, 2, 3, 4, 5, 6] as const
const entries = [ann, bea, cat, dot, eve, fay].map((entry_id) => ({ entry_id, lot: entry_id }))
const beats = (entry_1: number, entry_2: number): StandingMatch => ({
  entry_1,
  entry_2,
  winner: entry_1,
  status: null,
  sets: [{ score_1: 6, score_2: 4 }],
  final: true,
})
const matches = [beats(ann, eve), beats(eve, bea), beats(ann, bea), beats(bea, cat), beats(cat, ann)]

const tableOf = (present: typeof entries) =>
  rankStandings(present, resultsThatStay(matches, { entries: present, rules, planned: 5 }), rules)

describe('an entry that leaves', () => {
  const changes = changedLines(tableOf(entries), tableOf(entries.filter(({ entry_id }) => entry_id !== eve)))

  test('takes its results out of the table', () => {
    expect(changes.find(({ entry_id }) => entry_id === ann)).toMatchObject({
      before: { place: 1, wins: 2, losses: 1 },
      after: { wins: 1, losses: 1 },
    })
    expect(changes.find(({ entry_id }) => entry_id === bea)).toMatchObject({
      before: { wins: 1, losses: 2 },
      after: { wins: 1, losses: 1 },
    })
  })

  test('comes last among the changes, without a later line', () => {
    expect(changes.at(-1)).toMatchObject({ entry_id: eve, before: { wins: 1, losses: 1 }, after: null })
  })

  test('changes nothing for an entry without a result, whose place is a lot', () => {
    expect(changes.map(({ entry_id }) => entry_id)).not.toContain(dot)
    expect(changes.map(({ entry_id }) => entry_id)).not.toContain(fay)
  })
})

test('two equal tables have no changed lines', () => {
  expect(changedLines(tableOf(entries), tableOf(entries))).toEqual([])
})

describe('the results of an entry that leaves', () => {
  const stay = (withdrawal: 'keep' | 'drop' | 'drop_below_half', planned: number) =>
    resultsThatStay(matches, {
      entries: entries.filter(({ entry_id }) => entry_id !== eve),
      rules: { withdrawal },
      planned,
    }).filter(({ left }) => left === eve).length

  test.each([
    ['go', 'drop', 5, 0],
    ['stay', 'keep', 5, 2],
    ['stay if half of the matches were played', 'drop_below_half', 4, 2],
    ['go if less than half were played', 'drop_below_half', 5, 0],
  ] as const)('%s', (_, withdrawal, planned, expected) => {
    expect(stay(withdrawal, planned)).toBe(expected)
  })
})
