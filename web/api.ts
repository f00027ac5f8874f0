import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { CallInput, Endpoint, Reply } from '#/contract/endpoint.ts'
import { ApiError, call } from './call.ts'
import { isOnline } from './connection.ts'
import { useWatch, type Live } from './live.ts'
import { requestReauthentication } from './reauthenticate.ts'
import { token } from './session.ts'
import { showToast } from './ui/toasts.ts'

/** The cache of what the signed-in screens have read. */
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

/** A read for useQuery and for loaders; the endpoint and its input are the cache key. */
export function readOf<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions<Reply<E>, ApiError>({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, signal),
  })
}

/** Reads an endpoint in a screen. `live`: again whenever it has changed. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: { enabled?: boolean; keepPrevious?: boolean; live?: Live<Reply<E>> } = {},
) {
  const { live, enabled = true } = options
  const of = readOf(endpoint, input)
  const read = useQuery({
    ...of,
    enabled,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  useWatch(useQueryClient(), of.queryKey, {
    topics: live && enabled ? live.topics(read.data) : [],
    says: live?.says ?? null,
  })
  return read
}

/** Starts a read while its screen's code loads. The screen shows an error, if there is one. */
export function prefetch<E extends Endpoint>(endpoint: E, input: CallInput<E>): void {
  if (token.get() !== null) void queries.prefetchQuery(readOf(endpoint, input))
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
  endpoint: E,
  stale: readonly Endpoint[] = [],
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
