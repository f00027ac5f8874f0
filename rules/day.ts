// Calendar days are 'yyyy-mm-dd' text, which sorts and compares as it reads.

const dayMs = 86_400_000

/**
 * Whether the text is a real calendar day between 1900 and 2999: '2027-02-29' is not. Days near the edges of a wider
 * range are written in forms that neither time zone data nor the database can read.
 */
export function isDay(text: string): boolean {
  if (!/^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const ms = midnight(text)
  return !Number.isNaN(ms) && dayOf(ms) === text
}

/** The day `days` later (negative: earlier). */
export function addDays(day: string, days: number): string {
  return dayOf(midnight(day) + days * dayMs)
}

/** The number of days from `from` to `to`: 1 for consecutive days, negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (midnight(to) - midnight(from)) / dayMs
}

/** 1 for Monday to 7 for Sunday (ISO 8601). */
export function weekdayOf(day: string): number {
  return new Date(midnight(day)).getUTCDay() || 7
}

/** The calendar day at an instant in an IANA time zone. Throws RangeError for an unknown zone. */
export function dayInZone(instant: Date, timeZone: string): string {
  const { year, month, day } = clockParts(instant, timeZone)
  return `${year}-${month}-${day}`
}

/** The time of day, 'HH:mm', at an instant in an IANA time zone. Throws RangeError for an unknown zone. */
export function timeInZone(instant: Date, timeZone: string): string {
  const { hour, minute } = clockParts(instant, timeZone)
  return `${hour}:${minute}`
}

/**
 * The instant of a day and a time, 'HH:mm', in an IANA time zone. A clock change can make that time not exist
 * ('skipped') or happen twice ('repeated').
 */
export function instantInZone(day: string, time: string, timeZone: string): Date | 'skipped' | 'repeated' {
  const local = Date.parse(`${day}T${time}:00Z`)
  // No zone changes its clocks twice within two days.
  const offsets = new Set([-dayMs, dayMs].map((shift) => zoneOffset(new Date(local + shift), timeZone)))
  const [first, second] = [...offsets]
    .map((offset) => new Date(local - offset))
    .filter((instant) => instant.getTime() + zoneOffset(instant, timeZone) === local)
  if (first === undefined) return 'skipped'
  return second === undefined ? first : 'repeated'
}

/** The first instant of a day in an IANA time zone, even if a clock change skips or repeats midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  const offsets = [-dayMs, dayMs].map((shift) => zoneOffset(new Date(midnight(day) + shift), timeZone))
  const starts = offsets.map((offset) => midnight(day) - offset).toSorted((a, b) => a - b)
  return new Date(starts.find((start) => dayInZone(new Date(start), timeZone) === day) ?? midnight(day))
}

/** Milliseconds by which the zone is ahead of UTC, for an instant on a whole minute. */
function zoneOffset(instant: Date, timeZone: string): number {
  return Date.parse(`${dayInZone(instant, timeZone)}T${timeInZone(instant, timeZone)}:00Z`) - instant.getTime()
}

// Days are counted in UTC, where every day has 24 hours.
function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

// Creating a formatter costs a hundred times as much as using one.
const formatters = new Map<string, Intl.DateTimeFormat>()

function clockParts(instant: Date, timeZone: string): Record<string, string> {
  let formatter = formatters.get(timeZone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      // With hour12: false, some engines write midnight as 24:00.
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  const parts = formatter.formatToParts(instant).map(({ type, value }) => [type, value] as const)
  return Object.fromEntries(parts)
}
