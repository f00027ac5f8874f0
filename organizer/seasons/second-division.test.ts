import { randomUUID } from 'node:crypto'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { beforeEach, expect, test } from 'vitest'
import type { RefusalBody } from '#/contract/refusals.ts'
import { answerTestBank } from '#/features/cards/contract.ts'
import {
  claimFreeSeason,
  completePurchase,
  getOrder,
  getSecondDivision,
  listPurchases,
  purchase,
} from '#/features/checkout/contract.ts'
import { purchaseAsGuest } from '#/features/checkout/guest-contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { createCoupon } from '#/organizer/coupons/contract.ts'
import { getPaymentOrder, listPayments } from '#/organizer/payments/contract.ts'
import { giveFreeSeason } from '#/organizer/players/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { cards, makeOrganizer, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import * as calls from './contract.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
const { emailsTo } = mailboxOf(t)
let token = ''
let made = 0

beforeEach(async () => {
  t.clock.set(noon)
  token = (await makeOrganizer(t)).token
})

type Off = { percent?: number; amount?: number | string } | null

/** Creates a season for one test in which every division costs $39.00, and each additional one `off` less. */
async function makeSeason(off: Off = { percent: 10 }) {
  const body = {
    name: `Second ${String.fromCharCode(97 + (made % 26), 97 + Math.floor(made++ / 26))}`,
    starting_date: '2026/08/01',
    ending_date: '2026/10/31',
  }
  const { id } = (await t.call(calls.createSeason, { token, body })).body
  await t.db.updateTable('leagues').set({ price_cents: 3900 }).where('season_id', '=', id).execute()
  expect((await setOff(id, off)).status).toBe(200)
  return { id, slug: (await t.call(calls.getOrganizerSeason, { token, params: { id } })).body.slug }
}
type Season = Awaited<ReturnType<typeof makeSeason>>

const setOff = (id: number, second_division: Off) =>
  t.call(calls.changeSeason, { token, params: { id }, body: { second_division } })

const setPrice = async (season: Season, division: string, price_cents: number) => {
  const { id } = await t.db.selectFrom('divisions').select('id').where('slug', '=', division).executeTakeFirstOrThrow()
  await t.db
    .updateTable('leagues')
    .set({ price_cents })
    .where('season_id', '=', season.id)
    .where('division_id', '=', id)
    .execute()
}

const [low, middle, high] = ['womens-singles-3-0', 'womens-singles-3-5', 'womens-singles-4-0'] as const

const formOf = ({ slug }: Season, divisions: readonly string[], price: number | string) => ({
  league_slug: slug,
  cart: divisions.map((division) => ({ slug: division })),
  price,
})

async function buy(
  player: TestPlayer,
  season: Season,
  divisions: string[],
  price: number | string,
  given: object = {},
) {
  const body = { ...formOf(season, divisions, price), confirmationToken: await makeToken(t), ...given }
  return t.call(purchase, { token: player.token, body })
}

const receiptOf = async (player: TestPlayer, order_id: string) =>
  (await t.call(getOrder, { token: player.token, params: { order_id } })).body.order

const hasDivision = async (player: TestPlayer, { id }: Season) =>
  (await t.call(getSecondDivision, { token: player.token, params: { id } })).body.has_division

/** The amounts charged to the player's card, smallest first. */
async function chargedTo(player: TestPlayer): Promise<number[]> {
  const rows = await t.db
    .selectFrom('test_payments')
    .innerJoin('orders', 'orders.confirmation_token', 'test_payments.confirmation_token')
    .select('test_payments.amount_cents')
    .where('orders.player_id', '=', player.id)
    .execute()
  return rows.map(({ amount_cents }) => amount_cents).toSorted((a, b) => a - b)
}

const giveCredit = ({ id }: TestPlayer) =>
  t.call(giveFreeSeason, { token, params: { id }, body: { gift: randomUUID(), reason: 'Helped at the finals' } })

const codeOf = ({ status, body }: { status: number; body: Partial<RefusalBody> }) => body.code ?? status

