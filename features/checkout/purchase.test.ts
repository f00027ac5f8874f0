import { expect, test } from 'vitest'
import type { RefusalBody } from '#/contract/refusals.ts'
import { paletteOf } from '#/rules/colors.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { usualGenders } from '#/rules/gender.ts'
import { starterLevels } from '#/rules/starter-levels.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { cards, joinLeague, makePlayer, makeToken, makeUnprovedPlayer, type TestPlayer } from '#/test/make.ts'
import { formatName } from '#/contract/format.ts'
import { completePurchase, listPurchases, purchase, type OrderAnswer } from './contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { getConfig } from '#/features/site/contract.ts'
import { makeTestToken } from '#/features/cards/contract.ts'

const t = await startApp()
const { emailsTo } = mailboxOf(t)

async function order(given: Record<string, unknown> = {}) {
  return {
    league_slug: 'fall',
    league_name: 'Fall',
    cart: [{ slug: 'womens-singles-3-5', season_count: 1 }],
    price: 39,
    confirmationToken: await makeToken(t),
    ...given,
  }
}

/** Sends an order without checking its types. */
async function buy(
  player: TestPlayer,
  given: Record<string, unknown> = {},
): Promise<{ status: number; body: OrderAnswer & RefusalBody }> {
  return t.send(purchase, { token: player.token, body: await order(given) }) as ReturnType<typeof buy>
}

/** A player's payments and entries. */
async function booksOf(player: TestPlayer) {
  const lines = await t.db
    .selectFrom('purchases')
    .select('status')
    .where('player_id', '=', player.id)
    .orderBy('id')
    .execute()
  const charged = await t.db
    .selectFrom('test_payments')
    .innerJoin('orders', 'orders.confirmation_token', 'test_payments.confirmation_token')
    .select(['test_payments.amount_cents', 'test_payments.status'])
    .where('orders.player_id', '=', player.id)
    .execute()
  const leagues = await t.call(listMyLeagues, { token: player.token })
  return {
    lines: lines.map(({ status }) => status),
    charged,
    leagues: leagues.body.map(({ level_slug }) => level_slug),
  }
}
const untouched = { lines: [], charged: [], leagues: [] }

