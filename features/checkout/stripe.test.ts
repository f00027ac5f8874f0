import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { PaymentsUnavailable } from '#/server/outside/payments.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makePlayer, type TestPlayer } from '#/test/make.ts'
import { keys, sign, startStripe, type TestCard, type Trouble } from '#/test/stripe/stand-in.ts'
import { completePurchase, getOrder, receiveWebhook, listPurchases, purchase } from './contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getConfig } from '#/features/site/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import { forgetCard, listCards, makeTestToken, saveCard } from '#/features/cards/contract.ts'

const stripe = await startStripe()
afterAll(() => stripe.close())
const t = await startApp('2026-07-15T16:00:00Z', stripe.settings)

const later = (seconds: number) => t.clock.set(new Date(t.clock.now().getTime() + seconds * 1000).toISOString())

async function buy(
  player: TestPlayer,
  {
    card = 'pm_card_visa',
    token = stripe.newToken(card),
    cart = ['womens-singles-3-5'],
    price = 39,
  }: { card?: TestCard; token?: string; cart?: string[]; price?: number } = {},
) {
  return t.call(purchase, {
    token: player.token,
    body: { league_slug: 'fall', cart: cart.map((slug) => ({ slug })), price, confirmationToken: { id: token } },
  })
}

function complete(player: TestPlayer, order_id: string) {
  return t.call(completePurchase, { token: player.token, params: { order_id } })
}

async function linesOf(player: TestPlayer) {
  return (await t.call(listPurchases, { token: player.token })).body.purchases
}
const statusesOf = async (player: TestPlayer) => (await linesOf(player)).map(({ payment_status }) => payment_status)
const leaguesOf = async (player: TestPlayer) =>
  (await t.call(listMyLeagues, { token: player.token })).body.map(({ level_slug }) => level_slug)

async function buyPaid(
  player: TestPlayer,
  cart?: string[],
  price?: number,
): Promise<{ order_id: string; payment: string }> {
  const { body } = await buy(player, { ...(cart ? { cart } : {}), ...(price === undefined ? {} : { price }) })
  expect(body.data.status).toBe('Paid')
  const { order_id } = body.data
  return { order_id, payment: stripe.intentOf(order_id)[0]!.id }
}

async function receive({ payload, signature }: { payload: string; signature: string | undefined }) {
  const answer = await t.server.inject({
    method: 'POST',
    url: `/api${receiveWebhook.path}`,
    payload,
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
  })
  return answer.statusCode
}
const newest = (type: string, about: string) => {
  const found = stripe.events.findLast((event) => event.type === type && JSON.stringify(event).includes(about))
  if (!found) throw new Error(`no ${type} of ${about}`)
  return found
}
const countEvents = async () =>
  (
    await t.db
      .selectFrom('payment_events')
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

async function attemptsOf(order_id: string): Promise<number> {
  const order = await t.db
    .selectFrom('orders')
    .select('payment_attempt')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  return order.payment_attempt
}

const words = /Words of (the bank|Stripe)/

test('the browser pays through Stripe, and test cards are not accepted', async () => {
  const { payment } = (await t.call(getConfig, {})).body
  expect(payment).toEqual({ mode: 'stripe', publishable_key: keys.STRIPE_PUBLISHABLE_KEY })
  const card = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2039, cvc: '123' }
  expect((await t.send(makeTestToken, { body: card })).status).toBe(404)
})

test('an order that was being paid by a test card when Stripe was set up is closed', async () => {
  const player = await makePlayer(t)
  const { body } = await buy(player, { card: 'pm_card_authenticationRequired' })
  const { order_id } = body.data
  await t.db.updateTable('orders').set({ provider_payment: 'pi_test_0f1e2d' }).where('id', '=', order_id).execute()
  expect(await statusesOf(player)).toEqual(['Pending'])
  later(60)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Closed'])
})

