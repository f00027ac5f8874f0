import { afterAll, afterEach, expect, test } from 'vitest'
import { listPurchases, purchase, receiveWebhook } from '#/features/checkout/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getPaymentOrder, refundPurchase, retryPaymentRefund } from '#/organizer/payments/contract.ts'
import { RefundRefused } from '#/server/outside/payments.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { sign, startStripe } from '#/test/stripe/stand-in.ts'
import { withdraw } from './contract.ts'

const stripe = await startStripe()
afterAll(() => stripe.close())
const t = await startApp('2026-07-15T16:00:00Z', stripe.settings)
const provider = t.app.payments
afterEach(() => {
  t.app.payments = provider
})
const owner = await makeOrganizer(t)

const later = (seconds: number) => t.clock.set(new Date(t.clock.now().getTime() + seconds * 1000).toISOString())

/** A player who has paid $39.00 for a league of the Fall through Stripe. */
async function makeBuyer(card: 'pm_card_visa' | 'pm_card_authenticationRequired' = 'pm_card_visa') {
  const player = await makePlayer(t)
  const { body } = await t.call(purchase, {
    token: player.token,
    body: {
      league_slug: 'fall',
      cart: [{ slug: 'womens-singles-3-5' }],
      price: 39,
      confirmationToken: stripe.newToken(card),
    },
  })
  const { order_id } = body.data
  const { purchases } = (await t.call(listPurchases, { token: player.token })).body
  const payment = stripe.intentOf(order_id)[0]?.id ?? ''
  return { player, order_id, payment, line: purchases[0]?.id ?? 0, secret: body.data.client_secret ?? '' }
}
const orderOf = async (order_id: string) =>
  (await t.call(getPaymentOrder, { token: owner.token, params: { order_id } })).body.order
const leave = (player: TestPlayer, id: number) => t.call(withdraw, { token: player.token, params: { id } })
const retry = (id: number | undefined) => t.call(retryPaymentRefund, { token: owner.token, params: { id: id ?? 0 } })
const leaguesOf = async ({ token }: TestPlayer) => (await t.call(listMyLeagues, { token })).body.length
const moved = (payment: string) =>
  stripe.refunds.filter(({ payment_intent }) => payment_intent === payment).map(({ amount }) => amount)
const subjectsTo = ({ email }: TestPlayer) =>
  t.emails.filter(({ to }) => to.email === email).map(({ subject }) => subject)

/** Delivers Stripe's events to the app. */
async function receiveAll(): Promise<void> {
  for (const event of stripe.events.splice(0)) {
    const { payload, signature } = sign(event)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    await t.server.inject({ method: 'POST', url: `/api${receiveWebhook.path}`, payload, headers })
  }
  await runJobs(t)
}

/** Makes every refund fail with a permanent error. Returns the idempotency keys, which fill up as requests arrive. */
function refuseRefunds(): string[] {
  const keys: string[] = []
  t.app.payments = {
    ...provider,
    refund: ({ idempotency_key }) => {
      keys.push(idempotency_key)
      return Promise.reject(new RefundRefused("The player's bank did not accept the refund."))
    },
  }
  return keys
}