test('the email after paying says who is in, when the draw is, and where to say when one can play', async () => {
  const where = { season: 'fall', division: 'mens-singles-4-5', area: 'dc' } as const
  const [ann, bea] = [await makePlayer(t), await makePlayer(t)]
  for (const player of [ann, bea]) await joinLeague(t, player, where)
  const buyer = await makePlayer(t, { location: 'dc' })
  const guest = await makeUnprovedPlayer(t, { location: 'dc' })
  const cart = [{ slug: where.division, season_count: 1 }]
  const textTo = async (player: TestPlayer) => {
    expect(await buy(player, { cart })).toMatchObject({ status: 201 })
    return (await emailsTo(player)).find(({ subject }) => subject === 'You are in: Fall 2026')?.text ?? ''
  }
  const first = await textTo(buyer)
  expect(first).toContain(`${formatName(bea)} and ${formatName(ann)} are in Men's Singles 4.5 with you so far.`)
  expect(first).toContain('The draw is on Tue, Sep 22, 2026')
  expect(first).toMatch(/Say when you can play:\n\S+\/dashboard\/settings\/availability\n/)
  expect(first).toMatch(/Open the receipt:\n\S+\/dashboard\/payment-history\//)
  // Nobody knows yet whose mailbox this is, so it gets short names.
  const second = await textTo(guest)
  expect(second).toContain(`${ann.first_name} ${ann.last_name.slice(0, 1)}.`)
  expect(second).not.toContain(formatName(ann))
})

test('a player buys a division and is in its league in the player’s area', async () => {
  const player = await makePlayer(t, { location: 'indianapolis' })
  const bought = await buy(player)
  expect(bought).toEqual({
    status: 201,
    body: { message: expect.any(String), data: { order_id: expect.any(String), status: 'Paid' } },
  })
  expect(await booksOf(player)).toEqual({
    lines: ['Paid'],
    charged: [{ amount_cents: 3900, status: 'succeeded' }],
    leagues: ['womens-singles-3-5'],
  })

  const leagues = await t.call(listMyLeagues, { token: player.token })
  expect(leagues.body).toEqual([
    {
      league_id: expect.any(Number),
      season_id: expect.any(Number),
      league_name: 'Fall',
      league_slug: 'fall',
      level_name: "Women's Singles 3.5",
      level_slug: 'womens-singles-3-5',
      year: 2026,
      area: 'indianapolis',
      starting_date: '2026/09/22',
      ending_date: '2026/11/29',
      counts_until: '2026/12/06',
      rules: standardRules,
      kind: 'singles',
      is_mixed: false,
      order_id: expect.any(String),
      partner: null,
      can_leave: false,
      phase: 'next',
      takes_scores: false,
      entries: 1,
      capacity: null,
      format: null,
      ladder: false,
      drawn: false,
      withdrawal: {
        purchase_id: expect.any(Number),
        returns: 'card',
        amount: 39,
        results: 0,
        open_matches: 0,
        problem: null,
      },
      leaving: false,
    },
  ])
  const standing = await t.db
    .selectFrom('standings')
    .select(['rank', 'played'])
    .where('league_id', '=', leagues.body[0]!.league_id)
    .execute()
  expect(standing).toEqual([{ rank: 1, played: 0 }])

  const history = await t.call(listPurchases, { token: player.token })
  expect(history.body).toEqual({
    total: 1,
    skip: 0,
    purchases: [
      {
        id: expect.any(Number),
        order_id: bought.body.data.order_id,
        league_name: 'Fall',
        level_name: "Women's Singles 3.5",
        price: 39,
        discount: 0,
        coupon: null,
        payment_status: 'Paid',
        year: 2026,
        created_at: '2026-07-15T16:00:00.000Z',
        area: 'indianapolis',
        refund_requested: false,
      },
    ],
  })
})

test('two divisions in one order are charged together, once, in the order’s area', async () => {
  const player = await makePlayer(t)
  const bought = await buy(player, {
    cart: [{ slug: 'mixed-doubles' }, { slug: 'womens-singles-3-5', season_count: 1 }],
    price: '88.00',
    area: 'DC',
  })
  expect(bought.status).toBe(201)
  expect(await booksOf(player)).toMatchObject({ lines: ['Paid', 'Paid'], charged: [{ amount_cents: 8800 }] })
  const leagues = await t.call(listMyLeagues, { token: player.token })
  expect(leagues.body.map(({ area }) => area)).toEqual(['dc', 'dc'])
})

test('the confirmation token may be an object, and cart items may contain extra fields', async () => {
  const player = await makePlayer(t)
  const { id } = await t.db
    .selectFrom('divisions')
    .select('id')
    .where('slug', '=', 'womens-singles-3-5')
    .executeTakeFirstOrThrow()
  const bought = await buy(player, {
    cart: [{ id, slug: 'womens-singles-3-5', name: 'anything', image: '/x.svg', price: 0.01, season_count: 1 }],
    confirmationToken: { id: await makeToken(t), object: 'confirmation_token' },
    email: 'somebody.else@example.com',
    year: 2026,
  })
  expect(bought.status).toBe(201)
})

test.each([39, '39', '39.0', '39.00', ' 39 '])('a price of %j is accepted', async (price) => {
  const player = await makePlayer(t)
  expect(await buy(player, { price })).toMatchObject({ status: 201, body: { data: { status: 'Paid' } } })
})

test.each([0.5, '0.50', 0, 38.99, 39.01, 390])(
  'a price of %j does not match, and nothing is charged',
  async (price) => {
    const player = await makePlayer(t)
    expect(await buy(player, { price })).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(await booksOf(player)).toEqual(untouched)
  },
)

test.each<[price: unknown, message: string]>([
  [39.001, 'Invalid decimal length'],
  ['39.000', 'Invalid decimal length'],
  [-5, 'A price cannot be negative.'],
  [1e9, 'A price cannot be above $999,999.99.'],
  ['1e9', 'A price is a number, like 45 or 45.50.'],
  ['abc', 'A price is a number, like 45 or 45.50.'],
  ['', 'A price is a number, like 45 or 45.50.'],
  [null, 'Please check the highlighted fields.'],
  [undefined, 'Please check the highlighted fields.'],
  [[39], 'Please check the highlighted fields.'],
])('a price of %j is invalid, and nothing is charged', async (price, message) => {
  const player = await makePlayer(t)
  const refused = { code: 'invalid', message, fields: { price: expect.any(String) } }
  expect(await buy(player, { price })).toMatchObject({ status: 422, body: refused })
  expect(await booksOf(player)).toEqual(untouched)
})

test.each<[what: string, given: Record<string, unknown>, field: string]>([
  ['an unknown division', { cart: [{ slug: 'over-90s' }] }, 'cart.0'],
  ['an unknown id', { cart: [{ id: 99_999 }] }, 'cart.0'],
  ['an id and a slug of two divisions', { cart: [{ id: 1, slug: 'mixed-doubles' }] }, 'cart.0'],
  [
    'the same division twice',
    { cart: [{ slug: 'womens-singles-3-5' }, { slug: 'womens-singles-3-5' }], price: 78 },
    'cart.1',
  ],
  ['an empty item', { cart: [{}] }, 'cart.0'],
  ['a season count of 0', { cart: [{ slug: 'womens-singles-3-5', season_count: 0 }] }, 'cart.0.season_count'],
  ['a season count of -1', { cart: [{ slug: 'womens-singles-3-5', season_count: -1 }] }, 'cart.0.season_count'],
  ['a season count of 99', { cart: [{ slug: 'womens-singles-3-5', season_count: 99 }] }, 'cart.0.season_count'],
  ['a cart that is not a list', { cart: 'womens-singles-3-5' }, 'cart'],
  ['no cart', { cart: undefined }, 'cart'],
  ['an unknown season', { league_slug: 'spring' }, 'league_slug'],
  ['no season', { league_slug: undefined }, 'league_slug'],
  ['an unknown area', { area: 'Paris' }, 'area'],
  ['no confirmation token', { confirmationToken: undefined }, 'confirmationToken'],
  ['an empty confirmation token', { confirmationToken: '' }, 'confirmationToken'],
  ['a token object without an id', { confirmationToken: {} }, 'confirmationToken'],
])('%s is refused with an error at its field, and nothing is charged', async (_, given, field) => {
  const player = await makePlayer(t)
  const answer = await buy(player, given)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } })
  expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
  expect(await booksOf(player)).toEqual(untouched)
})

