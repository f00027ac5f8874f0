import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { queries, readOf } from './api.ts'
import { call } from './call.ts'
import { onDevice } from './device-store.ts'
import { storeReply } from './offline-replies.ts'
import { token } from './session.ts'
import { currentToasts } from './ui/toasts.ts'

const listCourts = endpoint({
  method: 'GET',
  path: '/courts',
  access: 'player',
  tag: 'Test',
  summary: 'Courts.',
  query: z.object({ page: z.int() }),
  reply: z.object({ courts: z.array(z.string()) }),
})

afterEach(() => {
  token.set(null)
  queries.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Reads as screens do, through the query cache. */
const read = (page: number) => queries.fetchQuery({ ...readOf(listCourts, { query: { page } }), staleTime: 0 })

/** A server whose courts have an ETag. Returns the tags that it received. */
function serveCourts() {
  const served = { courts: ['Leeper Park'], tag: '"1"', asked: [] as (string | null)[] }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    const asked = new Headers(init?.headers).get('if-none-match')
    served.asked.push(asked)
    const headers = { etag: served.tag }
    if (asked === served.tag) return new Response(null, { status: 304, headers })
    return Response.json({ courts: served.courts }, { headers })
  })
  return served
}

test('an unchanged response is not sent again, and a changed one is', async () => {
  const served = serveCourts()
  expect(await read(1)).toEqual({ courts: ['Leeper Park'] })
  expect(await read(1)).toEqual({ courts: ['Leeper Park'] })
  // A read of another address does not send this tag.
  await read(2)
  expect(served.asked).toEqual([null, '"1"', null])
  Object.assign(served, { courts: ['Leeper Park', 'Potawatomi Park'], tag: '"2"' })
  expect(await read(1)).toEqual({ courts: ['Leeper Park', 'Potawatomi Park'] })
  expect(served.asked.at(-1)).toBe('"1"')
  // The changed reply is a new object in the cache, and its tag has moved to that object.
  expect(await read(1)).toEqual({ courts: ['Leeper Park', 'Potawatomi Park'] })
  expect(served.asked.at(-1)).toBe('"2"')
})

test('data that a screen cached before the server confirmed it is read again in full', async () => {
  const served = serveCourts()
  await read(1)
  queries.setQueryData(readOf(listCourts, { query: { page: 1 } }).queryKey, { courts: [] })
  expect(await read(1)).toEqual({ courts: ['Leeper Park'] })
  expect(served.asked).toEqual([null, null])
})

test('the next player in this browser gets nothing cached by the last one', async () => {
  const served = serveCourts()
  token.set('first')
  await read(3)
  token.set(null)
  token.set('second')
  await read(3)
  expect(served.asked).toEqual([null, null])
})

test.each([
  ['is cut off', new TypeError('network error'), { status: 0 }],
  ['is given up', new DOMException('The screen is gone.', 'AbortError'), { name: 'AbortError' }],
])('a response that %s in its body is rejected, and not cached', async (_, error, thrown) => {
  const served = serveCourts()
  const half = new Response('{"courts":["Lee', { headers: { etag: served.tag } })
  vi.spyOn(half, 'json').mockRejectedValue(error)
  vi.mocked(fetch).mockImplementationOnce(async () => half)
  await expect(call(listCourts, { query: { page: 4 } })).rejects.toMatchObject(thrown)
  expect(await read(4)).toEqual({ courts: ['Leeper Park'] })
})

const openCourt = endpoint({
  method: 'POST',
  path: '/courts',
  access: 'player',
  tag: 'Test',
  summary: 'A new court.',
  body: z.object({ name: z.string() }),
  reply: z.object({ name: z.string() }),
})

/** A server that responds with these statuses in turn; 0 is a network failure. Returns the keys that it received. */
function serveStatuses(statuses: number[]) {
  const keys: (string | null)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    const status = statuses.shift() ?? 200
    if (status === 0) throw new TypeError('Failed to fetch')
    return Response.json({ name: 'Leeper Park' }, { status })
  })
  return keys
}

