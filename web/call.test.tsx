import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { call } from './call.ts'
import { token } from './session.ts'

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
  vi.restoreAllMocks()
})

/** A server whose courts have a tag. Answers the tags that it was sent. */
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

test('an answer that has not changed is not sent again, and a changed one is', async () => {
  const served = serveCourts()
  const read = (page: number) => call(listCourts, { query: { page } })
  expect(await read(1)).toEqual({ courts: ['Leeper Park'] })
  expect(await read(1)).toEqual({ courts: ['Leeper Park'] })
  // Another address has a tag of its own.
  await read(2)
  expect(served.asked).toEqual([null, '"1"', null])
  Object.assign(served, { courts: ['Leeper Park', 'Potawatomi Park'], tag: '"2"' })
  expect(await read(1)).toEqual({ courts: ['Leeper Park', 'Potawatomi Park'] })
  expect(served.asked.at(-1)).toBe('"1"')
})

test('the next player in this browser gets nothing of the last one', async () => {
  const served = serveCourts()
  token.set('first')
  await call(listCourts, { query: { page: 3 } })
  token.set(null)
  token.set('second')
  await call(listCourts, { query: { page: 3 } })
  expect(served.asked).toEqual([null, null])
})