test('two divisions in one order: full price for the most expensive, less for the other; charge, receipt, email, lists and desk agree', async () => {
  const season = await makeSeason()
  await setPrice(season, high, 4900)
  const player = await makePlayer(t)
  expect(await hasDivision(player, season)).toBe(false)
  expect(await buy(player, season, [middle, high], 88)).toMatchObject({
    status: 409,
    body: {
      code: 'price_changed',
      message:
        'The price has changed: your order costs $84.10 now, not $88.00. Please review it again. You have not been charged.',
      state: { total: 84.1 },
    },
  })
  const bought = await buy(player, season, [middle, high], '84.10')
  expect([bought.status, bought.body.data?.status]).toEqual([201, 'Paid'])
  expect(await chargedTo(player)).toEqual([8410])
  const { order_id } = bought.body.data
  const order = await receiptOf(player, order_id)
  expect(order).toMatchObject({ total: 84.1, second_division: 3.9, coupon: null })
  expect(order.lines.map(({ price, second_division, discount }) => [price, second_division, discount])).toEqual([
    [35.1, 3.9, 0],
    [49, 0, 0],
  ])
  const [email] = (await emailsTo(player)).filter(({ subject }) => subject.startsWith('You are in'))
  expect(email?.text).toContain("Women's Singles 3.5: $39.00")
  expect(email?.text).toContain('Second division: -$3.90')
  expect(email?.text).toContain('Paid by card: $84.10')
  const { purchases } = (await t.call(listPurchases, { token: player.token })).body
  expect(purchases.map(({ price, second_division }) => [price, second_division])).toContainEqual([35.1, 3.9])
  const desk = (await t.call(getPaymentOrder, { token, params: { order_id } })).body.order
  expect(desk).toMatchObject({ total: 84.1, second_division: 3.9, lines: [{ second_division: 3.9, left: 35.1 }, {}] })
  const payments = (await t.call(listPayments, { token, query: { search: player.email } })).body
  expect(payments.sums).toMatchObject({ taken: 84.1 })
  expect(payments.lines.map(({ second_division }) => second_division).toSorted()).toEqual([0, 3.9])

  // The discounted one would be too cheap alone, so it goes back first.
  const leave = ({ id }: { id: number }) => t.call(withdraw, { token: player.token, params: { id } })
  const first = order.lines.find(({ price }) => price === 49)!
  const second = order.lines.find(({ price }) => price === 35.1)!
  const { body: leagues } = await t.call(listMyLeagues, { token: player.token })
  const problems = new Map(leagues.map(({ withdrawal }) => [withdrawal?.purchase_id, withdrawal?.problem]))
  expect([problems.get(first.id), problems.get(second.id)]).toEqual([
    expect.stringContaining('leave that one first'),
    null,
  ])
  expect(await leave(first)).toMatchObject({ status: 409, body: { code: 'first_division' } })
  expect((await leave(second)).body.message).toContain('$35.10 goes back to your card')
  expect((await leave(first)).body.message).toContain('$49.00 goes back to your card')
  expect(await buy(player, season, [low], 35.1)).toMatchObject({ status: 409, body: { code: 'price_changed' } })
  expect(await buy(player, season, [low], 39)).toMatchObject({ status: 201 })
})

test('the order of buying does not matter: a more expensive division after a cheaper one costs what one order does', async () => {
  const season = await makeSeason({ percent: 50 })
  await setPrice(season, high, 4900)
  const player = await makePlayer(t)
  expect((await buy(player, season, [middle], 39)).status).toBe(201)
  expect((await buy(player, season, [high], 24.5)).body).toMatchObject({
    code: 'price_changed',
    state: { total: 29.5 },
  })
  expect((await buy(player, season, [high], 29.5)).status).toBe(201)
  expect(await chargedTo(player)).toEqual([2950, 3900])
  const { body } = await t.call(getSecondDivision, { token: player.token, params: { id: season.id } })
  expect(body).toEqual({ has_division: true, highest_price: 49 })
})

