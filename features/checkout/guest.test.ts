import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Reply } from '#/contract/endpoint.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { forgotPassword, getUser, resetPassword, signIn } from '#/features/accounts/contract.ts'
import { getFreeSeasons, getReferral } from '#/features/referrals/contract.ts'
import { startJob } from '#/server/queue.ts'
import { updateEmergencyContact } from '#/features/settings/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { cards, makePlayer, makeToken, password } from '#/test/make.ts'
import { completePurchase, purchase } from './contract.ts'
import { purchaseAsGuest } from './guest-contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { answerTestBank } from '#/features/cards/contract.ts'

const t = await startApp()
const { emailsTo } = mailboxOf(t)
const provider = t.app.payments
afterEach(() => {
  t.app.payments = provider
  t.clock.set('2026-07-15T16:00:00Z')
})

const womens = 'womens-singles-3-5'
let made = 0
const someEmail = () => `guest-${++made}@example.com`

const guest = {
  first_name: 'Ada',
  last_name: 'Moreno',
  phone: '+1 574 555 0101',
  singles_level: '3.5',
  gender: 'Female',
  location: 'South Bend',
  league_slug: 'fall',
  league_name: 'Fall',
  cart: [{ slug: womens, season_count: 1 }],
  price: '39.00',
}

type Bought = { status: number; body: Reply<typeof purchaseAsGuest> & RefusalBody }

/** The secret kept by the guests' browser. */
const guest_secret = 'one-browser'.padEnd(43, '-')

/** Sends a guest's order without checking its types. */
function buy(given: Record<string, unknown>): Promise<Bought> {
  return t.send(purchaseAsGuest, { body: { ...guest, guest_secret, ...given } }) as Promise<Bought>
}

async function tokenOf(emails: readonly { text: string }[]): Promise<string> {
  return emails.map(({ text }) => /reset-password\?token=([\w-]{43})/.exec(text)?.[1]).find(Boolean) ?? ''
}

/** The stored data of an email: accounts, orders by the status of their lines, charges. */
async function booksOf(email: string) {
  const players = await t.db.selectFrom('players').select('id').where('email', '=', email).execute()
  const lines = await t.db
    .selectFrom('purchases')
    .innerJoin('players', 'players.id', 'purchases.player_id')
    .select('purchases.status')
    .where('email', '=', email)
    .orderBy('purchases.id')
    .execute()
  const charged = await t.db
    .selectFrom('test_payments')
    .innerJoin('orders', 'orders.confirmation_token', 'test_payments.confirmation_token')
    .innerJoin('players', 'players.id', 'orders.player_id')
    .select(['test_payments.status', 'amount_cents'])
    .where('email', '=', email)
    .execute()
  return { accounts: players.length, lines: lines.map(({ status }) => status), charged }
}
const nothing = { accounts: 0, lines: [], charged: [] }

test('a guest with one name says so and is called by it, and without a word a last name is required', async () => {
  const email = someEmail()
  const confirmationToken = await makeToken(t)
  expect(await buy({ email, confirmationToken, first_name: 'Madonna', last_name: '' })).toMatchObject({
    status: 422,
    body: { fields: { last_name: 'Please enter your last name.' } },
  })
  const bought = await buy({ email, confirmationToken, first_name: 'Madonna', last_name: '', one_name: true })
  expect(bought).toMatchObject({
    status: 201,
    body: { user: { first_name: 'Madonna', last_name: '', one_name: true } },
  })
  expect((await emailsTo(email))[0]).toMatchObject({ to: { name: 'Madonna' } })
})

/** Every succeeded charge of a card, by any player. */
async function chargesOf(confirmation_token: string): Promise<string[]> {
  const rows = await t.db
    .selectFrom('test_payments')
    .select('status')
    .where('confirmation_token', '=', confirmation_token)
    .execute()
  return rows.map(({ status }) => status).filter((status) => status === 'succeeded')
}

