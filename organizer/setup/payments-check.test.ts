import { afterAll, beforeEach, expect, test } from 'vitest'
import { receiveWebhook } from '#/features/checkout/contract.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer } from '#/test/make.ts'
import { webhookEndpoint } from '#/test/stripe/shapes.ts'
import { sign, startStripe } from '#/test/stripe/stand-in.ts'
import { checkPayments, getSetup, sendTestMail } from './contract.ts'

const stripe = await startStripe()
afterAll(() => stripe.close())
const site = 'https://play.example'
const t = await startApp('2026-07-15T16:00:00Z', { ...stripe.settings, PUBLIC_URL: site })
const { token } = await makeOrganizer(t)
const webhook = `${site}/api${receiveWebhook.path}`
const events = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((what) => `charge.dispute.${what}`),
]

beforeEach(async () => {
  stripe.webhooks.splice(0)
  stripe.events.splice(0)
  await t.db.updateTable('organization').set({ checked_payments_key: null }).execute()
})

const check = () => t.call(checkPayments, { token })
const problem = async () =>
  (await t.call(getSetup, { token })).body.steps.find(({ key }) => key === 'checks')?.problem ?? null

/** Posts Stripe's next event as Stripe would. `secret`: that of another webhook. */
async function deliver(secret?: string): Promise<number> {
  await expect.poll(() => stripe.events.length).toBe(1)
  const { payload, signature } = sign(stripe.events[0]!, secret === undefined ? {} : { secret })
  const { statusCode } = await t.server.inject({
    method: 'POST',
    url: `/api${receiveWebhook.path}`,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
  return statusCode
}

test('with the right key and webhook, a payment is created and canceled, and its event arrives', async () => {
  await t.call(sendTestMail, { token })
  expect(await problem()).toContain('Stripe has not been checked yet')
  stripe.webhooks.push(webhookEndpoint('https://other.example/hook', ['*']), webhookEndpoint(webhook, events))
  const [answer, delivered] = await Promise.all([check(), deliver()])
  expect([answer.status, delivered]).toEqual([200, 200])
  expect(stripe.events.map(({ type }) => type)).toEqual(['payment_intent.canceled'])
  expect(stripe.succeeded()).toEqual([])
  expect(await problem()).toBe(null)
  // A check of another key does not count.
  await t.db.updateTable('organization').set({ checked_payments_key: 'pk_test_before' }).execute()
  expect(await problem()).toContain('Stripe has not been checked yet')
})

test.each([
  ['no webhook', [], 'no webhook for'],
  ['a webhook of another address', [webhookEndpoint(`${site}/webhook`, ['*'])], 'no webhook for'],
  ['a webhook that is turned off', [webhookEndpoint(webhook, ['*'], 'disabled')], 'turned off'],
  ['a webhook without some events', [webhookEndpoint(webhook, events.slice(1))], 'payment_intent.succeeded.'],
])('with %s, the owner sees why, and no payment is created', async (_, webhooks, sentence) => {
  stripe.webhooks.push(...webhooks)
  const answer = await check()
  expect(answer).toMatchObject({ status: 409, body: { code: 'payments_refused' } })
  expect(answer.body.message).toContain(sentence)
  expect(stripe.events).toEqual([])
})

test('an event with the signature of another webhook does not count', async () => {
  stripe.webhooks.push(webhookEndpoint(webhook, ['*']))
  const [answer, delivered] = await Promise.all([check(), deliver('whsec_of_another_webhook')])
  expect(delivered).toBe(400)
  expect(answer).toMatchObject({ status: 409, body: { code: 'payments_refused' } })
  expect(answer.body.message).toContain('STRIPE_WEBHOOK_SECRET')
  expect(await problem()).not.toBe(null)
})

test('a key that Stripe does not know is named, and without a response there is no verdict', async () => {
  const wrong = await startApp('2026-07-15T16:00:00Z', { ...stripe.settings, STRIPE_SECRET_KEY: 'sk_test_wrong' })
  const owner = await makeOrganizer(wrong)
  const unknown = await wrong.call(checkPayments, { token: owner.token })
  expect(unknown.body).toMatchObject({
    code: 'payments_refused',
    message: expect.stringContaining('STRIPE_SECRET_KEY'),
  })
  stripe.webhooks.push(webhookEndpoint(webhook, ['*']))
  stripe.order('GET /v1/webhook_endpoints', 'error_500 before', 'error_500 before')
  expect(await check()).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
})

test('an organizer who is not an owner cannot run the check', async () => {
  const { token: of } = await makeOrganizer(t, ['dc'])
  expect((await t.call(checkPayments, { token: of })).status).toBe(403)
})
