import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { PaymentAnswer, Payments } from '#/server/outside/payments.ts'
import { startApp } from '#/test/app.ts'
import { cards, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import { completePurchase, listPurchases, purchase } from './contract.ts'
import { findOrder } from './queries.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { answerTestBank } from '#/features/cards/contract.ts'
import { settle } from './settle-actions.ts'

const t = await startApp()
const provider = t.app.payments
afterEach(() => {
  t.app.payments = provider
})

function buy(player: TestPlayer, confirmationToken: string, division = 'womens-singles-3-5', price = 39) {
  return t.call(purchase, {
    token: player.token,
    body: { league_slug: 'fall', cart: [{ slug: division }], price, confirmationToken },
  })
}

function complete(player: TestPlayer, order_id: string) {
  return t.call(completePurchase, { token: player.token, params: { order_id } })
}

async function statusesOf(player: TestPlayer): Promise<string[]> {
  const { body } = await t.call(listPurchases, { token: player.token })
  return body.purchases.map(({ payment_status }) => payment_status)
}

async function leaguesOf(player: TestPlayer): Promise<number> {
  return (await t.call(listMyLeagues, { token: player.token })).body.length
}

/** The payments that the provider made for a player's orders, oldest first. */
async function paymentsOf(player: TestPlayer): Promise<string[]> {
  const payments = await t.db
    .selectFrom('test_payments')
    .innerJoin('orders', 'orders.confirmation_token', 'test_payments.confirmation_token')
    .select('test_payments.status')
    .where('orders.player_id', '=', player.id)
    .orderBy('orders.id')
    .execute()
  return payments.map(({ status }) => status)
}

test('the same confirmation token gets the same response and charges nothing more', async () => {
  const player = await makePlayer(t)
  const token = await makeToken(t)
  const first = await buy(player, token)
  expect(first).toMatchObject({ status: 201, body: { data: { status: 'Paid' } } })
  expect(await buy(player, token)).toEqual(first)
  expect(await paymentsOf(player)).toEqual(['succeeded'])
})

test('twenty simultaneous presses with one token give one order, one charge, one entry, and the same response to all', async () => {
  for (let round = 0; round < 5; round++) {
    const player = await makePlayer(t)
    const token = await makeToken(t)
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(player, token)))
    expect(answers[0]).toMatchObject({ status: 201, body: { data: { status: 'Paid' } } })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await statusesOf(player)).toEqual(['Paid'])
    expect(await paymentsOf(player)).toEqual(['succeeded'])
    expect(await leaguesOf(player)).toBe(1)
  }
})

test('of twenty simultaneous tabs with a token each, one is charged and the others are refused', async () => {
  for (let round = 0; round < 5; round++) {
    const player = await makePlayer(t)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => makeToken(t)))
    const answers = await Promise.all(tokens.map((token) => buy(player, token)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(409)
      expect(['order_open', 'already_in_league']).toContain(body.code)
    }
    expect(await statusesOf(player)).toEqual(['Paid'])
    expect(await paymentsOf(player)).toEqual(['succeeded'])
  }
})

