import { types } from 'pg'

/** The result types that are parsed in another way than by the driver: days and intervals as text, int8 as number. */
const parsers: Record<number, (text: string) => unknown> = {
  1184: parseInstant,
  // The type date. A JavaScript Date would be an instant.
  1082: (text) => text,
  1182: parserOf(1009),
  1186: (text) => text,
  // count(*) and sum() are int8. None of the app's values come near 2^53.
  20: Number,
  1016: (text) => (parserOf(1009)(text) as string[]).map(Number),
}

/** The driver's parser of a type by its number in pg_type: 1009 is text[]. */
function parserOf(oid: number): (text: string) => unknown {
  return types.getTypeParser(oid)
}

/** Parses an instant in UTC, as every connection writes it: '2026-07-15 16:00:00.5+00'. The driver reads years that Date cannot. */
function parseInstant(text: string): unknown {
  return /^[1-9]\d{3}-.+\+00$/.test(text) ? new Date(text) : parserOf(1184)(text)
}

export function getTypeParser(oid: number, format?: string): (text: string) => unknown {
  return (
    (format !== 'binary' && parsers[oid]) || (types.getTypeParser(oid, format as 'text') as (text: string) => unknown)
  )
}
