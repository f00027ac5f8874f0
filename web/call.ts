import { pathOf, type Call, type CallInput, type Endpoint, type Reply } from '#/contract/endpoint.ts'
import type { RefusalBody, RefusalCode } from '#/contract/refusals.ts'
import { keyOf, noteAnswer } from './action-key.ts'
import { isOnline } from './connection.ts'
import { whenIdle } from './when-idle.ts'
import { endSession, token } from './session.ts'
import { organization } from '#/contract/organization.ts'

const unreachable = () => `We could not reach ${organization().name}. Check your connection and try again.`
const offline = 'You are offline. Nothing was sent. Please try again when you have a connection.'

/** A refusal of the server, or no answer (`offline`). `message` is a sentence for the player. */
export class ApiError extends Error {
  readonly code: RefusalCode | 'offline'
  readonly status: number
  readonly fields: Record<string, string>
  /** What is true now, for somebody who comes too late. */
  readonly state: RefusalBody['state']
  readonly request_id: string | null
  constructor(status: number, body: Partial<RefusalBody>) {
    super(body.message ?? (isOnline() ? unreachable() : offline))
    this.code = body.code ?? 'offline'
    this.status = status
    this.fields = body.fields ?? {}
    this.state = body.state
    this.request_id = body.request_id ?? null
  }
}

/** Sends a request to an address of ours; `fetch`, or what answers on the server itself for a page that it makes. */
export type Send = (address: string, request: RequestInit) => Promise<Response>

/** Calls an endpoint. Throws ApiError. A 401 removes the token, which signs this browser out. */
export async function call<E extends Endpoint>(
  endpoint: Call<E>,
  input: CallInput<E>,
  signal?: AbortSignal,
  send?: Send,
): Promise<Reply<E>> {
  const bearer = token.get()
  const path = addressOf(endpoint, input)
  const address = `${bearer} ${path}`
  const before = endpoint.method === 'GET' ? answers.get(address) : undefined
  const fetched = fetchResponse(endpoint, input, { signal, send, ...(before && { tag: before.tag }) })
  const isKept = endpoint.kept_on_device === true && bearer !== null && !send
  const response = isKept ? await fetched.catch((error: unknown) => readKept(path, bearer, error)) : await fetched
  if (!(response instanceof Response)) return response.reply as Reply<E>
  const isUnchanged = response.status === 304 && before !== undefined
  const reply = (
    isUnchanged ? before.reply : await response.json().catch(endpoint.method === 'GET' ? refuseCut : () => ({}))
  ) as Reply<E>
  const tag = response.headers.get('etag')
  if (endpoint.method === 'GET' && tag !== null && !send) keepAnswer(address, { tag, reply })
  if (isKept) whenIdle(() => loadDevice().then((device) => device?.keepAnswer(path, reply, bearer)))
  return reply
}

/** For a connection that is cut, before the answer or in its body. What was given up stays so. */
function refuseCut(error: unknown): never {
  throw error instanceof DOMException && error.name === 'AbortError' ? error : new ApiError(0, {})
}

/** The last answer that the device has kept, marked with its time. Throws the error if there is none, or it is none of the network. */
async function readKept(path: string, bearer: string, error: unknown): Promise<{ reply: unknown }> {
  if (!(error instanceof ApiError) || error.status !== 0) throw error
  const kept = await loadDevice().then((device) => device?.findKeptAnswer(path, bearer))
  if (!kept) throw error
  return kept
}

/** Without its code nothing is kept. */
const loadDevice = () => import('./kept-answers.ts').catch(() => null)

/** Answers that the server has tagged, by token and address: it sends them again only when they have changed. */
const answers = new Map<string, { tag: string; reply: unknown }>()

/** Answers that are kept: the pages that somebody goes back and forth between. */
const MOST_ANSWERS = 50

// The next player in this browser finds nothing of the last one.
token.subscribe(() => answers.clear())

function keepAnswer(address: string, answer: { tag: string; reply: unknown }): void {
  answers.delete(address)
  answers.set(address, answer)
  const [oldest] = answers.keys()
  if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest)
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

/** Milliseconds by which a replica may be behind, and some more. */
const READ_AHEAD_MS = 5_000
let readAheadUntil = -Infinity

/** Something has just changed: for a while, what is read must not come from a copy of the database that lacks it. */
export function readAhead(): void {
  readAheadUntil = performance.now() + READ_AHEAD_MS
}

/** What names a change of this session: the same press again is the same. */
export function actionOf<E extends Endpoint>(endpoint: Call<E>, input: CallInput<E>): string {
  const { body } = input as { body?: unknown }
  return [token.get(), endpoint.method, addressOf(endpoint, input), JSON.stringify(body)].join('\n')
}

let sender: Send = (address, request) => fetch(address, request)

/** Replaces what sends the calls of a page (web/early-reads.ts). */
export function setSender(send: Send): void {
  sender = send
}

/** Calls an endpoint and returns the response unread; with `tag` also that nothing has changed (304). Throws ApiError on a refusal. */
export async function fetchResponse<E extends Endpoint>(
  endpoint: Call<E>,
  input: CallInput<E>,
  { signal, tag, send = sender }: { signal?: AbortSignal | undefined; tag?: string; send?: Send | undefined } = {},
): Promise<Response> {
  const { body } = input as { body?: unknown }
  // Never sent later: what somebody pressed offline is not done behind their back once the network returns.
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
      ...(performance.now() < readAheadUntil ? { 'cache-control': 'no-cache' } : {}),
      ...(action === null ? {} : { 'idempotency-key': keyOf(action) }),
    },
    ...(text === undefined ? {} : { body: text }),
    ...(signal ? { signal } : {}),
  }).catch(refuseCut)
  if (action !== null) noteAnswer(action, response.status)
  if (response.ok || response.status === 304) return response
  if (response.status === 401 && endpoint.access !== 'public' && bearer !== null && token.get() === bearer) endSession()
  throw new ApiError(response.status, (await response.json().catch(() => ({}))) as Partial<RefusalBody>)
}
