import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Side } from './arranging.ts'
import {
  adviseSide,
  extendWindow,
  formatReasons,
  isClearlyMore,
  judgeEffort,
  suitsSide,
  walkoverWinner,
  type EffortEvent,
  type EffortOffer,
  type EffortRecord,
  type Outcome,
} from './effort.ts'
import { standardRules } from './season-rules.ts'

const window = { from: '2026-06-01', to: '2026-06-14' }
const later = '2026-06-21'
const dayOf = (day: number) => `2026-06-${String(day).padStart(2, '0')}`
const instantOf = (day: number, hour: number) =>
  Date.parse('2026-06-01T00:00:00Z') + ((day - 1) * 24 + hour) * 3_600_000

/**
 * One side's record in a window from June 1 to 14. '5': times offered for June 5 at 18:00, three days before, and not
 * answered. '5n': at a time that does not suit. '5~': offered at 08:00 of the same day. '5+': on the first day of the window. '5!': withdrawn after an hour.
 * '5-': declined by the other side after an hour. '5*': taken by this side two days before. '5x': taken, and called off
 * by this side. '5o': taken by the other side, and called off by this side. '5=': set directly two days before.
 * '5<': set directly in the hour before. 'd': declined an offer.
 */
function side(of: Side, text: string): { offers: EffortOffer[]; events: EffortEvent[] } {
  const offers: EffortOffer[] = []
  const events: EffortEvent[] = []
  const add = (kind: EffortEvent['kind'], by: Side, day: number, at: number) =>
    events.push({
      kind,
      side: by,
      at,
      on: new Date(at).toISOString().slice(0, 10),
      day: dayOf(day),
      starts_at: instantOf(day, 18),
      before_extension: false,
    })
  for (const word of text.split(' ').filter(Boolean)) {
    const day = Number.parseInt(word, 10)
    const sign = word.replace(/^\d+/, '')
    if (sign === 'd') add('declined', of, 1, instantOf(1, 9))
    else if ('*xo=<'.includes(sign) && sign !== '') {
      const at = sign === '<' ? instantOf(day, 17) : instantOf(day - 2, 12)
      add(sign === '=' || sign === '<' ? 'agreed' : 'taken', sign === 'o' ? (of === 1 ? 2 : 1) : of, day, at)
      if (sign === 'x' || sign === 'o') add('called_off', of, day, at + 3_600_000)
    } else {
      const made_at = sign === '+' ? instantOf(1, 8) : instantOf(sign === '~' ? day : day - 3, 8)
      const ended_at = sign === '~' ? instantOf(day, 16) : made_at + (sign === '!' || sign === '-' ? 1 : 72) * 3_600_000
      offers.push({
        side: of,
        made_at,
        made_on: new Date(made_at).toISOString().slice(0, 10),
        ended_at,
        outcome: sign === '!' ? 'withdrawn' : sign === '-' ? 'declined' : null,
        times: [{ day: dayOf(day), starts_at: instantOf(day, 18), suits: sign !== 'n' }],
      })
    }
  }
  return { offers, events }
}

function recordOf(one: string, two: string, extends_to: string | null = later): EffortRecord {
  const [first, second] = [side(1, one), side(2, two)]
  return {
    offers: [...first.offers, ...second.offers],
    events: [...first.events, ...second.events],
    window,
    extends_to,
  }
}

