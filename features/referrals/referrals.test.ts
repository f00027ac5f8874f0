import { expect, test } from 'vitest'
import type { RefusalBody } from '#/contract/refusals.ts'
import { signUp } from '#/features/accounts/contract.ts'
import { listPurchases, purchase, claimFreeSeason } from '#/features/checkout/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { startApp } from '#/test/app.ts'
import { cards, joinLeague, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import { getFreeSeasons, getReferral } from './contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'

const t = await startApp()

const womens = 'womens-singles-3-5'
const mixed = 'mixed-doubles'

async function codeOf(player: TestPlayer): Promise<string> {
  return (await t.call(getReferral, { token: player.token })).body.referral_code
}

async function countOf(player: TestPlayer): Promise<number> {
  return (await t.call(getFreeSeasons, { token: player.token })).body.count
}

async function leaguesOf(player: TestPlayer): Promise<string[]> {
  return (await t.call(listMyLeagues, { token: player.token })).body.map(({ level_slug }) => level_slug)
}

async function makeFriend(of: TestPlayer): Promise<TestPlayer> {
  return makePlayer(t, { referral_code: await codeOf(of) })
}

/** A player who has earned `credits` free seasons, each by a friend's paid order. */
async function makeReferrer(credits: number): Promise<TestPlayer> {
  const player = await makePlayer(t)
  for (let friend = 0; friend < credits; friend++)
    await joinLeague(t, await makeFriend(player), { season: 'winter', division: womens })
  return player
}

function claim(player: TestPlayer, given: Record<string, unknown> = {}) {
  return t.send(claimFreeSeason, {
    token: player.token,
    body: { league_slug: 'fall', league_name: 'Fall', cart: [{ slug: womens, season_count: 1 }], price: 39, ...given },
  }) as Promise<{ status: number; body: RefusalBody & { data: { order_id: string; status: string; count: number } } }>
}

/** Withdraws from a league before its first day, which returns the line's money or free season. */
async function leave(player: TestPlayer, division: string): Promise<void> {
  const { id } = await t.db
    .selectFrom('purchases')
    .innerJoin('leagues', 'leagues.id', 'purchases.league_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select('purchases.id')
    .where('player_id', '=', player.id)
    .where('divisions.slug', '=', division)
    .where('purchases.counts', '=', true)
    .executeTakeFirstOrThrow()
  const left = await t.call(withdraw, { token: player.token, params: { id } })
  expect(left).toMatchObject({ status: 200, body: { message: expect.stringContaining('You have left') } })
}

test('the refer page shows the code and how many signed up with it, in any letter case', async () => {
  const player = await makePlayer(t)
  const { status, body } = await t.call(getReferral, { token: player.token })
  expect({ status, body }).toEqual({
    status: 200,
    body: { referral_count: 0, referral_code: expect.stringMatching(/^[A-Z2-9]{8}$/) },
  })
  await makePlayer(t, { referral_code: body.referral_code })
  await makePlayer(t, { referral_code: body.referral_code.toLowerCase() })
  await makePlayer(t)
  expect((await t.call(getReferral, { token: player.token })).body.referral_count).toBe(2)
})

test('an unknown code is refused at sign-up, with its field', async () => {
  const refused = await t.send(signUp, {
    body: {
      first_name: 'Ada',
      last_name: 'Moreno',
      email: 'nobodys-friend@example.com',
      phone: '+1 574 555 0101',
      singles_level: '3.5',
      gender: 'Female',
      location: 'South Bend',
      password: 'correct horse battery',
      referral_code: 'NOTACODE',
    },
  })
  expect(refused).toMatchObject({ status: 422, body: { fields: { referral_code: expect.any(String) } } })
})

test("a friend's first paid order earns one free season; a sign-up, a declined card and a second order earn none", async () => {
  const player = await makePlayer(t)
  const friend = await makeFriend(player)
  expect(await countOf(player)).toBe(0)
  const declined = await t.call(purchase, {
    token: friend.token,
    body: {
      league_slug: 'fall',
      cart: [{ slug: womens }],
      price: 39,
      confirmationToken: await makeToken(t, cards.declined),
    },
  })
  expect(declined.status).toBe(402)
  expect(await countOf(player)).toBe(0)
  await joinLeague(t, friend, { season: 'fall', division: womens })
  expect(await countOf(player)).toBe(1)
  await joinLeague(t, friend, { season: 'winter', division: womens })
  expect(await countOf(player)).toBe(1)
  expect(await countOf(friend)).toBe(0)
})

test('an order that a friend pays with a free season earns the referrer nothing', async () => {
  const player = await makePlayer(t)
  const friend = await makeFriend(player)
  await joinLeague(t, await makeFriend(friend), { season: 'winter', division: womens })
  expect((await claim(friend)).status).toBe(201)
  expect(await countOf(player)).toBe(0)
})

test('players cannot refer themselves', async () => {
  const player = await makePlayer(t)
  await t.db.updateTable('players').set({ referred_by_id: player.id }).where('id', '=', player.id).execute()
  await joinLeague(t, player, { season: 'fall', division: womens })
  expect(await countOf(player)).toBe(0)
})

test('a claim pays for one division: the line is Confirmed and free, and the player is in the league and its table', async () => {
  const player = await makeReferrer(2)
  expect(await claim(player)).toEqual({
    status: 201,
    body: {
      message: "You've successfully claimed your free season. Enjoy!",
      data: { order_id: expect.any(String), status: 'Confirmed', count: 1 },
    },
  })
  expect(await countOf(player)).toBe(1)
  expect(await leaguesOf(player)).toEqual([womens])
  const { body } = await t.call(listPurchases, { token: player.token })
  expect(body.purchases).toMatchObject([
    { payment_status: 'Confirmed', price: 0, league_name: 'Fall', area: 'south-bend' },
  ])
  const table = await t.call(listStandings, {
    token: player.token,
    query: { area: 'south-bend', season: 'fall', year: 2026, division: womens },
  })
  expect(table.body.players.map(({ last_name }) => last_name)).toContain(player.last_name)
  const charged = await t.db
    .selectFrom('orders')
    .select(['total_cents', 'confirmation_token', 'provider_payment'])
    .where('player_id', '=', player.id)
    .execute()
  expect(charged).toEqual([{ total_cents: 0, confirmation_token: null, provider_payment: null }])
})

test('a claim needs as many free seasons as there are divisions in the cart', async () => {
  const player = await makeReferrer(1)
  const two = { cart: [{ slug: womens }, { slug: mixed }], price: '88.00' }
  expect(await claim(player, two)).toMatchObject({ status: 409, body: { code: 'no_free_season' } })
  expect(await countOf(player)).toBe(1)
  expect(await leaguesOf(player)).toEqual([])
  await joinLeague(t, await makeFriend(player), { season: 'winter', division: womens })
  expect(await claim(player, two)).toMatchObject({ status: 201, body: { data: { count: 0 } } })
  expect((await leaguesOf(player)).toSorted()).toEqual([mixed, womens])
})

test('a league that the player is already in cannot be claimed again, and no free season is spent', async () => {
  const player = await makeReferrer(3)
  expect((await claim(player)).status).toBe(201)
  expect(await claim(player)).toMatchObject({ status: 409, body: { code: 'already_in_league' } })
  expect(await claim(player, { cart: [{ slug: mixed }, { slug: womens }], price: 88 })).toMatchObject({
    status: 409,
    body: { code: 'already_in_league' },
  })
  expect(await countOf(player)).toBe(2)
  expect(await leaguesOf(player)).toEqual([womens])
})

test.each<[string, Record<string, unknown>, number, string]>([
  ['an empty cart', { cart: [] }, 422, 'cart_empty'],
  ['an unknown division', { cart: [{ slug: 'grass' }] }, 422, 'invalid'],
  ['the same division twice', { cart: [{ slug: womens }, { slug: womens }], price: 78 }, 422, 'invalid'],
  ['two seasons of a division', { cart: [{ slug: womens, season_count: 2 }] }, 422, 'invalid'],
  ['a price that is not the cart’s', { price: 0 }, 409, 'price_changed'],
  ['a price with three decimals', { price: '39.001' }, 422, 'invalid'],
  ['an unknown season', { league_slug: 'spring' }, 422, 'invalid'],
  ['another year', { year: 2020 }, 409, 'not_on_sale'],
  ['no cart at all', { cart: undefined }, 422, 'invalid'],
])('a claim of %s is refused and spends nothing', async (_, given, status, code) => {
  const player = await makeReferrer(1)
  expect(await claim(player, given)).toMatchObject({ status, body: { code } })
  expect(await countOf(player)).toBe(1)
  expect(await leaguesOf(player)).toEqual([])
})

test('a player without a free season, or with an incomplete profile, cannot claim', async () => {
  const player = await makePlayer(t)
  expect(await claim(player)).toMatchObject({ status: 409, body: { code: 'no_free_season' } })
  const newPlayer = await makePlayer(t, { phone: null, singles_level: null, gender: null, location: null })
  expect(await claim(newPlayer)).toMatchObject({ status: 409, body: { code: 'profile_incomplete' } })
})

test('twenty simultaneous claims of one free season, in twenty rounds: one per round succeeds, and the count is never below zero', async () => {
  const divisions = (
    await t.db.selectFrom('divisions').select(['slug', 'price_cents']).orderBy('position').execute()
  ).map(({ slug, price_cents }) => ({ cart: [{ slug }], price: price_cents / 100 }))
  for (let round = 0; round < 20; round++) {
    const player = await makeReferrer(1)
    const [answers, counts] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, (_, n) => claim(player, divisions[(n + round) % divisions.length]))),
      Promise.all(Array.from({ length: 5 }, () => countOf(player))),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(409)
      expect(body.code).toBe('no_free_season')
    }
    for (const count of counts) expect([0, 1]).toContain(count)
    expect(await countOf(player)).toBe(0)
    expect(await leaguesOf(player)).toHaveLength(1)
  }
})