test('two tabs with overlapping carts never deadlock and never charge one league twice', async () => {
  const player = await makePlayer(t)
  const cart = [{ slug: 'womens-singles-3-0' }, { slug: 'womens-singles-4-0' }, { slug: 'mixed-doubles' }]
  const carts = [cart, cart.toReversed()]
  const answers = await Promise.all(
    carts.map(async (items) => {
      const confirmationToken = await makeToken(t)
      return t.call(purchase, {
        token: player.token,
        body: { league_slug: 'fall', cart: items, price: 127, confirmationToken },
      })
    }),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(await statusesOf(player)).toEqual(['Paid', 'Paid', 'Paid'])
})

test('a decline gives the reason and enters nobody, and another card then works', async () => {
  const player = await makePlayer(t)
  const token = await makeToken(t, cards.declined)
  const declined = await buy(player, token)
  expect(declined).toMatchObject({
    status: 402,
    body: { code: 'payment_declined', message: expect.stringContaining('declined') },
  })
  expect(await buy(player, token)).toMatchObject({ status: 402, body: { message: declined.body.message } })
  expect(await statusesOf(player)).toEqual(['Failed'])
  expect(await leaguesOf(player)).toBe(0)

  expect((await buy(player, await makeToken(t))).status).toBe(201)
  expect(await statusesOf(player)).toEqual(['Paid', 'Failed'])
  expect(await paymentsOf(player)).toEqual(['declined', 'succeeded'])
})

test('a token that the provider does not know is declined', async () => {
  const player = await makePlayer(t)
  expect(await buy(player, 'ctoken_test_nobody_made_this')).toMatchObject({
    status: 402,
    body: { code: 'payment_declined' },
  })
  expect(await statusesOf(player)).toEqual(['Failed'])
})

test('another player’s token is refused without revealing anything', async () => {
  const [ada, eve] = [await makePlayer(t), await makePlayer(t)]
  const token = await makeToken(t)
  const hers = await buy(ada, token)
  const answer = await buy(eve, token)
  expect(answer).toMatchObject({ status: 409, body: { code: 'token_used' } })
  expect(JSON.stringify(answer.body)).not.toContain(hers.body.data.order_id)
  expect(await statusesOf(eve)).toEqual([])
})

test('a payment that needs the bank enters nobody until the buyer has approved and the provider confirms it', async () => {
  const player = await makePlayer(t)
  const token = await makeToken(t, cards.authenticate)
  const pending = await buy(player, token)
  expect(pending).toMatchObject({
    status: 201,
    body: { data: { status: 'requires_action', client_secret: expect.any(String) } },
  })
  const { order_id, client_secret = '' } = pending.body.data
  expect(await buy(player, token)).toEqual(pending)
  expect(await complete(player, order_id)).toMatchObject({ status: 200, body: pending.body })
  expect(await statusesOf(player)).toEqual(['Pending'])
  expect(await leaguesOf(player)).toBe(0)

  expect((await t.call(answerTestBank, { body: { client_secret, approved: true } })).status).toBe(200)
  expect(await statusesOf(player)).toEqual(['Pending'])
  const answers = await Promise.all(Array.from({ length: 10 }, () => complete(player, order_id)))
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { data: { order_id, status: 'Paid' } } })
  expect(await statusesOf(player)).toEqual(['Paid'])
  expect(await leaguesOf(player)).toBe(1)
  expect(await paymentsOf(player)).toEqual(['succeeded'])
})

test('a buyer who refuses at the bank is not entered, and can pay with another card', async () => {
  const player = await makePlayer(t)
  const pending = await buy(player, await makeToken(t, cards.authenticate))
  const { order_id, client_secret = '' } = pending.body.data
  await t.call(answerTestBank, { body: { client_secret, approved: false } })
  expect(await complete(player, order_id)).toMatchObject({ status: 402, body: { code: 'payment_declined' } })
  expect(await statusesOf(player)).toEqual(['Failed'])
  expect((await buy(player, await makeToken(t))).status).toBe(201)
})

test('the bank accepts one answer from a buyer, and none without the secret', async () => {
  const player = await makePlayer(t)
  const pending = await buy(player, await makeToken(t, cards.authenticate))
  const { client_secret = '' } = pending.body.data
  expect((await t.send(answerTestBank, { body: { client_secret: 'guess', approved: true } })).status).toBe(404)
  expect((await t.send(answerTestBank, { body: { client_secret } })).status).toBe(422)
  await t.call(answerTestBank, { body: { client_secret, approved: false } })
  expect((await t.send(answerTestBank, { body: { client_secret, approved: true } })).status).toBe(404)
  expect(await paymentsOf(player)).toEqual(['declined'])
})

test('while an order for a division is open, a second one for it is refused', async () => {
  const player = await makePlayer(t)
  await buy(player, await makeToken(t, cards.authenticate))
  expect(await buy(player, await makeToken(t))).toMatchObject({ status: 409, body: { code: 'order_open' } })
  expect((await buy(player, await makeToken(t), 'womens-singles-4-0')).status).toBe(201)
})

