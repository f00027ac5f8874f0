import type * as z from 'zod/mini'
import { AREA_PARAMETERS, areaAddress } from '#/contract/areas.ts'
import type { Endpoint, ListCall } from '#/contract/endpoint.ts'
import { readField } from '#/contract/query-fields.ts'

/** An endpoint with a paged list; its query is the filters and the page. */
export type ListEndpoint = Endpoint & {
  readonly query: z.ZodMiniObject<
    { page: z.ZodMiniType<number>; per_page: z.ZodMiniType<number> } & Readonly<Record<string, z.ZodMiniType>>
  >
}

/** A parsed query; required values may be missing in an address. */
type ValuesOf<In, Out> = {
  [K in keyof Out]: K extends keyof In ? (undefined extends In[K] ? Out[K] : Out[K] | undefined) : Out[K]
}

export type ListSearch<E extends ListEndpoint> = {
  /** The query of the endpoint: the part of the address that its fields accept. */
  query: z.input<E['query']>
  /** The query after parsing, with the schema's defaults. */
  values: ValuesOf<z.input<E['query']>, z.output<E['query']>>
  page: number
  perPage: number
  /** The part of the query that chooses the rows: without the page and the order. */
  filter: Omit<z.input<E['query']>, 'page' | 'per_page' | 'sort'>
  /** Whether any filter is set. */
  isFiltered: boolean
}

/**
 * The search parameters of a list's address, read by the fields of the endpoint's query. Invalid parameters are
 * ignored, so that an old link shows the list and not an error.
 */
export function readListSearch<E extends ListEndpoint>(endpoint: ListCall<E>, params: URLSearchParams): ListSearch<E> {
  const query: Record<string, unknown> = {}
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(endpoint.fields)) {
    // The number of rows on a page cannot be set in the address.
    const text = name === 'per_page' ? undefined : params.get(name) || undefined
    const given = readField(field, text)
    if (given.success && text !== undefined) query[name] = text
    values[name] = given.success ? given.data : readField(field, undefined).data
  }
  const page = values['page'] as number
  const filter = Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'page' && name !== 'sort'))
  return {
    // Page 1 is always sent, so that the read has one cache key with and without it in the address.
    query: { ...query, page } as z.input<E['query']>,
    values: values as ListSearch<E>['values'],
    page,
    perPage: Number(endpoint.fields.per_page.fallback),
    filter: filter as ListSearch<E>['filter'],
    isFiltered: Object.keys(filter).length > 0,
  }
}

/** The address's parameters with some changed. Any change but the page resets to the first page. */
export function changeSearch(params: URLSearchParams, changes: Record<string, string | number | undefined>): string {
  const next = new URLSearchParams(params)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, AREA_PARAMETERS.includes(name) ? areaAddress(String(value)) : String(value))
  }
  return `?${next}`
}
