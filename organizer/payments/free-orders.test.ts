import { afterAll, beforeEach, expect, test } from 'vitest'
import { claimFreeSeason, completePurchase, getOrder, listPurchases, purchase } from '#/features/checkout/contract.ts'
import { purchaseAsGuest } from '#/features/checkout/guest-contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getFreeSeasons } from '#/features/referrals/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { changeLeagues, createSeason, getOrganizerSeason } from '#/organizer/seasons/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { startStripe } from '#/test/stripe/stand-in.ts'
import { getPaymentOrder, getReconciliation, listPayments, refundPurchase } from './contract.ts'

const noon = '2026-07-15T16:00:00Z'
const stripe = await startStripe()
afterAll(() => stripe.close())
const t = await startApp(noon, stripe.settings)
stripe.dateBy(t.clock)
const { emailsTo } = mailboxOf(t)
const { token } = await makeOrganizer(t)
beforeEach(() => t.clock.set(noon))

let seasons = 0

/** Creates a season for one test in South Bend, with these prices by division. */
async function makeSeason(prices: Record<string, number | string>) {
  const body = { name: `Free ${++seasons}`, starting_date: '2026/08/01', ending_date: '2026/10/31' }
  const { id } = (await t.call(createSeason, { token, body })).body
  const { slug } = (await t.call(getOrganizerSeason, { token, params: { id } })).body
  const setPrices = async (given: Record<string, number | string>) => {
    const { items } = (await t.call(listDivisions, {})).body
    const leagues = Object.entries(given).map(([division, price]) => ({
      area: 'south-bend',
      division_id: items.find((each) => each.slug === division)!.id,
      offered: true,
      price,
    }))
    expect((await t.call(changeLeagues, { token, params: { id }, body: { leagues } })).status).toBe(200)
  }
  await setPrices(prices)
  return { slug, setPrices }
}

const womens = 'womens-singles-3-5'
const mixed = 'mixed-doubles'

const order = (season: { slug: string }, price: number, divisions: string[] = [womens], given: object = {}) => ({
  league_slug: season.slug,
  cart: divisions.map((slug) => ({ slug })),
  price,
  ...given,
})
const buy = (player: TestPlayer, body: ReturnType<typeof order>) => t.call(purchase, { token: player.token, body })

async function booksOf(player: { id: number }) {
  return t.db
    .selectFrom('purchases')
    .select(['status', 'price_cents', 'taken_cents', 'refunded_cents', 'is_free'])
    .where('player_id', '=', player.id)
    .orderBy('id')
    .execute()
}

const leaguesOf = async (player: TestPlayer) =>
  (await t.call(listMyLeagues, { token: player.token })).body.map(({ level_slug }) => level_slug)

const chargesAt = () => stripe.calls.filter((call) => call.includes('payment_intents')).length

test('a free division can be joined without a card: no payment, a receipt, and a withdrawal that moves no money', async () => {
  const season = await makeSeason({ [womens]: 0 })
  const player = await makePlayer(t)
  const before = stripe.calls.length
  const bought = await buy(player, order(season, 0))
  expect(bought).toMatchObject({ status: 201, body: { data: { status: 'Confirmed' } } })
  const { order_id } = bought.body.data
  expect(await booksOf(player)).toEqual([
    { status: 'Confirmed', price_cents: 0, taken_cents: 0, refunded_cents: 0, is_free: true },
  ])
  expect((await t.call(listMyLeagues, { token: player.token })).body).toMatchObject([
    { level_slug: womens, withdrawal: { returns: 'nothing', amount: 0 } },
  ])
  const receipt = (await t.call(getOrder, { token: player.token, params: { order_id } })).body.order
  expect(receipt).toMatchObject({
    total: 0,
    by_card: false,
    is_free: true,
    by_organizer: false,
    payment_status: 'Confirmed',
  })
  const [email] = (await emailsTo(player)).filter(({ subject }) => subject.startsWith('You are in'))
  expect(email?.text).toContain("Women's Singles 3.5: Free")
  expect(email?.text).toContain('There is nothing to pay.')
  expect(email?.text).not.toContain('refund')

  const [line] = receipt.lines
  const left = await t.call(withdraw, { token: player.token, params: { id: line!.id } })
  expect(left).toMatchObject({ status: 200, body: { message: "You have left Women's Singles 3.5." } })
  expect(await leaguesOf(player)).toEqual([])
  const [goodbye] = (await emailsTo(player)).filter(({ subject }) => subject.startsWith('You have left'))
  expect(goodbye?.text).not.toMatch(/free season|\$|card|cash/i)
  expect((await t.call(completePurchase, { token: player.token, params: { order_id } })).status).toBe(200)
  expect((await buy(player, order(season, 0))).status).toBe(201)
  expect(await t.db.selectFrom('refunds').select('id').where('order_id', '=', order_id).execute()).toEqual([])
  expect(stripe.calls.length).toBe(before)
})

