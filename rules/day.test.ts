import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays, dayInZone, daysBetween, instantInZone, isDay, timeInZone, weekdayOf } from './day.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each([
  ['2026-02-28', true],
  ['2027-02-29', false],
  ['2028-02-29', true],
  ['2100-02-29', false],
  ['1899-12-31', false],
  ['1900-01-01', true],
  ['2999-12-31', true],
  ['3000-01-01', false],
  ['9999-12-31', false],
  ['0999-12-31', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['2026/01/01', false],
  ['2026-01-01T00:00', false],
  ['', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2028-02-28', 1, '2028-02-29'],
  // Clocks change on March 8 and November 1.
  ['2026-03-07', 2, '2026-03-09'],
  ['2026-10-31', 2, '2026-11-02'],
  ['2026-05-15', 0, '2026-05-15'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
  expect(daysBetween(day, expected)).toBe(days)
})

test('addDays and daysBetween agree, and consecutive days have consecutive weekdays', () => {
  const anyDay = fc.integer({ min: -20_000, max: 40_000 }).map((days) => addDays('2026-01-01', days))
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
      expect(isDay(day)).toBe(true)
      expect(daysBetween(day, addDays(day, days))).toBe(days)
      expect(weekdayOf(addDays(day, 1))).toBe((weekdayOf(day) % 7) + 1)
      expect(addDays(day, 1) > day).toBe(true)
    }),
  )
})

test.each([
  ['2026-11-23', 1],
  ['2026-11-28', 6],
  ['2026-11-29', 7],
])('%s is weekday %i', (day, weekday) => {
  expect(weekdayOf(day)).toBe(weekday)
})

const instants = [
  ['2026-07-01T03:59:00Z', 'America/New_York', '2026-06-30', '23:59'],
  ['2026-07-01T04:00:00Z', 'America/New_York', '2026-07-01', '00:00'],
  ['2026-01-01T04:59:59Z', 'America/Indiana/Indianapolis', '2025-12-31', '23:59'],
  ['2026-01-01T05:00:00Z', 'America/Indiana/Indianapolis', '2026-01-01', '00:00'],
  ['2026-03-08T06:59:00Z', 'America/New_York', '2026-03-08', '01:59'],
  ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08', '03:00'],
  ['2026-07-01T09:05:00Z', 'UTC', '2026-07-01', '09:05'],
] as const

test.each(instants)('%s in %s is %s %s', (instant, zone, day, time) => {
  expect(dayInZone(new Date(instant), zone)).toBe(day)
  expect(timeInZone(new Date(instant), zone)).toBe(time)
})

test.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata'])(
  'days do not depend on the time zone of the machine: %s',
  (machine) => {
    vi.stubEnv('TZ', machine)
    expect(new Date('2026-01-01T12:00:00Z').getHours()).not.toBe(12)
    for (const [instant, zone, day, time] of instants)
      expect([dayInZone(new Date(instant), zone), timeInZone(new Date(instant), zone)]).toEqual([day, time])
    expect(isDay('2028-02-29')).toBe(true)
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
    expect(addDays('2026-10-31', 2)).toBe('2026-11-02')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(weekdayOf('2026-11-29')).toBe(7)
  },
)

test('an unknown time zone throws', () => {
  expect(() => dayInZone(new Date(0), 'America/South_Bend')).toThrow(RangeError)
})

test.each([
  ['2026-07-15', '18:00', 'America/New_York', '2026-07-15T22:00:00.000Z'],
  ['2026-12-15', '00:00', 'America/New_York', '2026-12-15T05:00:00.000Z'],
  ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08', '02:00', 'America/New_York', 'skipped'],
  ['2026-03-08', '02:59', 'America/New_York', 'skipped'],
  ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01', '00:59', 'America/New_York', '2026-11-01T04:59:00.000Z'],
  ['2026-11-01', '01:00', 'America/New_York', 'repeated'],
  ['2026-11-01', '01:59', 'America/New_York', 'repeated'],
  ['2026-11-01', '02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
  ['2026-10-04', '02:15', 'Australia/Lord_Howe', 'skipped'],
  ['2026-04-05', '01:45', 'Australia/Lord_Howe', 'repeated'],
  ['2026-07-15', '23:30', 'Pacific/Kiritimati', '2026-07-15T09:30:00.000Z'],
  ['2026-07-15', '12:00', 'UTC', '2026-07-15T12:00:00.000Z'],
  ['1900-01-01', '12:00', 'UTC', '1900-01-01T12:00:00.000Z'],
  ['2999-12-31', '23:59', 'America/New_York', '3000-01-01T04:59:00.000Z'],
])('%s %s in %s is %s', (day, time, zone, expected) => {
  const instant = instantInZone(day, time, zone)
  expect(typeof instant === 'string' ? instant : instant.toISOString()).toBe(expected)
})
