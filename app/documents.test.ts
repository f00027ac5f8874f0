import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readerOf } from '#/contract/document-reader.ts'
import * as calls from '#/features/accounts/contract.ts'
import { changePassword, endAllSessions } from '#/features/settings/contract.ts'
import { documentKeyOf } from '#/server/document-cookie.ts'
import { endSession, startImpersonation } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'

// A build whose program only shows the reader's name. e2e/html.test.ts proves what React renders.
const built = await mkdtemp(join(tmpdir(), 'deuce documents '))
await mkdir(join(built, 'web/.vite'), { recursive: true })
await mkdir(join(built, 'pages'))
await writeFile(
  join(built, 'web/index.html'),
  '<html lang="en"><head><title>{organization}</title></head><body><div id="root"></div></body></html>',
)
await writeFile(join(built, 'web/.vite/manifest.json'), '{}')
await writeFile(
  join(built, 'pages/render.js'),
  `export const listScreens = async () => []
  export async function renderPage({ url, isSignedIn, send, findZone }) {
    if (!isSignedIn) return null
    const method = url.endsWith('?change') ? 'POST' : 'GET'
    const answer = await send(method === 'POST' ? '/api/users/logout' : '/api/users', { method, headers: {} })
    if (!answer.ok) return null
    const { user } = await answer.json()
    const reads = [{ key: ['GET', '/users', {}], reply: { user } }]
    return { status: 200, head: '', body: '<h1>Hello ' + user.id + ' in ' + findZone() + '</h1>', reads, screens: [] }
  }`,
)
afterAll(() => rm(built, { recursive: true, force: true }))

const lines: string[] = []
const log = { write: (text: string) => lines.push(text), level: 'info' } as const
const t = await startApp('2026-07-15T16:00:00Z', {}, undefined, { built, log, idle_sessions_end: true })

type Asked = { method?: 'GET' | 'HEAD'; path?: string; headers?: Record<string, string>; cookie?: string | undefined }

/** Requests a document as a browser does. */
function ask(token: string | null, { method = 'GET', path = '/dashboard', headers = {}, cookie }: Asked = {}, on = t) {
  const cookies = cookie ?? (token === null ? undefined : cookiesOf(token))
  return on.server.inject({
    method,
    url: path,
    headers: {
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'none',
      ...headers,
      ...(cookies !== undefined && { cookie: cookies }),
    },
  })
}

function cookiesOf(token: string): string {
  return `deuce.document=${documentKeyOf(token)}; deuce.reader=${readerOf(token)}:America/New_York`
}

/** The id of the player that a document belongs to, or 'shell' for a document without personal data. */
async function kindOf(answer: ReturnType<typeof ask>): Promise<number | string> {
  const { statusCode, body, headers } = await answer
  const own = /Hello (\d+) in America\/New_York/.exec(body)
  if (own) return Number(own[1])
  const isEmpty = body.includes('<div id="root"></div>') && !/Hello|data-reader|id="reads"/.test(body)
  return statusCode === 200 && headers['cache-control'] === 'no-cache' && isEmpty ? 'shell' : body
}

/** A sign-in by password, as the browser sends it. */
function signIn(email: string, headers: Record<string, string> = {}, on = t) {
  return on.server.inject({ method: 'POST', url: '/api/users/signin', headers, payload: { email, password } })
}

