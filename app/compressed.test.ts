import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { arrange, makeLeague } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const league = { season: 'summer-1', division: 'womens-singles-3-5', area: 'south-bend' } as const
const {
  people: [ann],
  entry_ids,
  league_id,
} = await makeLeague(t, 4, league)
const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-24')
const authorization = `Bearer ${ann.token}`

const ask = (path: string, headers: Record<string, string> = {}) =>
  t.server.inject({ path: `/api${path}`, headers: { authorization, ...headers } })

const read = { br: brotliDecompressSync, gzip: gunzipSync } as const
const table = `/users/standings?area=south-bend&season=summer-1&division=${league.division}`

/**
 * Four reads: the first two are answered from memory from the second call on, the third has an ETag, the last has none.
 */
const reads = [table, table, `/users/matchups/${match_id}`, '/public/divisions']

test.each(['br', 'gzip'] as const)(
  'a long response to a read is sent as %s to clients that accept it',
  async (coding) => {
    for (const path of reads) {
      const plain = await ask(path)
      expect([path, plain.statusCode, plain.body.length > 800]).toEqual([path, 200, true])
      const small = await ask(path, { 'accept-encoding': `deflate, ${coding}` })
      expect([path, small.headers['content-encoding'], small.headers['vary']]).toEqual([
        path,
        coding,
        'accept-encoding',
      ])
      expect(read[coding](small.rawPayload).toString()).toBe(plain.body)
      expect(small.headers['content-length']).toBe(String(small.rawPayload.length))
      expect(small.rawPayload.length).toBeLessThan(plain.body.length)
      // A cache that stores the uncompressed response must know that the response also exists in other encodings.
      expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding'])
      expect(small.headers['content-type']).toBe(plain.headers['content-type'])
      expect(small.headers['etag']).toBe(plain.headers['etag'])
    }
    const short = await ask('/users/notifications/unread', { 'accept-encoding': coding })
    expect(short.headers).not.toHaveProperty('content-encoding')
  },
)

test('a response that the client already has is not sent again, in any encoding', async () => {
  const tag = String((await ask(table, { 'accept-encoding': 'br' })).headers['etag'])
  for (const coding of ['br', 'gzip', 'identity']) {
    const again = await ask(table, { 'accept-encoding': coding, 'if-none-match': tag })
    expect([again.statusCode, again.body, again.headers['vary']]).toEqual([304, '', 'accept-encoding'])
    expect(again.headers).not.toHaveProperty('content-encoding')
  }
})

test.each(['br;q=0, gzip;q=0.0', 'identity', 'deflate', '', 'brotli', ';;q=,'])(
  'a client that accepts %j gets the text uncompressed',
  async (accepted) => {
    const { headers, body } = await ask(table, { 'accept-encoding': accepted })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(body)).toHaveProperty('players')
  },
)

test('a HEAD request gets the length of the response in the requested encoding', async () => {
  const headers = { authorization, 'accept-encoding': 'gzip' }
  const [head, whole] = await Promise.all(
    (['HEAD', 'GET'] as const).map((method) => t.server.inject({ method, path: `/api${table}`, headers })),
  )
  expect(head?.body).toBe('')
  expect(head?.headers['content-length']).toBe(whole?.headers['content-length'])
})

test('responses to changes and refusals are never compressed', async () => {
  // The compressed length of a new session's token beside user input would reveal it (BREACH).
  const about = 'x'.repeat(900)
  const change = await t.server.inject({
    method: 'POST',
    url: '/api/users/signin',
    headers: { 'accept-encoding': 'br' },
    payload: { email: `${about}@example.com`, password: about },
  })
  expect(change.headers).not.toHaveProperty('content-encoding')
  const refused = await ask(`/users/standings?area=${about}`, { 'accept-encoding': 'br' })
  expect([refused.statusCode, refused.headers['content-encoding']]).toEqual([422, undefined])
})