test('a visitor buys a place: the account exists, is signed in and in the league, and a link to choose a password is sent', async () => {
  const email = someEmail()
  const { status, body } = await buy({ email, confirmationToken: { id: await makeToken(t) } })
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      message: expect.any(String),
      data: { order_id: expect.any(String), status: 'Paid' },
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: expect.objectContaining({
        first_name: 'Ada',
        email,
        email_verified: false,
        profile_complete: true,
        location: 'South Bend',
      }),
    },
  })
  expect(await booksOf(email)).toEqual({
    accounts: 1,
    lines: ['Paid'],
    charged: [{ status: 'succeeded', amount_cents: 3900 }],
  })
  expect((await t.call(getUser, { token: body.token })).body.user).toEqual(body.user)
  expect((await t.call(listMyLeagues, { token: body.token })).body).toMatchObject([
    { level_slug: womens, area: 'south-bend' },
  ])

  const emails = await emailsTo(email)
  const token = await tokenOf(emails)
  expect(token).not.toBe('')
  const chosen = 'a slice down the line'
  expect((await t.call(resetPassword, { body: { token, password: chosen } })).status).toBe(200)
  expect((await t.call(signIn, { body: { email, password: chosen } })).body.user).toMatchObject({
    email,
    email_verified: true,
  })
})

test('somebody who ordered as a guest with somebody’s email leaves nothing that shows where the owner plays', async () => {
  const email = someEmail()
  const { body } = await buy({ email, confirmationToken: { id: await makeToken(t) } })
  const contact = { name: 'Evil Twin', phone: '+1 574 555 0199' }
  expect(
    (await t.call(updateEmergencyContact, { token: body.token, body: { emergency_contact: contact } })).status,
  ).toBe(200)
  await t.db
    .insertInto('calendar_feeds')
    .values({
      player_id: body.user.id,
      token: Buffer.from('sealed'),
      token_hash: Buffer.from(email),
      secret_key_name: 'none',
      created_at: t.clock.now(),
    })
    .execute()
  await t.db
    .insertInto('availability_hours')
    .values({ player_id: body.user.id, weekday: 1, from_time: '18:00', to_time: '20:00' })
    .execute()

  const token = await tokenOf(await emailsTo(email))
  expect((await t.call(resetPassword, { body: { token, password: 'a slice down the line' } })).status).toBe(200)
  const left = await Promise.all([
    t.db.selectFrom('calendar_feeds').select('player_id').where('player_id', '=', body.user.id).execute(),
    t.db.selectFrom('availability_hours').select('player_id').where('player_id', '=', body.user.id).execute(),
    t.db.selectFrom('players').select('id').where('emergency_name', '=', contact.name).execute(),
  ])
  expect(left).toEqual([[], [], []])
})

test('no email contains a password, and one link to choose one is sent', async () => {
  const email = someEmail()
  await buy({ email, confirmationToken: await makeToken(t) })
  await runJobs(t)
  const links = (await emailsTo(email)).filter(({ text }) => text.includes('/reset-password?token='))
  expect(links).toHaveLength(1)
  expect(links[0]?.text).not.toMatch(/password is|your password:/i)
})

test('a year of birth is optional in a guest’s order', async () => {
  for (const year_of_birth of [1984, null, undefined]) {
    const { status, body } = await buy({ email: someEmail(), confirmationToken: await makeToken(t), year_of_birth })
    expect({ status, body }).toMatchObject({ status: 201, body: { user: { year_of_birth: year_of_birth ?? null } } })
  }
})

test('the order may be for an area other than the guest’s own', async () => {
  const email = someEmail()
  const { body } = await buy({ email, area: 'dc', confirmationToken: await makeToken(t) })
  expect((await t.call(listMyLeagues, { token: body.token })).body).toMatchObject([{ area: 'dc' }])
})

test('a declined card leaves no account behind, and the email can be used with another card', async () => {
  const email = someEmail()
  const declined = await buy({ email, confirmationToken: await makeToken(t, cards.declined) })
  expect(declined).toMatchObject({
    status: 402,
    body: { code: 'payment_declined', message: expect.stringContaining('declined') },
  })
  expect(await booksOf(email)).toEqual(nothing)
  expect(await emailsTo(email)).toEqual([])
  expect((await buy({ email, confirmationToken: await makeToken(t) })).status).toBe(201)
  expect(await booksOf(email)).toMatchObject({ accounts: 1, lines: ['Paid'] })
})

test('a confirmation token that the provider does not know leaves no account behind', async () => {
  const email = someEmail()
  expect((await buy({ email, confirmationToken: 'ctoken_made_up' })).status).toBe(402)
  expect(await booksOf(email)).toEqual(nothing)
})