test('a sign-in sets the cookie for the dashboard only; it is not a token, and only its hash is stored', async () => {
  const { id, email } = await makePlayer(t)
  const answer = await signIn(email)
  const { token } = answer.json<{ token: string }>()
  const key = documentKeyOf(token)
  expect(answer.headers['set-cookie']).toBe(
    `deuce.document=${key}; Path=/dashboard; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  )
  expect(key.slice(9)).not.toContain(token.slice(8))
  const row = await t.db.selectFrom('sessions').selectAll().where('player_id', '=', id).execute()
  expect(JSON.stringify(row.map(({ document_hash }) => document_hash?.toString('latin1')))).not.toContain(key)
  expect(await kindOf(ask(token))).toBe(id)
})

test('over https the cookie is Secure and its name begins with __Secure-', async () => {
  const https = await startApp(undefined, { PUBLIC_URL: 'https://play.example' }, undefined, { built })
  const { id, email, token } = await makePlayer(https)
  const set = (await signIn(email, {}, https)).headers['set-cookie']
  expect(set).toMatch(/^__Secure-deuce\.document=.*; HttpOnly; SameSite=Lax; Secure$/)
  expect(await kindOf(ask(token, {}, https))).toBe('shell')
  const cookie = `__Secure-${cookiesOf(token)}`
  expect((await ask(token, { cookie }, https)).body).toContain(`Hello ${id}`)
})

test('a document of a session is not stored anywhere, and its headers say that it depends on the cookie', async () => {
  const { token } = await makePlayer(t)
  const { headers, body } = await ask(token)
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    vary: 'accept-encoding, cookie',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['etag']).toBeUndefined()
  expect(body).toMatch(new RegExp(`<html lang="en" data-reader="${readerOf(token)}" data-zone="[\\w/]+">`))
  expect(body).not.toContain(token)
  expect(body).not.toContain(documentKeyOf(token).slice(9))
  expect((await ask(null)).headers['vary']).toBe('accept-encoding, cookie')
})

test('the cookie allows no calls and no changes, and its page can only send reads', async () => {
  const player = await makePlayer(t)
  const cookie = cookiesOf(player.token)
  const key = documentKeyOf(player.token)
  for (const headers of [{ cookie }, { authorization: `Bearer ${key}` }, { authorization: `Bearer ${key.slice(9)}` }])
    expect((await t.server.inject({ url: '/api/users', headers })).statusCode).toBe(401)
  expect((await t.server.inject({ method: 'POST', url: '/dashboard', headers: { cookie } })).statusCode).toBe(405)
  expect(await kindOf(ask(player.token, { path: '/dashboard?change' }))).toBe('shell')
  expect(await kindOf(ask(player.token))).toBe(player.id)
})

test('no document is served unless the cookie set by the page’s script names the same session', async () => {
  const [one, other] = [await makePlayer(t), await makePlayer(t)]
  const key = documentKeyOf(one.token)
  for (const cookie of [
    `deuce.document=${key}`,
    `deuce.document=${key}; deuce.reader=${readerOf(other.token)}:UTC`,
    `deuce.document=${key}; deuce.reader=${readerOf(one.token)}`,
    `deuce.document=${key}; deuce.reader=${readerOf(one.token)}:Nowhere/At_all`,
    `deuce.document=${readerOf(other.token)}${key.slice(8)}; deuce.reader=${readerOf(other.token)}:UTC`,
    `deuce.document=${'a'.repeat(5_000)}; deuce.reader=${readerOf(one.token)}:UTC`,
    'deuce.document; deuce.reader; =; ;;',
  ])
    expect(await kindOf(ask(one.token, { cookie }))).toBe('shell')
})

test('a cookie that another site on the domain has set yields no document, neither that site’s nor the reader’s', async () => {
  const [victim, attacker] = [await makePlayer(t), await makePlayer(t)]
  const planted = `deuce.document=${documentKeyOf(attacker.token)}`
  expect(await kindOf(ask(null, { cookie: `${planted}; ${cookiesOf(victim.token)}` }))).toBe('shell')
  expect(await kindOf(ask(null, { cookie: `${cookiesOf(victim.token)}; ${planted}` }))).toBe('shell')
  // The planted cookie replaces the reader's, beside the name that the reader's script has set.
  expect(await kindOf(ask(null, { cookie: `${planted}; deuce.reader=${readerOf(victim.token)}:UTC` }))).toBe('shell')
  // With both names, the page is marked as the attacker's, and the reader's browser does not show it (e2e/html.test.ts).
  const { body } = await ask(null, { cookie: cookiesOf(attacker.token) })
  expect(body).toContain(`data-reader="${readerOf(attacker.token)}"`)
})

test('a script, a frame, a picture or a HEAD request gets no document', async () => {
  const { token } = await makePlayer(t)
  for (const headers of [
    { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'same-origin' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' },
  ])
    expect(await kindOf(ask(token, { headers }))).toBe('shell')
  const { headers, body } = await ask(token, { method: 'HEAD' })
  expect([body, headers['cache-control']]).toEqual(['', 'no-cache'])
})

test('the compressed length of a document does not reveal its contents', async () => {
  const { token } = await makePlayer(t)
  const headers = { 'accept-encoding': 'gzip' }
  const pages = await Promise.all(Array.from({ length: 12 }, () => ask(token, { headers })))
  expect(pages.map((page) => page.headers['content-encoding'])).toEqual(pages.map(() => 'gzip'))
  expect(new Set(pages.map(({ rawPayload }) => rawPayload.length)).size).toBeGreaterThan(3)
})

test('a player’s text is escaped in the data of a page', async () => {
  const { id, token } = await makePlayer(t)
  const name = '</script><script>alert(1)</script><!--'
  await t.db.updateTable('players').set({ first_name: name }).where('id', '=', id).execute()
  const { body } = await ask(token)
  expect(body).not.toContain('<script>alert')
  expect(body).not.toContain('<!--')
  const reads = JSON.parse(/id="reads">(.*?)<\/script>/.exec(body)?.[1] ?? '') as {
    reply: { user: { first_name: string } }
  }[]
  expect(reads[0]?.reply.user.first_name).toBe(name)
})

test('signing out ends the cookie with the session, and the end of an impersonation keeps the organizer’s', async () => {
  const player = await makePlayer(t)
  const organizer = await makeOrganizer(t)
  const logOut = (token: string) =>
    t.server.inject({
      method: 'POST',
      url: '/api/users/logout',
      headers: { authorization: `Bearer ${token}` },
      payload: {},
    })
  expect(await kindOf(ask(player.token))).toBe(player.id)
  expect((await logOut(player.token)).headers['set-cookie']).toBe(
    'deuce.document=; Path=/dashboard; Max-Age=0; HttpOnly; SameSite=Lax',
  )
  expect(await kindOf(ask(player.token))).toBe('shell')
  // A request with the token of an ended session removes the cookie. A request without a token does not.
  expect((await logOut(player.token)).headers['set-cookie']).toContain('Max-Age=0')
  expect((await t.server.inject('/api/users')).headers['set-cookie']).toBeUndefined()

  const seen = await startImpersonation(t.db, (await makePlayer(t)).id, organizer.id, t.clock.now())
  const ended = await logOut(seen)
  expect([ended.statusCode, ended.headers['set-cookie']]).toEqual([200, undefined])
  expect(await kindOf(ask(organizer.token))).toBe(organizer.id)
})

test('an impersonation has no documents, and cannot ask for the cookie', async () => {
  const [player, organizer] = [await makePlayer(t), await makeOrganizer(t)]
  const token = await startImpersonation(t.db, player.id, organizer.id, t.clock.now())
  expect(await kindOf(ask(token))).toBe('shell')
  expect(await t.call(calls.allowDocuments, { token })).toMatchObject({ status: 403, body: { code: 'read_only' } })
  expect(await kindOf(ask(token))).toBe('shell')
})

test('a session from the previous release gets its cookie when its browser asks', async () => {
  const player = await makePlayer(t)
  await t.db.updateTable('sessions').set({ document_hash: null }).where('player_id', '=', player.id).execute()
  expect(await kindOf(ask(player.token))).toBe('shell')
  const answer = await t.server.inject({
    method: 'POST',
    url: '/api/users/document-cookie',
    headers: { authorization: `Bearer ${player.token}` },
  })
  expect(answer.headers['set-cookie']).toContain(`deuce.document=${documentKeyOf(player.token)}; Path=/dashboard`)
  expect(await kindOf(ask(player.token))).toBe(player.id)
})

async function update(id: number, set: { suspended_at: Date } | { deleted_at: Date }): Promise<void> {
  await t.db.updateTable('players').set(set).where('id', '=', id).execute()
}

const ends: [string, (player: TestPlayer) => Promise<unknown>][] = [
  ['its player is suspended', ({ id }: TestPlayer) => update(id, { suspended_at: t.clock.now() })],
  ['its account is closed', ({ id }: TestPlayer) => update(id, { deleted_at: t.clock.now() })],
  ['every session is ended', async ({ token }: TestPlayer) => void (await t.call(endAllSessions, { token }))],
  [
    'the password is changed elsewhere',
    async ({ email }: TestPlayer) => {
      const { token } = (await signIn(email)).json<{ token: string }>()
      const body = { password, new_password: 'another word with the net' }
      expect((await t.call(changePassword, { token, body })).status).toBe(200)
    },
  ],
  [
    'the password is reset',
    async ({ email }: TestPlayer) => {
      await t.call(calls.forgotPassword, { body: { email } })
      await runJobs(t)
      const token = /reset-password\?token=([\w-]+)/.exec(t.emails.at(-1)?.text ?? '')?.[1] ?? ''
      const body = { token, password: 'another word with the net' }
      expect((await t.call(calls.resetPassword, { body })).status).toBe(200)
    },
  ],
]

test.each(ends)('the cookie of a session ends when %s', async (_, end) => {
  const player = await makePlayer(t)
  expect(await kindOf(ask(player.token))).toBe(player.id)
  await end(player)
  expect(await kindOf(ask(player.token))).toBe('shell')
})

test('the cookie stops working after 14 days without use and after 30 days in any case; a document counts as use', async () => {
  const [idle, used] = [await makePlayer(t), await makePlayer(t)]
  const at = (day: number) => t.clock.set(new Date(Date.parse('2026-07-15T16:00:00Z') + day * 86_400_000).toISOString())
  at(13)
  expect(await kindOf(ask(used.token))).toBe(used.id)
  at(14.1)
  expect(await kindOf(ask(idle.token))).toBe('shell')
  expect(await kindOf(ask(used.token))).toBe(used.id)
  at(27)
  expect(await kindOf(ask(used.token))).toBe(used.id)
  at(30.1)
  expect(await kindOf(ask(used.token))).toBe('shell')
  t.clock.set('2026-07-15T16:00:00Z')
})

test('the log names the player of a document, and never the cookie', async () => {
  const player = await makePlayer(t)
  lines.length = 0
  await ask(player.token, { path: '/dashboard/results?area=dc' })
  await endSession(t.db, { ...player, token_hash: Buffer.alloc(32), impersonated_by_id: null })
  t.server.request_log?.flush()
  const text = lines.join('')
  expect(text).toContain(`"player_id":${player.id}`)
  expect(text).not.toContain(documentKeyOf(player.token).slice(9))
})

test('a client that requests too many documents gets the empty page, and nothing is rendered', async () => {
  const limited = await startApp(undefined, { RATE_LIMITS: 'on' }, undefined, { built })
  const player = await makePlayer(limited)
  expect(await kindOf(ask(player.token, {}, limited))).toBe(player.id)
  let shown = 0
  for (let round = 0; round < 60; round += 1) {
    const asked = Array.from({ length: 8 }, () => ask(player.token, {}, limited))
    const pages = await Promise.all(asked)
    shown += pages.filter(({ body }) => body.includes('Hello')).length
  }
  // 600 calls a minute: each document and each of its reads is one.
  expect(shown).toBeGreaterThan(200)
  expect(shown).toBeLessThan(330)
  expect(await kindOf(ask(player.token, {}, limited))).toBe('shell')
})
