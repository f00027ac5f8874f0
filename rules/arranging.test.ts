import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrange,
  arrangingState,
  canObject,
  nothingArranged,
  offerExpiry,
  owesAnswer,
  readTimes,
  type Arranging,
  type ArrangingEvent,
  type Side,
  type Step,
} from './arranging.ts'
import { standardRules } from './season-rules.ts'

const hour = 3_600_000
const noon = Date.parse('2026-07-01T12:00:00Z')
const at = (hours: number) => noon + hours * hour

/** Offer `id` with times that start the given hours after noon. Time ids are 10 times the offer's, plus 1, 2, … */
function offer(side: Side, id: number, ...hours: number[]): ArrangingEvent {
  return {
    kind: 'offer',
    side,
    id,
    times: hours.map((after, place) => ({ id: id * 10 + place + 1, starts_at: at(after) })),
  }
}
const counter = (side: Side, offer_id: number, id: number, ...hours: number[]): ArrangingEvent => ({
  ...(offer(side, id, ...hours) as Extract<ArrangingEvent, { kind: 'offer' }>),
  kind: 'counter',
  offer_id,
})
const take = (side: Side, offer_id: number, time_id = offer_id * 10 + 1): ArrangingEvent => ({
  kind: 'take',
  side,
  offer_id,
  time_id,
})
const decline = (side: Side, offer_id: number): ArrangingEvent => ({ kind: 'decline', side, offer_id })
const withdraw = (side: Side, offer_id: number): ArrangingEvent => ({ kind: 'withdraw', side, offer_id })
const callOff = (side: Side): ArrangingEvent => ({ kind: 'call_off', side })
const object = (side: Side): ArrangingEvent => ({ kind: 'object', side })
const agree = (side: Side | null, hours: number | null): ArrangingEvent => ({
  kind: 'agree',
  side,
  starts_at: hours === null ? null : at(hours),
})
const score: ArrangingEvent = { kind: 'score' }
const settle: ArrangingEvent = { kind: 'settle' }
const voided = (again: boolean): ArrangingEvent => ({ kind: 'void', again })
const expire: ArrangingEvent = { kind: 'expire' }

/** Plays events, each an hour after the previous one unless it gives its own hour. Returns the final state and the last step's problem. */
function play(events: readonly (ArrangingEvent | [hours: number, ArrangingEvent])[]) {
  let state: Arranging = nothingArranged
  let now = noon
  let problem: string | null = null
  let ended: { offer_id: number; outcome: string }[] = []
  for (const [place, each] of events.entries()) {
    const [hours, event] = Array.isArray(each) ? each : [place, each]
    now = at(hours)
    const step = arrange(state, event, now, standardRules)
    problem = 'problem' in step ? step.problem : null
    if ('problem' in step) continue
    state = step.state
    ended = [...ended, ...step.ended]
  }
  const owes = ([1, 2] as const).filter((side) => owesAnswer(state, side, now))
  return {
    state: arrangingState(state, now),
    owes: owes.join(' '),
    agreed: state.agreed?.starts_at ?? null,
    problem,
    ended,
  }
}