test('an email that has an account, in any letter case, must sign in to buy; nothing is charged or changed', async () => {
  const player = await makePlayer(t)
  const before = await t.db.selectFrom('players').selectAll().where('id', '=', player.id).executeTakeFirstOrThrow()
  const confirmationToken = await makeToken(t)
  for (const email of [player.email, player.email.toUpperCase()]) {
    const refused = await buy({ email, first_name: 'Mallory', confirmationToken })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'email_in_use', message: expect.stringContaining('sign in to buy') },
    })
    expect(refused.body).not.toHaveProperty('token')
  }
  expect(await t.db.selectFrom('players').selectAll().where('id', '=', player.id).executeTakeFirstOrThrow()).toEqual(
    before,
  )
  expect(await chargesOf(confirmationToken)).toEqual([])
  expect(await booksOf(player.email)).toMatchObject({ accounts: 1, lines: [] })
  expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(200)
  expect(await emailsTo(player.email)).toEqual([])
})

test('when several calls complete a refused order at once, each is declined or finds the order gone, and none fails', async () => {
  const statuses = new Set<number>()
  for (let round = 0; round < 10; round += 1) {
    const { body } = await buy({ email: someEmail(), confirmationToken: await makeToken(t, cards.authenticate) })
    const { client_secret = '', order_id } = body.data
    await t.call(answerTestBank, { body: { client_secret, approved: false } })
    const complete = async (pauseMs: number) => {
      await wait(pauseMs)
      const headers = { authorization: `Bearer ${body.token}`, 'idempotency-key': `round-${round}-${pauseMs % 2}` }
      const url = `/api/users/purchases/${order_id}/complete`
      return (await t.server.inject({ method: 'POST', url, headers })).statusCode
    }
    for (const status of await Promise.all([0, 1, 2, 3 * round, 6 * round].map(complete))) statuses.add(status)
  }
  expect([...statuses].filter((status) => ![401, 402, 404].includes(status))).toEqual([])
})

test('the account exists during authentication; once approved, the place is paid and the link is sent', async () => {
  const email = someEmail()
  const pending = await buy({ email, confirmationToken: await makeToken(t, cards.authenticate) })
  expect(pending).toMatchObject({
    status: 201,
    body: { data: { status: 'requires_action', client_secret: expect.any(String) } },
  })
  expect(await booksOf(email)).toMatchObject({ accounts: 1, lines: ['Pending'] })
  expect(await emailsTo(email)).toEqual([])

  const { token, data } = pending.body
  await t.call(answerTestBank, { body: { client_secret: data.client_secret ?? '', approved: true } })
  const done = await t.call(completePurchase, { token, params: { order_id: data.order_id } })
  expect(done).toMatchObject({ status: 200, body: { data: { status: 'Paid' } } })
  expect(await tokenOf(await emailsTo(email))).not.toBe('')
})

test('if authentication is refused, the order is declined, and the account, its session and its order are deleted', async () => {
  const email = someEmail()
  const { body } = await buy({ email, confirmationToken: await makeToken(t, cards.authenticate) })
  await t.call(answerTestBank, { body: { client_secret: body.data.client_secret ?? '', approved: false } })
  // The request has an idempotency key, as in the browser. The account is deleted together with its keys.
  const refused = await t.server.inject({
    method: 'POST',
    url: `/api/users/purchases/${body.data.order_id}/complete`,
    headers: { authorization: `Bearer ${body.token}`, 'idempotency-key': crypto.randomUUID() },
  })
  expect([refused.statusCode, refused.json()]).toMatchObject([402, { code: 'payment_declined' }])
  expect(await booksOf(email)).toEqual(nothing)
  expect((await t.call(getUser, { token: body.token })).status).toBe(401)
  expect(await emailsTo(email)).toEqual([])
})

test('the same confirmation token gets the same response with a new session; with another email it is refused', async () => {
  const email = someEmail()
  const confirmationToken = await makeToken(t)
  const first = await buy({ email, confirmationToken })
  const again = await buy({ email: email.toUpperCase(), confirmationToken })
  expect(again).toEqual({ status: 201, body: { ...first.body, token: expect.any(String) } })
  expect((await t.call(getUser, { token: again.body.token })).body.user.email).toBe(email)
  expect(await booksOf(email)).toMatchObject({ accounts: 1, lines: ['Paid'], charged: [{ status: 'succeeded' }] })

  const other = someEmail()
  expect(await buy({ email: other, confirmationToken })).toMatchObject({ status: 409, body: { code: 'token_used' } })
  expect(await booksOf(other)).toEqual(nothing)
})

