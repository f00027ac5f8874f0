import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeHours, minutesOf, timeAt, type Hours } from './availability.ts'
import { addDays, instantInZone, weekdayOf } from './day.ts'
import {
  isCourtFull,
  MATCH_MINUTES,
  suggestTimes,
  type Daylight,
  type SlotCourt,
  type SlotPlayer,
  type SlotQuestion,
} from './slots.ts'

const zone = 'America/New_York'
const free = { court_count: 1, taken: [] }
const lit: SlotCourt = { id: 1, name: 'Lit Park', has_lights: true, ...free }
const dark: SlotCourt = { id: 2, name: 'Dark Park', has_lights: false, ...free }

function player(hours: readonly Hours[] = [], more: Partial<SlotPlayer> = {}): SlotPlayer {
  return { hours, away: [], appointments: [], days_taken: [], ...more }
}

/** Two weeks from Monday, July 13, 2026, with the sun up from 6:00 to 20:30. */
function makeQuestion(given: Partial<SlotQuestion<SlotCourt>> = {}): SlotQuestion<SlotCourt> {
  return {
    earliest: Date.parse('2026-07-13T00:00:00Z'),
    time_zone: zone,
    from: '2026-07-13',
    to: '2026-07-26',
    players: [player(), player()],
    reader_has_hours: false,
    courts: [lit],
    daylight: (_, day) => sun(day, '06:00', '20:30'),
    appointment: null,
    ...given,
  }
}

function sun(day: string, from: string, to: string): Daylight {
  return { from: at(day, from), to: at(day, to) }
}

function at(day: string, time: string, time_zone = zone): number {
  const instant = instantInZone(day, time, time_zone)
  if (!(instant instanceof Date)) throw new Error(`${day} ${time} is ${instant}`)
  return instant.getTime()
}

/** '1 18:00-21:30' is Monday evening. */
function week(...ranges: string[]): Hours[] {
  return ranges.map((range) => {
    const [weekday, from = '', to = ''] = range.split(/[ -]/)
    return { weekday: Number(weekday), from, to }
  })
}

const times = (given: Partial<SlotQuestion<SlotCourt>>) =>
  suggestTimes(makeQuestion(given)).map(({ match_date, match_time }) => `${match_date} ${match_time}`)

describe('the suggested times', () => {
  test.each<[string, Partial<SlotQuestion<SlotCourt>>, string[]]>([
    [
      'without availability are two weekday evenings and a weekend morning',
      {},
      ['2026-07-13 18:00', '2026-07-14 18:00', '2026-07-18 10:00'],
    ],
    [
      'are the earliest evenings and mornings that both have',
      {
        players: [
          player(week('1 17:00-21:00', '3 06:00-23:00')),
          player(week('1 18:30-23:00', '3 18:00-19:30', '6 09:00-12:00')),
        ],
      },
      ['2026-07-13 18:30', '2026-07-15 18:00', '2026-07-20 18:30'],
    ],
    [
      'take what one side entered when the other has nothing on file',
      { players: [player(week('2 12:00-14:00')), player()] },
      ['2026-07-14 12:30', '2026-07-21 12:30'],
    ],
    [
      'need the whole match: an hour and a half',
      { players: [player(week('1 18:00-19:00', '2 18:00-19:30')), player()] },
      ['2026-07-14 18:00', '2026-07-21 18:00'],
    ],
    [
      'in doubles suit all four',
      {
        players: [
          week('1 18:00-22:00', '4 18:00-22:00'),
          week('4 18:00-22:00'),
          week('4 19:00-22:00', '1 19:00-22:00'),
          week('4 06:00-21:00'),
        ].map((hours) => player(hours)),
      },
      ['2026-07-16 19:00', '2026-07-23 19:00'],
    ],
    [
      'are none when nothing is common',
      { players: [player(week('1 18:00-22:00')), player(week('2 18:00-22:00'))] },
      [],
    ],
    [
      'leave out days away and days of a match without a time',
      {
        players: [
          player([], { away: [{ from: '2026-07-13', to: '2026-07-18' }] }),
          player([], { days_taken: ['2026-07-20'] }),
        ],
      },
      ['2026-07-19 10:00', '2026-07-21 18:00', '2026-07-22 18:00'],
    ],
    [
      'keep away from other matches of either side, also in another time zone',
      {
        to: '2026-07-13',
        players: [
          player(week('1 17:00-23:00'), { appointments: [at('2026-07-13', '17:00', 'America/Chicago')] }),
          player(),
        ],
      },
      ['2026-07-13 20:00'],
    ],
    [
      'do not repeat the appointment that is to be moved',
      { to: '2026-07-13', appointment: at('2026-07-13', '18:00'), players: [player(week('1 18:00-20:00')), player()] },
      ['2026-07-13 18:30'],
    ],
    [
      'leave time for an answer',
      { to: '2026-07-13', earliest: at('2026-07-13', '18:30') },
      ['2026-07-13 18:30', '2026-07-13 20:30'],
    ],
    [
      'are by daylight where no court has lights',
      { courts: [dark], to: '2026-07-14', players: [player(week('1 18:30-23:00', '2 18:00-23:00')), player()] },
      ['2026-07-13 18:30', '2026-07-14 18:00'],
    ],
    [
      'are at other hours when every evening is dark',
      { courts: [dark], to: '2026-07-14', daylight: (_, day) => sun(day, '07:30', '17:00') },
      ['2026-07-13 15:30', '2026-07-14 15:30', '2026-07-13 13:30'],
    ],
    ['need lights in the polar night', { courts: [dark], daylight: () => null }, []],
    ['are not past the window', { from: '2026-07-13', to: '2026-07-12' }, []],
  ])('%s', (_, given, expected) => expect(times(given)).toEqual(expected))

  test('suggested times come with a reason and a court', () => {
    const [monday] = suggestTimes(makeQuestion({ to: '2026-07-13' }))
    expect(monday).toEqual({
      match_date: '2026-07-13',
      match_time: '18:00',
      court: lit,
      why: 'You have not entered when you can play, so usual times for matches are suggested.',
    })
    const whyOf = (given: Partial<SlotQuestion<SlotCourt>>) =>
      suggestTimes(makeQuestion({ to: '2026-07-13', reader_has_hours: true, ...given }))[0]
    expect(whyOf({ courts: [dark, lit] })).toMatchObject({
      court: dark,
      why: 'You can play then. It stays light long enough at Dark Park.',
    })
    expect(whyOf({ courts: [dark, lit], daylight: () => null })).toMatchObject({
      court: lit,
      why: 'You can play then. Lit Park has lights.',
    })
    expect(whyOf({ courts: [] })).toMatchObject({ court: null, why: 'You can play then.' })
  })
})

