import { pathOf, type CallInput, type Endpoint, type Reply } from '#/contract/endpoint.ts'
import type { RefusalBody, RefusalCode } from '#/contract/refusals.ts'
import { isOnline } from './connection.ts'
import { endSession, token } from './session.ts'
import { PRODUCT_NAME } from '#/contract/product.ts'

const unreachable = `We could not reach ${PRODUCT_NAME}. Check your connection and try again.`
const offline = 'You are offline. Nothing was sent. Please try again when you have a connection.'

/** A refusal of the server, or no answer (`offline`). `message` is a sentence for the player. */
export class ApiError extends Error {
  readonly code: RefusalCode | 'offline'
  readonly status: number
  readonly fields: Record<string, string>
  readonly request_id: string | null
  constructor(status: number, body: Partial<RefusalBody>) {
    super(body.message ?? (isOnline() ? unreachable : offline))
    this.code = body.code ?? 'offline'
    this.status = status
    this.fields = body.fields ?? {}
    this.request_id = body.request_id ?? null
  }
}

/** Calls an endpoint. Throws ApiError. A 401 removes the token, which signs this browser out. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<Reply<E>> {
  const response = await fetchResponse(endpoint, input, signal)
  return (await response.json().catch(() => ({}))) as Reply<E>
}

/** Calls an endpoint and returns the response unread. Throws ApiError on a refusal. */
export async function fetchResponse<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<Response> {
  const { params, query, body } = input as {
    params?: Record<string, unknown>
    query?: Record<string, string | number | boolean | null | undefined>
    body?: unknown
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(name, String(value))
  // Never sent later: what somebody pressed offline is not done behind their back once the network returns.
  if (!isOnline()) throw new ApiError(0, {})
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
  if (response.ok) return response
  if (response.status === 401 && endpoint.access !== 'public' && bearer !== null && token.get() === bearer) endSession()
  throw new ApiError(response.status, (await response.json().catch(() => ({}))) as Partial<RefusalBody>)
}
