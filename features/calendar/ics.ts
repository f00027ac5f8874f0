import { TZDate } from '@date-fns/tz'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'
import { organization } from '#/contract/organization.ts'
import { addDays, instantInZone } from '#/rules/day.ts'
import { MATCH_MINUTES } from '#/rules/slots.ts'
import { isolateNames } from '#/rules/direction.ts'

/** One calendar entry. Without a time it lasts all day. */
export type CalendarEntry = {
  uid: string
  /** Increases with each change. */
  sequence: number
  /** When it last changed. Used as the DTSTAMP, so that the same content produces the same text. */
  changed_at: Date
  day: string
  /** 'HH:mm'. */
  time: string | null
  time_zone: string
  summary: string
  location: string
  description: string
  url: string
  /** A deadline does not mark its reader's day as busy. */
  is_deadline: boolean
}

type Address = { name: string; email: string }

export type CalendarKind =
  /** A feed, which clients poll. */
  | { method: 'publish'; name: string }
  /** An event sent by email. */
  | { method: 'request' | 'cancel'; organizer: Address; attendee: Address }

const zones = new Set<unknown>(tzlib_get_timezones())

/** Writes a calendar (RFC 5545): folded, escaped, with a VTIMEZONE for each zone. */
export function writeCalendar(entries: readonly CalendarEntry[], kind: CalendarKind): string {
  const calendar = ical({
    prodId: { company: organization().name, product: organization().name, language: 'EN' },
    method: methods[kind.method],
    ...(kind.method === 'publish' ? { name: kind.name, ttl: 3600 } : {}),
  })
  calendar.timezone({ name: null, generator: writeZone })
  for (const entry of entries) {
    const times = timesOf(entry)
    calendar.createEvent({
      id: entry.uid,
      sequence: entry.sequence,
      stamp: entry.changed_at,
      lastModified: entry.changed_at,
      summary: isolateNames(entry.summary),
      location: entry.location || null,
      description: isolateNames(entry.description),
      url: entry.url,
      status: kind.method === 'cancel' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: entry.is_deadline ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      ...times,
      ...(kind.method === 'publish'
        ? {}
        : {
            organizer: kind.organizer,
            attendees: [
              { ...kind.attendee, rsvp: false, status: ICalAttendeeStatus.ACCEPTED, role: ICalAttendeeRole.REQ },
            ],
          }),
    })
  }
  return `${calendar.toString().trimEnd()}\r\n`
}

const methods = {
  publish: ICalCalendarMethod.PUBLISH,
  request: ICalCalendarMethod.REQUEST,
  cancel: ICalCalendarMethod.CANCEL,
}

function timesOf({ day, time, time_zone }: CalendarEntry) {
  // Without a zone the library reads a date as UTC.
  if (time === null)
    return {
      allDay: true,
      timezone: null,
      start: new Date(`${day}T00:00:00Z`),
      end: new Date(`${addDays(day, 1)}T00:00:00Z`),
    }
  const start = instantOf(day, time, time_zone)
  const end = new Date(start.getTime() + MATCH_MINUTES * 60_000)
  if (!zones.has(time_zone)) return { start, end, timezone: null }
  // The library reads the parts of a plain date in the machine's time zone.
  return { start: new TZDate(start, time_zone), end: new TZDate(end, time_zone), timezone: time_zone }
}

/** For a time that a clock change skips, the instant an hour later; for one that it repeats, the first. */
function instantOf(day: string, time: string, time_zone: string): Date {
  const instant = instantInZone(day, time, time_zone)
  if (instant instanceof Date) return instant
  const midnight = instantInZone(day, '00:00', time_zone)
  const begin = midnight instanceof Date ? midnight.getTime() : Date.parse(`${day}T00:00:00Z`)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(begin + (hours * 60 + minutes) * 60_000)
}

/** The VTIMEZONE of a zone, under the name that the events use. Null for a zone whose times are written in UTC. */
function writeZone(time_zone: string): string | null {
  if (!zones.has(time_zone)) return null
  const [block] = tzlib_get_ical_block(time_zone)
  return block === undefined ? null : block.replace(/^TZID:.*$/m, `TZID:${time_zone}`)
}