describe('on days when the clocks change', () => {
  // On March 8, 2026, 2:00 to 3:00 does not exist in New York, and midnight to 1:00 does not in Havana.
  test.each([
    [zone, '2026-03-08'],
    [zone, '2026-11-01'],
    ['America/Havana', '2026-03-08'],
    ['Australia/Lord_Howe', '2026-04-05'],
  ])('times are those of the clock: %s, %s', (time_zone, day) => {
    const [first] = suggestTimes(makeQuestion({ time_zone, from: day, to: day, earliest: 0, courts: [] }))
    expect(first).toMatchObject({ match_date: day, match_time: '10:00' })
    const appointments = [at(day, '10:00', time_zone)]
    const [second] = suggestTimes(
      makeQuestion({ time_zone, from: day, to: day, earliest: 0, courts: [], players: [player([], { appointments })] }),
    )
    expect(second?.match_time).toBe('08:00')
  })
})

describe('the courts of a place', () => {
  const evening = (...clock: string[]) => clock.map((time) => at('2026-07-13', time))
  test.each<[string, number, string[], boolean]>([
    ['are free without other matches', 1, [], false],
    ['are taken by a match at the same time', 1, ['18:00'], true],
    ['are taken by a match that has not ended', 1, ['16:31'], true],
    ['are taken by a match that starts meanwhile', 1, ['19:29'], true],
    ['are free when one match ends as the next begins', 1, ['16:30', '19:30'], false],
    ['are free while one is left', 3, ['18:00', '18:00'], false],
    ['are free if never all are taken at once', 3, ['17:00', '18:00', '19:00'], false],
    ['are taken if every one is at one moment', 3, ['17:00', '18:00', '18:15'], true],
    ['are free if the others take turns on one', 2, ['17:00', '18:45'], false],
    ['are taken towards the end', 2, ['19:00', '19:15'], true],
  ])('%s', (_, court_count, others, expected) => {
    expect(isCourtFull(at('2026-07-13', '18:00'), { court_count, taken: evening(...others) })).toBe(expected)
  })

  test('lead to another place, or to another time', () => {
    const taken = [...evening('18:00'), at('2026-07-14', '18:00')]
    const question = { to: '2026-07-14', players: [player(week('1 18:00-20:00', '2 18:00-19:30')), player()] }
    const full = { ...lit, taken }
    expect(suggestTimes(makeQuestion({ ...question, courts: [full, dark] }))[0]?.court).toBe(dark)
    expect(times({ ...question, courts: [full] })).toEqual([])
    expect(times({ ...question, courts: [{ ...full, court_count: 2 }] })).toHaveLength(2)
  })
})

