import { formatDay } from '#/contract/format.ts'
import { formatDate } from '#/contract/locale.ts'
import { formatAmount, formatCents } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { wireDay } from '#/contract/wire-day.ts'

/** A field that a change touched, in words. Null if the field was, or is, empty. */
export type AuditChange = { title: string; before: string | null; after: string | null }

/**
 * The fields that differ between the values before and after, nested ones too: money in the currency, days as days. An old
 * value that equals its entry in `defaults` is 'Default', because no organizer entered it.
 */
export function findChanges(before: unknown, after: unknown, defaults: unknown = {}): AuditChange[] {
  const [was, is, standard] = [fieldsOf(before), fieldsOf(after), fieldsOf(defaults)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path) => {
    const [old, current] = [was.get(path) ?? null, is.get(path) ?? null]
    if (old === current) return []
    const isDefault = old !== null && old === standard.get(path)
    return [{ title: titleOf(path), before: isDefault ? 'Default' : old, after: current }]
  })
}

/** The values as text, by dotted path. */
function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined || value === '') return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path || 'value', formatValue(path, value)]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...fieldsOf(inner, path === '' ? name : `${path}.${name}`)]),
  )
}

function formatValue(path: string, value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map((each) => formatItem(path, each)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const name = path.slice(path.lastIndexOf('.') + 1)
  if (typeof value === 'number') {
    if (name.endsWith('_cents')) return formatCents(value)
    return /^(?:early_)?price$|^amount$/.test(name) ? formatAmount(value) : String(value)
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(wireDay(value))
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? formatTime(new Date(value)) : value
}

/** An element of a list. The games of a set are '6-4'. */
function formatItem(path: string, item: unknown): string {
  if (typeof item !== 'object' || item === null) return formatValue(path, item)
  const { score_1, score_2 } = item as Record<string, unknown>
  if (typeof score_1 === 'number' && typeof score_2 === 'number') return `${score_1}-${score_2}`
  return [...fieldsOf(item)].map(([name, text]) => `${titleOf(name)}: ${text}`).join(' / ')
}

/** In the organization's time zone: 'Jul 15, 2026, 6:00 PM'. */
export function formatTime(instant: Date): string {
  return formatDate(instant, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: organization().time_zone,
  })
}

/** 'price_cents' is 'Price', 'contact.name' is 'Contact, name'. */
function titleOf(path: string): string {
  const words = path
    .split('.')
    .map((name) =>
      name
        .replace(/^is_/, '')
        .replace(/_cents$/, '')
        .replaceAll('_', ' '),
    )
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
