import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { forgotPassword, signIn, signUp } from '#/features/accounts/contract.ts'
import { makeTestToken } from '#/features/cards/contract.ts'
import { purchaseAsGuest } from '#/features/checkout/guest-contract.ts'
import { receiveWebhook } from '#/features/checkout/contract.ts'
import { changePassword, updateProfile } from '#/features/settings/contract.ts'
import { giveSecondFactor, reauthenticateOrganizer } from '#/organizer/security/contract.ts'
import { seeAsPlayer } from '#/organizer/players/contract.ts'
import { logOut } from '#/features/accounts/contract.ts'
import { PaymentsUnavailable } from '#/server/outside/payments.ts'
import { Undeliverable } from '#/server/outside/mail.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, password } from '#/test/make.ts'

let log = ''
const t = await startApp('2026-07-15T16:00:00Z', { RATE_LIMITS: 'on' }, undefined, {
  log: { level: 'trace', write: (lines) => (log += lines) },
})
await t.server.listen({ port: 0, host: '127.0.0.1' })
const { port } = t.server.server.address() as AddressInfo
const provider = t.app.payments
afterAll(() => void (t.app.payments = provider))

/** The log, as text and as lines, once it has been written. */
async function readLog() {
  await new Promise((done) => setTimeout(done, 150))
  const lines = log.split('\n').filter(Boolean)
  return lines.map((line): Record<string, unknown> => JSON.parse(line))
}
const newest = async (kind: string) => (await readLog()).findLast((line) => line['kind'] === kind)

// Part of every typed value and of every secret, so that the log can be searched for it.
const mark = 'Zq7Marked'
const marked = {
  first_name: `${mark}first`,
  last_name: `${mark}last`,
  email: `${mark}@example.net`,
  phone: '+1 574 555 7719',
  singles_level: '3.5',
  gender: 'Female',
  location: 'South Bend',
  password: `${mark}, a slice down the line`,
} as const

test('each request has a line with its id, route, status, time, player and release', async () => {
  const player = await makePlayer(t)
  const headers = { authorization: `Bearer ${player.token}` }
  const answer = await t.server.inject({ url: '/api/users/purchases/0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6', headers })
  expect(answer.statusCode).toBe(404)
  expect(await newest('request')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    release: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    kind: 'request',
    request_id: answer.headers['x-request-id'],
    method: 'GET',
    route: '/api/users/purchases/:order_id',
    status: 404,
    ms: expect.any(Number),
    player_id: player.id,
    refusal: 'not_found',
  })
})

test.each([
  '/',
  '/assets/none.js',
  '/api/public/seasons',
  '/api/none',
  '/health/live',
  '/%',
  '/api/users',
  // This address has a regular expression with backslashes as its route.
  '/sitemap-1.xml',
])('the response to %s has the request id that is in its log line', async (url) => {
  const answer = await t.server.inject({ url })
  const id = answer.headers['x-request-id']
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect((await readLog()).filter((line) => line['kind'] === 'request' && line['request_id'] === id)).toHaveLength(1)
})

test('a malformed request has an id and a line too', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.end('NO REQUEST AT ALL\r\n\r\n')
  const id = /^x-request-id: (\S+)/m.exec(await text(socket))?.[1]
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(await newest('request')).toMatchObject({ request_id: id, route: null, status: 400 })
})

test('security events have lines of a separate kind', async () => {
  const player = await makePlayer(t)
  const organizer = await makeOrganizer(t)
  const about = { player_id: player.id, network: '127.0.0.0/24' }

  await t.call(signIn, { body: { email: player.email, password: `${mark}-guess` } })
  expect(await newest('security')).toMatchObject({ level: 'warn', event: 'sign_in_failed', status: 401 })

  await t.call(seeAsPlayer, { token: player.token, params: { id: organizer.id } })
  expect(await newest('security')).toMatchObject({ level: 'warn', event: 'power_refused', ...about })

  await t.call(reauthenticateOrganizer, { token: organizer.token, body: { password: `${mark}-guess` } })
  expect(await newest('security')).toMatchObject({ event: 'reauthentication_failed', player_id: organizer.id })

  await t.call(giveSecondFactor, { token: player.token, body: { code: '123456' } })
  expect(await newest('security')).toMatchObject({ event: 'second_factor_failed', ...about })

  for (let guess = 0; guess < 11; guess++)
    await t.call(signIn, { body: { email: player.email, password: `${mark}-guess` } })
  expect(await newest('security')).toMatchObject({ level: 'warn', event: 'throttled', status: 429 })

  await t.server.inject({ method: 'POST', url: `/api${receiveWebhook.path}`, payload: '{}' })
  expect(await newest('security')).toMatchObject({ event: 'signature_refused', status: 400 })
})

