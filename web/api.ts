import { use, useContext } from 'react'
import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'
import type { Call, CallInput, Endpoint, Reply } from '#/contract/endpoint.ts'
import type { ServedRead } from '#/contract/served-read.ts'
import { addressOf, ApiError, call, type Send } from './call.ts'
import { isOnline } from './connection.ts'
import { useWatch, type Live } from './live.ts'
import { takeEarlyReads } from './early-reads.ts'
import { ServedPage } from './served-page.ts'
import { requestReauthentication } from './reauthenticate.ts'
import { token } from './session.ts'
import { showToast } from './ui/toasts.ts'

/** The cache of what the screens have read. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Without a network a read fails at once, which the screen says, and is read again when the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Only a dropped connection or a 503 is retried by itself; for anything else the screen shows the error and a retry.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 ? isOnline() : error.status === 503),
    },
    // The default waits for the network, and then pays with the card of somebody who has left the page.
    mutations: { networkMode: 'always' },
  },
})

// Signing out clears the cache, so that the next player sees nothing of it.
token.subscribe(() => {
  if (token.get() === null) queries.clear()
})

takeEarlyReads()

const served = globalThis.document?.getElementById('reads')?.textContent
if (served) takeServed(JSON.parse(served) as ServedRead[])

/** Takes over what the server has read for this page, so that nothing is read twice. */
function takeServed(reads: readonly ServedRead[]): void {
  // Going back may show the page as it was a while ago: it is read again.
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const updatedAt = arrival?.type === 'back_forward' ? 0 : Date.now()
  for (const { key, ...read } of reads)
    if ('reply' in read) queries.setQueryData(key, read.reply, { updatedAt })
    else {
      // Else it would be read again, behind a skeleton, although the page shows the refusal.
      queries.setQueryDefaults(key, { retryOnMount: false })
      const error = new ApiError(read.status, read.refusal)
      queries
        .getQueryCache()
        .build(queries, { queryKey: key })
        .setState({ status: 'error', error, fetchStatus: 'idle' })
    }
}

/** The cache for one page that the server makes; `send` makes its calls. */
export function openServedQueries(send: Send): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false, retryOnMount: false, meta: { send } } },
  })
}

/** What the page is to carry of it. */
export function servedReadsOf(client: QueryClient): ServedRead[] {
  return client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: key, state: { data, error } }): ServedRead[] => {
      if (data !== undefined) return [{ key, reply: data }]
      if (!(error instanceof ApiError)) return []
      const { status, code, message, fields, request_id } = error
      return [
        {
          key,
          status,
          refusal: { ...(code !== 'offline' && { code }), message, fields, ...(request_id !== null && { request_id }) },
        },
      ]
    })
}

/** A read for useQuery and for loaders; the endpoint and its input are the cache key. */
export function readOf<E extends Endpoint>(endpoint: Call<E>, input: CallInput<E>) {
  return queryOptions<Reply<E>, ApiError>({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: ({ signal, meta }) => call(endpoint, input, signal, meta?.['send'] as Send | undefined),
  })
}

/** Reads an endpoint in a screen. `live`: again whenever it has changed. */
export function useRead<E extends Endpoint>(
  endpoint: Call<E>,
  input: CallInput<E>,
  options: { enabled?: boolean; keepPrevious?: boolean; live?: Live<Reply<E>> } = {},
) {
  const { live, enabled = true } = options
  const client = useQueryClient()
  const of = readOf(endpoint, input)
  const page = useContext(ServedPage)
  if (page && !page.isFrame && enabled) waitFor(client, of)
  const read = useQuery({
    ...of,
    enabled,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  useWatch(client, of.queryKey, {
    topics: live && enabled ? live.topics(read.data) : [],
    says: live?.says ?? null,
  })
  return read
}

/** The reads under way for pages that the server makes. */
const underWay = new WeakMap<Query, Promise<void>>()

/** A page that the server makes waits for what it shows: React renders the component again when the read has ended. */
function waitFor(client: QueryClient, read: { queryKey: QueryKey }): void {
  const query = client.getQueryCache().build(client, read)
  const reading = underWay.get(query) ?? client.prefetchQuery(read)
  underWay.set(query, reading)
  // Also when it has ended: React tells the reads of a component apart by their order.
  use(reading)
}

let recorded: Set<string> | null = null

/** The addresses of what is prefetched meanwhile, instead of fetching it: the server tells a page what to begin with. */
export function recordReads(start: () => void): string[] {
  const addresses = (recorded = new Set<string>())
  try {
    start()
  } finally {
    recorded = null
  }
  return [...addresses]
}

/** Waits until nothing is being read any more; this many milliseconds at most. */
export function whenRead(mostMs: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (queries.isFetching() === 0) end()
    }
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, mostMs)
    const stop = queries.getQueryCache().subscribe(look)
    look()
  })
}

/** Starts a read while its screen's code loads. The screen shows an error, if there is one. */
export function prefetch<E extends Endpoint>(endpoint: Call<E>, input: CallInput<E>): void {
  if (recorded) {
    if (endpoint.method === 'GET') recorded.add(addressOf(endpoint, input))
  } else if (token.get() !== null || endpoint.access === 'public') void queries.prefetchQuery(readOf(endpoint, input))
}

/** Makes a call that needs re-authentication: on a refusal asks for the password and makes it again. */
export async function reauthenticated<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'sign_in_again' || !(await requestReauthentication()))
      throw error
    return make()
  }
}

type ChangeOptions = {
  /** The caller shows the toast of a refusal. */
  quiet?: boolean
}

/** Changes something; `stale` names the reads that it makes out of date. A refusal is a toast, whatever else shows it. */
export function useChange<E extends Endpoint>(
  endpoint: Call<E>,
  stale: readonly Call[] = [],
  { quiet = false }: ChangeOptions = {},
) {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(stale.map(({ method, path }) => client.invalidateQueries({ queryKey: [method, path] })))
  return useMutation<Reply<E>, ApiError, CallInput<E>>({
    mutationFn: (input) =>
      endpoint.reauthenticate ? reauthenticated(() => call(endpoint, input)) : call(endpoint, input),
    onSuccess: async () => {
      // An organizer's change also shows in the overview, the lists and the audit log: they are read again when they are opened.
      if (endpoint.access === 'organizer' || endpoint.access === 'owner')
        await client.invalidateQueries({ refetchType: 'none' })
      await refresh()
    },
    onError: async ({ status, code, message }) => {
      if (!quiet && code !== 'sign_in_again') showToast({ tone: 'bad', text: message })
      // Conflict: the screen shows old data.
      if (status === 409) await refresh()
    },
  })
}