test('two simultaneous claims of one league with two free seasons spend one', async () => {
  for (let round = 0; round < 5; round++) {
    const player = await makeReferrer(2)
    const answers = await Promise.all([claim(player), claim(player)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await countOf(player)).toBe(1)
  }
})

test('a simultaneous claim and payment for one league enter the player once, and the losing one is returned', async () => {
  for (let round = 0; round < 5; round++) {
    const player = await makeReferrer(1)
    const confirmationToken = await makeToken(t)
    const [claimed, bought] = await Promise.all([
      claim(player),
      t.call(purchase, {
        token: player.token,
        body: { league_slug: 'fall', cart: [{ slug: womens }], price: 39, confirmationToken },
      }),
    ])
    expect([claimed.status, bought.status].toSorted()).toEqual([201, 409])
    expect(await countOf(player)).toBe(claimed.status === 201 ? 0 : 1)
    expect(await leaguesOf(player)).toEqual([womens])
  }
})

test('a withdrawal returns the free season, which can be spent again', async () => {
  const player = await makeReferrer(1)
  await claim(player)
  await leave(player, womens)
  expect(await countOf(player)).toBe(1)
  expect(await leaguesOf(player)).toEqual([])
  expect((await claim(player)).status).toBe(201)
  expect(await leaguesOf(player)).toEqual([womens])
})

test('withdrawing from a line paid with money returns no free season', async () => {
  const player = await makePlayer(t)
  await joinLeague(t, player, { season: 'fall', division: womens })
  await leave(player, womens)
  expect(await countOf(player)).toBe(0)
})

test('refunding the friend’s order removes an unspent free season permanently', async () => {
  const player = await makePlayer(t)
  const friend = await makeFriend(player)
  await joinLeague(t, friend, { season: 'winter', division: womens })
  await leave(friend, womens)
  expect(await countOf(player)).toBe(0)
  expect(await claim(player)).toMatchObject({ status: 409, body: { code: 'no_free_season' } })
  await joinLeague(t, friend, { season: 'winter', division: mixed })
  expect(await countOf(player)).toBe(0)
})

test('a friend’s order with two lines keeps its free season until both are refunded', async () => {
  const player = await makePlayer(t)
  const friend = await makeFriend(player)
  const confirmationToken = await makeToken(t)
  const bought = await t.call(purchase, {
    token: friend.token,
    body: { league_slug: 'winter', cart: [{ slug: womens }, { slug: mixed }], price: 88, confirmationToken },
  })
  expect(bought.status).toBe(201)
  await leave(friend, womens)
  expect(await countOf(player)).toBe(1)
  await leave(friend, mixed)
  expect(await countOf(player)).toBe(0)
})

test('a spent free season stays spent when the friend is refunded, and is not returned afterwards', async () => {
  const player = await makePlayer(t)
  const friend = await makeFriend(player)
  await joinLeague(t, friend, { season: 'winter', division: womens })
  expect((await claim(player)).status).toBe(201)
  await leave(friend, womens)
  expect(await leaguesOf(player)).toEqual([womens])
  await leave(player, womens)
  expect(await countOf(player)).toBe(0)
})

test('a withdrawal that coincides with the friend’s refund leaves no free season, whichever is first', async () => {
  for (let round = 0; round < 10; round++) {
    const player = await makePlayer(t)
    const friend = await makeFriend(player)
    await joinLeague(t, friend, { season: 'winter', division: womens })
    await claim(player)
    await Promise.all([leave(player, womens), leave(friend, womens)])
    expect(await countOf(player)).toBe(0)
  }
})

test('a referrer who has closed the account gets no free season, and the friend can still pay', async () => {
  const player = await makePlayer(t)
  const friend = await makeFriend(player)
  await t.db.updateTable('players').set({ deleted_at: t.clock.now() }).where('id', '=', player.id).execute()
  await joinLeague(t, friend, { season: 'fall', division: womens })
  expect(await t.db.selectFrom('free_seasons').select('id').where('player_id', '=', player.id).execute()).toEqual([])
})

test('a player cannot use another player’s free seasons', async () => {
  const rich = await makeReferrer(2)
  const poor = await makePlayer(t)
  expect(await countOf(poor)).toBe(0)
  expect((await claim(poor)).status).toBe(409)
  expect(await countOf(rich)).toBe(2)
})