describe('a match', () => {
  test.each<
    [
      what: string,
      events: Parameters<typeof play>[0],
      state: string,
      owes: string,
      agreed: number | null,
      problem?: string,
    ]
  >([
    ['is open at first', [], 'open', '', null],
    ['is offered by one side, and the other owes an answer', [offer(1, 1, 24, 48)], 'offered', '2', null],
    ['is agreed once a time is accepted', [offer(1, 1, 24, 48), take(2, 1, 12)], 'agreed', '', 48],
    ['is open again after a decline', [offer(1, 1, 24), decline(2, 1)], 'open', '', null],
    ['is open again after a withdrawal', [offer(1, 1, 24), withdraw(1, 1)], 'open', '', null],
    ['a counter-offer answers the offer', [offer(1, 1, 24), counter(2, 1, 2, 30)], 'offered', '1', null],
    ['a counter-offer can be accepted', [offer(1, 1, 24), counter(2, 1, 2, 30), take(1, 2)], 'agreed', '', 30],
    [
      'a countered offer cannot be accepted',
      [offer(1, 1, 24), counter(2, 1, 2, 30), take(2, 1)],
      'offered',
      '1',
      null,
      'offer_over',
    ],
    ['both may offer at the same moment', [offer(1, 1, 24), offer(2, 2, 30)], 'offered', '1 2', null],
    [
      'the first to accept wins',
      [offer(1, 1, 24), offer(2, 2, 30), take(1, 2), take(2, 1)],
      'agreed',
      '',
      30,
      'offer_over',
    ],
    ['declining one of two leaves the other', [offer(1, 1, 24), offer(2, 2, 30), decline(1, 2)], 'offered', '2', null],
    [
      'a new offer replaces one’s own',
      [offer(1, 1, 24), offer(1, 2, 30), take(2, 1)],
      'offered',
      '2',
      null,
      'offer_over',
    ],
    ['nobody can accept their own offer', [offer(1, 1, 24), take(1, 1)], 'offered', '2', null, 'offer_own'],
    ['nobody declines their own offer', [offer(1, 1, 24), decline(1, 1)], 'offered', '2', null, 'offer_own'],
    ['nobody counters their own offer', [offer(1, 1, 24), counter(1, 1, 2, 30)], 'offered', '2', null, 'offer_own'],
    ['nobody withdraws the other’s offer', [offer(1, 1, 24), withdraw(2, 1)], 'offered', '2', null, 'offer_theirs'],
    [
      'a time of another offer cannot be accepted',
      [offer(1, 1, 24), take(2, 1, 99)],
      'offered',
      '2',
      null,
      'offer_over',
    ],
    ['an agreed match stays agreed while a move is offered', [agree(null, 24), offer(1, 1, 30)], 'offered', '2', 24],
    ['a declined move leaves the date', [agree(null, 24), offer(1, 1, 30), decline(2, 1)], 'agreed', '', 24],
    ['an accepted move moves it', [agree(null, 24), offer(1, 1, 30), take(2, 1)], 'agreed', '', 30],
    ['a call-off opens it again', [offer(1, 1, 24), take(2, 1), callOff(1)], 'open', '', null],
    ['a call-off ends an offered move', [agree(1, 24), offer(1, 1, 30), callOff(2)], 'open', '', null],
    ['nothing to call off', [offer(1, 1, 24), callOff(1)], 'offered', '2', null, 'no_appointment'],
    ['no call-off after the start', [agree(1, 3), [3, callOff(2)]], 'agreed', '', 3, 'match_begun'],
    ['a day without a time is called off at any time', [agree(1, null), [30, callOff(2)]], 'open', '', null],
    ['setting it directly ends the offers', [offer(1, 1, 24), offer(2, 2, 30), agree(1, 40)], 'agreed', '', 40],
    ['the other side objects', [agree(1, 48), object(2)], 'open', '', null],
    ['nobody objects to their own', [agree(1, 48), object(1)], 'agreed', '', 48, 'objection_late'],
    [
      'nobody can object to an accepted time',
      [offer(1, 1, 24), take(2, 1), object(1)],
      'agreed',
      '',
      24,
      'objection_late',
    ],
    ['nobody objects after a day', [agree(1, 48), [24, object(2)]], 'agreed', '', 48, 'objection_late'],
    ['nothing to object to', [object(2)], 'open', '', null, 'no_appointment'],
    [
      'a time expires two hours before it starts',
      [offer(1, 1, 24, 48), [22, take(2, 1, 11)]],
      'offered',
      '2',
      null,
      'time_expired',
    ],
    ['and can be taken until then', [offer(1, 1, 24, 48), [21.99, take(2, 1, 11)]], 'agreed', '', 24],
    ['an offer expires with its last time', [offer(1, 1, 24, 48), [46, expire]], 'open', '', null],
    ['an offer expires after 72 hours', [offer(1, 1, 200), [72, expire]], 'open', '', null],
    ['an expired offer cannot be accepted', [offer(1, 1, 200), [72, take(2, 1)]], 'open', '', null, 'offer_over'],
    ['an expired offer cannot be declined', [offer(1, 1, 200), [72, decline(2, 1)]], 'open', '', null, 'offer_over'],
    ['an expired offer cannot be withdrawn', [offer(1, 1, 200), [72, withdraw(1, 1)]], 'open', '', null, 'offer_over'],
    ['an expired move leaves the date', [agree(1, 100), offer(1, 1, 200), [74, expire]], 'agreed', '', 100],
    ['a score ends everything', [offer(1, 1, 24), score, take(2, 1)], 'over', '', null, 'match_over'],
    ['a settlement ends everything', [offer(1, 1, 24), settle, offer(2, 2, 30)], 'over', '', null, 'match_over'],
    ['no second score', [score, score], 'over', '', null, 'match_over'],
    ['nothing to void', [voided(true)], 'open', '', null, 'match_not_over'],
    ['a voided match is over', [score, voided(false), offer(1, 1, 24)], 'over', '', null, 'match_over'],
    ['one to be replayed is open, without its old offers', [offer(1, 1, 24), score, voided(true)], 'open', '', null],
  ])('%s', (_, events, state, owes, agreed, problem) => {
    expect(play(events)).toMatchObject({
      state,
      owes,
      agreed: agreed === null ? null : at(agreed),
      problem: problem ?? null,
    })
  })

  test.each<[events: Parameters<typeof play>[0], ended: string]>([
    [[offer(1, 1, 24), offer(2, 2, 30), take(1, 2)], '1 settled, 2 taken'],
    [[offer(1, 1, 24), counter(2, 1, 2, 30), decline(1, 2)], '1 countered, 2 declined'],
    [[offer(1, 1, 24), offer(1, 2, 30), withdraw(1, 2)], '1 replaced, 2 withdrawn'],
    [[offer(1, 1, 24), [30, offer(1, 2, 40)], [41, expire]], '1 expired, 2 expired'],
    [[offer(1, 1, 24), score], '1 over'],
    [[offer(1, 1, 24), agree(2, 30)], '1 settled'],
  ])('a match keeps the outcome of each offer (%#)', (events, ended) => {
    expect(
      play(events)
        .ended.map(({ offer_id, outcome }) => `${offer_id} ${outcome}`)
        .join(', '),
    ).toBe(ended)
  })

  test('an objection is in time for 24 hours, and not after the match has begun', () => {
    const agreed = { starts_at: at(10), set_by: 1, set_at: noon } as const
    expect([at(9.9), at(10), at(-1)].map((now) => canObject(agreed, 2, now))).toEqual([true, false, true])
    expect(canObject({ ...agreed, starts_at: null }, 2, at(23.9))).toBe(true)
    expect(canObject({ ...agreed, starts_at: null }, 2, at(24))).toBe(false)
  })
})