test('a player pays: one payment of the stored amount under the order’s id, and a receipt is sent', async () => {
  const player = await makePlayer(t)
  const { order_id } = await buyPaid(player)
  expect(stripe.intentOf(order_id)).toMatchObject([
    { status: 'succeeded', amount: 3900, currency: 'usd', metadata: { order_id } },
  ])
  expect(await leaguesOf(player)).toEqual(['womens-singles-3-5'])
  await runJobs(t)
  const emails = t.emails.filter(({ to }) => to.email === player.email)
  expect(emails.map(({ subject }) => subject)).toEqual(['You are in: Fall 2026'])
  expect(emails[0]!.text).toContain('$39.00')
  expect(emails[0]!.text).toContain(`/dashboard/payment-history/${order_id}`)
})

test('twenty simultaneous presses with one token make one payment and get the same response', async () => {
  const player = await makePlayer(t)
  const token = stripe.newToken('pm_card_visa')
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy(player, { token })))
  expect(answers[0]).toMatchObject({ status: 201, body: { data: { status: 'Paid' } } })
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(stripe.intentOf(answers[0]!.body.data.order_id)).toHaveLength(1)
})

test.each<[card: TestCard, reason: RegExp]>([
  ['pm_card_chargeDeclined', /^The bank declined this card\./],
  ['pm_card_chargeDeclinedInsufficientFunds', /^There is not enough money on this card\./],
])('%s is declined in our words, and another card then works', async (card, reason) => {
  const player = await makePlayer(t)
  const declined = await buy(player, { card })
  expect(declined).toMatchObject({
    status: 402,
    body: { code: 'payment_declined', message: expect.stringMatching(reason) },
  })
  expect(JSON.stringify(declined)).not.toMatch(words)
  await buyPaid(player)
  expect(await statusesOf(player)).toEqual(['Paid', 'Failed'])
})

test('a token that is unknown to Stripe, or used, is declined and charges nothing', async () => {
  const [ada, eve] = [await makePlayer(t), await makePlayer(t)]
  const unknown = await buy(ada, { token: 'ctoken_nobody' })
  expect(unknown).toMatchObject({ status: 402, body: { message: expect.stringContaining('could not read the card') } })
  expect(JSON.stringify(unknown)).not.toMatch(words)
  const token = stripe.newToken('pm_card_visa')
  await buy(ada, { token })
  expect((await buy(eve, { token })).status).toBe(409)
  expect(await statusesOf(eve)).toEqual([])
})

test('3-D Secure: nobody is entered before Stripe confirms it to the server, whatever the browser says', async () => {
  const player = await makePlayer(t)
  const pending = await buy(player, { card: 'pm_card_authenticationRequired' })
  const { order_id, client_secret = '' } = pending.body.data
  expect(pending.body.data).toMatchObject({
    status: 'requires_action',
    client_secret: expect.stringMatching(/^pi_\w+_secret_/),
  })
  expect((await complete(player, order_id)).body.data.status).toBe('requires_action')
  expect(await leaguesOf(player)).toEqual([])
  stripe.authenticate(client_secret, true)
  expect((await complete(player, order_id)).body.data.status).toBe('Paid')
  expect(await leaguesOf(player)).toHaveLength(1)
})

test('if 3-D Secure is refused, the order is declined and its payment canceled at Stripe, so that the browser can no longer pay it', async () => {
  const player = await makePlayer(t)
  const { order_id, client_secret = '' } = (await buy(player, { card: 'pm_card_authenticationRequired' })).body.data
  stripe.authenticate(client_secret, false)
  expect(await complete(player, order_id)).toMatchObject({
    status: 402,
    body: { message: expect.stringContaining('did not confirm that it was you') },
  })
  expect(stripe.intentOf(order_id)).toMatchObject([{ status: 'canceled' }])
  await buyPaid(player)
})

const create = 'POST /v1/payment_intents'

