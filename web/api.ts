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
import { requestReauthentication } from './reauthenticate.ts'
import { token } from './session.ts'

/** What was read of the server, for the signed-in screens. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The player is shown an error with a retry; asking again by itself helps against a dropped connection alone.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
})

// Nothing that one player read is left in memory for the next.
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

/** Reads an endpoint in a screen. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: { enabled?: boolean; keepPrevious?: boolean } = {},
) {
  return useQuery({
    ...readOf(endpoint, input),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Starts a read of the signed-in player's while its screen's code loads; a failure is left to the screen to show. */
export function prefetch<E extends Endpoint>(endpoint: E, input: CallInput<E>): void {
  if (token.get() !== null) void queries.prefetchQuery(readOf(endpoint, input))
}

/** Calls what needs a fresh sign-in: asks for the password when the last one is too old, then calls again. */
async function callReauthenticated<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E>> {
  try {
    return await call(endpoint, input)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'sign_in_again' || !(await requestReauthentication()))
      throw error
    return call(endpoint, input)
  }
}

/** Changes something; `stale` names the reads that it makes out of date. */
export function useChange<E extends Endpoint>(endpoint: E, stale: readonly Endpoint[] = []) {
  const client = useQueryClient()
  const readAnew = () =>
    Promise.all(stale.map(({ method, path }) => client.invalidateQueries({ queryKey: [method, path] })))
  return useMutation<Reply<E>, ApiError, CallInput<E>>({
    mutationFn: (input) => (endpoint.reauthenticate ? callReauthenticated(endpoint, input) : call(endpoint, input)),
    onSuccess: async () => {
      // An act of the desk shows in the overview, the lists and the record as well: they are asked anew when they are opened.
      if (endpoint.access === 'organizer' || endpoint.access === 'owner')
        await client.invalidateQueries({ refetchType: 'none' })
      await readAnew()
    },
    onError: async ({ status }) => {
      // It stands otherwise than the screen shows, or it was tried and came to nothing.
      if (status === 409) await readAnew()
    },
  })
}