describe('the outcome at the end of a window', () => {
  test.each<[one: string, two: string, canExtend: boolean, outcome: Outcome, figures: [number, number]]>([
    // One side offered times on two days, and the other did nothing.
    ['5 9', '', true, 'walkover_one', [2, 0]],
    ['', '5 9 12', true, 'walkover_two', [0, 3]],
    ['5 9', '', false, 'walkover_one', [2, 0]],
    // One day is not enough; the same day twice is one day.
    ['8+ 8 8', '', true, 'extended', [1, 0]],
    ['9', '', false, 'not_played', [0.5, 0]],
    // The side that did clearly more: two days more, and three times as many.
    ['4 5 6 7 8 11', '9+', true, 'walkover_one', [6, 1]],
    ['4 8 11', '9+', true, 'walkover_one', [3, 1]],
    ['5 11', '9+', true, 'extended', [2, 1]],
    ['4 5 6 8 11', '5 12', true, 'extended', [5, 2]],
    ['4 5 6 7 8 11', '5 12', true, 'walkover_one', [6, 2]],
    ['4 5 6 7 8 11', '5 8 12', true, 'extended', [6, 3]],
    ['5 9', '6 10', false, 'not_played', [2, 2]],
    ['5 9', '6 10', true, 'extended', [2, 2]],
    // An offer on the last evening is no effort, and neither is one withdrawn at once or at an hour that does not suit.
    ['4 5 6 8 9 11', '14~', true, 'walkover_one', [6, 0]],
    ['5 9', '14!', true, 'walkover_one', [2, 0]],
    ['5 9', '9n 12n', true, 'walkover_one', [2, 0]],
    ['14~', '', true, 'extended', [0, 0]],
    ['5! 9!', '', true, 'not_played', [0, 0]],
    ['13n', '', true, 'extended', [0, 0]],
    // Declining is no effort. A declined offer counts for the side that made it.
    ['4- 5- 8- 9- 11-', 'd d d', true, 'walkover_one', [5, 0]],
    ['d', 'd', true, 'not_played', [0, 0]],
    ['4- 5- 11-', 'd 6- 12-', true, 'extended', [3, 2]],
    // Times offered over less than half of the window weigh half.
    ['13 14', '', true, 'extended', [1, 0]],
    ['5 6 7', '', true, 'extended', [1.5, 0]],
    ['12 13 14', '5 9 12', true, 'extended', [1.5, 3]],
    ['5 6 7 8', '', true, 'walkover_one', [4, 0]],
    ['5 9', '13 14', true, 'extended', [2, 1]],
    // Taking a time is worth its day. A call-off takes it back, and two are a default of the side that called off.
    ['5 9', '12*', true, 'extended', [2, 0.5]],
    ['5 9', '6x', true, 'walkover_one', [2, 0]],
    ['5', '6x', true, 'extended', [0.5, 0]],
    ['5', '6x 9x', true, 'walkover_one', [0.5, 0]],
    ['4 5 8 9 12', '6o 9o', true, 'walkover_one', [6, 0]],
    ['4 5 8 9 12 6o 9o', '', true, 'walkover_two', [5, 1]],
    ['6x 9x', '7x 10x', true, 'not_played', [0, 0]],
    // Both knew of a date that was never called off: nobody gets a walkover.
    ['4 5 6 8 9 11', '12=', true, 'extended', [6, 0]],
    ['4 5 6 8 9 11', '14<', true, 'walkover_one', [6, 0]],
    // Neither side tried.
    ['', '', true, 'not_played', [0, 0]],
    ['', '', false, 'not_played', [0, 0]],
  ])('%s against %s, more time: %s → %s', (one, two, canExtend, outcome, figures) => {
    const verdict = judgeEffort(recordOf(one, two, canExtend ? later : null), standardRules)
    expect([verdict.outcome, verdict.efforts[1].weighed, verdict.efforts[2].weighed]).toEqual([outcome, ...figures])
    expect(verdict.extends_to).toBe(outcome === 'extended' ? later : null)
  })

  test.each<[mine: number, theirs: number, effort_days: number, clearly: boolean]>([
    [2, 0, 2, true],
    [1.5, 0, 2, false],
    [2, 0.5, 2, false],
    [2.5, 0.5, 2, true],
    [3, 1, 2, true],
    [5, 2, 2, false],
    [6, 2, 2, true],
    [1, 0, 1, true],
    [2, 1, 1, false],
    [3, 0, 4, false],
    [0, 0, 1, false],
  ])('%s days against %s, with %s needed: clearly more %s', (mine, theirs, effort_days, clearly) => {
    expect(isClearlyMore(mine, theirs, { effort_days })).toBe(clearly)
  })

  test("the season's rules set the thresholds", () => {
    expect(judgeEffort(recordOf('8+', ''), { ...standardRules, effort_days: 1 }).outcome).toBe('walkover_one')
    expect(judgeEffort(recordOf('5 9', ''), { ...standardRules, effort_days: 3 }).outcome).toBe('extended')
    expect(judgeEffort(recordOf('5 9', ''), { ...standardRules, effort_hours: 100 }).outcome).toBe('extended')
  })

  test('after an extension call-offs before it still count, and nothing else does', () => {
    const { events } = side(2, '6x 9x')
    const record = { ...recordOf('', ''), extends_to: null }
    const before = events.map((event, index) => ({ ...event, before_extension: index < 2 }))
    expect(judgeEffort({ ...record, events: before }, standardRules).outcome).toBe('walkover_one')
    const kept = side(2, '12*').events.map((event) => ({ ...event, before_extension: true }))
    expect(judgeEffort({ ...record, events: kept }, standardRules)).toMatchObject({
      agreed: false,
      efforts: { 2: { days: 0, tried: false } },
    })
  })

  test('the reasons compare both sides with figures', () => {
    const names = { 1: 'Ada Moreno', 2: 'Grace Lindqvist' }
    const reasonsOf = (one: string, two: string, extends_to: string | null = later) =>
      formatReasons(judgeEffort(recordOf(one, two, extends_to), standardRules), names)
    expect(reasonsOf('4 5 6 7 8 11', '9+')).toEqual([
      'Ada Moreno offered times on 6 days.',
      'Grace Lindqvist offered times on 1 day.',
      '6 days against 1: Ada Moreno clearly did more to find a time.',
    ])
    expect(reasonsOf('5 9 12n', 'd 14~')).toEqual([
      'Ada Moreno offered times on 3 days; 2 count.',
      'Grace Lindqvist offered times on 1 day; none counts.',
      '2 days against 0: Ada Moreno clearly did more to find a time.',
    ])
    expect(reasonsOf('13 14', '12*', null)).toEqual([
      'Ada Moreno offered times on 2 days; weighed half for covering less than half of the match’s days.',
      'Grace Lindqvist took a time.',
      'A time was agreed, but no score was reported, and the window cannot be extended.',
    ])
    expect(reasonsOf('8+', 'd 6x 9x')).toEqual([
      'Ada Moreno offered times on 1 day.',
      'Grace Lindqvist declined and offered no times and called off 2 times.',
      'Calling off twice after a time was taken counts as a default.',
    ])
    expect(reasonsOf('', 'd', null).slice(1)).toEqual([
      'Grace Lindqvist declined and offered no times.',
      'Nobody tried to find a time, so the match does not count.',
    ])
    expect(reasonsOf('5 9', '9+').at(-1)).toBe(
      '2 days against 1: neither side clearly did more, so both get more time, once.',
    )
  })
})

