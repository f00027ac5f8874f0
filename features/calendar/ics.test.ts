// @module-tag slow

import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { instantInZone } from '#/rules/day.ts'
import { writeCalendar, type CalendarEntry } from './ics.ts'

const publish = { method: 'publish', name: 'Deuce' } as const
const entry: CalendarEntry = {
  uid: 'match-12@deuce.example',
  sequence: 2,
  changed_at: new Date('2026-07-01T12:00:00Z'),
  day: '2026-07-21',
  time: '18:30',
  time_zone: 'America/New_York',
  summary: 'Tennis: Ada Moreno against Grace Lindqvist',
  location: 'Leeper Park, court 4',
  description: 'Women’s Singles 3.5, Summer 2 2026.',
  url: 'https://deuce.example/dashboard',
  is_deadline: false,
}

/** The calendar as ical.js reads it, with only the zones that it contains. */
function read(text: string): { calendar: ICAL.Component; events: ICAL.Event[] } {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) }
}

const readOne = (given: Partial<CalendarEntry>) => read(writeCalendar([{ ...entry, ...given }], publish)).events[0]

describe('a calendar', () => {
  test('another program reads everything that was written to a calendar', () => {
    const { calendar, events } = read(writeCalendar([entry], publish))
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(events[0]).toMatchObject({
      uid: entry.uid,
      sequence: 2,
      summary: entry.summary,
      location: entry.location,
      description: entry.description,
    })
    expect(events[0]?.startDate.toJSDate().toISOString()).toBe('2026-07-21T22:30:00.000Z')
    expect(events[0]?.endDate.toJSDate().toISOString()).toBe('2026-07-22T00:00:00.000Z')
    expect(events[0]?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  })

  test.each([
    ['commas, semicolons and backslashes', 'Courts 1, 2; the \\ far ones'],
    ['line breaks', 'Leeper Park\nbehind the house'],
    ['a line that looks like another property', 'Park\r\nATTENDEE:mailto:eve@example.com'],
    [
      'letters of two, three and four bytes',
      'Señor Ño’s パーク 🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾🎾 '.repeat(4).trim(),
    ],
    ['one very long word', 'x'.repeat(400)],
    ['nothing but a colon', ':'],
  ])('a calendar keeps %s in a place and in names, on lines of at most 75 octets', (_, text) => {
    const written = writeCalendar([{ ...entry, location: text, summary: text }], publish)
    for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(written).toMatch(/\r\n$/)
    expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const { events } = read(written)
    expect(events[0]?.location).toBe(text.replaceAll('\r\n', '\n'))
    expect(events[0]?.summary).toBe(text.replaceAll('\r\n', '\n'))
    expect(events[0]?.component.getAllProperties('attendee')).toEqual([])
  })

  test.each([
    ['summer', '2026-07-21', '18:30'],
    ['winter', '2026-12-21', '18:30'],
    ['the evening before the clocks go forward', '2026-03-07', '23:30'],
    ['the day on which they do', '2026-03-08', '09:00'],
    ['the evening before they go back', '2026-10-31', '23:30'],
    ['the day on which they do go back', '2026-11-01', '09:00'],
    ['half past eleven at night', '2026-07-21', '23:30'],
    ['half past eleven on New Year’s Eve', '2026-12-31', '23:30'],
  ])('another program in %s reads the right instant', (_, day, time) => {
    for (const time_zone of [
      'America/New_York',
      'America/Indiana/Indianapolis',
      'Europe/Berlin',
      'Australia/Sydney',
      'Asia/Kolkata',
      'UTC',
      'US/Pacific',
    ]) {
      const start = readOne({ day, time, time_zone })?.startDate.toJSDate()
      expect([time_zone, start]).toEqual([time_zone, instantInZone(day, time, time_zone)])
    }
  })

  test('a calendar contains one VTIMEZONE for each zone that its events name', () => {
    const { calendar } = read(
      writeCalendar(
        [
          entry,
          { ...entry, uid: 'b' },
          { ...entry, uid: 'c', time_zone: 'America/Indiana/Indianapolis' },
          { ...entry, uid: 'd', time: null },
        ],
        publish,
      ),
    )
    const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => zone.getFirstPropertyValue('tzid'))
    expect(zones.toSorted()).toEqual(['America/Indiana/Indianapolis', 'America/New_York'])
  })

  test('a time that the clocks skip moves an hour later, and a time that they repeat is the first of the two', () => {
    expect(readOne({ day: '2026-03-08', time: '02:30' })?.startDate.toJSDate().toISOString()).toBe(
      '2026-03-08T07:30:00.000Z',
    )
    // Compares text: by RFC 5545 a repeated time is its first occurrence, but ical.js picks the second.
    const repeated = writeCalendar([{ ...entry, day: '2026-11-01', time: '01:30' }], publish)
    expect(repeated).toContain('DTSTART;TZID=America/New_York:20261101T013000')
    expect(repeated).toContain('DTEND;TZID=America/New_York:20261101T020000')
  })

  test('an entry without a time is a whole day, the same date everywhere', () => {
    const event = readOne({ time: null, day: '2026-12-31', is_deadline: true })
    expect(event?.startDate.isDate).toBe(true)
    expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual(['2026-12-31', '2027-01-01'])
    expect(event?.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
  })

  test('the same entries produce the same text', () => {
    expect(writeCalendar([entry], publish)).toBe(writeCalendar([entry], publish))
  })

  test('a request names only its recipient; a cancellation cancels', () => {
    const to = {
      organizer: { name: 'Deuce', email: 'help@deuce.example' },
      attendee: { name: 'Ada "Ace"; Moreno', email: 'ada@example.com' },
    }
    const request = read(writeCalendar([entry], { method: 'request', ...to }))
    expect(request.calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    const attendees = request.events[0]?.component.getAllProperties('attendee') ?? []
    expect(attendees.map((each) => String(each.getFirstValue()).toLowerCase())).toEqual(['mailto:ada@example.com'])
    expect(request.events[0]?.organizer).toBe('mailto:help@deuce.example')
    const cancel = read(writeCalendar([{ ...entry, sequence: 3 }], { method: 'cancel', ...to }))
    expect(cancel.calendar.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(cancel.events[0]).toMatchObject({ uid: entry.uid, sequence: 3 })
    expect(cancel.events[0]?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  })
})