/** The invariants that an event has broken. */
function faultsOf(before: Arranging, event: ArrangingEvent, { state, ended }: Step, now: number): string[] {
  const read = arrangingState(state, now)
  const sides = [1, 2] as const
  const owed = sides.filter((side) => owesAnswer(state, side, now))
  const taken = before.offers.find((made) => event.kind === 'take' && made.id === event.offer_id)
  const faults: Record<string, boolean> = {
    'something but a void after a score': before.over && !['void', 'expire'].includes(event.kind),
    'an offer in a match that is over': state.over && state.offers.length > 0,
    'two offers of one side': new Set(state.offers.map(({ side }) => side)).size < state.offers.length,
    'an offer that outlives an agreement': ['take', 'agree'].includes(event.kind) && state.offers.length > 0,
    'one’s own offer taken': event.kind === 'take' && taken?.side === event.side,
    'a time agreed that was not offered':
      event.kind === 'take' && !taken?.times.some(({ starts_at }) => starts_at === state.agreed?.starts_at),
    'not one offer taken': event.kind === 'take' && ended.filter(({ outcome }) => outcome === 'taken').length !== 1,
    'two sides that do not see the same': (read === 'offered') !== owed.length > 0,
    'a side that owes nobody': sides.some(
      (side) => owed.includes(side) !== state.offers.some((made) => made.side !== side && made.expires_at > now),
    ),
    'open with a date': read === 'open' && state.agreed !== null,
    'agreed without a date': read === 'agreed' && state.agreed === null,
  }
  return Object.keys(faults).filter((fault) => faults[fault])
}

