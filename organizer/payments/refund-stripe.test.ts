import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { receiveWebhook, purchase } from '#/features/checkout/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { sign, startStripe, type Trouble } from '#/test/stripe/stand-in.ts'
import { assignRefund, getPaymentOrder, getReconciliation, refundPurchase } from './contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'

const stripe = await startStripe()
afterAll(() => stripe.close())
const t = await startApp('2026-07-15T16:00:00Z', stripe.settings)
stripe.dateBy(t.clock)
const owner = await makeOrganizer(t)

const later = (seconds: number) => t.clock.set(new Date(t.clock.now().getTime() + seconds * 1000).toISOString())

/** Creates two lines of the fall in one order of $78.00, paid through Stripe. */
async function makeBuyer() {
  const player = await makePlayer(t)
  const { body } = await t.call(purchase, {
    token: player.token,
    body: {
      league_slug: 'fall',
      cart: [{ slug: 'womens-singles-3-5' }, { slug: 'womens-singles-4-0' }],
      price: 78,
      confirmationToken: stripe.newToken('pm_card_visa'),
    },
  })
  const { order_id } = body.data
  const { lines } = await orderOf(order_id)
  return { player, order_id, payment: stripe.intentOf(order_id)[0]?.id ?? '', lines: lines.map(({ id }) => id) }
}

async function orderOf(order_id: string) {
  return (await t.call(getPaymentOrder, { token: owner.token, params: { order_id } })).body.order
}
function refund(line: number | undefined, amount?: number, key = randomUUID()) {
  const body = { reason: 'Rain', key, ...(amount === undefined ? {} : { amount }) }
  return t.call(refundPurchase, { token: owner.token, params: { id: line ?? 0 }, body })
}
const moved = (payment: string) =>
  stripe.refunds.filter(({ payment_intent }) => payment_intent === payment).map(({ amount }) => amount)
const reconcile = async () => (await t.call(getReconciliation, { token: owner.token })).body
async function hearAll(): Promise<void> {
  for (const event of stripe.events.splice(0)) {
    const { payload, signature } = sign(event)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    await t.server.inject({ method: 'POST', url: `/api${receiveWebhook.path}`, payload, headers })
  }
}

test.each<Trouble>(['error_500 after', 'drop after', 'error_500 before'])(
  'a partial refund whose response is lost (%s) is made once, by the job or by pressing again',
  async (trouble) => {
    const { payment, lines, order_id } = await makeBuyer()
    stripe.order('POST /v1/refunds', trouble, trouble)
    const key = randomUUID()
    await refund(lines[0], 12.5, key)
    later(20)
    await Promise.all([runJobs(t), refund(lines[0], 12.5, key)])
    stripe.forgetKeys()
    await refund(lines[0], 12.5, key)
    later(20)
    await runJobs(t)
    expect(moved(payment)).toEqual([1250])
    const order = await orderOf(order_id)
    expect(order.lines[0]).toMatchObject({ refunded: 12.5 })
    expect(order.refunds).toMatchObject([{ state: 'done' }])
  },
)

test('a partial refund that Stripe refuses permanently fails with a reason, does not count, and leaves room for another', async () => {
  const { payment, lines, order_id, player } = await makeBuyer()
  stripe.refundByHand(payment, 7000)
  const key = randomUUID()
  const refused = {
    status: 409,
    body: { code: 'refund_refused', message: expect.stringContaining('more than is left') },
  }
  expect(await refund(lines[0], 12.5, key)).toMatchObject(refused)
  expect(await refund(lines[0], 12.5, key)).toMatchObject(refused)
  const order = await orderOf(order_id)
  expect(order.lines[0]).toMatchObject({ refunded: 0, left: 39 })
  expect(order.refunds).toMatchObject([
    { state: 'failed', failed_reason: expect.stringContaining('more than is left'), provider_refund: null },
  ])
  expect((await refund(lines[0], 8)).status).toBe(200)
  later(20)
  await runJobs(t)
  expect(moved(payment)).toEqual([7000, 800])
  expect((await orderOf(order_id)).lines[0]).toMatchObject({ refunded: 8, left: 31 })
  expect((await reconcile()).differences.filter((each) => each.order_id === order_id)).toMatchObject([
    { kind: 'refund_by_hand', theirs: -70, lines: [{ left: 31 }, { left: 39 }] },
  ])
  const subjects = t.emails.filter(({ to }) => to.email === player.email).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('comes back'))).toEqual(['$8.00 comes back to you'])
  const { audit_entries } = (
    await t.call(listAuditLog, { token: owner.token, query: { subject: `order ${order_id}` } })
  ).body
  expect(audit_entries.map(({ kind }) => kind)).toEqual(['refund', 'refund_failed', 'refund'])
})