describe('advice while there is time', () => {
  test.each([
    ['', '4 6 8', 6, 'If nothing changes, the match is a walkover for the other side. Offer two more days to be safe.'],
    ['9', '4 6 8', 7, 'If nothing changes, the match is a walkover for the other side. Offer one more day to be safe.'],
    [
      '',
      '4 5 6 7 8 9',
      6,
      'If nothing changes, the match is a walkover for the other side. Offer three more days to be safe.',
    ],
    [
      '',
      '4 5 6 7 8 9',
      12,
      'If nothing changes, the match is a walkover for the other side. Offer times on every day that is left.',
    ],
    ['4 6 8', '', 6, 'If nothing changes, the match is a walkover for you.'],
    ['5', '9', 6, null],
    ['', '', 1, null],
    ['6x', '9', 9, 'You have called off once: a second time counts as a default.'],
    ['6x 9x', '9', 9, 'You have called off twice, which counts as a default.'],
    ['12*', '4 6 8', 11, null],
  ])('%s against %s on June %s: %s', (one, two, day, advice) => {
    const verdict = judgeEffort(recordOf(one, two), standardRules)
    expect(adviseSide(verdict, 1, { window, today: dayOf(day) }, standardRules)).toBe(advice)
  })

  test('a side that follows the advice is safe', () => {
    const verdict = judgeEffort(recordOf('', '4 6 8'), standardRules)
    expect(walkoverWinner(verdict.outcome)).toBe(2)
    expect(judgeEffort(recordOf('9 13', '4 6 8'), standardRules).outcome).toBe('extended')
  })
})