test('an action without a response keeps its key; every other action gets a new one', async () => {
  const keys = serveStatuses([0, 503, 409, 200, 200, 200])
  const open = (name: string) => call(openCourt, { body: { name } }).catch(() => null)
  for (let attempt = 0; attempt < 5; attempt += 1) await open('Leeper Park')
  await open('Potawatomi Park')
  const [first, again, refused, next, nextButOne, other] = keys
  expect(first).toMatch(/^[\da-f]{64}$/)
  expect([again, refused]).toEqual([first, first])
  expect(new Set([first, next, nextButOne, other]).size).toBe(4)
})

test('an action in progress has one key, however often it is pressed', async () => {
  const keys = serveStatuses([200, 200])
  await Promise.all([1, 2].map(() => call(openCourt, { body: { name: 'Leeper Park' } })))
  expect(keys[0]).toBe(keys[1])
})

test('a read has no key', async () => {
  const keys = serveStatuses([200])
  await call(listCourts, { query: { page: 1 } })
  expect(keys).toEqual([null])
})

test('a call that waits in line is made again by itself, with the same key', async () => {
  token.set('a-session')
  const buy = endpoint({
    method: 'POST',
    path: '/buy',
    access: 'player',
    tag: 'Test',
    summary: 'Buys.',
    reply: z.object({ message: z.string() }),
  })
  const keys: (string | null)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    return keys.length < 2
      ? Response.json({ code: 'in_line', message: 'In line.', state: { place: 37, seconds: 1 } }, { status: 429 })
      : Response.json({ message: 'Paid.' })
  })
  expect(await call(buy, {})).toEqual({ message: 'Paid.' })
  expect(currentToasts().map(({ text }) => text)).toContain('You are 37th in line, about a second. Please stay here.')
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(2)
})

test('a session that ended elsewhere leaves nothing on the device that it has read, at the first answer', async () => {
  token.set('a-session')
  await storeReply('/api/courts', { courts: ['Leeper Park'] }, 'a-session')
  expect(await onDevice((device) => device.count('answers'))).toBe(1)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ code: 'not_signed_in' }, { status: 401 }),
  )
  await expect(call(listCourts, { query: { page: 1 } })).rejects.toMatchObject({ status: 401 })
  await expect.poll(() => onDevice((device) => device.count('answers'))).toBe(0)
})

/** Lets the fake clock run until a promise is settled. */
async function ended<T>(promise: Promise<T>): Promise<T> {
  let isOver = false
  void promise.finally(() => (isOver = true))
  while (!isOver) await vi.advanceTimersByTimeAsync(20)
  return promise
}

test.each([
  ['busy', 6, 2],
  ['unavailable', 3, 2],
])('a read that is refused as %s is asked %i times, %i to twice as many seconds apart', async (code, asked, after) => {
  vi.useFakeTimers()
  const at: number[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    at.push(Date.now())
    return Response.json({ code, message: 'Later.' }, { status: 503, headers: { 'retry-after': `${after}` } })
  })
  expect(await ended(read(5).catch((error: unknown) => error))).toMatchObject({ code, message: 'Later.' })
  expect(at).toHaveLength(asked)
  const gaps = at.slice(1).map((time, n) => time - (at[n] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(after * 1_000)
  expect(Math.max(...gaps)).toBeLessThan(after * 2_000 + 100)
})

test('a read that is refused as busy waits, and then has its reply', async () => {
  const served = serveCourts()
  const refusal = { code: 'busy', message: 'Later.' }
  vi.mocked(fetch).mockImplementationOnce(async () =>
    Response.json(refusal, { status: 503, headers: { 'retry-after': '1' } }),
  )
  vi.useFakeTimers()
  const reading = read(6)
  await vi.advanceTimersByTimeAsync(500)
  const { queryKey } = readOf(listCourts, { query: { page: 6 } })
  expect(queries.getQueryState(queryKey)).toMatchObject({ status: 'pending', fetchStatus: 'fetching' })
  expect(await ended(reading)).toEqual({ courts: served.courts })
})
