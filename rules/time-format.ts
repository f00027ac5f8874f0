// Creating a formatter costs a hundred times as much as using one.
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formats HH:mm for a locale (BCP 47): '6:30 PM', '6:30 pm', '18:30'. */
export function formatTime(time: string, locale: string): string {
  let formatter = formatters.get(locale)
  if (formatter === undefined) {
    const withHour = (hour: 'numeric' | '2-digit') =>
      new Intl.DateTimeFormat(locale, { hour, minute: '2-digit', timeZone: 'UTC' })
    formatter = withHour('numeric')
    // Without am and pm, 6:05 could be in the evening.
    if (!formatter.resolvedOptions().hour12) formatter = withHour('2-digit')
    formatters.set(locale, formatter)
  }
  // Some versions of the locale data put a thin space before PM, others a plain one.
  return formatter.format(new Date(`2000-01-01T${time}Z`)).replaceAll(/\s/g, ' ')
}