// Stripe's library retries once, so a response is lost only after two failures in a row.
test.each<[troubles: Trouble[], status: 'Pending' | 'Paid', sentence: string]>([
  [['error_500 before', 'error_500 before'], 'Pending', 'checking'],
  [['error_500 after'], 'Pending', 'checking'],
  [['drop before', 'drop before'], 'Pending', 'checking'],
  [['drop after', 'drop before'], 'Pending', 'checking'],
  [['drop after'], 'Paid', 'See you'],
  [['slow'], 'Paid', 'See you'],
])(
  '%j: answered %s, never two payments, and one Paid order within half a minute',
  async (troubles, status, sentence) => {
    const player = await makePlayer(t)
    stripe.order(create, ...troubles)
    const bought = await buy(player)
    expect(bought).toMatchObject({
      status: 201,
      body: { message: expect.stringContaining(sentence), data: { status } },
    })
    later(15)
    await runJobs(t)
    expect(await statusesOf(player)).toEqual(['Paid'])
    expect(stripe.intentOf(bought.body.data.order_id)).toMatchObject([{ status: 'succeeded' }])
    expect(await leaguesOf(player)).toHaveLength(1)
  },
)

test.each<Trouble>(['hang before', 'hang after'])(
  '%s: the buyer waits no longer than the timeout, and reads that the payment is being checked',
  async (trouble) => {
    const player = await makePlayer(t)
    const { setTimeout: real } = globalThis
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms?: number) =>
      real(run, ms === 10_000 ? 100 : ms),
    )
    stripe.order(create, trouble)
    const bought = await buy(player)
    expect(bought.body).toMatchObject({ message: expect.stringContaining('checking'), data: { status: 'Pending' } })
    vi.restoreAllMocks()
    later(15)
    await runJobs(t)
    expect(await statusesOf(player)).toEqual(['Paid'])
    expect(stripe.intentOf(bought.body.data.order_id)).toMatchObject([{ status: 'succeeded' }])
  },
)

test.each(['error_500 instead', 'error_429 instead'] as const)(
  'an error that Stripe stores under the key (%s), without a payment, delays the order by seconds: it gets a new key and one payment',
  async (trouble) => {
    const player = await makePlayer(t)
    stripe.order(create, trouble)
    const { order_id, status } = (await buy(player)).body.data
    expect(status).toBe('Pending')
    later(5)
    expect((await complete(player, order_id)).body.data.status).toBe('Pending')
    expect(stripe.intentOf(order_id)).toHaveLength(0)
    later(10)
    await runJobs(t)
    expect(await statusesOf(player)).toEqual(['Paid'])
    expect(stripe.intentOf(order_id)).toMatchObject([{ status: 'succeeded' }])
  },
)

test('after repeated stored errors each attempt has a new key, and the last one makes the only payment', async () => {
  const player = await makePlayer(t)
  stripe.order(create, 'error_500 instead')
  const { order_id } = (await buy(player)).body.data
  for (let attempt = 1; attempt <= 3; attempt++) {
    stripe.orderKey(`${order_id}-${attempt}`, 'error_500 instead')
    later(15)
    await runJobs(t)
    expect(await statusesOf(player)).toEqual(['Pending'])
  }
  later(15)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Paid'])
  expect(stripe.intentOf(order_id)).toHaveLength(1)
})

test('if Stripe stored an error after making the payment, the payment is found in the list, and no new key is used', async () => {
  const player = await makePlayer(t)
  stripe.order(create, 'error_500 after')
  const { order_id } = (await buy(player)).body.data
  // Stripe's search does not find a new payment at once.
  stripe.order('GET /v1/payment_intents/search', 'error_500 before', 'error_500 before')
  later(15)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Paid'])
  expect(stripe.intentOf(order_id)).toHaveLength(1)
  expect(await attemptsOf(order_id)).toBe(0)
})

test('if the payments cannot be listed, no new key is used', async () => {
  const player = await makePlayer(t)
  stripe.order(create, 'error_500 instead')
  const { order_id } = (await buy(player)).body.data
  stripe.order('GET /v1/payment_intents', 'error_500 before', 'error_500 before')
  later(15)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Pending'])
  expect(await attemptsOf(order_id)).toBe(0)
  later(15)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Paid'])
  expect(stripe.intentOf(order_id)).toHaveLength(1)
})