test('a confirmation token does not open the account after an hour, once it has a password, or with a player’s order', async () => {
  const email = someEmail()
  const confirmationToken = await makeToken(t)
  await buy({ email, confirmationToken })
  t.clock.set('2026-07-15T17:00:00Z')
  expect(await buy({ email, confirmationToken })).toMatchObject({ status: 409, body: { code: 'token_used' } })
  t.clock.set('2026-07-15T16:00:00Z')
  const token = await tokenOf(await emailsTo(email))
  await t.call(resetPassword, { body: { token, password: 'a slice down the line' } })
  expect(await buy({ email, confirmationToken })).toMatchObject({ status: 409, body: { code: 'token_used' } })

  const player = await makePlayer(t)
  const theirs = await makeToken(t)
  await t.call(purchase, {
    token: player.token,
    body: { league_slug: 'fall', cart: [{ slug: womens }], price: 39, confirmationToken: theirs },
  })
  expect(await buy({ email: player.email, confirmationToken: theirs })).toMatchObject({
    status: 409,
    body: { code: 'token_used' },
  })
})

test('a repeated request succeeds only from the browser that made the account', async () => {
  const email = someEmail()
  const confirmationToken = await makeToken(t, cards.authenticate)
  expect((await buy({ email, confirmationToken })).status).toBe(201)
  for (const secret of ['another-browser'.padEnd(43, '-'), undefined])
    expect(await buy({ email, confirmationToken, guest_secret: secret })).toMatchObject({
      status: 409,
      body: { code: 'token_used' },
    })
  expect((await buy({ email, confirmationToken })).status).toBe(201)

  const silent = { email: someEmail(), confirmationToken: await makeToken(t), guest_secret: undefined }
  expect((await buy(silent)).status).toBe(201)
  expect(await buy(silent)).toMatchObject({ status: 409, body: { code: 'token_used' } })
})

test('the secret of a guest’s browser is stored hashed', async () => {
  const email = someEmail()
  const { body } = await buy({ email, confirmationToken: await makeToken(t) })
  const order = await t.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', body.data.order_id)
    .executeTakeFirstOrThrow()
  expect(order.guest_secret_hash).toHaveLength(32)
  expect(JSON.stringify(order)).not.toContain(guest_secret)
})

test('once the email’s owner has chosen a password, a guest’s open order gives neither a session nor a place', async () => {
  const email = someEmail()
  const confirmationToken = await makeToken(t, cards.authenticate)
  const opened = await buy({ email, confirmationToken })
  await t.call(forgotPassword, { body: { email } })
  const token = await tokenOf(await emailsTo(email))
  expect((await t.call(resetPassword, { body: { token, password: 'a slice down the line' } })).status).toBe(200)

  expect((await t.call(getUser, { token: opened.body.token })).status).toBe(401)
  expect(await buy({ email, confirmationToken })).toMatchObject({ status: 409, body: { code: 'token_used' } })
  await runJobs(t)
  expect(await booksOf(email)).toMatchObject({ accounts: 1, lines: ['Closed'], charged: [{ status: 'canceled' }] })
})

test('if the email’s owner verifies the account during the charge, the buyer gets no session', async () => {
  const email = someEmail()
  const confirmationToken = await makeToken(t)
  t.app.payments = {
    ...provider,
    charge: async (...given) => {
      await t.db.updateTable('players').set({ email_verified_at: t.clock.now() }).where('email', '=', email).execute()
      return provider.charge(...given)
    },
  }
  const answer = await buy({ email, confirmationToken })
  expect(answer).toMatchObject({ status: 409, body: { code: 'email_in_use' } })
  expect(answer.body).not.toHaveProperty('token')
  expect(
    await t.db
      .selectFrom('sessions')
      .innerJoin('players', 'players.id', 'sessions.player_id')
      .select('players.id')
      .where('email', '=', email)
      .execute(),
  ).toEqual([])
})

