import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#/test/app.ts'
import { makePlayer } from '#/test/make.ts'
import { buildServer } from '#/app/server.ts'
import { readConfig } from './config.ts'

const t = await startApp()
await t.server.listen({ port: 0, host: '127.0.0.1' })

async function startedWith(settings: Record<string, string>) {
  const server = await buildServer({
    ...t.app,
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'fatal', RATE_LIMITS: 'off', ...settings }),
  })
  afterAll(() => server.close())
  return server
}

/** The server's response to these bytes, to the end of the connection. */
async function formatRaw(bytes: string, server = t.server): Promise<{ head: string; body: unknown }> {
  const { port } = server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body: JSON.parse(body) }
}

test.each([
  ['an answer', { url: '/api/public/config' }, 200],
  ['a refusal', { url: '/api/users' }, 401],
  ['an unknown call', { url: '/api/no/such' }, 404],
  ['what is not a call', { url: '/no/such.file' }, 404],
  ['the page of the API', { url: '/api/docs' }, 200],
] as const)('%s has the security headers', async (_, call, status) => {
  const { statusCode, headers } = await t.server.inject(call)
  expect(statusCode).toBe(status)
  const policy = String(headers['content-security-policy'])
  for (const directive of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
    expect(policy).toContain(directive)
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('geolocation=()'),
  })
  expect(headers['content-type']).toMatch(/; charset=utf-8$/)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test('caches store neither personal replies nor refusals', async () => {
  const { token } = await makePlayer(t)
  for (const headers of [{ authorization: `Bearer ${token}` }, {}])
    expect((await t.server.inject({ url: '/api/users', headers })).headers['cache-control']).toBe('no-store')
})

test('Strict-Transport-Security is sent where people use https, and nowhere else', async () => {
  const [hsts, stays] = ['strict-transport-security', 'max-age=63072000; includeSubDomains']
  expect((await t.server.inject('/api/public/config')).headers).not.toHaveProperty(hsts)
  const known = await startedWith({ PUBLIC_URL: 'https://deuce.example' })
  expect((await known.inject('/api/public/config')).headers[hsts]).toBe(stays)
  const forwarded = { url: '/api/public/config', headers: { 'x-forwarded-proto': 'https' } }
  expect((await t.server.inject(forwarded)).headers).not.toHaveProperty(hsts)
  expect((await (await startedWith({ TRUST_PROXY: '127.0.0.1' })).inject(forwarded)).headers[hsts]).toBe(stays)
})

test('Strict-Transport-Security is also sent with the refusal of a malformed request', async () => {
  const known = await startedWith({ PUBLIC_URL: 'https://deuce.example' })
  await known.listen({ port: 0, host: '127.0.0.1' })
  expect((await known.inject('/api/%zz')).headers).toHaveProperty('strict-transport-security')
  expect((await formatRaw('HELLO\r\n\r\n', known)).head).toContain('\r\nstrict-transport-security: ')
})

test.each([
  ['an address that cannot be decoded', '/api/%zz'],
  ['a parameter without end', `/api/users/scores/${'1'.repeat(300)}`],
])('%s is 400 in the format of every refusal, without the framework’s words', async (_, url) => {
  const answer = await t.server.inject(url)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    message: 'We could not read that request.',
    code: 'malformed',
    request_id: expect.any(String),
  })
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('a request that is not HTTP is 400 in the same format', async () => {
  const { head, body } = await formatRaw('HELLO\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(body).toEqual({
    message: 'We could not read that request.',
    code: 'malformed',
    request_id: expect.any(String),
  })
})

test('headers of 20 kB are too large', async () => {
  const { head, body } = await formatRaw(
    `GET /api/users HTTP/1.1\r\nhost: deuce\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  expect(head).toMatch(/^HTTP\/1\.1 413 /)
  expect(body).toMatchObject({ code: 'too_large' })
})

test('a request with two lengths is refused, because a proxy could read it as a different request', async () => {
  const { body } = await formatRaw(
    'POST /api/users/signin HTTP/1.1\r\nhost: deuce\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  )
  expect(body).toMatchObject({ code: 'malformed' })
})

test('TRACE is refused', async () => {
  const { head } = await formatRaw(
    'TRACE /api/users HTTP/1.1\r\nhost: deuce\r\nconnection: close\r\nx-secret: 1\r\n\r\n',
  )
  expect(head).toMatch(/^HTTP\/1\.1 (400|404|405) /)
})

test('a connection that is slow with headers or the body, or silent, is closed', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = t.server.server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
  })
})

test.each(['__proto__', 'constructor'])('a body with %s is refused', async (key) => {
  const payload = `{"email": "a@example.com", "password": "x", "${key}": {"prototype": {"a": 1}}}`
  const answer = await t.server.inject({
    method: 'POST',
    url: '/api/users/signin',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  expect(answer.statusCode).toBe(400)
})

test('a form of another site cannot make a call, because only JSON is read', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
    const answer = await t.server.inject({
      method: 'POST',
      url: '/api/users/signin',
      headers: { 'content-type': type },
      payload: '{"email":"a@example.com","password":"x"}',
    })
    expect(answer.statusCode).toBe(415)
  }
})

test.each([
  ['DELETE', '/api/users', 'GET, HEAD, PUT'],
  ['GET', '/api/users/signin', 'POST'],
  ['PATCH', '/api/public/config', 'GET, HEAD'],
] as const)('%s %s is refused with the methods that the address takes', async (method, url, allow) => {
  const answer = await t.server.inject({ method, url, payload: {} })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers['allow']).toBe(allow)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('the refusal of a malformed request also has the security headers', async () => {
  const safe = ['content-security-policy', 'x-frame-options', 'referrer-policy', 'permissions-policy']
  const { headers } = await t.server.inject('/api/%zz')
  const { head } = await formatRaw('HELLO\r\n\r\n')
  for (const name of safe) {
    expect(headers).toHaveProperty(name)
    expect(head).toContain(`\r\n${name}: `)
  }
})
