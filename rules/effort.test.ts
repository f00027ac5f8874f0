import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  extendWindow,
  formatReasons,
  judgeEffort,
  walkoverWinner,
  type EffortRecord,
  type Outcome,
  type SideEffort,
} from './effort.ts'
import { standardRules } from './season-rules.ts'

const later = '2026-06-07'

/**
 * 'Mon Tue': one offer on each day, each open for three days. 'Mon!': the offer was withdrawn at once. 'Mon~': it was
 * open for one hour. '+': the side answered.
 */
function side(said: string): SideEffort {
  const words = said.split(' ').filter((word) => word !== '' && word !== '+')
  return {
    answered: said.includes('+'),
    offers: words.map((word) => ({
      days: [word.slice(0, 3)],
      hours: word.endsWith('!') || word.endsWith('~') ? 1 : 72,
      withdrawn: word.endsWith('!'),
    })),
  }
}

describe('the outcome at the end of a window', () => {
  test.each<[one: string, two: string, canExtend: boolean, outcome: Outcome]>([
    // One side tried on two days, and the other was silent.
    ['Mon Tue', '', true, 'walkover_one'],
    ['', 'Mon Tue Wed', true, 'walkover_two'],
    ['Mon Tue', '', false, 'walkover_one'],
    // Two offers on the same day count as one day.
    ['Mon Mon', '', true, 'extended'],
    ['Mon', '', true, 'extended'],
    ['Mon', '', false, 'not_played'],
    // Both sides tried.
    ['Mon Tue', 'Wed', true, 'extended'],
    ['Mon Tue', '+', true, 'extended'],
    ['Mon Tue', 'Wed Thu', true, 'extended'],
    ['+', '+', true, 'extended'],
    ['Mon Tue', '+', false, 'not_played'],
    // Neither side tried.
    ['', '', true, 'not_played'],
    ['', '', false, 'not_played'],
    // An offer that nobody could answer counts for nothing, but its side was not silent.
    ['Mon! Tue!', '', true, 'not_played'],
    ['Mon~ Tue~', '', true, 'extended'],
    ['Mon Tue', 'Wed~', true, 'extended'],
    ['Mon Tue', 'Wed!', true, 'walkover_one'],
  ])('%s against %s, more time: %s → %s', (one, two, canExtend, outcome) => {
    const record = { sides: { 1: side(one), 2: side(two) }, extends_to: canExtend ? later : null }
    const verdict = judgeEffort(record, standardRules)
    expect(verdict.outcome).toBe(outcome)
    expect(verdict.extends_to).toBe(outcome === 'extended' ? later : null)
  })

  test("the season's rules set the thresholds", () => {
    const record: EffortRecord = { sides: { 1: side('Mon'), 2: side('') }, extends_to: later }
    expect(judgeEffort(record, { ...standardRules, effort_days: 1 }).outcome).toBe('walkover_one')
    const two: EffortRecord = { sides: { 1: side('Mon Tue'), 2: side('') }, extends_to: later }
    expect(judgeEffort(two, { ...standardRules, effort_days: 3 }).outcome).toBe('extended')
    expect(judgeEffort(two, { ...standardRules, effort_hours: 100 }).outcome).toBe('extended')
  })

  test('the reasons name both sides', () => {
    const names = { 1: 'Ada Moreno', 2: 'Grace Lindqvist' }
    const reasonsOf = (one: string, two: string, extends_to: string | null) =>
      formatReasons(judgeEffort({ sides: { 1: side(one), 2: side(two) }, extends_to }, standardRules), names)
    expect(reasonsOf('Mon Tue', '', later)).toEqual([
      'Ada Moreno offered times on 2 different days.',
      'Grace Lindqvist neither offered times nor answered.',
      'Only Ada Moreno tried to find a time.',
    ])
    expect(reasonsOf('Mon', '+', later)).toEqual([
      'Ada Moreno offered times on 1 day.',
      'Grace Lindqvist answered, but offered no times.',
      'Both sides tried, so they get more time, once.',
    ])
    expect(reasonsOf('', '', null).at(-1)).toBe('Nobody tried, so the match does not count.')
    expect(reasonsOf('Mon', '+', null).at(-1)).toBe('The window cannot be extended.')
  })
})

describe('extending a window', () => {
  test.each([
    ['2026-05-31', '2026-06-01', '2026-07-01', '2026-06-07'],
    // If the extension is applied late, three days remain.
    ['2026-05-31', '2026-06-06', '2026-07-01', '2026-06-09'],
    // The window never extends past the last day that counts in the season.
    ['2026-05-31', '2026-06-01', '2026-06-03', '2026-06-03'],
    ['2026-05-31', '2026-06-03', '2026-06-03', null],
  ])('to %s, on %s, counting until %s → %s', (last_day, today, counts_until, extended) => {
    expect(extendWindow({ last_day, today, counts_until }, standardRules)).toBe(extended)
  })

  test('a season without extensions never extends a window', () => {
    const window = { last_day: '2026-05-31', today: '2026-06-01', counts_until: '2026-07-01' }
    expect(extendWindow(window, { ...standardRules, extension_days: 0 })).toBeNull()
  })
})

const anySide = fc.record({
  answered: fc.boolean(),
  offers: fc.array(
    fc.record({
      days: fc.array(fc.constantFrom('Mon', 'Tue', 'Wed'), { minLength: 1, maxLength: 3 }),
      hours: fc.integer({ min: 0, max: 100 }),
      withdrawn: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
})
const swapped = {
  walkover_one: 'walkover_two',
  walkover_two: 'walkover_one',
  extended: 'extended',
  not_played: 'not_played',
}

describe('for any record', () => {
  test('swapping the sides swaps the outcome', () => {
    fc.assert(
      fc.property(anySide, anySide, fc.boolean(), (one, two, canExtend) => {
        const extends_to = canExtend ? later : null
        const there = judgeEffort({ sides: { 1: one, 2: two }, extends_to }, standardRules)
        const back = judgeEffort({ sides: { 1: two, 2: one }, extends_to }, standardRules)
        expect(back.outcome).toBe(swapped[there.outcome])
      }),
    )
  })

  test('a walkover goes to a side that offered enough days over one that was silent, and never to both', () => {
    fc.assert(
      fc.property(anySide, anySide, fc.boolean(), (one, two, canExtend) => {
        const sides = { 1: one, 2: two }
        const { outcome, efforts } = judgeEffort({ sides, extends_to: canExtend ? later : null }, standardRules)
        const winner = walkoverWinner(outcome)
        if (winner === null) return
        const loser = winner === 1 ? 2 : 1
        expect(efforts[winner]).toMatchObject({ tried: true, enough: true })
        expect(efforts[loser]).toMatchObject({ tried: false, enough: false })
        expect(sides[loser].answered).toBe(false)
      }),
    )
  })

  test('answering never turns a win, or an extension, into a loss', () => {
    const kept = {
      walkover_one: 'walkover_one',
      walkover_two: 'extended',
      extended: 'extended',
      not_played: 'extended',
    }
    fc.assert(
      fc.property(anySide, anySide, (one, two) => {
        const sidesOf = (first: SideEffort) => ({ sides: { 1: first, 2: two }, extends_to: later })
        const before = judgeEffort(sidesOf(one), standardRules)
        const after = judgeEffort(sidesOf({ ...one, answered: true }), standardRules)
        expect(after.outcome).toBe(kept[before.outcome])
      }),
    )
  })
})
