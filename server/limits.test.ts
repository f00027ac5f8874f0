import type { InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, type Endpoint } from '#/contract/endpoint.ts'
import * as accounts from '#/features/accounts/contract.ts'
import { startApp } from '#/test/app.ts'
import { makePlayer, password } from '#/test/make.ts'
import { buildServer } from '#/app/server.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db.ts'
import { networkOf, openLimits } from './limits.ts'
import { refuse, Refusal } from './refuse.ts'
import { REQUEST_LIMITS } from './pool-limits.ts'

const t = await startApp()
/**
 * In milliseconds. On a busy machine the database may respond late, and after a shorter wait each process would count
 * on its own.
 */
const patient = 60_000

/** Another process of the same installation. It shares only the database with the others. */
async function startProcess(settings: Record<string, string> = {}) {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'fatal', ...settings })
  const server = await buildServer({ ...t.app, config, limits: openLimits(config, t.db, patient) })
  afterAll(() => server.close())
  return server
}
type Process = Awaited<ReturnType<typeof startProcess>>

const [one, two] = await Promise.all([startProcess(), startProcess()])

let given = 0
/** An address that no other test has. */
function newAddress(): string {
  given += 1
  return `192.0.2.${given}`
}

/** The statuses of `times` calls, by the given processes in turns. */
async function statuses(
  times: number,
  processes: readonly Process[],
  call: InjectOptions,
): Promise<Record<number, number>> {
  const counted: Record<number, number> = {}
  for (let n = 0; n < times; n += 1) {
    const { statusCode } = await (processes[n % processes.length] ?? one).inject(call)
    counted[statusCode] = (counted[statusCode] ?? 0) + 1
  }
  return counted
}

const signIn = (email: string, typed: string, remoteAddress: string): InjectOptions => ({
  method: 'POST',
  url: '/api/users/signin',
  payload: { email, password: typed },
  remoteAddress,
})
const read = (remoteAddress: string, token?: string): InjectOptions => ({
  url: token === undefined ? '/api/public/config' : '/api/users',
  remoteAddress,
  headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
})
const signUp = (email: string, remoteAddress: string): InjectOptions => ({
  method: 'POST',
  url: '/api/users/signup',
  remoteAddress,
  payload: {
    email,
    first_name: 'Ada',
    last_name: 'Moreno',
    phone: '+1 574 555 0100',
    singles_level: '3.5',
    gender: 'Female',
    location: 'dc',
    password,
  },
})

/** Ends the window, as if it had passed. */
async function forget(): Promise<Process> {
  await t.db.updateTable('rate_limits').set({ expire: 1 }).execute()
  return startProcess()
}