test('an empty cart is refused with the message in docs/product.md', async () => {
  const player = await makePlayer(t)
  expect(await buy(player, { cart: [], price: 0 })).toMatchObject({
    status: 422,
    body: { code: 'cart_empty', message: 'Cart is empty' },
  })
  expect(await booksOf(player)).toEqual(untouched)
})

test('another edition of a season is not on sale', async () => {
  const player = await makePlayer(t)
  for (const year of [2025, 2027])
    expect(await buy(player, { year })).toMatchObject({ status: 409, body: { code: 'not_on_sale' } })
  expect(await booksOf(player)).toEqual(untouched)
})

test('a division cannot be bought twice, neither alone nor with another', async () => {
  const player = await makePlayer(t)
  await joinLeague(t, player, { season: 'fall', division: 'womens-singles-3-5' })
  const before = await booksOf(player)
  expect(await buy(player)).toMatchObject({ status: 409, body: { code: 'already_in_league' } })
  expect(
    await buy(player, { cart: [{ slug: 'mixed-doubles' }, { slug: 'womens-singles-3-5' }], price: 88 }),
  ).toMatchObject({
    status: 409,
    body: { code: 'already_in_league' },
  })
  expect(await booksOf(player)).toEqual(before)
})

test('a partner who is already in a league cannot buy it again', async () => {
  const [entered, partner] = [await makePlayer(t), await makePlayer(t)]
  const { league_id, entry_id } = await joinLeague(t, entered, { season: 'fall', division: 'womens-doubles' })
  await t.db.insertInto('entry_players').values({ league_id, entry_id, player_id: partner.id, position: 2 }).execute()
  const answer = await buy(partner, { cart: [{ slug: 'womens-doubles' }], price: 49 })
  expect(answer).toMatchObject({ status: 409, body: { code: 'already_in_league' } })
  expect((await booksOf(partner)).charged).toEqual([])
})

test('a player who left a league and joins again gets the old entry back', async () => {
  const player = await makePlayer(t)
  const first = await joinLeague(t, player, { season: 'fall', division: 'womens-singles-4-0' })
  await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('player_id', '=', player.id).execute()
  expect((await booksOf(player)).leagues).toEqual([])
  expect(await joinLeague(t, player, { season: 'fall', division: 'womens-singles-4-0' })).toEqual(first)
  expect(await booksOf(player)).toMatchObject({ lines: ['Refunded', 'Paid'], leagues: ['womens-singles-4-0'] })
})

