import { afterAll, afterEach, expect, test } from 'vitest'
import { proveEmail } from '#/features/accounts/proof-actions.ts'
import { answerTestBank, forgetCard, listCards, makeTestToken, saveCard } from '#/features/cards/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { inTransaction } from '#/server/db.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp, type TestApp } from '#/test/app.ts'
import { cards, makePlayer, makeUnprovedPlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import { startStripe, type Trouble } from '#/test/stripe/stand-in.ts'
import { completePurchase, listPurchases, purchase } from './contract.ts'
import { purchaseAsGuest } from './guest-contract.ts'

const now = '2026-07-15T16:00:00Z'
const stripe = await startStripe()
afterAll(() => stripe.close())
const byStripe = await startApp(now, stripe.settings)
const byTest = await startApp(now)

/** Each provider with its app, and functions that save a card, respond to the bank, and list the charges. */
const providers = {
  stripe: {
    t: byStripe,
    save: async (player: TestPlayer, number: string = cards.paid): Promise<string> => {
      const { body } = await byStripe.call(saveCard, { token: player.token })
      return stripe.saveCard(body.client_secret, number.slice(-4))
    },
    authenticate: async (client_secret: string, approved: boolean) => void stripe.authenticate(client_secret, approved),
    charges: async (order_id: string) => stripe.intentOf(order_id).map(({ status }) => status),
  },
  test: {
    t: byTest,
    save: async (player: TestPlayer, number: string = cards.paid): Promise<string> => {
      const { body } = await byTest.call(saveCard, { token: player.token })
      await byTest.call(makeTestToken, {
        body: { number, exp_month: 12, exp_year: 2039, cvc: '123', save_secret: body.client_secret },
      })
      return (await cardsOf(byTest, player))[0]!.id
    },
    authenticate: async (client_secret: string, approved: boolean) =>
      void (await byTest.call(answerTestBank, { body: { client_secret, approved } })),
    charges: async (order_id: string) => {
      const made = byTest.db.selectFrom('test_payments').select('status').where('idempotency_key', '=', order_id)
      return (await made.execute()).map(({ status }) => status)
    },
  },
}
const both = ['stripe', 'test'] as const

let count = 0
const newKey = () => `saved_${String((count += 1)).padStart(40, '0')}`

function pay(
  t: TestApp,
  player: TestPlayer,
  saved_card: string,
  {
    key = newKey(),
    division = 'womens-singles-3-5',
    price = 39,
  }: { key?: string; division?: string; price?: number } = {},
) {
  return t.call(purchase, {
    token: player.token,
    body: { league_slug: 'fall', cart: [{ slug: division }], price, confirmationToken: key, saved_card },
  })
}
async function cardsOf(t: TestApp, player: TestPlayer) {
  return (await t.call(listCards, { token: player.token })).body.cards
}
async function statusesOf(t: TestApp, player: TestPlayer) {
  const { body } = await t.call(listPurchases, { token: player.token })
  return body.purchases.map(({ payment_status }) => payment_status)
}
async function leaguesOf(t: TestApp, player: TestPlayer) {
  return (await t.call(listMyLeagues, { token: player.token })).body.length
}

afterEach(() => {
  for (const { t } of Object.values(providers)) t.clock.set(now)
})

test.each(both)('%s: a saved card pays an order once, and only its owner can list it', async (name) => {
  const { t, save, charges } = providers[name]
  const [ada, eve] = [await makePlayer(t), await makePlayer(t)]
  const card = await save(ada)
  expect(await cardsOf(t, ada)).toEqual([{ id: card, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2039 }])
  expect(await cardsOf(t, eve)).toEqual([])
  const paid = await pay(t, ada, card)
  expect(paid).toMatchObject({ status: 201, body: { data: { status: 'Paid' } } })
  expect(await charges(paid.body.data.order_id)).toEqual(['succeeded'])
  expect(await leaguesOf(t, ada)).toBe(1)
  // The card stays saved and can pay again.
  expect((await pay(t, ada, card, { division: 'womens-singles-4-0' })).body.data.status).toBe('Paid')
})

test.each(both)(
  "%s: another player's card, an unknown one and a removed one are refused, and nothing is stored",
  async (name) => {
    const { t, save } = providers[name]
    const [ada, eve] = [await makePlayer(t), await makePlayer(t)]
    const card = await save(ada)
    const refused = { status: 404, body: { code: 'card_not_found' } }
    // Eve has no cards at first, and saves one later.
    expect(await pay(t, eve, card)).toMatchObject(refused)
    await save(eve)
    expect(await pay(t, eve, card)).toMatchObject(refused)
    expect(await pay(t, ada, 'pm_nobody')).toMatchObject(refused)
    expect(await pay(t, ada, "pm_1' or 1=1")).toMatchObject({ status: 422 })
    expect((await t.call(forgetCard, { token: ada.token, params: { card } })).status).toBe(200)
    expect(await pay(t, ada, card)).toMatchObject(refused)
    expect([await statusesOf(t, ada), await statusesOf(t, eve)]).toEqual([[], []])
  },
)

test.each(both)(
  '%s: twenty simultaneous presses make one charge and get one response; another card with the same key charges nothing',
  async (name) => {
    const { t, save, charges } = providers[name]
    const player = await makePlayer(t)
    const [card, other] = [await save(player), await save(player)]
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(t, player, card, { key })))
    expect(answers[0]).toMatchObject({ status: 201, body: { data: { status: 'Paid' } } })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await pay(t, player, other, { key })).toEqual(answers[0])
    expect(await pay(t, player, other)).toMatchObject({ status: 409, body: { code: 'already_in_league' } })
    expect(await charges(answers[0]!.body.data.order_id)).toEqual(['succeeded'])
    expect(await statusesOf(t, player)).toEqual(['Paid'])
  },
)