test('twenty simultaneous presses and the job, on an order with a stored error, make one payment', async () => {
  const player = await makePlayer(t)
  stripe.order(create, 'error_500 instead')
  const { order_id } = (await buy(player)).body.data
  later(15)
  stripe.slow(30)
  const presses = Array.from({ length: 20 }, (_, press) => wait(press * 7).then(() => complete(player, order_id)))
  await Promise.all([...presses, runJobs(t), runJobs(t)])
  stripe.slow(0)
  later(15)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Paid'])
  expect(stripe.intentOf(order_id)).toHaveLength(1)
  expect(await leaguesOf(player)).toHaveLength(1)
})

test('while Stripe is unavailable orders stay open; they are settled within half a minute of its return', async () => {
  const player = await makePlayer(t)
  await stripe.shut()
  const bought = await buy(player)
  expect(bought.body.data.status).toBe('Pending')
  for (let minutes = 0; minutes < 3; minutes++) {
    later(60)
    await runJobs(t)
    expect(await statusesOf(player)).toEqual(['Pending'])
  }
  await stripe.open()
  later(15)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Paid'])
  expect(stripe.intentOf(bought.body.data.order_id)).toHaveLength(1)
})

test('an order whose charge was lost is found a day later, when Stripe has forgotten the key, and not charged again', async () => {
  const player = await makePlayer(t)
  stripe.order(create, 'drop after', 'drop before')
  const { order_id, status } = (await buy(player)).body.data
  expect(status).toBe('Pending')
  expect(stripe.intentOf(order_id)).toHaveLength(1)
  stripe.forgetKeys()
  later(20 * 3600)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Paid'])
  expect(stripe.intentOf(order_id)).toHaveLength(1)
})

test('if a buyer never answers the bank, after a day the payment is canceled at Stripe, the order is Closed, and another can be made', async () => {
  const player = await makePlayer(t)
  const { order_id } = (await buy(player, { card: 'pm_card_authenticationRequired' })).body.data
  later(23 * 3600)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Pending'])
  later(3600)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Closed'])
  expect(stripe.intentOf(order_id)).toMatchObject([{ status: 'canceled' }])
  expect(await complete(player, order_id)).toMatchObject({
    status: 402,
    body: { message: expect.stringContaining('No money was taken') },
  })
  await buyPaid(player)
})

test('an order that never reached Stripe is Closed after a day', async () => {
  const player = await makePlayer(t)
  await stripe.shut()
  await buy(player)
  later(24 * 3600)
  await stripe.open()
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Closed'])
})

test('if the tab is closed after the bank has approved, the event settles the order once, however often it arrives', async () => {
  const player = await makePlayer(t)
  const { order_id, client_secret = '' } = (await buy(player, { card: 'pm_card_authenticationRequired' })).body.data
  const { id } = stripe.authenticate(client_secret, true)
  const before = await countEvents()
  const event = sign(newest('payment_intent.succeeded', id))
  expect(await Promise.all(Array.from({ length: 5 }, () => receive(event)))).toEqual([200, 200, 200, 200, 200])
  expect(await countEvents()).toBe(before + 1)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Paid'])
  expect((await complete(player, order_id)).body.data.status).toBe('Paid')
  expect(await leaguesOf(player)).toHaveLength(1)
  expect(t.emails.filter(({ to }) => to.email === player.email)).toHaveLength(1)
})

test('an event is not trusted: the payment is read from the provider', async () => {
  const player = await makePlayer(t)
  const { order_id } = (await buy(player, { card: 'pm_card_authenticationRequired' })).body.data
  const intent = stripe.intentOf(order_id)[0]!
  const event = newest('payment_intent.succeeded', 'pi_')
  expect(await receive(sign({ ...event, id: 'evt_early', data: { object: { ...intent, status: 'succeeded' } } }))).toBe(
    200,
  )
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Pending'])
})

test('an out-of-order event changes nothing', async () => {
  const player = await makePlayer(t)
  const { order_id, payment } = await buyPaid(player)
  const paid = newest('payment_intent.succeeded', payment)
  expect(await receive(sign({ ...paid, id: 'evt_failed_late', type: 'payment_intent.payment_failed' }))).toBe(200)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Paid'])
  stripe.refundByHand(payment)
  expect(await receive(sign(newest('charge.refunded', payment)))).toBe(200)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Refunded'])
  expect(await receive(sign({ ...paid, id: 'evt_paid_late' }))).toBe(200)
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Refunded'])
  expect(await leaguesOf(player)).toEqual([])
  expect((await complete(player, order_id)).body.message).toContain('refunded')
})