describe('random orders of events', { tags: 'slow' }, () => {
  type Draw = { side: Side; back: number; hours: number[]; place: number }
  type Draft = (drawn: Draw, next_id: number, now: number) => ArrangingEvent
  const times = ({ hours }: Draw, id: number, now: number) =>
    hours.map((after, place) => ({ id: id * 10 + place + 1, starts_at: now + after * hour }))
  const drafts: Draft[] = [
    (drawn, id, now) => ({ kind: 'offer', side: drawn.side, id, times: times(drawn, id, now) }),
    (drawn, id, now) => ({
      kind: 'counter',
      side: drawn.side,
      offer_id: id - drawn.back,
      id,
      times: times(drawn, id, now),
    }),
    ({ side, back, place }, id) => take(side, id - back, (id - back) * 10 + place),
    ({ side, back }, id) => decline(side, id - back),
    ({ side, back }, id) => withdraw(side, id - back),
    ({ side }) => callOff(side),
    ({ side }) => object(side),
    ({ side, hours: [after = 1], back }, _, now) => ({
      kind: 'agree',
      side: back === 3 ? null : side,
      starts_at: now + after * hour,
    }),
    () => score,
    () => settle,
    ({ back }) => voided(back < 3),
    () => expire,
  ]
  // Offers and answers are generated more often than events that end them.
  const weighted = drafts.flatMap((draft, place) => Array<Draft>(place < 3 ? 5 : place < 8 ? 2 : 1).fill(draft))
  const drawn = fc.record({
    side: fc.constantFrom<Side>(1, 2),
    // The event refers to this offer, counted from the newest.
    back: fc.integer({ min: 1, max: 3 }),
    hours: fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 5 }),
    place: fc.integer({ min: 1, max: 5 }),
    wait: fc.integer({ min: 0, max: 30 }),
    draft: fc.constantFrom(...weighted),
  })
  const events = fc.array(drawn, { maxLength: 40, size: 'max' })

  test('both sides see the same state, there are never two agreed times, and after a score only a void changes anything', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(events, (steps) => {
        let state: Arranging = nothingArranged
        let now = noon
        let next_id = 1
        const ended = new Set<number>()
        for (const { wait, draft, ...values } of steps) {
          now += wait * hour
          const event = draft(values, next_id, now)
          const before = state
          const step = arrange(before, event, now, standardRules)
          seen.add('problem' in step ? `${event.kind} refused` : event.kind)
          if ('problem' in step) continue
          if (event.kind === 'offer' || event.kind === 'counter') next_id += 1
          state = step.state
          expect(faultsOf(before, event, step, now)).toEqual([])
          expect(step.ended.filter(({ offer_id: id }) => ended.has(id))).toEqual([])
          for (const { offer_id: id } of step.ended) ended.add(id)
          expect(state.offers.filter(({ id }) => ended.has(id))).toEqual([])
        }
      }),
      { numRuns: 500 },
    )
    for (const kind of [
      'offer',
      'counter',
      'take',
      'decline',
      'withdraw',
      'call_off',
      'agree',
      'object',
      'score',
      'void',
      'settle',
      'expire',
    ])
      expect([...seen]).toContain(kind)
  })
})

describe('the times of an offer', () => {
  const zone = 'America/New_York'
  const read = (times: string[], now = '2026-03-01T12:00:00-05:00', last_day = '2026-12-31') =>
    readTimes(
      times.map((time) => ({ match_date: time.slice(0, 10), match_time: time.slice(11) })),
      { now: Date.parse(now), last_day, time_zone: zone, rules: standardRules },
    )

  test('the times of an offer are instants in the time zone of the match', () => {
    expect(read(['2026-07-15 18:00', '2026-12-15 18:00', '2026-07-15 23:30'])).toEqual({
      problem: null,
      starts: ['2026-07-15T22:00:00Z', '2026-12-15T23:00:00Z', '2026-07-16T03:30:00Z'].map(Date.parse),
    })
  })

  test.each<[what: string, times: string[], index: number, field: string, words: string]>([
    ['the past', ['2026-03-02 18:00', '2026-03-01 11:59'], 1, 'match_date', 'in the past'],
    ['this minute', ['2026-03-01 12:00'], 0, 'match_date', 'in the past'],
    ['within two hours', ['2026-03-01 14:00'], 0, 'match_time', 'until 2 hours before it starts'],
    ['an hour that the clocks skip', ['2026-03-08 02:30'], 0, 'match_time', 'does not exist'],
    ['an hour that happens twice', ['2026-11-01 01:30'], 0, 'match_time', 'happens twice'],
    ['the same time twice', ['2026-03-02 18:00', '2026-03-02 18:00'], 1, 'match_time', 'already'],
  ])('%s is refused', (_, times, index, field, words) => {
    expect(read(times)).toMatchObject({ problem: { index, field, message: expect.stringContaining(words) } })
  })

  test('hours next to a clock change are accepted', () => {
    expect(read(['2026-03-08 01:59', '2026-03-08 03:00', '2026-11-01 00:59', '2026-11-01 02:00']).problem).toBeNull()
  })

  test('times after the window are refused; its last day, and days before the window, are accepted', () => {
    expect(read(['2026-03-20 23:59'], undefined, '2026-03-20').problem).toBeNull()
    expect(read(['2026-03-20 23:59', '2026-03-21 00:00'], undefined, '2026-03-20')).toMatchObject({
      problem: 'after_window',
      index: 1,
    })
  })

  test.each<[hours: number[], expires: number]>([
    [[24], 22],
    [[24, 60], 58],
    [[60, 24], 58],
    [[24, 74], 72],
    [[500], 72],
  ])('an offer of times in %j hours expires after %d', (hours, expires) => {
    const times = hours.map((after) => ({ starts_at: at(after) }))
    expect(offerExpiry(noon, times, standardRules)).toBe(at(expires))
  })
})
