import { useSearchParams } from './router.tsx'
import type * as z from 'zod/mini'
import type { CallInput, ListCall, Reply } from '#/contract/endpoint.ts'
import { useRead } from './api.ts'
import { call } from './call.ts'
import type { Live } from './live.ts'
import { changeSearch, readListSearch, type ListEndpoint } from './list-search.ts'

/** Filters of a list, by the names in the endpoint's query. */
type Filters<E extends ListEndpoint> = { [K in keyof E['query']['shape'] & string]?: string | number | undefined }

/** The filters and the page of a list, which are stored in the address. */
export function useListSearch<E extends ListEndpoint>(endpoint: ListCall<E>) {
  const [params, setParams] = useSearchParams()
  return {
    ...readListSearch(endpoint, params),
    /** Sets filters; '' removes one. Resets to the first page. */
    set: (filters: Filters<E>) => setParams(changeSearch(params, filters)),
    /** The address of the list with other filters, or of another page. */
    hrefOf: (filters: Filters<E>) => changeSearch(params, filters),
  }
}

/** The other parts of a call: parameters, body, and the query that is not in the address. */
type Rest<E extends ListEndpoint> = Omit<CallInput<E>, 'query'> & { query?: Partial<z.input<E['query']>> }

/** A list and its filters, at the page in the address. The previous page stays until the new one is loaded. */
export function useList<E extends ListEndpoint>(
  endpoint: ListCall<E>,
  rest: Rest<E> = {} as Rest<E>,
  options: { enabled?: boolean; live?: Live<Reply<E>> } = {},
) {
  const search = useListSearch(endpoint)
  const query = { ...search.query, ...rest.query }
  const input = { ...rest, query } as unknown as CallInput<E>
  const read = useRead(endpoint, input, {
    ...options,
    keepPrevious: true,
  })
  const { sort } = endpoint.fields
  return {
    ...search,
    read,
    sorting:
      sort?.kind === 'choice'
        ? {
            value: String((search.values as Record<string, unknown>)['sort']),
            values: sort.values,
            hrefOf: (value: string) =>
              search.hrefOf({ sort: value === sort.fallback ? '' : value } as unknown as Filters<E>),
          }
        : undefined,
    /** Reads another page of the same filter, for a file. */
    fetchPage: (page: number, per_page: number) =>
      call(endpoint, { ...rest, query: { ...query, page, per_page } } as unknown as CallInput<E>),
  }
}

/** The part of useList's result that lists display. */
export type List<Page> = {
  page: number
  perPage: number
  isFiltered: boolean
  hrefOf: (page: { page: number }) => string
  read: Pick<ReturnType<typeof useRead>, 'error' | 'isFetching' | 'refetch' | 'isPlaceholderData'> & {
    data: Page | undefined
  }
}