test('a division bought later is discounted too, and the old total is refused with the new one', async () => {
  const season = await makeSeason({ amount: '5.50' })
  const [player, other] = [await makePlayer(t), await makePlayer(t)]
  expect((await buy(player, season, [middle], 33.5)).body).toMatchObject({
    code: 'price_changed',
    state: { total: 39 },
  })
  expect((await buy(player, season, [middle], 39)).status).toBe(201)
  expect([await hasDivision(player, season), await hasDivision(other, season)]).toEqual([true, false])
  expect((await buy(player, season, [low], 39)).body).toMatchObject({ code: 'price_changed', state: { total: 33.5 } })
  expect((await buy(player, season, [low, high], 67)).status).toBe(201)
  expect(await chargedTo(player)).toEqual([3900, 6700])
  // The player has no division in another season.
  expect((await buy(player, await makeSeason(), [low], 39)).status).toBe(201)
})

test('a coupon applies after the discount, and an early price is reduced like any other', async () => {
  const season = await makeSeason()
  const code = 'SECOND-20'
  expect((await t.call(createCoupon, { token, body: { code, percent: 20 } })).status).toBe(201)
  await t.db
    .updateTable('leagues')
    .set({ early_price_cents: 3000, early_until: '2026-07-20' })
    .where('season_id', '=', season.id)
    .execute()
  const player = await makePlayer(t)
  // The prices are $30 and, after the discount, $27; the coupon takes off 20 %.
  const bought = await buy(player, season, [middle, high], 45.6, { coupon: code })
  expect(bought.status).toBe(201)
  const order = await receiptOf(player, bought.body.data.order_id)
  expect(order).toMatchObject({ total: 45.6, second_division: 3, coupon: { code, discount: 11.4 } })
  for (const { price, second_division, discount } of order.lines)
    expect(price + second_division + discount).toBeCloseTo(30)
  t.clock.set('2026-07-21T16:00:00Z')
  // The player's divisions cost $30, so that is what the discount of a more expensive one is taken from.
  expect((await buy(player, season, [low], 36)).status).toBe(201)
})

test('when an owner changes the discount while carts are open, each buyer pays the price they saw or nothing', async () => {
  for (const round of [1, 2, 3]) {
    const season = await makeSeason({ percent: 10 })
    const players = await Promise.all(Array.from({ length: 6 }, () => makePlayer(t)))
    const seen = (index: number) => (index % 2 === 0 ? 74.1 : 58.5)
    const [changed, ...bought] = await Promise.all([
      setOff(season.id, { percent: 50 }),
      ...players.map((player, index) => buy(player, season, [middle, low], seen(index))),
    ])
    expect([round, changed.status]).toEqual([round, 200])
    const charged = await Promise.all(players.map(chargedTo))
    expect(charged).toEqual(bought.map(({ status }, index) => (status === 201 ? [Math.round(seen(index) * 100)] : [])))
    expect(new Set(bought.filter(({ status }) => status !== 201).map(codeOf))).toEqual(new Set(['price_changed']))
  }
})

test('of two simultaneous orders for two divisions, one is the first at full price, and the other has to be confirmed again', async () => {
  for (const [one, two] of [
    [39, 39],
    [39, 35.1],
    [35.1, 35.1],
  ] as const) {
    const season = await makeSeason()
    const player = await makePlayer(t)
    const answers = await Promise.all([buy(player, season, [middle], one), buy(player, season, [low], two)])
    const paid = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status !== 201).map(codeOf)
    expect(refused.every((code) => code === 'order_open' || code === 'price_changed')).toBe(true)
    const full = one === 39 ? [3900] : []
    // The second order may have come after the first was paid, with the price that applies then.
    const both = two === 35.1 && paid.length === 2 ? [3510, 3900] : full
    expect(await chargedTo(player)).toEqual(both)
    expect(paid).toHaveLength(both.length)
    if (full.length === 0) continue
    const rest = [middle, low].filter((_, index) => answers[index]?.status !== 201)
    for (const division of rest) expect((await buy(player, season, [division], 35.1)).status).toBe(201)
    expect(await chargedTo(player)).toEqual([3510, 3900])
  }
})

