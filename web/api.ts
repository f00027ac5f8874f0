import { use, useContext } from 'react'
import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'
import type { Call, CallInput, Endpoint, Reply } from '#/contract/endpoint.ts'
import type { ServedRead } from '#/contract/served-read.ts'
import { addressOf, ApiError, call, copyTag, keepOnDevice, type Send } from './call.ts'
import { isOnline } from './connection.ts'
import { useLiveTopics, type Live } from './live.ts'
import { isServer, ServedPage } from './served-page.ts'
import { requestReauthentication } from './reauthenticate.ts'
import { token } from './session.ts'
import { showToast } from './ui/toasts.ts'

/** The cache of the screens' reads. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Without a network a read fails at once, and the screen shows that. The read is repeated when the network is
      // back.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Unchanged data stays the same object, so that nothing renders again.
      structuralSharing: (before, reply) => {
        const kept: unknown = replaceEqualDeep(before, reply)
        copyTag(reply, kept)
        return kept
      },
      // Retries only after a dropped connection or a 503, and more often while the server is only busy. For other errors
      // the screen shows a button to try again.
      retry: (failures, error) =>
        error instanceof ApiError &&
        failures < (error.code === 'busy' ? 5 : 2) &&
        (error.status === 0 ? isOnline() : error.status === 503),
      // Up to twice the time that the server asks for, so that those whom it refused together do not come back together.
      retryDelay: (failures, error) => {
        const seconds = (error instanceof ApiError && error.retry_after) || 2 ** failures
        return seconds * (1 + Math.random()) * 1_000
      },
    },
    // By default, a change waits for the network, and would then charge the card of a player who has left the page.
    mutations: { networkMode: 'always' },
  },
})

// Signing out clears the cache, so that the next player sees nothing of it.
token.subscribe(() => {
  if (token.get() === null) queries.clear()
})

const served = globalThis.document?.getElementById('reads')?.textContent
if (served) takeServed(JSON.parse(served) as ServedRead[])

/** Puts the server's reads for this page into the cache, so that nothing is read twice. */
function takeServed(reads: readonly ServedRead[]): void {
  // The back button may show an old copy of the page, so its data is read again. Otherwise it is as old as the page.
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const updatedAt = arrival?.type === 'back_forward' ? 0 : Date.now() - performance.now()
  const bearer = token.get()
  for (const { key, ...read } of reads)
    if ('reply' in read) {
      queries.setQueryData(key, read.reply, { updatedAt })
      const [method, path, input] = key as [Call['method'], Call['path'], object]
      if (read.is_kept && bearer !== null)
        keepOnDevice(addressOf({ method, path } as Call, input as never), read.reply, bearer)
    } else {
      // Without this, a skeleton would replace the refusal on the page while the data is read again.
      queries.setQueryDefaults(key, { retryOnMount: false })
      const error = new ApiError(read.status, read.refusal)
      queries
        .getQueryCache()
        .build(queries, { queryKey: key })
        .setState({ status: 'error', error, fetchStatus: 'idle' })
    }
}

/** The sender of the calls of each page that the server is rendering. */
const senders = new WeakMap<QueryClient, Send>()

/** Creates the cache for one page that the server renders. `send` makes its calls. */
export function openServedQueries(send: Send): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false, retryOnMount: false } },
  })
  senders.set(client, send)
  return client
}

/** The reads of a cache that the page sends to the browser. */
export function servedReadsOf(client: QueryClient): ServedRead[] {
  return client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: key, meta, state: { data, error } }): ServedRead[] => {
      if (data !== undefined) return [{ key, reply: data, ...(meta?.['is_kept'] === true && { is_kept: true }) }]
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

/** A read for useQuery and for prefetching. The endpoint and its input are the cache key. */
export function readOf<E extends Endpoint>(endpoint: Call<E>, input: CallInput<E>) {
  return queryOptions<Reply<E>, ApiError>({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: ({ client, queryKey, signal }) =>
      call(endpoint, input, { signal, send: senders.get(client), known: client.getQueryData(queryKey) }),
    meta: { is_kept: endpoint.kept_on_device === true },
  })
}

/** Reads an endpoint in a screen. With `live`, reads again whenever the data changes. */
export function useRead<E extends Endpoint>(
  endpoint: Call<E>,
  input: CallInput<E>,
  options: { enabled?: boolean; keepPrevious?: boolean; live?: Live<Reply<E>> } = {},
) {
  const { live, enabled = true } = options
  const client = useQueryClient()
  const of = readOf(endpoint, input)
  const isServed = useContext(ServedPage) !== null
  // Reads that are not GET requests are left to the browser.
  if (isServed && enabled && endpoint.method === 'GET') waitFor(client, of)
  const read = useQuery({
    ...of,
    enabled,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  useLiveTopics(client, of.queryKey, {
    topics: live && enabled ? live.topics(read.data) : [],
    says: live?.says ?? null,
  })
  return read
}

/** The reads of the pages that the server renders. */
const underWay = new WeakMap<Query, Promise<void>>()

/** Makes a page on the server wait for a read. React renders the component again when the read has ended. */
function waitFor(client: QueryClient, read: { queryKey: QueryKey }): void {
  const query = client.getQueryCache().build(client, read)
  const reading = underWay.get(query) ?? client.prefetchQuery(read)
  underWay.set(query, reading)
  // Called even if the read has already ended, because React identifies a component's reads by their order.
  use(reading)
}

let prefetching: QueryClient | null = isServer ? null : queries

/** Adds everything that `start` prefetches to the cache of one page that the server renders. */
export function prefetchInto(client: QueryClient, start: () => void): void {
  prefetching = client
  try {
    start()
  } finally {
    prefetching = null
  }
}

/** Starts a read while its screen's code loads. The screen shows an error, if there is one. */
export function prefetch<E extends Endpoint>(endpoint: Call<E>, input: CallInput<E>): void {
  if (isServer ? endpoint.method !== 'GET' : token.get() === null && endpoint.access !== 'public') return
  const read = readOf(endpoint, input)
  // The screen that shows a failed read repeats it, unless the page came with the refusal.
  if (prefetching?.getQueryState(read.queryKey)?.status !== 'error') void prefetching?.prefetchQuery(read)
}

/** Makes a call that needs re-authentication. If it is refused, asks for the password and repeats it. */
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
  /** Shows no toast for a refusal, because the caller handles it. */
  quiet?: boolean
}

/** Makes a change. `stale` lists the reads that become outdated. A refusal always shows a toast, unless `quiet`. */
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
      // The desk's calls may need it for some input only.
      endpoint.reauthenticate || endpoint.access === 'organizer'
        ? reauthenticated(() => call(endpoint, input))
        : call(endpoint, input),
    onSuccess: async () => {
      // An organizer's change also affects the overview, the lists and the audit log, which are read again when opened.
      if (endpoint.access === 'organizer' || endpoint.access === 'owner')
        await client.invalidateQueries({ refetchType: 'none' })
      await refresh()
    },
    onError: async ({ status, code, message }) => {
      if (!quiet && code !== 'sign_in_again') showToast({ tone: 'bad', text: message })
      // A conflict means that the screen shows old data.
      if (status === 409) await refresh()
    },
  })
}