test('forged, stale, unsigned and altered events are refused, and nothing changes', async () => {
  const player = await makePlayer(t)
  const { order_id, client_secret = '' } = (await buy(player, { card: 'pm_card_authenticationRequired' })).body.data
  const { id } = stripe.authenticate(client_secret, true)
  const event = newest('payment_intent.succeeded', id)
  const before = await countEvents()
  const good = sign(event)
  const bad = [
    sign(event, { secret: 'whsec_guess' }),
    sign(event, { age: 600 }),
    { ...good, signature: undefined },
    { ...good, signature: '' },
    { ...good, signature: good.signature.replace('v1=', 'v0=') },
    { ...good, payload: good.payload.replace(order_id, '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6') },
    { ...good, payload: `${good.payload} ` },
    { ...good, payload: '' },
  ]
  for (const one of bad) expect(await receive(one)).toBe(400)
  await runJobs(t)
  expect(await countEvents()).toBe(before)
  expect(await statusesOf(player)).toEqual(['Pending'])
})

test('events about other objects, and about payments that are not ours, are accepted and change nothing', async () => {
  const event = newest('payment_intent.succeeded', 'pi_')
  expect(await receive(sign({ ...event, id: 'evt_other', type: 'customer.created' }))).toBe(200)
  const stranger = { ...event.data.object, id: 'pi_stranger', metadata: {} }
  expect(await receive(sign({ ...event, id: 'evt_stranger', data: { object: stranger } }))).toBe(200)
  await runJobs(t)
})

test.each([
  ['garbage', { order_id: "'; drop table orders; --" }],
  ['a zero byte', { order_id: 'a\u0000b' }],
  ['a number', { order_id: 7 }],
  ['an object', { order_id: { id: 1 } }],
  ['an order that does not exist', { order_id: '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6' }],
  ['none', {}],
  ['null', null],
  ['no field at all', undefined],
])('an event whose metadata is %s is accepted, and its job ends', async (what, metadata) => {
  const event = newest('payment_intent.succeeded', 'pi_')
  const id = `evt_foreign_${what.replaceAll(' ', '_')}`
  const foreign = { ...event.data.object, id: `pi_foreign_${what.replaceAll(' ', '_')}`, metadata }
  expect(await receive(sign({ ...event, id, data: { object: foreign } }))).toBe(200)
  await runJobs(t)
})

test('if the database delays an event, Stripe is asked within three seconds to send it again', async () => {
  const event = { ...newest('payment_intent.succeeded', 'pi_'), id: 'evt_stalled' }
  const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = t.db.transaction().execute(async (tx) => {
    await sql`lock table payment_events`.execute(tx)
    locked.resolve()
    await unlock.promise
  })
  await locked.promise
  const before = performance.now()
  expect(await receive(sign(event))).toBe(503)
  expect(performance.now() - before).toBeLessThan(3_000)
  unlock.resolve()
  await holder
  expect(await receive(sign(event))).toBe(200)
  await runJobs(t)
})

test('a partial refund made at Stripe leaves the lines unchanged', async () => {
  const player = await makePlayer(t)
  const { payment } = await buyPaid(player)
  stripe.refundByHand(payment, 1000)
  await receive(sign(newest('charge.refunded', payment)))
  await runJobs(t)
  expect(await statusesOf(player)).toEqual(['Paid'])
})

test.each([
  ['won', 'Paid'],
  ['lost', 'Refunded'],
] as const)('a dispute delays every refund until it is decided; %s: %s', async (end, status) => {
  const player = await makePlayer(t)
  const { payment } = await buyPaid(player)
  const [line] = await linesOf(player)
  stripe.dispute(payment)
  await receive(sign(newest('charge.dispute.created', payment)))
  await runJobs(t)
  const leave = () => t.call(withdraw, { token: player.token, params: { id: line!.id } })
  expect(await leave()).toMatchObject({ status: 409, body: { code: 'payment_disputed' } })
  stripe.closeDispute(payment, end)
  await receive(sign(newest('charge.dispute.closed', payment)))
  await runJobs(t)
  expect(await statusesOf(player)).toEqual([status])
  expect(await leaguesOf(player)).toHaveLength(end === 'won' ? 1 : 0)
})

