const words: Partial<Record<string, string>> = { noon: '12:00', midnight: '00:00' }

// Hour, minute, and a or p: '6', '6:30 pm', '6.30', '18h30', '630p', '1830'.
const written = /^(\d{1,2})(?:[:.h]?([0-5]\d))?\s*(?:([ap])\.?\s*(?:m\.?)?)?$/

/**
 * A time as people type it, as HH:mm; null when it is none. Without am or pm, and without a leading zero, 1 to 6 is in
 * the afternoon: nobody plays at night (docs/product.md, "Matches").
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

/** HH:mm as people of a locale (BCP 47) write it: '6:30 PM', '6:30 pm', '18:30'. What `parseTime` would not read back stays HH:mm. */
export function formatTime(time: string, locale: string): string {
  const [hour, minute] = time.split(':').map(Number)
  // Some versions of the locale data have a thin space before PM, others a plain one.
  const text = formatterOf(locale).format(Date.UTC(2000, 0, 1, hour, minute)).replaceAll(/\s/g, ' ')
  return parseTime(text) === time ? text : time
}

// Making a formatter costs a hundred times as much as using one.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(locale: string): Intl.DateTimeFormat {
  let formatter = formatters.get(locale)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    formatters.set(locale, formatter)
  }
  return formatter
}

function timeOf(hour: number, minutes: string): string {
  return `${String(hour).padStart(2, '0')}:${minutes}`
}