test('two calls with one idempotency token make one order, even at the same time; without a token the second is refused because the player is in', async () => {
  const season = await makeSeason({ [womens]: 0 })
  const [ada, bea] = [await makePlayer(t), await makePlayer(t)]
  const given = { confirmationToken: `free_${ada.id}` }
  const answers = await Promise.all([1, 2, 3].map(() => buy(ada, order(season, 0, [womens], given))))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.data.order_id)).size).toBe(1)
  expect((await emailsTo(ada)).filter(({ subject }) => subject.startsWith('You are in'))).toHaveLength(1)
  const twice = await Promise.all([1, 2].map(() => buy(bea, order(season, 0))))
  expect(twice.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([201, 'already_in_league'])
  expect(await booksOf(bea)).toHaveLength(1)
  // Another player cannot use the token.
  expect((await buy(bea, order(await makeSeason({ [womens]: 0 }), 0, [womens], given))).body.code).toBe('token_used')
})

test('paid divisions need a card, and an open cart is refused when a price becomes free or stops being free', async () => {
  const season = await makeSeason({ [womens]: 0 })
  const player = await makePlayer(t)
  await season.setPrices({ [womens]: 39 })
  expect(await buy(player, order(season, 0))).toMatchObject({
    status: 409,
    body: { code: 'price_changed', state: { total: 39 } },
  })
  expect(await buy(player, order(season, 39))).toMatchObject({
    status: 422,
    body: { fields: { confirmationToken: 'Confirmation token is missing' } },
  })
  await season.setPrices({ [womens]: 0 })
  const card = { confirmationToken: stripe.newToken('pm_card_visa') }
  expect(await buy(player, order(season, 39, [womens], card))).toMatchObject({
    status: 409,
    body: { code: 'price_changed', state: { total: 0 } },
  })
  expect(await booksOf(player)).toEqual([])
  const before = chargesAt()
  expect((await buy(player, order(season, 0, [womens], card))).body.data.status).toBe('Confirmed')
  expect(chargesAt()).toBe(before)
})

