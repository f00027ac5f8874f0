import { organization } from './organization.ts'

/** The language of all sentences, including lists and ordinals in them, whatever the locale. */
const LANGUAGE = 'en'

let findZone: () => string | undefined = () => undefined

/** Sets the source of the reader's time zone. A server has many readers (app/screens/render.tsx). */
export function setZoneSource(find: () => string | undefined): void {
  findZone = find
}

/** The time zone where the reader is. */
export function readerZone(): string {
  return findZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Formats an instant in the organization's locale, in the reader's time zone unless the options name one. */
export function formatDate(instant: Date, options: Intl.DateTimeFormatOptions): string {
  // Some browsers put a thin space before AM and PM. A page has to be the same on the server and in every browser.
  return dateFormat({ timeZone: findZone(), ...options })
    .format(instant)
    .replaceAll('\u202f', ' ')
}

/** Formats a range of instants without repeating the parts they share. */
export function formatDateRange(from: Date, to: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(options).formatRange(from, to)
}

/** Whether the organization's locale writes the day before the month, so that 3/10/2019 is October 3. */
export function writesDayFirst(): boolean {
  const parts = dateFormat({ year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(0)
  return parts.findIndex(({ type }) => type === 'day') < parts.findIndex(({ type }) => type === 'month')
}

/** Formats a number in the organization's locale: '5,000'. */
export function formatNumber(value: number): string {
  return value.toLocaleString(organization().locale)
}

/** 'South Bend, Indianapolis, and DC'. */
export function formatList(items: readonly string[]): string {
  return lists.format(items)
}

/** 'South Bend, Indianapolis or DC'. */
export function formatChoice(items: readonly string[]): string {
  return choices.format(items).replace(/, or (?=[^]*$)/, ' or ')
}

/** '1st', '2nd', '11th'. */
export function formatOrdinal(place: number): string {
  return `${place}${ordinalEndings[ordinals.select(place)] ?? 'th'}`
}

/** The everyday name of a time zone: 'Eastern Time'. */
export function formatTimeZone(time_zone: string): string {
  const parts = new Intl.DateTimeFormat(LANGUAGE, { timeZone: time_zone, timeZoneName: 'longGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? time_zone
}

const lists = new Intl.ListFormat(LANGUAGE)
const choices = new Intl.ListFormat(LANGUAGE, { type: 'disjunction' })
const ordinals = new Intl.PluralRules(LANGUAGE, { type: 'ordinal' })
const ordinalEndings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

// Creating a formatter costs a hundred times as much as using one.
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { locale } = organization()
  const key = `${locale} ${JSON.stringify(options)}`
  let format = dateFormats.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, options)
    dateFormats.set(key, format)
  }
  return format
}