describe('whether a time suits the other side', () => {
  const evenings = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '18:00', to: '21:00' }))
  const nobody = { hours: [], away: [] }
  // June 5, 2026 is a Friday.
  test.each<[string, Parameters<typeof suitsSide>[0], string, string, boolean]>([
    ['without hours, from 07:00', [nobody], '05', '07:00', true],
    ['not before', [nobody], '05', '03:30', false],
    ['and until 22:00', [nobody], '05', '20:30', true],
    ['not later', [nobody], '05', '23:30', false],
    ['within the hours', [{ hours: evenings, away: [] }], '05', '19:30', true],
    ['not when the match would last longer', [{ hours: evenings, away: [] }], '05', '20:00', false],
    ['not on another weekday', [{ hours: evenings, away: [] }], '06', '19:00', false],
    ['not while away', [{ hours: [], away: [{ from: dayOf(5), to: dayOf(7) }] }], '06', '10:00', false],
    ['in doubles both partners', [nobody, { hours: evenings, away: [] }], '05', '10:00', false],
    ['in doubles when both can', [nobody, { hours: evenings, away: [] }], '05', '18:00', true],
    // Closing the whole week evades nothing.
    ['away for the whole window', [{ hours: [], away: [{ from: dayOf(1), to: dayOf(14) }] }], '06', '10:00', true],
    ['open for an hour', [{ hours: [{ weekday: 1, from: '06:00', to: '07:00' }], away: [] }], '05', '10:00', true],
  ])('%s', (_, players, day, time, suits) => {
    expect(suitsSide(players, { day: `2026-06-${day}`, time }, window, standardRules)).toBe(suits)
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
    const days = { last_day: '2026-05-31', today: '2026-06-01', counts_until: '2026-07-01' }
    expect(extendWindow(days, { ...standardRules, extension_days: 0 })).toBeNull()
  })
})

const signs = ['', '+', 'n', '~', '!', '-', '*', 'x', 'o', '=', '<']
const anySide = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 14 }), fc.constantFrom(...signs)), { maxLength: 6 })
  .map((acts) => acts.map(([day, sign]) => `${day}${sign}`).join(' '))
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
        const record = recordOf(one, two, canExtend ? later : null)
        const swap = (of: Side | null): Side => (of === 1 ? 2 : 1)
        const back = {
          ...record,
          offers: record.offers.map((offer) => ({ ...offer, side: swap(offer.side) })),
          events: record.events.map((event) => ({ ...event, side: swap(event.side) })),
        }
        expect(judgeEffort(back, standardRules).outcome).toBe(swapped[judgeEffort(record, standardRules).outcome])
      }),
    )
  })

  test('a walkover goes to a side that clearly did more, or over a default', () => {
    fc.assert(
      fc.property(anySide, anySide, (one, two) => {
        const { outcome, efforts } = judgeEffort(recordOf(one, two), standardRules)
        const winner = walkoverWinner(outcome)
        if (winner === null) return
        const [mine, theirs] = [efforts[winner], efforts[winner === 1 ? 2 : 1]]
        expect(mine.called_off < 2 && (theirs.called_off >= 2 || mine.weighed >= theirs.weighed + 2)).toBe(true)
      }),
    )
  })

  test('offering one more day never helps the other side, and declining changes nothing', () => {
    const merits = { walkover_one: 2, extended: 1, not_played: 1, walkover_two: 0 }
    fc.assert(
      fc.property(anySide, anySide, fc.integer({ min: 1, max: 14 }), (one, two, day) => {
        const meritOf = (mine: string) => merits[judgeEffort(recordOf(mine, two), standardRules).outcome]
        expect(meritOf(`${one} ${day}`)).toBeGreaterThanOrEqual(meritOf(one))
        expect(meritOf(`d ${one} d`)).toBe(meritOf(one))
      }),
    )
  })
})