test('a withdrawal that the provider refuses permanently keeps the place, emails the player, and can be retried with a new key', async () => {
  const { player, line, order_id, payment } = await makeBuyer()
  const keys = refuseRefunds()
  expect(await leave(player, line)).toMatchObject({
    status: 409,
    body: { code: 'refund_refused', message: expect.stringContaining('you are still in') },
  })
  await runJobs(t)
  expect(await leaguesOf(player)).toBe(1)
  expect(subjectsTo(player)).toContain('We could not refund $39.00 yet')
  const { lines, refunds } = await orderOf(order_id)
  expect(lines).toMatchObject([{ payment_status: 'Paid', refund_requested: false, left: 39, refunded: 0 }])
  expect(refunds).toMatchObject([
    {
      kind: 'withdrawal',
      state: 'failed',
      failed_reason: "The player's bank did not accept the refund.",
      retried: false,
    },
  ])
  const [failed] = refunds

  expect((await retry(failed?.id)).body.code).toBe('refund_refused')
  t.app.payments = provider
  const second = (await orderOf(order_id)).refunds.at(-1)
  const answers = await Promise.all([retry(second?.id), retry(second?.id), retry(second?.id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await orderOf(order_id)).toMatchObject({
    lines: [{ payment_status: 'Refunded', refunded: 39 }],
    refunds: [
      { state: 'failed', retried: true },
      { state: 'failed', retried: true },
      { state: 'done', retried: false, provider_refund: expect.any(String) },
    ],
  })
  expect(keys).toEqual([`refund-${failed?.id}`, `refund-${second?.id}`])
  expect(moved(payment)).toEqual([3900])
  expect(await leaguesOf(player)).toBe(0)
})

test('after a refused refund the player can withdraw again', async () => {
  const { player, line, payment } = await makeBuyer()
  refuseRefunds()
  await leave(player, line)
  t.app.payments = provider
  expect((await leave(player, line)).body.message).toContain('$39.00 goes back to your card')
  expect(moved(payment)).toEqual([3900])
})

test('retrying a refund in progress keeps its key', async () => {
  const { player, line, order_id, payment } = await makeBuyer()
  stripe.order('POST /v1/refunds', 'error_500 after', 'error_500 after')
  expect((await leave(player, line)).body.message).toContain('We have received your withdrawal')
  const [refund] = (await orderOf(order_id)).refunds
  expect(refund).toMatchObject({ state: 'requested' })
  stripe.forgetKeys()
  await Promise.all([retry(refund?.id), retry(refund?.id), leave(player, line)])
  expect((await orderOf(order_id)).refunds).toMatchObject([{ id: refund?.id, state: 'done' }])
  expect(moved(payment)).toEqual([3900])
})

test('a refund that was made by hand meanwhile does not count as refused, and the player has left', async () => {
  const { player, line, order_id, payment } = await makeBuyer()
  stripe.refundByHand(payment)
  expect((await leave(player, line)).status).toBe(200)
  await receiveAll()
  expect(await orderOf(order_id)).toMatchObject({
    lines: [{ payment_status: 'Refunded', refunded: 39 }],
    refunds: [{ kind: 'withdrawal', state: 'done' }],
  })
  expect(moved(payment)).toEqual([3900])
  expect(subjectsTo(player)).toEqual(['You are in: Fall 2026', "You have left Women's Singles 3.5"])
})

test.each([
  ['won', 'done', [3900]],
  ['lost', 'done', []],
] as const)('a refund waits while a bank decides about the payment: %s', async (end, state, cents) => {
  const { player, line, order_id, payment } = await makeBuyer()
  stripe.order('POST /v1/refunds', 'error_500 before', 'error_500 before')
  await leave(player, line)
  stripe.dispute(payment)
  // The job runs before the event arrives, and Stripe refuses the refund.
  later(20)
  await runJobs(t)
  expect(await orderOf(order_id)).toMatchObject({
    disputed_at: expect.any(String),
    lines: [{ payment_status: 'Paid', refund_requested: true }],
    refunds: [{ state: 'requested' }],
  })
  await receiveAll()
  stripe.closeDispute(payment, end)
  await receiveAll()
  expect(await orderOf(order_id)).toMatchObject({ lines: [{ payment_status: 'Refunded' }], refunds: [{ state }] })
  expect(moved(payment)).toEqual(cents)
  expect(subjectsTo(player).filter((subject) => subject.startsWith('We could not'))).toEqual([])
})

test('a provider that hangs keeps nobody waiting longer than ten seconds, and refunds once', async () => {
  const { player, line, order_id, payment } = await makeBuyer()
  stripe.order('POST /v1/refunds', 'hang after', 'hang before')
  const started = performance.now()
  expect((await leave(player, line)).body.message).toContain('We have received your withdrawal')
  expect(performance.now() - started).toBeLessThan(12_000)
  later(20)
  await runJobs(t)
  expect((await orderOf(order_id)).refunds).toMatchObject([{ state: 'done' }])
  expect(moved(payment)).toEqual([3900])
})

test('a simultaneous partial refund and withdrawal refund the price once', async () => {
  const { player, line, order_id, payment } = await makeBuyer()
  const body = { amount: '10.00', reason: 'Rain', key: crypto.randomUUID() }
  await Promise.all([
    t.call(refundPurchase, { token: owner.token, params: { id: line }, body }),
    leave(player, line),
    leave(player, line),
  ])
  expect(moved(payment).reduce((sum, cents) => sum + cents, 0)).toBe(3900)
  expect((await orderOf(order_id)).lines).toMatchObject([{ payment_status: 'Refunded', refunded: 39, left: 0 }])
})

test('the refund of a failed order’s charge is a row of the ledger; if it is refused, the player is emailed and an organizer can retry it', async () => {
  const { player, order_id, payment, secret } = await makeBuyer('pm_card_authenticationRequired')
  await t.db.updateTable('purchases').set({ status: 'Closed' }).where('order_id', '=', order_id).execute()
  stripe.authenticate(secret, true)
  refuseRefunds()
  await receiveAll()
  const { refunds } = await orderOf(order_id)
  expect(refunds).toMatchObject([{ kind: 'failed_order', purchase_id: null, amount: 39, state: 'failed' }])
  expect(subjectsTo(player)).toContain('We could not refund $39.00 yet')
  t.app.payments = provider
  expect((await retry(refunds[0]?.id)).body.message).toContain('$39.00 goes back')
  await receiveAll()
  expect((await orderOf(order_id)).refunds).toMatchObject([{ state: 'failed', retried: true }, { state: 'done' }])
  expect(moved(payment)).toEqual([3900])
})

test('only an organizer of the area can retry a refund', async () => {
  const { player, line, order_id } = await makeBuyer()
  refuseRefunds()
  await leave(player, line)
  const [refund] = (await orderOf(order_id)).refunds
  const stranger = await makeOrganizer(t, ['dc'])
  const id = refund?.id ?? 0
  expect((await t.call(retryPaymentRefund, { token: stranger.token, params: { id } })).status).toBe(404)
  expect((await t.call(retryPaymentRefund, { token: player.token, params: { id } })).status).toBe(403)
})