test('of several simultaneous orders, exactly one is the first, whichever arrives first', async () => {
  const season = await makeSeason()
  const divisions = [low, middle, high, 'womens-singles-4-5']
  for (let round = 0; round < 8; round += 1) {
    const player = await makePlayer(t)
    const tokens = await Promise.all(divisions.map(() => makeToken(t)))
    const answers = await Promise.all(
      divisions.map((division, index) => buy(player, season, [division], 39, { confirmationToken: tokens[index] })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await chargedTo(player)).toEqual([3900])
  }
})

test('pressing twice makes one order', async () => {
  const season = await makeSeason()
  const player = await makePlayer(t)
  const body = { ...formOf(season, [middle, low], 74.1), confirmationToken: await makeToken(t) }
  const press = () => t.call(purchase, { token: player.token, body })
  const answers = [...(await Promise.all([press(), press(), press()])), await press()]
  expect(new Set(answers.map(({ body: { data } }) => data.order_id)).size).toBe(1)
  expect(await chargedTo(player)).toEqual([7410])
})

test('while the first payment is undecided, the second order waits; if it is declined, the second becomes the first', async () => {
  const season = await makeSeason()
  const player = await makePlayer(t)
  const open = await buy(player, season, [middle], 39, { confirmationToken: await makeToken(t, cards.authenticate) })
  expect(open.body.data.status).toBe('requires_action')
  expect(await hasDivision(player, season)).toBe(false)
  expect(codeOf(await buy(player, season, [low], 35.1))).toBe('price_changed')
  expect(await buy(player, season, [low], 39)).toMatchObject({
    status: 409,
    body: { code: 'order_open', message: expect.stringContaining('Please finish it first') },
  })
  // A free division can be bought while another order is open.
  await setPrice(season, high, 0)
  expect((await buy(player, season, [high], 0)).status).toBe(201)
  const { order_id, client_secret = '' } = open.body.data
  await t.call(answerTestBank, { body: { client_secret, approved: false } })
  await t.call(completePurchase, { token: player.token, params: { order_id } })
  expect(codeOf(await buy(player, season, [low], 35.1))).toBe('price_changed')
  expect((await buy(player, season, [low], 39)).status).toBe(201)
})

test('a guest pays less for the second division of the same order', async () => {
  const season = await makeSeason({ percent: 50 })
  const guest = {
    first_name: 'Gwen',
    last_name: 'Guest',
    email: 'second-guest@example.com',
    phone: '+1 574 555 0100',
    singles_level: '3.5' as const,
    gender: 'Female' as const,
    location: 'south-bend',
  }
  const confirmationToken = await makeToken(t)
  const order = (price: number) =>
    t.call(purchaseAsGuest, { body: { ...guest, ...formOf(season, [middle, low], price), confirmationToken } })
  expect((await order(78)).body).toMatchObject({ code: 'price_changed', state: { total: 58.5 } })
  expect((await order(58.5)).status).toBe(201)
})

test('a free division does not count as the first and is not discounted; one paid with a free season counts as the first', async () => {
  const season = await makeSeason()
  await setPrice(season, low, 0)
  const player = await makePlayer(t)
  expect((await buy(player, season, [low], 0)).body.data.status).toBe('Confirmed')
  expect(await hasDivision(player, season)).toBe(false)
  expect((await buy(player, season, [middle], 39)).status).toBe(201)

  const other = await makePlayer(t)
  await giveCredit(other)
  const claimed = await t.call(claimFreeSeason, { token: other.token, body: formOf(season, [middle], 39) })
  expect(claimed.status).toBe(201)
  expect((await receiptOf(other, claimed.body.data.order_id)).second_division).toBe(0)
  expect((await buy(other, season, [high], 35.1)).status).toBe(201)
})

test('a 100 % discount makes additional divisions free: one bought alone needs no card, and one in a claim uses no credit', async () => {
  const season = await makeSeason({ percent: 100 })
  const player = await makePlayer(t)
  expect((await buy(player, season, [middle, low], 39)).status).toBe(201)
  const alone = await buy(player, season, [high], 0, { confirmationToken: undefined })
  expect(alone.body.data.status).toBe('Confirmed')
  expect(await receiptOf(player, alone.body.data.order_id)).toMatchObject({
    is_free: true,
    by_card: false,
    second_division: 39,
    lines: [{ price: 0, is_free: true }],
  })
  expect(await chargedTo(player)).toEqual([3900])
  const other = await makePlayer(t)
  await giveCredit(other)
  const claimed = await t.call(claimFreeSeason, { token: other.token, body: formOf(season, [middle, low], 39) })
  expect(claimed.body).toMatchObject({ data: { status: 'Confirmed', count: 0 } })
})

test('once everything is refunded, the next division is the first again', async () => {
  const season = await makeSeason()
  const player = await makePlayer(t)
  const { order_id } = (await buy(player, season, [middle], 39)).body.data
  const [line] = (await receiptOf(player, order_id)).lines
  expect((await t.call(withdraw, { token: player.token, params: { id: line!.id } })).status).toBe(200)
  expect(await hasDivision(player, season)).toBe(false)
  expect((await buy(player, season, [middle], 39)).status).toBe(201)
})

test('a division that was bought with the discount cannot be kept alone', async () => {
  const season = await makeSeason({ percent: 50 })
  const player = await makePlayer(t)
  expect(await buy(player, season, [low, high], 58.5)).toMatchObject({ status: 201 })
  const leave = async (price: number) => {
    const { purchases } = (await t.call(listPurchases, { token: player.token })).body
    const line = purchases.find((each) => each.price === price && each.payment_status === 'Paid')
    return codeOf(await t.call(withdraw, { token: player.token, params: { id: line!.id } }))
  }
  expect(await leave(39)).toBe('first_division')
  expect(await leave(19.5)).toBe(200)
  expect(await leave(39)).toBe(200)
  expect(await buy(player, season, [low], 19.5)).toMatchObject({ status: 409, body: { code: 'price_changed' } })
})

test('the discount is public, audited, and copied by the next season with the name', async () => {
  const season = await makeSeason(null)
  expect((await setOff(season.id, { percent: 15 })).status).toBe(200)
  const listed = async () =>
    (await t.call(listSeasons, { query: { per_page: 60 } })).body.items.find(({ id }) => id === season.id)
  expect((await listed())?.second_division).toEqual({ percent: 15, amount: null })
  const [entry] = (await t.call(listAuditLog, { token, query: { kind: 'change_season' } })).body.audit_entries
  expect(entry).toMatchObject({
    summary: expect.stringContaining('Changed the second-division discount of Second'),
    before: { second_division: null },
    after: { second_division: '15 % off each additional division' },
  })
  const { id: next } = (await t.call(calls.rollOverSeason, { token, params: { id: season.id } })).body
  const detail = await t.call(calls.getOrganizerSeason, { token, params: { id: next } })
  expect(detail.body.second_division).toEqual({ percent: 15, amount: null })
  expect((await setOff(season.id, null)).status).toBe(200)
  expect(await listed()).not.toHaveProperty('second_division')
})

test.each([
  ['both', { percent: 10, amount: 5 }, 'second_division.percent'],
  ['neither', {}, 'second_division.percent'],
  ['nothing off', { percent: 0 }, 'second_division.percent'],
  ['more than 100 percent', { percent: 101 }, 'second_division.percent'],
  ['a part of a percent', { percent: 2.5 }, 'second_division.percent'],
  ['no amount', { amount: 0 }, 'second_division.amount'],
  ['a negative number', { amount: -5 }, 'second_division.amount'],
  ['no number', { amount: 'much' }, 'second_division.amount'],
])('%s is refused at its field, and nothing is stored', async (_, off, field) => {
  const season = await makeSeason(null)
  const refused = await setOff(season.id, off as Off)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]])
  const { body } = await t.call(calls.getOrganizerSeason, { token, params: { id: season.id } })
  expect(body.second_division).toBeNull()
})

test('an organizer who is not an owner cannot change the discount', async () => {
  const season = await makeSeason(null)
  const organizer = await makeOrganizer(t, ['south-bend'])
  const body = { second_division: { percent: 50 } }
  const refused = await t.call(calls.changeSeason, { token: organizer.token, params: { id: season.id }, body })
  expect(refused.status).toBe(403)
})