test.each(both)('%s: of twenty simultaneous tabs with a key each, one is charged', async (name) => {
  const { t, save } = providers[name]
  const player = await makePlayer(t)
  const card = await save(player)
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(t, player, card)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await statusesOf(t, player)).filter((status) => status !== 'Failed')).toEqual(['Paid'])
})

test.each(both)(
  '%s: the bank asks about a saved card: if approved, the player is entered; if refused, another try works',
  async (name) => {
    const { t, save, authenticate, charges } = providers[name]
    const player = await makePlayer(t)
    const card = await save(player, cards.authenticate)
    const refused = (await pay(t, player, card)).body.data
    expect(refused).toMatchObject({ status: 'requires_action', client_secret: expect.stringContaining('_secret_') })
    expect(await leaguesOf(t, player)).toBe(0)
    await authenticate(refused.client_secret!, false)
    const declined = await t.call(completePurchase, { token: player.token, params: { order_id: refused.order_id } })
    expect(declined).toMatchObject({ status: 402, body: { code: 'payment_declined' } })
    const asked = (await pay(t, player, card)).body.data
    await authenticate(asked.client_secret!, true)
    const done = await t.call(completePurchase, { token: player.token, params: { order_id: asked.order_id } })
    expect(done.body.data.status).toBe('Paid')
    expect(await charges(asked.order_id)).toEqual(['succeeded'])
    expect(await leaguesOf(t, player)).toBe(1)
  },
)

test.each(both)(
  '%s: a card that is removed between the order and its charge is declined with a message, and nothing is charged',
  async (name) => {
    const { t, save, charges } = providers[name]
    const player = await makePlayer(t)
    const card = await save(player)
    const { payments } = t.app
    t.app.payments = {
      ...payments,
      charge: async (order, at) => {
        await t.call(forgetCard, { token: player.token, params: { card } })
        return payments.charge(order, at)
      },
    }
    const declined = await pay(t, player, card)
    t.app.payments = payments
    expect(declined).toMatchObject({
      status: 402,
      body: { message: 'This saved card is no longer available. Choose another card; your cart is unchanged.' },
    })
    const [order] = await t.db.selectFrom('orders').select('id').where('player_id', '=', player.id).execute()
    expect(await charges(order!.id)).toEqual([])
    expect(await statusesOf(t, player)).toEqual(['Failed'])
  },
)

test.each(both)('%s: a charge whose response was lost is found, even after the card was removed', async (name) => {
  const { t, save, charges } = providers[name]
  const player = await makePlayer(t)
  const card = await save(player)
  const { payments } = t.app
  t.app.payments = {
    ...payments,
    charge: async (order, at) => {
      await payments.charge(order, at)
      throw new Error('no answer')
    },
  }
  const key = newKey()
  const pending = await pay(t, player, card, { key })
  t.app.payments = payments
  expect(pending.body.data.status).toBe('Pending')
  await t.call(forgetCard, { token: player.token, params: { card } })
  expect((await pay(t, player, card, { key })).body.data.status).toBe('Paid')
  expect(await charges(pending.body.data.order_id)).toEqual(['succeeded'])
  await runJobs(t)
  expect(await charges(pending.body.data.order_id)).toEqual(['succeeded'])
})

test.each(both)('%s: a total that differs from the server’s charges nothing', async (name) => {
  const { t, save } = providers[name]
  const player = await makePlayer(t)
  const card = await save(player)
  for (const price of [0, 0.01, 38.99]) expect((await pay(t, player, card, { price })).status).toBe(409)
  expect(await statusesOf(t, player)).toEqual([])
})

test('a bank that declines a saved card gives the reason, and the order can be paid with another', async () => {
  const player = await makePlayer(byStripe)
  const card = await providers.stripe.save(player, '9995')
  expect(await pay(byStripe, player, card)).toMatchObject({
    status: 402,
    body: { message: expect.stringContaining('not enough money') },
  })
  const token = stripe.newToken('pm_card_visa')
  const body = { league_slug: 'fall', cart: [{ slug: 'womens-singles-3-5' }], price: 39, confirmationToken: token }
  expect((await byStripe.call(purchase, { token: player.token, body })).status).toBe(201)
})