test("another player's order is not found, and an invalid id is refused", async () => {
  const [ada, eve] = [await makePlayer(t), await makePlayer(t)]
  const pending = await buy(ada, await makeToken(t, cards.authenticate))
  const answer = await complete(eve, pending.body.data.order_id)
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(JSON.stringify(answer.body)).not.toContain('secret')
  expect((await complete(eve, '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6')).status).toBe(404)
  expect((await complete(eve, 'nonsense')).status).toBe(422)
})

function withCharge(charge: Payments['charge']): void {
  t.app.payments = { ...provider, charge }
}

test('if the charge’s response is lost, the order is being checked, and the next request finds the one charge', async () => {
  const player = await makePlayer(t)
  withCharge(async (order, now) => {
    await provider.charge(order, now)
    throw new Error('socket hang up')
  })
  const pending = await buy(player, await makeToken(t))
  expect(pending).toMatchObject({
    status: 201,
    body: { message: expect.stringContaining('checking'), data: { status: 'Pending' } },
  })
  expect(await leaguesOf(player)).toBe(0)
  t.app.payments = provider
  expect(await complete(player, pending.body.data.order_id)).toMatchObject({
    status: 200,
    body: { data: { status: 'Paid' } },
  })
  expect(await paymentsOf(player)).toEqual(['succeeded'])
  expect(await leaguesOf(player)).toBe(1)
})

test('if the provider never responds, the order stays open and can be continued', async () => {
  const player = await makePlayer(t)
  const real = setTimeout
  const shortTimeout = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run: () => void, ms?: number) => real(run, ms === 10_000 ? 20 : ms))
  withCharge(() => new Promise<PaymentAnswer>(() => {}))
  const token = await makeToken(t)
  expect(await buy(player, token)).toMatchObject({ status: 201, body: { data: { status: 'Pending' } } })
  shortTimeout.mockRestore()
  t.app.payments = provider
  expect(await buy(player, token)).toMatchObject({ status: 201, body: { data: { status: 'Paid' } } })
  expect(await paymentsOf(player)).toEqual(['succeeded'])
})

test('provider events after an order is settled change nothing', async () => {
  const player = await makePlayer(t)
  const { order_id } = (await buy(player, await makeToken(t))).body.data
  const before = await findOrder(t.db, player.id, order_id)
  const late: PaymentAnswer[] = [
    { status: 'declined', payment: 'pi_other', reason: 'No.' },
    { status: 'requires_action', payment: 'pi_other', client_secret: 'x' },
    { status: 'succeeded', payment: 'pi_other', returned_cents: 3900, disputed: true },
  ]
  await Promise.all(late.map((answer) => settle({ app: t.app, now: t.clock.now() }, { order_id, answer })))
  expect(await findOrder(t.db, player.id, order_id)).toEqual(before)
  expect(await leaguesOf(player)).toBe(1)
})

test('the amount is the one stored with the order, and the idempotency key is the order’s id', async () => {
  const player = await makePlayer(t)
  const charges: unknown[] = []
  withCharge((order, now) => {
    charges.push(order)
    return provider.charge(order, now)
  })
  const token = await makeToken(t)
  const { order_id } = (await buy(player, token)).body.data
  expect(charges).toEqual([{ order_id, idempotency_key: order_id, amount_cents: 3900, confirmation_token: token }])
})

test('no card number is stored in any table', async () => {
  const player = await makePlayer(t)
  await buy(player, await makeToken(t))
  const { rows: tables } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(t.db)
  expect(tables.map(({ name }) => name)).toContain('test_confirmation_tokens')
  for (const { name } of tables) {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from ${sql.table(name)} as kept where kept::text ~ '4242[ -]?4242[ -]?4242[ -]?4242'`.execute(
      t.db,
    )
    expect(rows).toEqual([{ found: 0 }])
  }
})