test('twenty simultaneous presses with one token give one account, one charge, one email, and the same response to all', async () => {
  for (let round = 0; round < 5; round++) {
    const email = someEmail()
    const confirmationToken = await makeToken(t)
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy({ email, confirmationToken })))
    for (const { status, body } of answers) {
      expect(status).toBe(201)
      expect(body).toEqual({ ...answers[0]?.body, token: expect.any(String) })
    }
    expect(await booksOf(email)).toEqual({
      accounts: 1,
      lines: ['Paid'],
      charged: [{ status: 'succeeded', amount_cents: 3900 }],
    })
    const links = (await emailsTo(email)).filter(({ text }) => text.includes('/reset-password?token='))
    expect(links).toHaveLength(1)
  }
})

test('twenty simultaneous tabs with a card each give one account and one charge; the others have to sign in', async () => {
  const email = someEmail()
  const tokens = await Promise.all(Array.from({ length: 20 }, () => makeToken(t)))
  const answers = await Promise.all(tokens.map((confirmationToken) => buy({ email, confirmationToken })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of answers.filter((answer) => answer.status !== 201))
    expect([status, body.code]).toEqual([409, 'email_in_use'])
  expect((await Promise.all(tokens.map(chargesOf))).flat()).toEqual(['succeeded'])
})

test('one token sent simultaneously with twenty emails gives one account and one charge', async () => {
  const emails = Array.from({ length: 20 }, someEmail)
  const confirmationToken = await makeToken(t)
  const answers = await Promise.all(emails.map((email) => buy({ email, confirmationToken })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of answers.filter((answer) => answer.status !== 201))
    expect([status, body.code]).toEqual([409, 'token_used'])
  const books = await Promise.all(emails.map(booksOf))
  expect(books.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(1)
  expect(await chargesOf(confirmationToken)).toEqual(['succeeded'])
})

test('twenty simultaneous presses with a declined card are all declined and leave no account', async () => {
  for (let round = 0; round < 5; round++) {
    const email = someEmail()
    const confirmationToken = await makeToken(t, cards.declined)
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy({ email, confirmationToken })))
    for (const { status, body } of answers) expect([status, body.code]).toEqual([402, 'payment_declined'])
    expect(await booksOf(email)).toEqual(nothing)
  }
})

test.each<[string, Record<string, unknown>, number, string]>([
  ['no first name', { first_name: ' ' }, 422, 'invalid'],
  ['an email that is none', { email: 'ada at example' }, 422, 'invalid'],
  [
    'an email that would break out of an email’s header',
    { email: 'a@example.com\nBcc: b@example.com' },
    422,
    'invalid',
  ],
  ['a phone that nobody has', { phone: '12345' }, 422, 'invalid'],
  ['an unknown area', { location: 'Paris' }, 422, 'invalid'],
  ['no gender', { gender: undefined }, 422, 'invalid'],
  ['a year of birth that has not begun', { year_of_birth: 2027 }, 422, 'invalid'],
  ['a year of birth of two digits', { year_of_birth: 84 }, 422, 'invalid'],
  ['an unknown referral code', { referral_code: 'NOTACODE' }, 422, 'invalid'],
  ['a doubles category without the partner', { doubles_level: 'Mix' }, 422, 'invalid'],
  ['an empty cart', { cart: [] }, 422, 'cart_empty'],
  ['an unknown division', { cart: [{ slug: 'grass' }] }, 422, 'invalid'],
  ['a price that is not the server’s', { price: 0.5 }, 409, 'price_changed'],
  ['a price of letters', { price: 'abc' }, 422, 'invalid'],
  ['a season not for sale', { year: 2019 }, 409, 'not_on_sale'],
  ['no confirmation token', { confirmationToken: undefined }, 422, 'invalid'],
])('%s is refused: no account, no charge', async (_, given, status, code) => {
  const email = someEmail()
  const confirmationToken = await makeToken(t)
  expect(await buy({ email, confirmationToken, ...given })).toMatchObject({ status, body: { code } })
  expect(await booksOf(email)).toEqual(nothing)
  expect(await chargesOf(confirmationToken)).toEqual([])
})

test('a friend who buys without an account earns the referrer a free season once the order is paid', async () => {
  const player = await makePlayer(t)
  const { referral_code } = (await t.call(getReferral, { token: player.token })).body
  const count = async () => (await t.call(getFreeSeasons, { token: player.token })).body.count
  const email = someEmail()
  await buy({ email, referral_code, confirmationToken: await makeToken(t, cards.declined) })
  expect((await t.call(getReferral, { token: player.token })).body.referral_count).toBe(0)
  expect(await count()).toBe(0)
  await buy({ email, referral_code, confirmationToken: await makeToken(t) })
  expect((await t.call(getReferral, { token: player.token })).body.referral_count).toBe(1)
  expect(await count()).toBe(1)
})

/** This guest's order was closed without a payment. */
async function makeClosedGuest(): Promise<{ email: string; token: string; player_id: number; order_id: string }> {
  const email = someEmail()
  const { body } = await buy({ email, confirmationToken: await makeToken(t, cards.authenticate) })
  await t.db.updateTable('purchases').set({ status: 'Closed' }).where('order_id', '=', body.data.order_id).execute()
  return { email, token: body.token, player_id: body.user.id, order_id: body.data.order_id }
}

async function sweep(): Promise<void> {
  await startJob(t.db, 'forget_guests', {})
  await runJobs(t)
}

test('when an order is closed without payment, the guest’s account is deleted too', async () => {
  const { email, token } = await makeClosedGuest()
  await sweep()
  expect(await booksOf(email)).toEqual(nothing)
  expect((await t.call(getUser, { token })).status).toBe(401)
})

test('the cleanup keeps accounts whose order is open or paid, or that are used otherwise', async () => {
  const open = someEmail()
  await buy({ email: open, confirmationToken: await makeToken(t, cards.authenticate) })
  const paid = someEmail()
  await buy({ email: paid, confirmationToken: await makeToken(t) })

  const claimed = await makeClosedGuest()
  await t.call(forgotPassword, { body: { email: claimed.email } })
  const token = await tokenOf(await emailsTo(claimed.email))
  await t.call(resetPassword, { body: { token, password: 'a slice down the line' } })

  const buysAgain = await makeClosedGuest()
  const bought = await t.call(purchase, {
    token: buysAgain.token,
    body: { league_slug: 'fall', cart: [{ slug: womens }], price: 39, confirmationToken: await makeToken(t) },
  })
  expect(bought.status).toBe(201)

  const hasFriend = await makeClosedGuest()
  const { referral_code } = (await t.call(getReferral, { token: hasFriend.token })).body
  await makePlayer(t, { referral_code })

  await sweep()
  for (const email of [open, paid, claimed.email, buysAgain.email, hasFriend.email])
    expect(await booksOf(email)).toMatchObject({ accounts: 1 })
  expect((await t.call(getUser, { token: hasFriend.token })).status).toBe(200)
})

test('if the process stops before the charge, the account and its order are kept until the order is settled', async () => {
  const email = someEmail()
  const confirmationToken = await makeToken(t)
  t.app.payments = { ...provider, charge: () => Promise.reject(new Error('the line went dead')) }
  const lost = await buy({ email, confirmationToken })
  expect(lost).toMatchObject({ status: 201, body: { data: { status: 'Pending' } } })
  await sweep()
  expect(await booksOf(email)).toMatchObject({ accounts: 1, lines: ['Pending'] })
  expect(await emailsTo(email)).toEqual([])
  t.app.payments = provider
  const done = await t.call(completePurchase, { token: lost.body.token, params: { order_id: lost.body.data.order_id } })
  expect(done.body.data.status).toBe('Paid')
  expect(await tokenOf(await emailsTo(email))).not.toBe('')
})

test('an interrupted order is completed like any other: it is paid, the guest is in the league, and the link is sent', async () => {
  const email = someEmail()
  const confirmationToken = await makeToken(t)
  t.app.payments = { ...provider, charge: () => Promise.reject(new Error('the line went dead')) }
  await buy({ email, confirmationToken })
  t.app.payments = provider
  t.clock.set('2026-07-15T16:00:30Z')
  expect(await tokenOf(await emailsTo(email))).not.toBe('')
  expect(await booksOf(email)).toEqual({
    accounts: 1,
    lines: ['Paid'],
    charged: [{ status: 'succeeded', amount_cents: 3900 }],
  })
})

test('if the buyer never answers the bank, the order is closed after a day and the account is deleted', async () => {
  const email = someEmail()
  const { body } = await buy({ email, confirmationToken: await makeToken(t, cards.authenticate) })
  t.clock.set('2026-07-16T16:30:00Z')
  await runJobs(t)
  expect(await booksOf(email)).toEqual(nothing)
  expect((await t.call(getUser, { token: body.token })).status).toBe(401)
  expect(t.emails.filter(({ to }) => to.email === email)).toEqual([])
})
