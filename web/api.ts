import { keepPreviousData, QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pathOf, type CallInput, type Endpoint, type Reply } from '#/contract/endpoint.ts'
import type { RefusalBody, RefusalCode } from '#/contract/refusals.ts'
import { token } from './session.ts'

/** The server's no, or no server: `code` is a refusal's, or `offline`. `message` is a sentence for the player. */
export class ApiError extends Error {
  readonly code: RefusalCode | 'offline'
  readonly status: number
  readonly fields: Record<string, string>
  readonly request_id: string | null
  constructor(status: number, body: Partial<RefusalBody>) {
    super(body.message ?? 'We could not reach Deuce. Check the connection and try again.')
    this.code = body.code ?? 'offline'
    this.status = status
    this.fields = body.fields ?? {}
    this.request_id = body.request_id ?? null
  }
}

/** Calls an endpoint. Throws ApiError. A dead token is removed, and with it everything that was read. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>, signal?: AbortSignal): Promise<Reply<E>> {
  const { params, query, body } = input as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined && value !== null) search.set(name, String(value))
  const bearer = token.get()
  const response = await fetch(`/api${pathOf(endpoint, params)}${search.size > 0 ? `?${search}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, {})
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (response.ok) return answer as Reply<E>
  if (response.status === 401 && endpoint.access !== 'public' && token.get() === bearer) forgetSession()
  throw new ApiError(response.status, answer as Partial<RefusalBody>)
}

/** Signs this browser out: no token, nothing of the player left in memory. The layout then leads to /. */
export function forgetSession(): void {
  token.set(null)
  queries.clear()
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The player is shown an error with a retry; asking again by itself helps against a dropped connection alone.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
})

/** A read for useQuery and for loaders; the endpoint and its input are the cache key. */
export function readOf<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions<Reply<E>, ApiError>({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, signal),
  })
}

/** Reads an endpoint in a screen. */
export function useRead<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: { enabled?: boolean; keepPrevious?: boolean } = {}) {
  return useQuery({
    ...readOf(endpoint, input),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Fetches a read while its screen's code loads; a failure is left to the screen to show. */
export function prefetch<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  return queries.prefetchQuery(readOf(endpoint, input))
}

/** Changes something; `stale` names the reads that it makes out of date. */
export function useChange<E extends Endpoint>(endpoint: E, stale: readonly Endpoint[] = []) {
  const client = useQueryClient()
  return useMutation<Reply<E>, ApiError, CallInput<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: () => Promise.all(stale.map(({ method, path }) => client.invalidateQueries({ queryKey: [method, path] }))).then(() => undefined),
  })
}