test('a failed order whose payment succeeds after all is refunded', async () => {
  const player = await makePlayer(t)
  const { order_id, client_secret = '' } = (await buy(player, { card: 'pm_card_authenticationRequired' })).body.data
  await t.db.updateTable('purchases').set({ status: 'Closed' }).where('order_id', '=', order_id).execute()
  const { id } = stripe.authenticate(client_secret, true)
  await receive(sign(newest('payment_intent.succeeded', id)))
  await runJobs(t)
  expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === id)).toMatchObject([{ amount: 3900 }])
  expect(await leaguesOf(player)).toEqual([])
})

test('withdrawing from a line refunds it once and frees its place; the rest of the order stays', async () => {
  const player = await makePlayer(t)
  const { order_id, payment } = await buyPaid(player, ['womens-singles-3-5', 'womens-singles-4-0'], 78)
  const line = (await linesOf(player)).find(({ level_name }) => level_name.includes('3.5'))!
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => t.call(withdraw, { token: player.token, params: { id: line.id } })),
  )
  for (const answer of answers)
    expect(answer).toEqual({
      status: 200,
      body: { message: expect.stringContaining('$39.00 goes back to your card; banks take') },
    })
  expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === payment)).toMatchObject([{ amount: 3900 }])
  expect((await statusesOf(player)).toSorted()).toEqual(['Paid', 'Refunded'])
  expect(await leaguesOf(player)).toEqual(['womens-singles-4-0'])
  await receive(sign(newest('charge.refunded', payment)))
  await runJobs(t)
  expect((await statusesOf(player)).toSorted()).toEqual(['Paid', 'Refunded'])
  expect((await complete(player, order_id)).body).toMatchObject({
    message: 'Paid. See you on court.',
    data: { status: 'Paid' },
  })
  expect(
    t.emails
      .filter(({ to }) => to.email === player.email)
      .map(({ subject }) => subject)
      .toSorted(),
  ).toEqual(['You are in: Fall 2026', "You have left Women's Singles 3.5"])

  const { order } = (await t.call(getOrder, { token: player.token, params: { order_id } })).body
  expect(order).toMatchObject({
    total: 78,
    refunded: 39,
    payment_status: 'Paid',
    lines: [
      { payment_status: 'Refunded', can_withdraw: false },
      { payment_status: 'Paid', can_withdraw: true },
    ],
  })
  // The player can buy the place and leave it again.
  await buyPaid(player)
  const again = (await linesOf(player)).find(
    ({ payment_status, level_name }) => payment_status === 'Paid' && level_name.includes('3.5'),
  )!
  expect((await t.call(withdraw, { token: player.token, params: { id: again.id } })).status).toBe(200)
  expect(await leaguesOf(player)).toEqual(['womens-singles-4-0'])
})

test.each<Trouble[][]>([
  [['error_500 before', 'error_500 before']],
  [['error_500 after']],
  [['drop after', 'drop before']],
])(
  'a refund that goes wrong by %j: the place is kept until it succeeded, and it is never given twice',
  async (troubles) => {
    const player = await makePlayer(t)
    const { payment } = await buyPaid(player)
    const [line] = await linesOf(player)
    stripe.order('POST /v1/refunds', ...troubles)
    const { body } = await t.call(withdraw, { token: player.token, params: { id: line!.id } })
    expect(body.message).toContain('We have received your withdrawal')
    expect(await linesOf(player)).toMatchObject([{ payment_status: 'Paid', refund_requested: true }])
    expect(await leaguesOf(player)).toHaveLength(1)
    stripe.forgetKeys()
    later(15)
    await runJobs(t)
    expect(await linesOf(player)).toMatchObject([{ payment_status: 'Refunded' }])
    expect(await leaguesOf(player)).toEqual([])
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === payment)).toHaveLength(1)
  },
)