const halfHour = fc.integer({ min: 12, max: 46 })
const hoursOf = fc
  .array(
    fc
      .record({ weekday: fc.integer({ min: 1, max: 7 }), one: halfHour, two: halfHour })
      .filter(({ one, two }) => one !== two),
    { maxLength: 12 },
  )
  .map((ranges) =>
    mergeHours(
      ranges.map(({ weekday, one, two }) => ({
        weekday,
        from: timeAt(Math.min(one, two) * 30),
        to: timeAt(Math.max(one, two) * 30),
      })),
    ),
  )
const start = Date.parse('2026-02-20T00:00:00Z')
const instant = fc.integer({ min: 0, max: 30 * 48 }).map((half) => start + half * 30 * 60_000)
const anyDay = fc.integer({ min: 0, max: 30 }).map((days) => addDays('2026-02-20', days))
const anyPlayer: fc.Arbitrary<SlotPlayer> = fc.record({
  hours: hoursOf,
  away: fc.array(
    fc.tuple(anyDay, fc.integer({ min: 0, max: 5 })).map(([from, days]) => ({ from, to: addDays(from, days) })),
    { maxLength: 2 },
  ),
  appointments: fc.array(instant, { maxLength: 12 }),
  days_taken: fc.array(anyDay, { maxLength: 2 }),
})
const anyQuestion: fc.Arbitrary<SlotQuestion<SlotCourt>> = fc.record({
  earliest: instant,
  time_zone: fc.constantFrom(zone, 'America/Havana', 'Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC'),
  from: anyDay,
  to: fc.integer({ min: 0, max: 45 }).map((days) => addDays('2026-02-20', days)),
  players: fc.array(anyPlayer, { minLength: 2, maxLength: 4 }),
  reader_has_hours: fc.boolean(),
  courts: fc
    .tuple(fc.subarray([dark, lit]), fc.array(instant, { maxLength: 12 }))
    .map(([courts, taken]) => courts.map((court) => ({ ...court, taken }))),
  daylight: fc
    .tuple(fc.integer({ min: 5, max: 9 }), fc.integer({ min: 15, max: 21 }))
    .map(([rise, set]) => (_: SlotCourt, day: string) => ({
      from: Date.parse(`${day}T00:00:00Z`) + rise * 3_600_000,
      to: Date.parse(`${day}T00:00:00Z`) + set * 3_600_000,
    })),
  appointment: fc.option(instant),
})

test(
  'whatever is on file, a suggestion never clashes, exists once on the clock, and is within the window, the hours and daylight',
  { tags: 'slow' },
  () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const suggestions = suggestTimes(question)
        expect(suggestions.length).toBeLessThanOrEqual(3)
        expect(new Set(suggestions.map(({ match_date, match_time }) => match_date + match_time)).size).toBe(
          suggestions.length,
        )
        for (const { match_date, match_time, court } of suggestions) {
          expect(match_time).toMatch(/:(00|30)$/)
          expect(match_date >= question.from && match_date <= question.to).toBe(true)
          const begins = at(match_date, match_time, question.time_zone)
          expect(begins).toBeGreaterThanOrEqual(question.earliest)
          expect(begins).not.toBe(question.appointment)
          const from = minutesOf(match_time)
          for (const { hours, away, appointments, days_taken } of question.players) {
            for (const other of appointments) expect(Math.abs(other - begins)).toBeGreaterThan(MATCH_MINUTES * 60_000)
            expect(days_taken).not.toContain(match_date)
            expect(away.some((days) => days.from <= match_date && match_date <= days.to)).toBe(false)
            const fits = hours.some(
              (each) =>
                each.weekday === weekdayOf(match_date) &&
                minutesOf(each.from) <= from &&
                from + MATCH_MINUTES <= minutesOf(each.to),
            )
            expect(hours.length === 0 || fits).toBe(true)
          }
          expect(court === null).toBe(question.courts.length === 0)
          const light = court && question.daylight(court, match_date)
          const isLit = light !== null && light.from <= begins && begins + MATCH_MINUTES * 60_000 <= light.to
          expect(court === null || court.has_lights || isLit).toBe(true)
          expect(court !== null && isCourtFull(begins, court)).toBe(false)
        }
      }),
      { numRuns: 400 },
    )
  },
)

test('the reason for a suggestion does not depend on what others have on file', { tags: 'slow' }, () => {
  fc.assert(
    fc.property(anyQuestion, hoursOf, (question, hours) => {
      const [reader, ...others] = question.players
      if (!reader) return
      const one = suggestTimes(question)
      const two = suggestTimes({ ...question, players: [reader, ...others.map(() => player(hours))] })
      const keyOf = ({ match_date, match_time }: (typeof one)[number]) => `${match_date} ${match_time}`
      const common = new Set(two.map(keyOf))
      const known = new Map(two.map((suggestion) => [keyOf(suggestion), suggestion]))
      expect(one.filter((suggestion) => common.has(keyOf(suggestion)))).toEqual(
        one.flatMap((suggestion) => known.get(keyOf(suggestion)) ?? []),
      )
    }),
  )
})
