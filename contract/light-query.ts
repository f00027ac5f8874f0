import { readArea } from './areas.ts'
import { findSeason } from './seasons.ts'
import { parseWireDay } from './wire-day.ts'

/** One field of a list's query as data, made of its schema by ops/lean-contracts.ts. `fallback`: the value when it is left out. */
export type LightField = { fallback?: unknown; optional?: true } & (
  | { kind: 'number'; least: number; most: number }
  | { kind: 'text'; trim: boolean; most: number }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'area' | 'season' | 'day' }
  /** Never in an address. */
  | { kind: 'fixed' }
)

type Parsed = { success: true; data: unknown } | { success: false; data?: undefined }

/** Stands for the schema of a list's query where an address is read, in a browser that has loaded no schemas. */
export function lightQuery(fields: Readonly<Record<string, LightField>>) {
  const shape = Object.entries(fields).map(([name, field]) => {
    const safeParse = (text: string | undefined) => read(field, text)
    return [name, { safeParse, parse: (text: string | undefined) => safeParse(text).data }]
  })
  return { shape: Object.fromEntries(shape) as Record<string, { safeParse: (text: string | undefined) => Parsed }> }
}

function read(field: LightField, text: string | undefined): Parsed {
  if (text === undefined)
    return 'fallback' in field || field.optional ? { success: true, data: field.fallback } : { success: false }
  const data = valueOf(field, text)
  return data === undefined ? { success: false } : { success: true, data }
}

function valueOf(field: LightField, text: string): unknown {
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