test('a goodwill refund of the whole price withdraws nobody, even when Stripe’s event arrives; a full refund by hand does', async () => {
  const { payment, lines, player, order_id } = await makeBuyer()
  for (const line of lines) expect((await refund(line, 39)).status).toBe(200)
  await hearAll()
  await runJobs(t)
  expect((await t.call(listMyLeagues, { token: player.token })).body).toHaveLength(2)
  expect((await orderOf(order_id)).events.map(({ type }) => type)).toContain('charge.refunded')
  expect(moved(payment)).toEqual([3900, 3900])

  const other = await makeBuyer()
  stripe.refundByHand(other.payment)
  await hearAll()
  await runJobs(t)
  expect((await t.call(listMyLeagues, { token: other.player.token })).body).toHaveLength(0)
  expect((await orderOf(other.order_id)).lines).toMatchObject([{ refunded: 39 }, { refunded: 39 }])
})

test('the reconciliation of a month agrees with Stripe’s balance over many pages and with its fees, and refunds made by hand are assigned line by line', async () => {
  t.clock.set('2026-09-10T16:00:00Z')
  const fresh = await makeOrganizer(t)
  Object.assign(owner, fresh)
  const { payment, lines } = await makeBuyer()
  const whole = await makeBuyer()
  await refund(lines[0], 10)
  await refund(whole.lines[1])
  const byHand = [await makeBuyer(), await makeBuyer()]
  for (let count = 0; count < 110; count += 1) stripe.refundByHand(byHand[count % 2]?.payment ?? '', 100)
  const before = await reconcile()
  expect(before.total).toMatchObject({
    ours: { taken: 4 * 78, refunded: 49 },
    theirs: { taken: 4 * 78, refunded: 159, fees: (4 * (226 + 30)) / 100 },
    difference: -110,
  })
  expect(new Set(before.differences.map(({ kind }) => kind))).toEqual(new Set(['refund_by_hand']))
  expect(before.differences).toHaveLength(110)

  stripe.refundByHand(payment, 5000)
  const hand = (await reconcile()).differences.find((each) => each.payment === payment)
  expect(hand).toMatchObject({ theirs: -50, lines: [{ left: 29 }, { left: 39 }] })
  for (const purchase_id of lines) {
    const body = { refund: hand?.movement ?? '', purchase_id, reason: 'By phone' }
    expect((await t.call(assignRefund, { token: owner.token, body })).status).toBe(200)
  }
  const after = await reconcile()
  expect(after.differences.some((each) => each.payment === payment)).toBe(false)
  expect(after.total.difference).toBe(-110)
  const ours = stripe.refunds.find((each) => each.payment_intent === payment)?.id ?? ''
  const again = { refund: ours, purchase_id: lines[1] ?? 0, reason: 'By phone' }
  expect((await t.call(assignRefund, { token: owner.token, body: again })).body.code).toBe('refund_ours')
})

test('a month can be reconciled even if another program uses the account, with its own metadata', async () => {
  const before = (await reconcile()).differences.length
  const foreign = [
    { order_id: "'; drop table orders; --", line: 'a\u0000b' },
    { order_id: 7, line: { id: 1 } },
    { order_id: '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6', line: '0' },
    { order_id: '------------------------------------' },
    {},
    null,
    undefined,
  ]
  for (const metadata of foreign) stripe.payForeign(metadata)
  const answer = await t.call(getReconciliation, { token: owner.token })
  expect(answer.status).toBe(200)
  expect(answer.body.differences).toHaveLength(before + 2 * foreign.length)
  await hearAll()
  await runJobs(t)
})