test('my leagues are sorted by first day, then newest entry first', async () => {
  const player = await makePlayer(t)
  for (const [season, division] of [
    ['winter', 'womens-singles-3-5'],
    ['summer-2', 'womens-singles-3-5'],
    ['winter', 'mixed-doubles'],
  ] as const)
    await joinLeague(t, player, { season, division })
  const { body } = await t.call(listMyLeagues, { token: player.token })
  expect(body.map(({ league_slug, level_slug }) => `${league_slug} ${level_slug}`)).toEqual([
    'summer-2 womens-singles-3-5',
    'winter mixed-doubles',
    'winter womens-singles-3-5',
  ])
})

test('the payment history is paged, newest first, and contains only the player’s own payments', async () => {
  const player = await makePlayer(t)
  for (const division of ['womens-singles-3-0', 'womens-singles-3-5', 'womens-singles-4-0'])
    await joinLeague(t, player, { season: 'fall', division })
  const { body } = await t.call(listPurchases, { token: player.token, query: { page: 2, per_page: 2 } })
  expect(body).toMatchObject({ total: 3, skip: 2, purchases: [{ level_name: "Women's Singles 3.0" }] })
  expect(listPurchases.query.parse({})).toEqual({ page: 1, per_page: 60 })
  const other = await makePlayer(t)
  expect((await t.call(listPurchases, { token: other.token })).body).toEqual({ purchases: [], total: 0, skip: 0 })
  expect((await t.call(listMyLeagues, { token: other.token })).body).toEqual([])
})

test('a stranger can neither buy nor see purchases', async () => {
  for (const [endpoint, path] of [
    [purchase, '/users/purchases'],
    [completePurchase, '/users/purchases/0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6/complete'],
    [listPurchases, '/users/purchases'],
    [listMyLeagues, '/users/misc/my-league'],
  ] as const)
    expect(await t.send(endpoint, { path })).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})

test('an order that is not JSON is refused as malformed', async () => {
  const player = await makePlayer(t)
  expect(await t.send(purchase, { token: player.token, body: '{"league_slug": ' })).toMatchObject({
    status: 400,
    body: { code: 'malformed' },
  })
})

test.each<[what: string, card: Record<string, unknown>, field: string]>([
  ['a real-looking card', { number: '4111 1111 1111 1111' }, 'number'],
  ['a slip in the test card', { number: '4242 4242 4242 4241' }, 'number'],
  ['emails', { number: '4242 4242 4242 abcd' }, 'number'],
  ['too few digits', { number: '4242' }, 'number'],
  ['no number', { number: undefined }, 'number'],
  ['month 13', { exp_month: 13 }, 'exp_month'],
  ['month 0', { exp_month: 0 }, 'exp_month'],
  ['a month that has passed', { exp_month: 6, exp_year: 2026 }, 'exp_year'],
  ['a year of two digits that has passed', { exp_year: 25 }, 'exp_year'],
  ['a code of two digits', { cvc: '12' }, 'cvc'],
  ['a code of five digits', { cvc: '12345' }, 'cvc'],
])('a card with %s is refused with an error at its field', async (_, card, field) => {
  const answer = await t.send(makeTestToken, {
    body: { number: cards.paid, exp_month: 12, exp_year: 2039, cvc: '123', ...card },
  })
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields: { [field]: expect.any(String) } } })
  expect(Object.keys((answer.body as RefusalBody).fields ?? {})).toEqual([field])
  expect(JSON.stringify(answer.body)).not.toContain('41111')
})

test('a card is valid until the end of its month', async () => {
  expect(
    (await t.send(makeTestToken, { body: { number: '4242424242424242', exp_month: 7, exp_year: 26, cvc: '1234' } }))
      .status,
  ).toBe(201)
})

test('the browser learns that payments are in test mode, and the support contact', async () => {
  expect((await t.call(getConfig, {})).body).toEqual({
    payment: { mode: 'test', publishable_key: null },
    social: null,
    support_email: 'help@deuce.example',
    support_phone: '+1 574 555 0100',
    organization: {
      name: 'Deuce',
      short_name: 'Deuce',
      logo: null,
      colors: {
        main: '#0c2118',
        accent: '#def53b',
        ...paletteOf({ main: '#0c2118', accent: '#def53b' }),
      },
      currency: 'USD',
      locale: 'en-US',
      first_day_of_week: 1,
      phone_country: 'US',
      support_email: 'help@deuce.example',
      support_phone: '+1 574 555 0100',
      levels: [...starterLevels],
      genders: [...usualGenders],
      gender_required: true,
      open: true,
    },
  })
})
