import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { allAreas, setAreas } from '#/contract/areas.ts'
import { defaultOrganization, setOrganization } from '#/contract/organization.ts'
import { readConfig } from './config.ts'
import { sendSafeHeaders } from './http.ts'
import { startClock } from './outside/clock.ts'
import { serveWeb } from './web.ts'

const built = await mkdtemp(join(tmpdir(), 'deuce web #1 ö '))
await writeFile(
  join(built, 'index.html'),
  '<html><head><title>{organization}</title></head><body>the page</body></html>',
)
await writeFile(join(built, 'robots.txt'), 'User-agent: *')
await mkdir(join(built, 'assets'))
await writeFile(join(built, 'assets/entry-1a2b.js'), 'export {}')
await writeFile(join(built, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
await writeFile(join(built, 'icon.svg.gz'), gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'))
const web = { makePage: () => Promise.resolve(null), sendForm: () => Promise.resolve(null), forms: [] }
const server = fastify()
const noon = new Date('2026-07-15T16:00:00Z')
const clock = { ...startClock(null), now: () => noon }
sendSafeHeaders(server, readConfig({}))
await serveWeb(server, { config: readConfig({}), clock }, web, built)
afterAll(async () => {
  await server.close()
  await rm(built, { recursive: true, force: true })
})

test.each(['/', '/standings', '/dashboard/myleague', '/organizer/matches/12', '/healthy', '/no/such/screen'])(
  '%s is the page',
  async (url) => {
    const { statusCode, body } = await server.inject(url)
    expect([statusCode, body.includes('the page')]).toEqual([200, true])
  },
)

test('every page carries the name of the organization, as text', async () => {
  setOrganization({ ...defaultOrganization, name: 'Ace & <Sons>' })
  const { body } = await server.inject('/standings')
  setOrganization(defaultOrganization)
  expect(body).toContain('<title>Ace &amp; &lt;Sons&gt;</title>')
  expect(body).not.toContain('<Sons>')
  expect(body).toContain('"name":"Ace & \\u003cSons>"')
})

test('a page requested by an earlier address of an area redirects to the current address, never to another host', async () => {
  const before = allAreas()
  setAreas([{ slug: 'gary', name: 'The Lake', time_zone: 'America/Chicago', address: 'the-lake', earlier: ['steel'] }])
  for (const city of ['gary', 'steel']) {
    const { statusCode, headers } = await server.inject(`/play-offs/index?city=${city}&division=mixed`)
    expect([statusCode, headers['location']]).toEqual([301, '/play-offs/index?city=the-lake&division=mixed'])
    expect(headers['cache-control']).toBe('no-cache')
  }
  for (const url of ['/play-offs/index?city=the-lake', '//evil.example/?city=gary', '/play-offs/index?city=nowhere'])
    expect((await server.inject(url)).headers['location']).toBe(undefined)
  setAreas(before)
})

test('a file of the build is sent as it is', async () => {
  expect((await server.inject('/robots.txt')).body).toBe('User-agent: *')
})

test.each(['/', '/robots.txt', '/icon.svg', '/health', '/metrics'])(
  '%s declares its character encoding',
  async (url) => {
    for (const headers of [{}, { 'accept-encoding': 'gzip' }])
      expect((await server.inject({ url, headers })).headers['content-type']).toMatch(/; charset=utf-8$/i)
  },
)

test('a script of a page is cached for a year, with only the headers that it needs', async () => {
  const { headers } = await server.inject('/assets/entry-1a2b.js')
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  for (const name of ['permissions-policy', 'x-frame-options', 'cross-origin-opener-policy', 'origin-agent-cluster']) {
    expect(headers).not.toHaveProperty(name)
    // A page has these headers, and so has a file that can be opened like a page.
    for (const url of ['/', '/icon.svg']) expect((await server.inject(url)).headers).toHaveProperty(name)
  }
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a page is sent as %s to clients that accept it', async (coding, read) => {
  const plain = (await server.inject('/')).body
  const answer = await server.inject({ url: '/', headers: { 'accept-encoding': `${coding}, deflate` } })
  expect(answer.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
  expect(read(answer.rawPayload).toString()).toBe(plain)
  const refused = await server.inject({ url: '/', headers: { 'accept-encoding': `${coding};q=0, identity` } })
  expect([refused.headers['content-encoding'], refused.body]).toEqual([undefined, plain])
})

test.each([
  '/health',
  '/health/live',
  '/ready',
  '/metrics',
  '/calendar/',
  '/api',
  '/api/no/such/call',
  '/photos/none',
  '/assets/old-hash',
  '/.env',
  '/.git/config',
  '/wp-login.php',
  '/favicon.ico?page=1',
])('a GET for %s is 404, never the page', async (url) => {
  const { statusCode, body } = await server.inject({ url, headers: { accept: 'text/html' } })
  expect([statusCode, body]).toEqual([404, 'Not found.'])
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s of a page is 405 with Allow', async (method) => {
  const { statusCode, headers } = await server.inject({ method, url: '/standings' })
  expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD'])
})

test.each([
  '/reset-password?token=secret',
  '/verify-email?token=secret',
  '/confirm-email',
  '/connect',
  '/score-link',
  '/offer',
  '/partner?token=secret',
  '/invitation',
  '/claim',
  '/confirm-merge',
])('%s, which a mailed token opens, sends no referrer and does not repeat the token', async (url) => {
  const { headers, body } = await server.inject(url)
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(body).not.toContain('secret')
})