test('a saved card is charged to its own customer, and the bank’s check is completed in the browser', async () => {
  const player = await makePlayer(byStripe)
  const card = await providers.stripe.save(player)
  const { order_id } = (await pay(byStripe, player, card)).body.data
  expect(stripe.intentOf(order_id)).toMatchObject([
    { amount: 3900, customer: expect.stringMatching(/^cus_/), payment_method: card, metadata: { order_id } },
  ])
})

test('while the provider does not say whose card it is, nothing is stored', async () => {
  const player = await makePlayer(byStripe)
  const card = await providers.stripe.save(player)
  stripe.order('GET /v1/customers/:id/payment_methods/:other', 'error_500 before', 'error_500 before')
  expect(await pay(byStripe, player, card)).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
  expect(await statusesOf(byStripe, player)).toEqual([])
})

test.each<Trouble[][]>([
  [['error_500 before', 'error_500 before']],
  [['error_500 after']],
  [['drop after', 'drop before']],
])('%j: an order paid with a saved card is settled once by the job', async (troubles) => {
  const player = await makePlayer(byStripe)
  const card = await providers.stripe.save(player)
  stripe.order('POST /v1/payment_intents', ...troubles)
  const { order_id, status } = (await pay(byStripe, player, card)).body.data
  expect(status).toBe('Pending')
  byStripe.clock.set('2026-07-15T16:00:15Z')
  await runJobs(byStripe)
  expect(await statusesOf(byStripe, player)).toEqual(['Paid'])
  expect(stripe.intentOf(order_id)).toMatchObject([{ status: 'succeeded' }])
})

test('a guest cannot pay with a saved card: those fields are ignored', async () => {
  const ada = await makePlayer(byTest)
  const saved_card = await providers.test.save(ada)
  const guest = {
    first_name: 'Gus',
    last_name: 'Guest',
    email: 'gus@example.com',
    phone: '+1 574 555 0101',
    singles_level: '3.5',
    gender: 'Female',
    location: 'south-bend',
  }
  const order = { league_slug: 'fall', cart: [{ slug: 'womens-singles-3-5' }], price: 39, confirmationToken: newKey() }
  const answer = await byTest.send(purchaseAsGuest, { body: { ...guest, ...order, saved_card } })
  expect(answer).toMatchObject({ status: 402 })
})

test('an expired saved card of the test provider is declined with a message', async () => {
  const player = await makePlayer(byTest)
  const card = await providers.test.save(player)
  await byTest.db.updateTable('test_cards').set({ exp_year: 2025 }).where('id', '=', card).execute()
  expect(await pay(byTest, player, card)).toMatchObject({
    status: 402,
    body: { message: expect.stringContaining('expired') },
  })
})

test('a test card is saved once, only with the secret of the player who asked, and not if the bank declines it', async () => {
  const player = await makePlayer(byTest)
  const card = { number: cards.paid, exp_month: 12, exp_year: 2039, cvc: '123' }
  await byTest.call(makeTestToken, { body: { ...card, save_secret: 'seti_test_guess' } })
  await makeToken(byTest)
  expect(await cardsOf(byTest, player)).toEqual([])
  const { client_secret } = (await byTest.call(saveCard, { token: player.token })).body
  await byTest.call(makeTestToken, { body: { ...card, number: cards.declined, save_secret: client_secret } })
  expect(await cardsOf(byTest, player)).toEqual([])
  await byTest.call(makeTestToken, { body: { ...card, save_secret: client_secret } })
  await byTest.call(makeTestToken, { body: { ...card, number: cards.authenticate, save_secret: client_secret } })
  expect(await cardsOf(byTest, player)).toMatchObject([{ last4: '4242' }])
})

test.each(both)(
  '%s: verifying an email for the first time removes cards that somebody else saved before',
  async (name) => {
    const { t, save } = providers[name]
    const player = await makeUnprovedPlayer(t)
    const card = await save(player)
    await inTransaction(t.db, (tx) =>
      proveEmail({ tx, now: t.clock.now() }, { player_id: player.id, email: player.email }),
    )
    const owner = { ...player, token: await startSession(t.db, player.id, t.clock.now()) }
    expect(await cardsOf(t, owner)).toEqual([])
    const profile = { area: 'south-bend', phone: '+1 574 555 0100', singles_level: '3.5', gender: 'Female' } as const
    await t.db.updateTable('players').set(profile).where('id', '=', player.id).execute()
    expect(await pay(t, owner, card)).toMatchObject({ status: 404, body: { code: 'card_not_found' } })
    // The owner's card is stored under another customer than the squatter's.
    await save(owner)
    expect(await cardsOf(t, owner)).toHaveLength(1)
    expect((await cardsOf(t, owner))[0]!.id).not.toBe(card)
  },
)
