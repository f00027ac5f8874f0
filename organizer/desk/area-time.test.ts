import { expect, test } from 'vitest'
import { formatAreaDay, formatAreaMoment, zoneNote } from './area-time.ts'

const evening = '2026-07-15T23:30:00Z'

test.each([
  ['dc', 'America/New_York', 'Wed, Jul 15, 7:30 PM'],
  // The same clock all year.
  ['dc', 'America/Toronto', 'Wed, Jul 15, 7:30 PM'],
  ['dc', 'Europe/Berlin', 'Wed, Jul 15, 7:30 PM EDT'],
  ['dc', 'America/Los_Angeles', 'Wed, Jul 15, 7:30 PM EDT'],
  [null, 'America/New_York', 'Wed, Jul 15, 7:30 PM'],
])('in the area %s, for a reader in %s, it reads %s', (area, reader, text) => {
  expect(formatAreaMoment(evening, area, reader)).toBe(text)
})

test('the day is the area’s', () => {
  expect(formatAreaDay('2026-07-16T02:30:00Z', 'dc')).toBe('Wed, Jul 15, 2026')
})

test.each([
  ['America/New_York', 'America/New_York', null],
  ['America/New_York', 'America/Detroit', null],
  ['America/New_York', 'America/Chicago', 'Times are Eastern Time.'],
])('a page in the time of %s tells a reader in %s: %s', (zone, reader, note) => {
  expect(zoneNote(zone, new Date(evening), reader)).toBe(note)
})
