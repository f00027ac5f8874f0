import { useSearchParams } from './router.tsx'
import type * as z from 'zod/mini'
import type { CallInput, ListCall, Reply } from '#/contract/endpoint.ts'
import { useRead } from './api.ts'
import type { Live } from './live.ts'
import { changeSearch, readListSearch, type ListEndpoint } from './list-search.ts'

/** Filters of a list, by the names of the endpoint's query. */
type Filters<E extends ListEndpoint> = { [K in keyof E['query']['shape'] & string]?: string | number | undefined }

/** The filters and the page of a list, which live in the address. */
export function useListSearch<E extends ListEndpoint>(endpoint: ListCall<E>) {
  const [params, setParams] = useSearchParams()
  return {
    ...readListSearch(endpoint, params),
    /** Sets filters; '' removes one. Goes back to the first page. */
    set: (filters: Filters<E>) => setParams(changeSearch(params, filters)),
    /** The address of the list with other filters, or of another page. */
    hrefOf: (filters: Filters<E>) => changeSearch(params, filters),
  }
}

/** The rest of a call: its parameters, its body, and the part of its query that is not in the address. */
type Rest<E extends ListEndpoint> = Omit<CallInput<E>, 'query'> & { query?: Partial<z.input<E['query']>> }

/** A list and its search: the page that is in the address. The previous page stays until the new one is there. */
export function useList<E extends ListEndpoint>(
  endpoint: ListCall<E>,
  rest: Rest<E> = {} as Rest<E>,
  options: { enabled?: boolean; live?: Live<Reply<E>> } = {},
) {
  const search = useListSearch(endpoint)
  const input = { ...rest, query: { ...search.query, ...rest.query } } as unknown as CallInput<E>
  const read = useRead(endpoint, input, {
    ...options,
    keepPrevious: true,
  })
  return { ...search, read }
}

/** What useList returns, as far as a list of such pages is shown. */
export type List<Page> = {
  page: number
  perPage: number
  isFiltered: boolean
  hrefOf: (page: { page: number }) => string
  read: Pick<ReturnType<typeof useRead>, 'error' | 'isFetching' | 'refetch' | 'isPlaceholderData'> & {
    data: Page | undefined
  }
}
