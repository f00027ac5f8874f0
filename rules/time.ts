import { formatTime } from './time-format.ts'

const words: Partial<Record<string, string>> = { noon: '12:00', midnight: '00:00' }

// Hour, minute, and a or p: '6', '6:30 pm', '6.30', '18h30', '630p', '1830'.
const written = /^(\d{1,2})(?:[:.h]?([0-5]\d))?\s*(?:([ap])\.?\s*(?:m\.?)?)?$/

/**
 * Parses a time as people type it, to HH:mm. Null if it is not a time. Without am or pm or a leading zero, 1 to 6 is in
 * the afternoon, because nobody plays at night (docs/product.md, "Matches").
 */
export function parseTime(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const word = words[typed]
  if (word !== undefined) return word
  const [, hours = '', minutes = '00', half] = written.exec(typed) ?? []
  if (hours === '') return null
  const hour = Number(hours)
  if (half !== undefined) return hour < 1 || hour > 12 ? null : timeOf((hour % 12) + (half === 'p' ? 12 : 0), minutes)
  if (hour > 23) return null
  return timeOf(hour >= 1 && hour <= 6 && !hours.startsWith('0') ? hour + 12 : hour, minutes)
}

/** Formats HH:mm for a field in a locale, as people there write it if `parseTime` can read it back. */
export function writeTime(time: string, locale: string): string {
  const text = formatTime(time, locale)
  return parseTime(text) === time ? text : time
}

function timeOf(hour: number, minutes: string): string {
  return `${String(hour).padStart(2, '0')}:${minutes}`
}