test('an address may try ten wrong passwords for an account in 15 minutes, across all processes', async () => {
  const { email } = await makePlayer(t)
  const address = newAddress()
  expect(await statuses(12, [one, two], signIn(email, 'wrong', address))).toEqual({ 401: 10, 429: 2 })

  const refused = await two.inject(signIn(email.toUpperCase(), password, address))
  expect(refused.json()).toEqual({
    message: 'Too many attempts. Please wait a moment and try again.',
    code: 'too_many_requests',
    request_id: expect.any(String),
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
})

test('guessing from one address locks out neither the owner at another address nor other accounts at the same one', async () => {
  const [owner, neighbor] = [await makePlayer(t), await makePlayer(t)]
  const address = newAddress()
  await statuses(11, [one, two], signIn(owner.email, 'wrong', address))
  expect((await one.inject(signIn(owner.email, password, newAddress()))).statusCode).toBe(200)
  expect((await one.inject(signIn(neighbor.email, password, address))).statusCode).toBe(200)
})

test('correct passwords are not counted', async () => {
  const { email } = await makePlayer(t)
  expect(await statuses(25, [one, two], signIn(email, password, newAddress()))).toEqual({ 200: 25 })
})

test('after 15 minutes the owner may try again', async () => {
  const { email } = await makePlayer(t)
  const address = newAddress()
  expect(await statuses(11, [one], signIn(email, 'wrong', address))).toEqual({ 401: 10, 429: 1 })
  expect((await (await forget()).inject(signIn(email, password, address))).statusCode).toBe(200)
})

test('simultaneous guesses get no more responses than consecutive ones, and the correct password among them is not revealed', async () => {
  const { email } = await makePlayer(t)
  const address = newAddress()
  const guesses = Array.from({ length: 40 }, (_, n) =>
    one.inject(signIn(email, n === 39 ? password : `wrong ${n}`, address)),
  )
  const answers = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(answers.filter((status) => status === 401)).toHaveLength(10)
  expect(answers.at(-1)).toBe(429)
})

const check = (coupon: string, remoteAddress: string): InjectOptions => ({
  method: 'POST',
  url: '/api/public/coupons/check',
  payload: { coupon, league_slug: 'fall' },
  remoteAddress,
})

test('twenty unknown coupon codes may be tried in 15 minutes; after that, even a valid code is refused', async () => {
  await t.db
    .insertInto('coupons')
    .values({ code: 'RIGHT', percent: 10, for_all_seasons: true, created_at: t.clock.now() })
    .execute()
  const address = newAddress()
  expect(await statuses(30, [one, two], check('RIGHT', address))).toEqual({ 200: 30 })
  expect(await statuses(25, [one, two], check('GUESS', address))).toEqual({ 409: 20, 429: 5 })
  expect(await statuses(2, [one, two], check('RIGHT', address))).toEqual({ 429: 2 })
  expect((await one.inject(check('RIGHT', newAddress()))).statusCode).toBe(200)

  // An order with a coupon counts as another guess, and an order without one does not.
  const { token } = await makePlayer(t)
  const order = (coupon: object): InjectOptions => ({
    method: 'POST',
    url: '/api/users/purchases',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      league_slug: 'fall',
      cart: [{ slug: 'womens-singles-3-5' }],
      price: 1,
      confirmationToken: 'x',
      ...coupon,
    },
    remoteAddress: address,
  })
  expect((await one.inject(order({ coupon: 'GUESS' }))).statusCode).toBe(429)
  expect((await one.inject(order({}))).json()).toMatchObject({ code: 'price_changed' })
  const other = newAddress()
  const guess = { ...order({ coupon: 'GUESS' }), remoteAddress: other }
  expect(await statuses(22, [one, two], guess)).toEqual({ 409: 20, 429: 2 })
})

test('simultaneous guesses of coupon codes do not reveal the valid code among them', async () => {
  const address = newAddress()
  const guesses = Array.from({ length: 40 }, (_, n) => one.inject(check(n === 39 ? 'RIGHT' : `GUESS-${n}`, address)))
  const answers = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(answers.filter((status) => status === 409)).toHaveLength(20)
  expect(answers.at(-1)).toBe(429)
})

/** Calls behind the limits of an endpoint, in another process. Returns how many were let through. */
async function callThrough(
  behind: Endpoint,
  times: number,
  caller: (n: number) => { address: string; email?: string },
  answer: () => Promise<string>,
) {
  const guarded = openLimits(readConfig({}), t.db, patient).guard(
    behind,
    answer as (call: { address: string; body: unknown }) => Promise<string>,
  )
  let through = 0
  for (let n = 0; n < times; n += 1) {
    const { address, ...body } = caller(n)
    const code = await guarded({ address, body }).catch((error: unknown) =>
      error instanceof Refusal ? error.code : Promise.reject(error as Error),
    )
    if (code !== 'too_many_requests') through += 1
  }
  return through
}
const wrong = async () => refuse('wrong_credentials')
const right = async () => 'done'

test('an address with a hundred failed sign-ins to many accounts has to wait', async () => {
  const address = newAddress()
  const { email } = await makePlayer(t)
  expect(await callThrough(accounts.signIn, 99, (n) => ({ address, email: `nobody-${n}@example.com` }), wrong)).toBe(99)
  expect(await statuses(3, [one, two], signIn('nobody@example.com', 'wrong', address))).toEqual({ 401: 1, 429: 2 })
  expect((await one.inject(signIn(email, password, address))).statusCode).toBe(429)
  expect((await one.inject(signIn(email, password, newAddress()))).statusCode).toBe(200)
})

test('two hundred sign-ups an hour are allowed from one address', async () => {
  const address = newAddress()
  const { email } = await makePlayer(t)
  expect(await callThrough(accounts.signUp, 199, () => ({ address }), right)).toBe(199)
  expect(await statuses(3, [one, two], signUp(email, address))).toEqual({ 409: 1, 429: 2 })
  expect((await one.inject(signUp(email, newAddress()))).statusCode).toBe(409)
})

test('a password reset can be requested five times an hour for an email from one network, a hundred times from a network', async () => {
  const forgot = endpoint({
    method: 'POST',
    path: '/customer/password/forgot',
    access: 'public',
    tag: '',
    summary: '',
    reply: z.object({}),
  })
  const stranger = newAddress()
  const ask = (n: number) => ({ address: stranger, email: n % 2 === 0 ? 'ada@example.com' : 'ADA@example.com' })
  expect(await callThrough(forgot, 7, ask, right)).toBe(5)
  const owner = { address: newAddress(), email: 'ada@example.com' }
  expect(await callThrough(forgot, 1, () => owner, right)).toBe(1)
  const address = newAddress()
  expect(await callThrough(forgot, 102, (n) => ({ address, email: `player-${n}@example.com` }), right)).toBe(100)
})

test('a change of email can be requested five times an hour to one address, twenty times from a network', async () => {
  const players = await Promise.all(Array.from({ length: 5 }, () => makePlayer(t)))
  const change = (n: number, email: string, remoteAddress: string): InjectOptions => ({
    method: 'POST',
    url: '/api/users/email',
    payload: { email, password },
    remoteAddress,
    headers: { authorization: `Bearer ${players[n % players.length]?.token}` },
  })
  const toOne: Record<number, number> = {}
  for (let n = 0; n < 7; n += 1) {
    const { statusCode } = await one.inject(change(n, 'one-mailbox@example.com', newAddress()))
    toOne[statusCode] = (toOne[statusCode] ?? 0) + 1
  }
  expect(toOne).toEqual({ 200: 5, 429: 2 })
  const from = newAddress()
  const spread: Record<number, number> = {}
  for (let n = 0; n < 22; n += 1) {
    const { statusCode } = await two.inject(change(n, `mailbox-${n}@example.com`, from))
    spread[statusCode] = (spread[statusCode] ?? 0) + 1
  }
  expect(spread).toEqual({ 200: 20, 429: 2 })
})

/** Calls of a player or an address, in another process. */
async function spend(limit: 'player' | 'address', who: string | number, calls: number): Promise<void> {
  const limits = openLimits(readConfig({}), t.db, patient)
  for (let n = 0; n < calls; n += 1) await limits.spend(limit, who)
}

test('a player may call 600 times a minute, from all addresses together', async () => {
  const { token, id } = await makePlayer(t)
  const [here, there] = [newAddress(), newAddress()]
  await spend('player', id, 555)
  expect(await statuses(30, [one], read(here, token))).toEqual({ 200: 30 })
  expect(await statuses(17, [two], read(there, token))).toEqual({ 200: 15, 429: 2 })
  expect((await one.inject(read(there))).statusCode).toBe(200)
  expect((await (await forget()).inject(read(here, token))).statusCode).toBe(200)
})

test('an address may call 1,200 times a minute, shared by everybody behind it, and unknown calls count too', async () => {
  const address = newAddress()
  await spend('address', address, 1110)
  expect(await statuses(60, [one], { ...read(address), url: '/api/no/such/call' })).toEqual({ 404: 60 })
  expect(await statuses(31, [two], read(address))).toEqual({ 200: 30, 429: 1 })
  const { token } = await makePlayer(t)
  const refused = await one.inject(read(address, token))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
})

test('a process allows at most a fortieth of the limit before its calls are counted for the others', async () => {
  const { token, id } = await makePlayer(t)
  expect(await statuses(15, [one], read(newAddress(), token))).toEqual({ 200: 15 })
  await spend('player', id, 570)
  expect(await statuses(32, [two], read(newAddress(), token))).toEqual({ 200: 30, 429: 2 })
  expect(await statuses(2, [one], read(newAddress(), token))).toEqual({ 429: 2 })
})

test('a caller far below the limit costs the database nothing', async () => {
  const { token, id } = await makePlayer(t)
  expect(await statuses(10, [one, two], read(newAddress(), token))).toEqual({ 200: 10 })
  expect(await t.db.selectFrom('rate_limits').select('key').where('key', '=', `player:${id}`).execute()).toEqual([])
})

test('concurrent calls are counted once each', async () => {
  const { token } = await makePlayer(t)
  const address = newAddress()
  const answers = await Promise.all(
    // Each process gets as many calls as the other, because the faster one could use up the whole limit.
    Array.from({ length: 1200 }, (_, n) => (n % 2 === 0 ? one : two).inject(read(address, token))),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(600)
})

test('a made-up X-Forwarded-For does not change the address that is counted', async () => {
  const remoteAddress = newAddress()
  const madeUp = (n: number) => ({ ...read(remoteAddress), headers: { 'x-forwarded-for': `198.51.100.${n}` } })
  await spend('address', remoteAddress, 1140)
  for (let n = 0; n < 60; n += 1) expect((await one.inject(madeUp(n))).statusCode).toBe(200)
  expect((await one.inject(madeUp(60))).statusCode).toBe(429)
})

test.each([
  ['its network', '192.0.2.0/24, 10.0.0.0/8'],
  ['the number of hops', '1'],
])('behind a proxy configured by %s, callers are counted by the address that the proxy saw', async (_, TRUST_PROXY) => {
  const server = await startProcess({ TRUST_PROXY })
  const proxy = newAddress()
  // The address that the caller made up is before the one that the proxy added.
  const through = (address: string): InjectOptions => ({
    ...read(proxy),
    headers: { 'x-forwarded-for': `203.0.113.9, ${address}` },
  })
  const [caller, other] = [`198.51.100.${given}`, `198.51.101.${given}`]
  await spend('address', caller, 1140)
  expect(await statuses(61, [server], through(caller))).toEqual({ 200: 60, 429: 1 })
  expect((await server.inject(through(other))).statusCode).toBe(200)
})

test('while the database is unavailable every process counts for itself', async () => {
  // Nothing listens on port 1.
  const db = openDatabase('postgres://deuce:x@127.0.0.1:1/deuce', { ...REQUEST_LIMITS, connections: 1 })
  const limits = openLimits(readConfig({}), db)
  for (let n = 0; n < 600; n += 1) await limits.spend('player', 1)
  await expect(limits.spend('player', 1)).rejects.toMatchObject({ code: 'too_many_requests' })
  await db.destroy()
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:aaaa::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))
