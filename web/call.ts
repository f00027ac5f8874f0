import { pathOf, type Call, type CallInput, type Endpoint, type Reply } from '#/contract/endpoint.ts'
import type { RefusalBody, RefusalCode } from '#/contract/refusals.ts'
import { keyOf, noteAnswer } from './action-key.ts'
import { isOnline } from './connection.ts'
import { freshnessHeader } from './fresh-reads.ts'
import { auditIds } from './undo.ts'
import { whenIdle } from './when-idle.ts'
import { endSession, token } from './session.ts'
import { organization } from '#/contract/organization.ts'

const unreachable = () => `We could not reach ${organization().name}. Check your connection and try again.`
const offline = 'You are offline. Nothing was sent. Please try again when you have a connection.'

/** A refusal by the server, or the lack of a response (`offline`). `message` is a sentence for the player. */
export class ApiError extends Error {
  readonly code: RefusalCode | 'offline'
  readonly status: number
  readonly fields: Record<string, string>
  /** The current state, if somebody else was faster. */
  readonly state: RefusalBody['state']
  readonly request_id: string | null
  /** Seconds after which the server wants to be asked again. */
  readonly retry_after: number | null
  constructor(status: number, body: Partial<RefusalBody>, retryAfter: string | null = null) {
    super(body.message ?? (isOnline() ? unreachable() : offline))
    this.code = body.code ?? 'offline'
    this.status = status
    this.fields = body.fields ?? {}
    this.state = body.state
    this.request_id = body.request_id ?? null
    this.retry_after = retryAfter === null ? null : Number(retryAfter)
  }
}

/** Sends a request to this site: `fetch`, or inside the server for a page that it renders. */
export type Send = (address: string, request: RequestInit) => Promise<Response>

type RequestOptions = { signal?: AbortSignal | undefined; send?: Send | undefined }

type CallOptions<E extends Endpoint> = RequestOptions & {
  /** The last reply to this read, returned again when the server says that nothing has changed. */
  known?: Reply<E> | undefined
}

/** Calls an endpoint. Throws ApiError. A 401 removes the token, which signs this browser out. */
export async function call<E extends Endpoint>(
  endpoint: Call<E>,
  input: CallInput<E>,
  { signal, send, known }: CallOptions<E> = {},
): Promise<Reply<E>> {
  const bearer = token.get()
  const path = addressOf(endpoint, input)
  const fetched = fetchResponse(endpoint, input, { signal, send, tag: tags.get(known as object) })
  const isKept = endpoint.kept_on_device === true && bearer !== null && !send
  const response = isKept
    ? await fetched.catch((error: unknown) => readStoredReply(path, bearer, error))
    : await fetched
  if (!(response instanceof Response)) return response.reply as Reply<E>
  const isUnchanged = response.status === 304 && known !== undefined
  const reply: Reply<E> = isUnchanged
    ? known
    : await response.json().catch(endpoint.method === 'GET' ? refuseCut : () => ({}))
  const tag = response.headers.get('etag')
  if (tag !== null && !isUnchanged) tags.set(reply as object, tag)
  const audit_id = response.headers.get('audit-id')
  if (audit_id !== null) auditIds.set(reply as object, audit_id)
  if (isKept) keepOnDevice(path, reply, bearer)
  return reply
}

/** Converts a broken connection, before or during the response, into an ApiError. An aborted call stays an AbortError. */
function refuseCut(error: unknown): never {
  throw error instanceof DOMException && error.name === 'AbortError' ? error : new ApiError(0, {})
}

/** The reply stored on the device, marked with its time. Throws the error if there is no reply, or if the network works. */
async function readStoredReply(path: string, bearer: string, error: unknown): Promise<{ reply: unknown }> {
  if (!(error instanceof ApiError) || error.status !== 0) throw error
  const kept = await loadDevice().then((device) => device?.findStoredReply(path, bearer))
  if (!kept) throw error
  return kept
}

/** Stores a reply of the session for use without a network, once the first screen has loaded. */
export function keepOnDevice(path: string, reply: unknown, bearer: string): void {
  whenIdle(() => loadDevice().then((device) => device?.storeReply(path, reply, bearer)))
}

/** Null if the code cannot be loaded. Nothing is stored then. */
const loadDevice = () => import('./offline-replies.ts').catch(() => null)

/** The entity tags of the replies in the query cache, so that the server sends a reply again only if it has changed. */
const tags = new WeakMap<object, string>()

/** Copies a reply's tag to the object that the query cache keeps for it. */
export function copyTag(reply: unknown, kept: unknown): void {
  const tag = tags.get(reply as object)
  if (tag !== undefined) tags.set(kept as object, tag)
}

/** The address of a call, below /api. */
export function addressOf<E extends Endpoint>(endpoint: Call<E>, input: CallInput<E>): string {
  const { params, query } = input as {
    params?: Record<string, unknown>
    query?: Record<string, string | number | boolean | null | undefined>
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return `/api${pathOf(endpoint, params)}${search.size > 0 ? `?${search}` : ''}`
}

/** Identifies a change in this session. Pressing the same button again is the same change. */
export function actionOf<E extends Endpoint>(endpoint: Call<E>, input: CallInput<E>): string {
  const { body } = input as { body?: unknown }
  return [token.get(), endpoint.method, addressOf(endpoint, input), JSON.stringify(body)].join('\n')
}

let callsUnderWay = 0

/** Whether a call of this page waits for its reply. */
export function isCalling(): boolean {
  return callsUnderWay > 0
}

type FetchOptions = RequestOptions & { tag?: string | undefined }

/** Calls an endpoint and returns the unread response, which with `tag` may be 304. Throws ApiError on a refusal. */
export async function fetchResponse<E extends Endpoint>(
  endpoint: Call<E>,
  input: CallInput<E>,
  options: FetchOptions = {},
): Promise<Response> {
  callsUnderWay += 1
  try {
    return await sendCall(endpoint, input, options)
  } finally {
    callsUnderWay -= 1
  }
}

async function sendCall<E extends Endpoint>(
  endpoint: Call<E>,
  input: CallInput<E>,
  { signal, tag, send = fetch }: FetchOptions,
): Promise<Response> {
  const { body } = input as { body?: unknown }
  // A change made offline is never sent later, when its player may no longer expect it.
  if (!isOnline()) throw new ApiError(0, {})
  const bearer = token.get()
  const address = addressOf(endpoint, input)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const isChange = endpoint.method !== 'GET' && endpoint.access !== 'public' && !endpoint.reads
  const action = isChange ? actionOf(endpoint, input) : null
  const response = await send(address, {
    method: endpoint.method,
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(tag === undefined ? {} : { 'if-none-match': tag }),
      ...freshnessHeader(),
      ...(action === null ? {} : { 'idempotency-key': keyOf(action) }),
    },
    ...(text === undefined ? {} : { body: text }),
    ...(signal ? { signal } : {}),
  }).catch(refuseCut)
  if (action !== null) noteAnswer(action, response.status)
  if (response.ok || response.status === 304) return response
  if (response.status === 401 && endpoint.access !== 'public' && bearer !== null && token.get() === bearer) endSession()
  const refusal = (await response.json().catch(() => ({}))) as Partial<RefusalBody>
  const refused = new ApiError(response.status, refusal, response.headers.get('retry-after'))
  if (refused.code !== 'in_line') throw refused
  // The place in line is kept, and the key stays the same: asking again is the same action.
  const { waitInLine } = await import('./wait-in-line.ts').catch(() => ({ waitInLine: () => Promise.reject(refused) }))
  await waitInLine(refused.state, signal)
  return sendCall(endpoint, input, { signal, tag, send })
}
