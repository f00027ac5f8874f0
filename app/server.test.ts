import { Validator } from '@seriousme/openapi-schema-validator'
import compile from 'fast-json-stringify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setOrganization, organization } from '#/contract/organization.ts'
import { getUser, signIn } from '#/features/accounts/contract.ts'
import { startApp } from '#/test/app.ts'
import { makePlayer } from '#/test/make.ts'
import manifest from '#/package.json' with { type: 'json' }
import { buildServer, routes } from './server.ts'
import { jsonSchemaOf } from '#/server/json-schema.ts'
import { openDatabase } from '#/server/db.ts'
import { REQUEST_LIMITS } from '#/server/pool-limits.ts'

const t = await startApp()

test('the OpenAPI document is valid 3.1 and names every call', async () => {
  const answer = await t.server.inject('/api/openapi.json')
  expect(answer.statusCode).toBe(200)
  const document = answer.json<{ openapi: string; paths: Record<string, Record<string, unknown>> }>()
  expect(document.openapi).toBe('3.1.0')
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  const named = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(named.toSorted()).toEqual(routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted())
})

// Serializers are compiled with the first response, so an invalid one would not stop the start.
test('every reply has a serializer', () => {
  for (const { endpoint } of routes) expect(compile(jsonSchemaOf(endpoint.reply, 'output'))).toBeTypeOf('function')
})

test('every response names the release', async () => {
  const answer = await t.server.inject('/api/version')
  expect(answer.json()).toEqual({ version: manifest.version })
})

test('the document can be read at /api/docs, with nothing inline', async () => {
  const page = await t.server.inject('/api/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toMatch(/<script>|<style>|style=/)
  for (const [, file] of page.body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)) {
    expect((await t.server.inject(`/api/${file}`)).statusCode).toBe(200)
  }
})

test('the API document and its page show the organization’s current name, escaped', async () => {
  const before = organization()
  for (const name of ['Bayside <b>', 'Bay & Co']) {
    setOrganization({ ...before, name })
    expect((await t.server.inject('/api/openapi.json')).json()).toMatchObject({ info: { title: name } })
    expect((await t.server.inject('/api/docs')).body).toContain(
      `<title>API · ${name.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</title>`,
    )
  }
  setOrganization(before)
})

test('an unknown call gets a 404 in the same format as every refusal', async () => {
  const answer = await t.server.inject('/api/no/such/call')
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({
    message: 'Not found.',
    code: 'not_found',
    request_id: expect.any(String),
  })
})

test('personal responses are not cached, and pages come with a strict content security policy', async () => {
  const { token } = await makePlayer(t)
  const answer = await t.server.inject({ url: '/api/users', headers: { authorization: `Bearer ${token}` } })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
  expect(answer.headers['content-security-policy']).not.toContain('unsafe')
})

test('a body that is not JSON gets 415', async () => {
  const answer = await t.server.inject({
    method: 'POST',
    url: '/api/users/signin',
    headers: { 'content-type': 'text/xml' },
    payload: '<a/>',
  })
  expect(answer.statusCode).toBe(415)
  expect(answer.json()).toMatchObject({ code: 'wrong_media_type' })
})

test('an unhandled error gets one sentence and a request id, without SQL or a stack trace', async () => {
  const broken = await startApp()
  const { token } = await makePlayer(broken)
  await sql`alter table sessions rename to elsewhere`.execute(broken.db)
  const answer = await broken.call(getUser, { token })
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    message: 'Something went wrong. Please try again.',
    code: 'internal',
    request_id: expect.any(String),
  })
})

test('while the database is unavailable the response is 503 with Retry-After', async () => {
  // Nothing listens on port 1.
  const db = openDatabase('postgres://deuce:x@127.0.0.1:1/deuce', { ...REQUEST_LIMITS, connections: 1 })
  const away = await buildServer({ ...t.app, db })
  const answer = await away.inject({
    method: 'POST',
    url: '/api/users/signin',
    payload: { email: 'a@example.com', password: 'x' },
  })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('2')
  expect(answer.json()).toMatchObject({ code: 'unavailable' })
  await away.close()
  await db.destroy()
})

test('sign-in ignores a token, so its holder still needs the password', async () => {
  const { token } = await makePlayer(t)
  expect((await t.call(signIn, { body: { email: 'x@example.com', password: 'wrong' }, token })).status).toBe(401)
})
