import { readArea } from './areas.ts'
import { findSeason } from './seasons.ts'
import { parseWireDay } from './wire-day.ts'

/** One field of a list's query as data. `fallback`: the value when it is left out. */
export type QueryField = { fallback?: unknown; optional?: true } & (
  | { kind: 'number'; least: number; most: number }
  | { kind: 'text'; trim: boolean; most: number }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'area' | 'season' | 'day' }
  /** Never in an address. */
  | { kind: 'fixed' }
)

/** The query of a paged list as data, so that the browser can parse an address without loading schemas. */
export type QueryFields = Readonly<Record<string, QueryField>> & { readonly per_page: QueryField }

type Parsed = { success: true; data: unknown } | { success: false; data?: undefined }

/** Parses a field as its schema would. Undefined if the field is left out. */
export function readField(field: QueryField, text: string | undefined): Parsed {
  if (text === undefined)
    return 'fallback' in field || field.optional ? { success: true, data: field.fallback } : { success: false }
  const data = valueOf(field, text)
  return data === undefined ? { success: false } : { success: true, data }
}

function valueOf(field: QueryField, text: string): unknown {
  switch (field.kind) {
    case 'number': {
      const number = Number(text)
      return Number.isSafeInteger(number) && number >= field.least && number <= field.most ? number : undefined
    }
    case 'text': {
      const shown = field.trim ? text.trim() : text
      return shown.length <= field.most ? shown : undefined
    }
    case 'choice':
      return field.values.includes(text) ? text : undefined
    case 'area':
      return readArea(text)
    case 'season':
      return findSeason(text)?.slug
    case 'day':
      return parseWireDay(text) ?? undefined
    case 'fixed':
      return undefined
  }
}