test('sign-ins, sign-outs and password changes are logged', async () => {
  const player = await makePlayer(t)
  const { token } = (await t.call(signIn, { body: { email: player.email, password } })).body
  expect(await newest('security')).toMatchObject({ level: 'info', event: 'signed_in', player_id: player.id })
  await t.call(changePassword, { token, body: { password: `${mark}-guess`, new_password: `${mark}-new` } })
  expect(await newest('security')).toMatchObject({ event: 'reauthentication_failed', player_id: player.id })
  await t.call(changePassword, { token, body: { password, new_password: 'a louder word with the net' } })
  expect(await newest('security')).toMatchObject({ event: 'password_changed', player_id: player.id })
  await t.call(logOut, { token })
  expect(await newest('security')).toMatchObject({ event: 'signed_out', player_id: player.id })
})

test('an impersonation is logged, from the first call to the last', async () => {
  const player = await makePlayer(t)
  const organizer = await makeOrganizer(t)
  const seen = await t.call(seeAsPlayer, { token: organizer.token, params: { id: player.id } })
  expect(seen.status).toBeLessThan(300)
  expect(await newest('security')).toMatchObject({ event: 'impersonation_started', player_id: organizer.id })
  const by = { player_id: player.id, impersonated_by_id: organizer.id }
  await t.send(updateProfile, { token: seen.body.token, body: marked })
  expect(await newest('request')).toMatchObject(by)
  expect(await newest('security')).toMatchObject({ event: 'power_refused', refusal: 'read_only', ...by })
  await t.call(logOut, { token: seen.body.token })
  expect(await newest('security')).toMatchObject({ event: 'impersonation_ended', ...by })
})

test('no line contains user input, secrets or a card', async () => {
  await t.call(signUp, { body: marked })
  const { body } = await t.call(signIn, { body: { email: marked.email, password: marked.password } })
  const { token } = body
  expect(token).toMatch(/^[\w-]{43}$/)
  await t.send(updateProfile, { token, body: { ...marked, first_name: '' } })
  await t.call(changePassword, { token, body: { password: `${mark}-wrong`, new_password: `${mark}-new` } })
  await t.call(forgotPassword, { body: { email: marked.email } })
  const card = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2039, cvc: '719' }
  const confirmation = (await t.call(makeTestToken, { body: card })).body.id

  // The database quotes a value that it cannot parse, and the row with that value.
  await t.server.inject({ url: `/api/users/purchases/${mark}`, headers: { authorization: `Bearer ${token}` } })
  await t.server.inject({ url: `/api/misc/players?search=${mark}%00`, headers: { authorization: `Bearer ${token}` } })
  await t.call(signUp, { body: marked })
  await t.server.inject({ url: `/reset-password?token=${mark}` })
  await t.server.inject({
    method: 'POST',
    url: '/api/users/signin',
    headers: { 'content-type': 'application/json' },
    payload: `{"email": "${marked.email}", "password": "${mark}`,
  })

  // Stand-ins for a provider and a mail server whose errors quote everything.
  const quoting = Object.assign(new PaymentsUnavailable(`no answer about ${marked.email}, card ${card.number}`), {
    request: { headers: { authorization: `Bearer ${mark}` }, body: marked },
    cause: Object.assign(new Error(`Bearer ${token}`), { raw: marked }),
  })
  t.app.payments = { ...provider, charge: () => Promise.reject(quoting), find: () => Promise.reject(quoting) }
  const { password: _, ...guest } = marked
  await t.send(purchaseAsGuest, {
    body: {
      ...guest,
      email: `${mark}-guest@example.net`,
      league_slug: 'fall',
      league_name: 'Fall',
      cart: [{ slug: 'womens-singles-3-5' }],
      price: '39.00',
      confirmationToken: confirmation,
      guest_secret: mark.padEnd(43, '-'),
    },
  })
  t.app.mail = { send: () => Promise.reject(new Undeliverable(`550 <${marked.email}>: no such mailbox`)) }
  t.clock.set('2026-07-15T16:00:20Z')
  await runJobs(t)

  // An unhandled error: the thrown value is unknown, and contains the row.
  t.app.clock.now = () => {
    throw Object.assign(new Error(`duplicate key (${marked.email})`), { detail: `Key (email)=(${marked.email})` })
  }
  const failed = await t.server.inject({ url: '/api/users', headers: { authorization: `Bearer ${token}` } })
  expect(failed.statusCode).toBe(500)

  const lines = await readLog()
  const messages = lines.map((line) => line['msg'])
  expect(messages).toEqual(
    expect.arrayContaining(['unhandled error', 'the payment provider gave no answer', 'undeliverable email']),
  )
  const all = JSON.stringify(lines)
  expect(all).not.toContain(mark)
  const secrets = [token, confirmation, marked.phone, '555 7719', card.number, '4242 4242', marked.email]
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
})