test('from the season’s first day in its area, only an organizer can withdraw a player', async () => {
  const now = t.clock.now().toISOString()
  t.clock.set('2026-09-21T12:00:00Z')
  const [early, late] = [await makePlayer(t), await makePlayer(t, { location: 'indianapolis' })]
  for (const player of [early, late]) await buyPaid(player)
  const leave = async (player: TestPlayer) =>
    t.call(withdraw, { token: player.token, params: { id: (await linesOf(player))[0]!.id } })
  // Fall begins on September 22: at 03:59 UTC it is still the 21st in Indiana.
  t.clock.set('2026-09-22T03:59:59Z')
  expect((await leave(early)).status).toBe(200)
  t.clock.set('2026-09-22T04:00:00Z')
  expect(await leave(late)).toMatchObject({
    status: 409,
    body: { code: 'season_begun', message: expect.stringContaining('organizer') },
  })
  expect(await statusesOf(late)).toEqual(['Paid'])
  t.clock.set(now)
})

test('another player’s line and order are not found; nobody can withdraw from an unpaid line', async () => {
  const [ada, eve] = [await makePlayer(t), await makePlayer(t)]
  const { order_id } = await buyPaid(ada)
  const [line] = await linesOf(ada)
  expect((await t.call(withdraw, { token: eve.token, params: { id: line!.id } })).status).toBe(404)
  expect((await t.call(getOrder, { token: eve.token, params: { order_id } })).status).toBe(404)
  expect((await t.send(getOrder, { token: eve.token, path: '/users/purchases/abc' })).status).toBe(422)
  await buy(eve, { card: 'pm_card_chargeDeclined' })
  const [failed] = await linesOf(eve)
  expect(await t.call(withdraw, { token: eve.token, params: { id: failed!.id } })).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_withdraw' },
  })
  expect(await leaguesOf(ada)).toHaveLength(1)
})

test('saved cards are stored at Stripe, for their owner only', async () => {
  const [ada, eve] = [await makePlayer(t), await makePlayer(t)]
  expect((await t.call(listCards, { token: ada.token })).body).toEqual({ cards: [] })
  const begun = await Promise.all([1, 2, 3].map(() => t.call(saveCard, { token: ada.token })))
  expect(begun.map(({ status }) => status)).toEqual([201, 201, 201])
  const card = stripe.saveCard(begun[0]!.body.client_secret, '4242')
  await t.call(saveCard, { token: eve.token })
  expect((await t.call(listCards, { token: ada.token })).body.cards).toEqual([
    { id: card, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2039 },
  ])
  expect((await t.call(listCards, { token: eve.token })).body.cards).toEqual([])
  expect((await t.call(forgetCard, { token: eve.token, params: { card } })).status).toBe(404)
  expect((await t.call(forgetCard, { token: ada.token, params: { card } })).status).toBe(200)
  expect((await t.call(listCards, { token: ada.token })).body.cards).toEqual([])
  await stripe.shut()
  expect(await t.call(saveCard, { token: ada.token })).toMatchObject({
    status: 503,
    body: { code: 'payments_unavailable' },
  })
  await stripe.open()
})

test('a Stripe error reveals only its kind: no secret and no text from Stripe', async () => {
  stripe.order(create, 'error_500 before', 'error_500 before')
  const order = {
    order_id: 'x',
    idempotency_key: 'a-key',
    amount_cents: 3900,
    confirmation_token: stripe.newToken('pm_card_visa'),
  }
  const error: unknown = await t.app.payments.charge(order, t.clock.now()).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PaymentsUnavailable)
  const text = JSON.stringify(error, Object.getOwnPropertyNames(error))
  expect(text).toContain('StripeAPIError')
  expect(text).not.toMatch(/sk_test|secret|Something is wrong/)
})

test('no secret is stored in any table', async () => {
  const { rows: tables } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(t.db)
  expect(tables.map(({ name }) => name)).toContain('payment_events')
  for (const { name } of tables) {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from ${sql.table(name)} as kept where kept::text ~ '_secret_|sk_test|whsec_|pm_card'`.execute(
      t.db,
    )
    expect([name, rows]).toEqual([name, [{ found: 0 }]])
  }
})