test('a cart with a free division charges only the rest; leaving the free one refunds nothing, leaving the other everything', async () => {
  const season = await makeSeason({ [womens]: 39, [mixed]: 0 })
  const friend = await makePlayer(t)
  const { referral_code } = await t.db
    .selectFrom('players')
    .select('referral_code')
    .where('id', '=', friend.id)
    .executeTakeFirstOrThrow()
  const player = await makePlayer(t, { referral_code })
  const card = { confirmationToken: stripe.newToken('pm_card_visa'), partners: [] }
  const bought = await buy(player, order(season, 39, [womens, mixed], card))
  expect(bought.body.data.status).toBe('Paid')
  const { order_id } = bought.body.data
  expect(stripe.intentOf(order_id)).toMatchObject([{ amount: 3900 }])
  expect((await booksOf(player)).map(({ status, taken_cents, is_free }) => [status, taken_cents, is_free])).toEqual(
    expect.arrayContaining([
      ['Paid', 3900, false],
      ['Paid', 0, true],
    ]),
  )
  const credits = async () => (await t.call(getFreeSeasons, { token: friend.token })).body.count
  expect(await credits()).toBe(1)

  const { lines } = (await t.call(getOrder, { token: player.token, params: { order_id } })).body.order
  const leave = (is_free: boolean) =>
    t.call(withdraw, { token: player.token, params: { id: lines.find((line) => line.is_free === is_free)!.id } })
  expect((await leave(true)).body.message).toMatch(/^You have left [^.]*\.$/)
  expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === stripe.intentOf(order_id)[0]!.id)).toEqual([])
  expect(await leaguesOf(player)).toEqual([womens])
  expect((await leave(false)).body.message).toContain('$39.00 goes back to your card')
  expect((await booksOf(player)).map(({ status, refunded_cents }) => [status, refunded_cents])).toEqual(
    expect.arrayContaining([
      ['Refunded', 3900],
      ['Refunded', 0],
    ]),
  )
  expect(await credits()).toBe(0)
})

test('a friend’s free season is revoked with the refund although the free division stays; a free order earns none', async () => {
  const season = await makeSeason({ [womens]: 39, [mixed]: 0 })
  const friend = await makePlayer(t)
  const { referral_code } = await t.db
    .selectFrom('players')
    .select('referral_code')
    .where('id', '=', friend.id)
    .executeTakeFirstOrThrow()
  const credits = async () => (await t.call(getFreeSeasons, { token: friend.token })).body.count
  const player = await makePlayer(t, { referral_code })
  await buy(player, order(season, 0, [mixed], { partners: [] }))
  expect(await credits()).toBe(0)
  const other = await makePlayer(t, { referral_code })
  const card = { confirmationToken: stripe.newToken('pm_card_visa'), partners: [] }
  const { order_id } = (await buy(other, order(season, 39, [womens, mixed], card))).body.data
  expect(await credits()).toBe(1)
  const { lines } = (await t.call(getOrder, { token: other.token, params: { order_id } })).body.order
  await t.call(withdraw, { token: other.token, params: { id: lines.find(({ is_free }) => !is_free)!.id } })
  expect([await credits(), await leaguesOf(other)]).toEqual([0, [mixed]])
})

test('a claim spends a free season for each paid division, and none for a free one', async () => {
  const season = await makeSeason({ [womens]: 39, [mixed]: 0 })
  const player = await makePlayer(t)
  const give = () =>
    t.db
      .insertInto('free_seasons')
      .values({
        player_id: player.id,
        given_by_id: 1,
        reason: 'x',
        gift: crypto.randomUUID(),
        granted_at: new Date(noon),
      })
      .execute()
  await give()
  const claim = (divisions: string[], price: number) =>
    t.call(claimFreeSeason, { token: player.token, body: order(season, price, divisions, { partners: [] }) })
  const claimed = await claim([womens, mixed], 39)
  expect(claimed).toMatchObject({ status: 201, body: { data: { count: 0 } } })
  expect((await leaguesOf(player)).toSorted()).toEqual([mixed, womens])
  const { lines } = (await t.call(getOrder, { token: player.token, params: { order_id: claimed.body.data.order_id } }))
    .body.order
  for (const { id } of lines) await t.call(withdraw, { token: player.token, params: { id } })
  const goodbyes = (await emailsTo(player)).filter(({ subject }) => subject.startsWith('You have left'))
  expect(goodbyes.filter(({ text }) => text.includes('free season that paid')).map(({ subject }) => subject)).toEqual([
    "You have left Women's Singles 3.5",
  ])
  expect(await claim([mixed], 0)).toMatchObject({ status: 201, body: { data: { count: 1 } } })
})

