import type * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { day } from '#/contract/fields.ts'
import type { QueryField, QueryFields } from '#/contract/query-fields.ts'
import { seasonTemplate } from '#/features/leagues/contract.ts'
import type { ListEndpoint } from '#/web/list-search.ts'

/** The fields of a list's query as data. Throws for a schema that they do not cover. */
export function queryFieldsOf(query: ListEndpoint['query']): QueryFields {
  return Object.fromEntries(
    Object.entries(query.shape).map(([name, schema]) => {
      const field = queryFieldOf(name, schema)
      if (!field) throw new Error(`The query field ${name} has a schema that contract/query-fields.ts does not know.`)
      return [name, field]
    }),
  ) as QueryFields
}

function queryFieldOf(name: string, schema: z.core.$ZodType): QueryField | null {
  if (schema === area) return { kind: 'area' }
  if (schema === seasonTemplate) return { kind: 'season' }
  if (schema === day) return { kind: 'day' }
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  switch (def.type) {
    case 'optional': {
      const inner = queryFieldOf(name, def.innerType)
      return inner && { ...inner, optional: true }
    }
    case 'default': {
      // The number of rows per page is not part of an address.
      const inner: QueryField | null = name === 'per_page' ? { kind: 'fixed' } : queryFieldOf(name, def.innerType)
      return inner && { ...inner, fallback: def.defaultValue }
    }
    case 'number': {
      const checks = checksOf(def)
      if (
        !('coerce' in def && def.coerce) ||
        !checks.every(({ check }) => /^(number_format|(less|greater)_than)$/.test(check))
      )
        return null
      const least = checks.find(({ check }) => check === 'greater_than')
      const most = checks.find(({ check }) => check === 'less_than')
      if (![least, most].every((bound) => bound === undefined || bound.inclusive)) return null
      if (!checks.some(({ format }) => format === 'safeint')) return null
      return {
        kind: 'number',
        least: Number(least?.value ?? Number.MIN_SAFE_INTEGER),
        most: Number(most?.value ?? Number.MAX_SAFE_INTEGER),
      }
    }
    case 'string': {
      const checks = checksOf(def)
      // `trim` is the only transformation of text in use.
      if (!checks.every(({ check }) => check === 'overwrite' || check === 'max_length')) return null
      return {
        kind: 'text',
        trim: checks.some(({ check, tx }) => check === 'overwrite' && tx?.(' x ') === 'x'),
        most: checks.find(({ check }) => check === 'max_length')?.maximum ?? Number.MAX_SAFE_INTEGER,
      }
    }
    case 'enum':
      return { kind: 'choice', values: Object.values(def.entries).map(String) }
    default:
      return null
  }
}

type Check = {
  check: string
  format?: string
  value?: number
  inclusive?: boolean
  maximum?: number
  tx?: (text: string) => string
}

function checksOf({ checks = [] }: z.core.$ZodTypeDef): Check[] {
  return checks.map((check) => check._zod.def as Check)
}
