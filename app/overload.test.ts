import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getUser, logOut } from '#/features/accounts/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { Admission } from '#/server/admission.ts'
import { startApp } from '#/test/app.ts'
import { makePlayer } from '#/test/make.ts'

// A build whose program only shows a public read.
const built = await mkdtemp(join(tmpdir(), 'deuce overload '))
await mkdir(join(built, 'web/.vite'), { recursive: true })
await mkdir(join(built, 'pages'))
await writeFile(join(built, 'web/index.html'), '<html lang="en"><head></head><body><div id="root"></div></body></html>')
await writeFile(join(built, 'web/.vite/manifest.json'), '{}')
await writeFile(
  join(built, 'pages/render.js'),
  `export const listScreens = async () => []
  export async function renderPage({ send }) {
    const { status } = await send('/api/public/seasons', { method: 'GET', headers: {} })
    return { status: 200, head: '', body: '<h1>Seasons ' + status + '</h1>', reads: [], screens: [] }
  }`,
)
afterAll(() => rm(built, { recursive: true, force: true }))

let waitMs = 0
const admission = new Admission({ now: () => performance.now(), waitMs: () => waitMs, atLocks: () => 0 })
for (let n = 0; n < 16; n += 1) void admission.work(() => new Promise(() => {}))
const t = await startApp('2026-05-20T16:00:00Z', {}, undefined, { admission, built })
const { people } = await makeLeague(t, 2, { season: 'summer-1', division: 'womens-singles-3-0', area: 'south-bend' })
const [ann, bea] = people

/** From now on all calls wait so long. */
function overload(ms: number): void {
  waitMs = ms
  for (let n = 0; n < 50; n += 1) admission.tick()
}
beforeEach(() => overload(0))

const get = (url: string, headers: Record<string, string> = {}) => t.server.inject({ method: 'GET', url, headers })
const busy = { message: expect.any(String), code: 'busy', request_id: expect.any(String) }

test('under overload a read is refused at once and says when to come back, while a score is stored', async () => {
  overload(60)
  const before = admission.refused.reads
  const from = performance.now()
  const read = await get('/api/users', { authorization: `Bearer ${ann.token}` })
  expect(performance.now() - from).toBeLessThan(50)
  expect(read.statusCode).toBe(503)
  expect(read.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
  expect(read.json()).toEqual(busy)
  expect(admission.refused.reads).toBe(before + 1)

  const body = scoreBody(ann, bea, '6-4 6-4', { division: 'womens-singles-3-0' })
  const score = await t.server.inject({
    method: 'POST',
    url: '/api/users/scores',
    headers: { authorization: `Bearer ${ann.token}` },
    payload: body,
  })
  expect(score.statusCode).toBe(201)
  overload(0)
  expect((await t.call(getUser, { token: ann.token })).status).toBe(200)
})

test('a change is refused without looking at its body or its session', async () => {
  overload(400)
  const change = await t.server.inject({
    method: 'PUT',
    url: '/api/users',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  })
  expect(change.statusCode).toBe(503)
  expect(change.headers['retry-after']).toBe('1')
})

test('whatever happens, a load balancer can ask for the health of the process, and a session can be ended', async () => {
  const player = await makePlayer(t)
  overload(100_000)
  expect((await get('/health/live')).statusCode).toBe(200)
  expect((await get('/health/ready')).json()).not.toMatchObject({ code: 'busy' })
  expect((await t.call(logOut, { token: player.token })).status).toBe(200)
})

test('another site hears of the refusal of a shared read', async () => {
  overload(60)
  const shared = await get('/api/public/embed/south-bend/womens-singles-3-0/standings')
  expect(shared.statusCode).toBe(503)
  expect(shared.headers['access-control-allow-origin']).toBe('*')
})

test('strangers are refused before people: a page is made with its reads, later it is left to the browser', async () => {
  overload(35)
  expect((await get('/api/public/seasons')).statusCode).toBe(503)
  // A page that takes a second is left to the browser too.
  await expect.poll(async () => (await get('/standings')).body).toContain('<h1>Seasons 200</h1>')
  overload(60)
  const shell = await get('/standings')
  expect(shell.statusCode).toBe(200)
  expect(shell.body).toContain('<div id="root"></div>')
})

test.each(['/standings', '/calendar/some-name.ics', '/api/public/play-offs/picture.png'])(
  'a crawler comes back later to %s',
  async (url) => {
    overload(35)
    const answer = await get(url, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('3')
  },
)