test('a guest’s free place is held with the account and a link to choose a password, once per request', async () => {
  const season = await makeSeason({ [womens]: 0 })
  const guest = {
    first_name: 'Ada',
    last_name: 'Moreno',
    phone: '+1 574 555 0101',
    singles_level: '3.5' as const,
    gender: 'Female' as const,
    location: 'South Bend',
    email: 'free-guest@example.com',
    guest_secret: 'one-browser'.padEnd(43, '-'),
    ...order(season, 0),
  }
  const again = { ...guest, confirmationToken: 'free_guest' }
  const [first, second] = await Promise.all([
    t.call(purchaseAsGuest, { body: again }),
    t.call(purchaseAsGuest, { body: again }),
  ])
  expect([first, second]).toMatchObject([
    { status: 201, body: { data: { status: 'Held' }, user: { email: guest.email } } },
    { status: 201, body: { data: { order_id: first!.body.data.order_id } } },
  ])
  expect(await leaguesOf({ ...first!.body.user, token: first!.body.token } as unknown as TestPlayer)).toEqual([])
  const subjects = (await emailsTo(guest)).map(({ subject }) => subject)
  expect(subjects).toEqual([expect.stringMatching(/^Confirm your email to keep your place/)])
  expect((await t.call(purchaseAsGuest, { body: guest })).body.code).toBe('email_in_use')
  const alone = await t.call(purchaseAsGuest, { body: { ...guest, email: 'free-alone@example.com' } })
  expect(alone).toMatchObject({ status: 201, body: { data: { status: 'Held' } } })
  t.clock.set('2026-07-17T16:00:00Z')
  await runJobs(t)
  expect((await t.db.selectFrom('players').select('id').where('email', 'like', 'free-%').execute()).length).toBe(0)
})

test('one of many gets the last place of a free league', async () => {
  const season = await makeSeason({ [womens]: 0 })
  await t.db
    .updateTable('leagues')
    .set({ capacity: 1 })
    .where('area', '=', 'south-bend')
    .where('season_id', 'in', t.db.selectFrom('seasons').select('id').where('slug', '=', season.slug))
    .execute()
  const players = await Promise.all(Array.from({ length: 5 }, () => makePlayer(t)))
  const answers = await Promise.all(players.map((player) => buy(player, order(season, 0))))
  expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
    201,
    ...Array.from({ length: 4 }, () => 'league_full'),
  ])
})

test('the desk shows a free order as having nothing to pay, withdraws it without money, and the books agree', async () => {
  const season = await makeSeason({ [womens]: 0 })
  const player = await makePlayer(t)
  const month = { token, query: { month: '2026-07' } }
  const { total } = (await t.call(getReconciliation, month)).body
  const query = { season: season.slug }
  const { order_id } = (await buy(player, order(season, 0))).body.data
  const known = (await t.call(getPaymentOrder, { token, params: { order_id } })).body.order
  expect(known).toMatchObject({
    total: 0,
    by_card: false,
    entered_by: null,
    lines: [{ is_free: true, left: 0, cash: 0 }],
  })
  const nothing = { taken: 0, refunded: 0, net: 0 }
  expect((await t.call(listPayments, { token, query })).body).toMatchObject({
    total: 1,
    sums: { ...nothing, cash: nothing, together: nothing },
    lines: [{ price: 0, by_card: false, payment_status: 'Confirmed' }],
  })
  await t.db
    .updateTable('sessions')
    .set({ reauthenticated_at: new Date(noon) })
    .execute()
  const taken = await t.call(refundPurchase, {
    token,
    params: { id: known.lines[0]!.id },
    body: { reason: 'Wrong level', key: '7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b' },
  })
  expect(taken).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/has been withdrawn from Women's Singles 3.5\.$/) },
  })
  const after = (await t.call(getReconciliation, month)).body
  expect([after.total, after.differences]).toEqual([total, []])
  expect((await t.call(listPurchases, { token: player.token })).body.purchases).toMatchObject([
    { price: 0, payment_status: 'Refunded' },
  ])
})
