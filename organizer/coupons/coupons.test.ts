import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { completePurchase, getOrder, listPurchases, purchase, type OrderAnswer } from '#/features/checkout/contract.ts'
import { purchaseAsGuest } from '#/features/checkout/guest-contract.ts'
import { checkCoupon } from '#/features/coupons/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { getPaymentOrder, getReconciliation, listPayments, refundPurchase } from '#/organizer/payments/contract.ts'
import { changeDivision } from '#/organizer/divisions/contract.ts'
import {
  changeLeagues,
  changeSeason,
  createSeason,
  deleteSeason,
  getOrganizerSeason,
} from '#/organizer/seasons/contract.ts'
import { saveText } from '#/organizer/texts/contract.ts'
import { startJob } from '#/server/queue.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { startStripe, type TestCard } from '#/test/stripe/stand-in.ts'
import * as calls from './contract.ts'

const noon = '2026-07-15T16:00:00Z'
const stripe = await startStripe()
afterAll(() => stripe.close())
const t = await startApp(noon, stripe.settings)
stripe.dateBy(t.clock)
const { emailsTo } = mailboxOf(t)
let token = ''
beforeEach(async () => {
  t.clock.set(noon)
  token = (await makeOrganizer(t)).token
})

const womens35 = 'womens-singles-3-5'
const womens40 = 'womens-singles-4-0'

const singles = ['womens', 'mens'].flatMap((who) => ['3-0', '3-5', '4-0'].map((level) => `${who}-singles-${level}`))

let made = 0

/** Creates a coupon for one test. */
async function makeCoupon(given: object = { percent: 10 }) {
  const code = `TEST-${++made}`
  const { status, body } = await t.call(calls.createCoupon, { token, body: { code, ...given } })
  expect([status, body.fields]).toEqual([201, undefined])
  return { code, id: body.id }
}

const changeTo = (id: number, body: { code: string }) => t.call(calls.changeCoupon, { token, params: { id }, body })

async function listed(code: string) {
  const { coupons } = (await t.call(calls.listCoupons, { token, query: { per_page: 100 } })).body
  return coupons.find((each) => each.code === code)
}
const usesOf = async (code: string) => (await listed(code))?.uses

type Given = { card?: TestCard; divisions?: string[] } & Record<string, unknown>

/** Orders women's singles 3.5 of the fall for $39.00 less the coupon, unless `given` says otherwise. */
async function buy(player: TestPlayer, coupon: string | undefined, price: number | string, given: Given = {}) {
  const { card = 'pm_card_visa', divisions = [womens35], ...rest } = given
  const body = {
    league_slug: 'fall',
    cart: divisions.map((slug) => ({ slug })),
    price,
    confirmationToken: stripe.newToken(card),
    ...(coupon !== undefined && { coupon }),
    ...rest,
  }
  return t.call(purchase, { token: player.token, body })
}

const chargedFor = ({ data }: OrderAnswer) => stripe.intentOf(data.order_id).map(({ amount }) => amount)
const codes = (answers: readonly { status: number; body: Partial<RefusalBody> }[]) =>
  answers.map(({ status, body }) => body.code ?? status).toSorted()

test('a coupon reduces the price once: charge, receipt, email, lists, desk and books agree', async () => {
  const { code } = await makeCoupon({ percent: 15 })
  const player = await makePlayer(t)
  const month = { token, query: { month: '2026-07' } }
  const before = (await t.call(getReconciliation, month)).body
  const bought = await buy(player, ` ${code.toLowerCase()} `, '66.30', { divisions: [womens35, womens40] })
  expect([bought.status, bought.body.data?.status]).toEqual([201, 'Paid'])
  const { order_id } = bought.body.data
  expect(chargedFor(bought.body)).toEqual([6630])

  const { order } = (await t.call(getOrder, { token: player.token, params: { order_id } })).body
  expect(order).toMatchObject({ total: 66.3, coupon: { code, discount: 11.7 }, by_card: true })
  expect(order.lines.map(({ price, discount }) => [price, discount])).toEqual([
    [33.15, 5.85],
    [33.15, 5.85],
  ])
  const [email] = (await emailsTo(player)).filter(({ subject }) => subject.startsWith('You are in'))
  expect(email?.text).toContain("Women's Singles 3.5: $39.00")
  expect(email?.text).toContain(`Coupon ${code}: -$11.70`)
  expect(email?.text).toContain('Paid by card: $66.30')
  expect((await t.call(listPurchases, { token: player.token })).body.purchases).toMatchObject([
    { price: 33.15, discount: 5.85, coupon: code },
    { price: 33.15, discount: 5.85, coupon: code },
  ])
  expect(await listed(code)).toMatchObject({ uses: 1, given: 11.7, state: 'open' })
  const desk = (await t.call(getPaymentOrder, { token, params: { order_id } })).body.order
  expect(desk).toMatchObject({
    total: 66.3,
    coupon: { code, discount: 11.7 },
    lines: [{ left: 33.15 }, { left: 33.15 }],
  })
  const { sums } = (await t.call(listPayments, { token, query: { search: player.email } })).body
  expect(sums).toMatchObject({ taken: 66.3, net: 66.3 })
  const after = (await t.call(getReconciliation, month)).body
  expect(after.differences).toEqual([])
  expect(after.total.ours.taken).toBeCloseTo(before.total.ours.taken + 66.3, 6)

  // The refund is what the player paid.
  const left = await t.call(withdraw, { token: player.token, params: { id: order.lines[0]!.id } })
  expect(left.body.message).toContain('$33.15 goes back to your card')
  expect(
    stripe.refunds.filter(({ payment_intent }) => payment_intent === stripe.intentOf(order_id)[0]!.id),
  ).toMatchObject([{ amount: 3315 }])
  expect(await listed(code)).toMatchObject({ uses: 1, given: 5.85 })
  const part = { token, params: { id: order.lines[1]!.id } }
  const refund = (amount: number) =>
    t.call(refundPurchase, { ...part, body: { amount, reason: 'Rain', key: randomUUID() } })
  expect((await refund(33.16)).body.code).toBe('refund_too_large')
  expect((await refund(33.15)).status).toBe(200)
})

test('an amount is divided among the lines in proportion, and never takes off more than the price', async () => {
  const { code } = await makeCoupon({ amount: '10.01' })
  const player = await makePlayer(t)
  const bought = await buy(player, code, '67.99', { divisions: [womens35, womens40] })
  expect(chargedFor(bought.body)).toEqual([6799])
  const params = { order_id: bought.body.data.order_id }
  const { order } = (await t.call(getOrder, { token: player.token, params })).body
  expect(order.lines.map(({ discount }) => discount).toSorted()).toEqual([5, 5.01])
  const large = await makeCoupon({ amount: 500 })
  const free = await buy(await makePlayer(t), large.code, 0)
  expect(free.body.data.status).toBe('Confirmed')
  // The remaining 49 cents are too little to charge to a card.
  const rest = await makeCoupon({ amount: '38.51' })
  expect((await buy(await makePlayer(t), rest.code, '0.49')).body).toMatchObject({ state: { total: 0 } })
  expect((await buy(await makePlayer(t), rest.code, 0)).body.data.status).toBe('Confirmed')
})

test('a coupon of 100 % makes the order free: it needs no token, charges nothing and enters the player, and a withdrawal moves no money', async () => {
  const { code } = await makeCoupon({ percent: 100, limit: 1 })
  const player = await makePlayer(t)
  const before = stripe.calls.length
  const bought = await buy(player, code, 0, { confirmationToken: undefined })
  expect(bought).toMatchObject({ status: 201, body: { data: { status: 'Confirmed' } } })
  const { order_id } = bought.body.data
  const { order } = (await t.call(getOrder, { token: player.token, params: { order_id } })).body
  expect(order).toMatchObject({
    total: 0,
    is_free: true,
    by_card: false,
    coupon: { discount: 39 },
    lines: [{ price: 0 }],
  })
  const [email] = (await emailsTo(player)).filter(({ subject }) => subject.startsWith('You are in'))
  expect(email?.text).toContain(`Coupon ${code}: -$39.00`)
  expect(email?.text).toContain('There is nothing to pay.')
  expect(await listed(code)).toMatchObject({ uses: 1, given: 39, state: 'used_up' })
  await t.call(withdraw, { token: player.token, params: { id: order.lines[0]!.id } })
  expect(await listed(code)).toMatchObject({ uses: 0, given: 0, state: 'open' })
  expect(stripe.calls.length).toBe(before)
})

test('the last day is a whole day of sales', async () => {
  const { code } = await makeCoupon({ percent: 10, expires_on: '2026/07/16' })
  const [ada, bea] = [await makePlayer(t), await makePlayer(t)]
  t.clock.set('2026-07-17T03:59:59Z')
  expect((await buy(ada, code, 35.1)).status).toBe(201)
  t.clock.set('2026-07-17T04:00:00Z')
  expect(await buy(bea, code, 35.1)).toMatchObject({
    status: 409,
    body: {
      code: 'coupon_refused',
      message: 'This coupon has expired. Your order costs $39.00 without it. You have not been charged.',
      state: { reason: 'expired', total: 39 },
    },
  })
  expect(await t.call(checkCoupon, { body: { coupon: code, league_slug: 'fall' } })).toMatchObject({
    status: 409,
    body: { message: 'This coupon has expired.', state: { reason: 'expired' } },
  })
  expect((await buy(bea, undefined, 39)).status).toBe(201)
})

test('when a coupon is removed or changed while a cart is open, the order is refused with the new total and nothing is charged', async () => {
  const { code, id } = await makeCoupon({ percent: 10 })
  const player = await makePlayer(t)
  const check = () => t.call(checkCoupon, { token: player.token, body: { coupon: code, league_slug: 'fall' } })
  expect((await check()).body).toEqual({ coupon: { code, percent: 10, amount: null } })
  await changeTo(id, { code, amount: 5 } as { code: string })
  expect((await check()).body).toEqual({ coupon: { code, percent: null, amount: 5 } })
  expect((await buy(player, code, 35.1)).body).toMatchObject({
    code: 'price_changed',
    message:
      'The price has changed: your order costs $34.00 now, not $35.10. Please review it again. You have not been charged.',
    state: { total: 34 },
  })
  expect((await t.call(calls.deleteCoupon, { token, params: { id } })).status).toBe(200)
  expect((await buy(player, code, 34)).body).toMatchObject({ code: 'coupon_unknown', state: { total: 39 } })
  expect((await buy(player, undefined, 39)).status).toBe(201)
})

test('when buyers order while an owner changes the coupon, each pays the price they saw or nothing', async () => {
  for (let rounds = 3; rounds > 0; rounds -= 1) {
    const { code, id } = await makeCoupon({ percent: 10 })
    const players = await Promise.all(Array.from({ length: 6 }, () => makePlayer(t)))
    const prices = players.map((_, index) => (index % 2 === 0 ? 35.1 : 19.5))
    const [, ...bought] = await Promise.all([
      changeTo(id, { code, percent: 50 } as { code: string }),
      ...players.map((player, index) => buy(player, code, prices[index]!)),
    ])
    const sold = bought.flatMap(({ status, body }, index) => (status === 201 ? [{ body, price: prices[index]! }] : []))
    expect(sold.map(({ body }) => chargedFor(body))).toEqual(sold.map(({ price }) => [Math.round(price * 100)]))
    const refused = bought.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => [body.code, typeof body.state?.['total']])).toEqual(
      refused.map(() => ['price_changed', 'number']),
    )
  }
})

test('one of many players and guests gets the last use, and the others see the price without it', async () => {
  for (const limit of [1, 3]) {
    const { code } = await makeCoupon({ percent: 50, limit })
    const players = await Promise.all(Array.from({ length: 6 }, () => makePlayer(t)))
    const guests = Array.from({ length: 3 }, (_, seat) =>
      t.call(purchaseAsGuest, {
        body: {
          first_name: 'Ada',
          last_name: 'Moreno',
          phone: '+1 574 555 0101',
          singles_level: '3.5',
          gender: 'Female',
          location: 'DC',
          email: `race-${limit}-${seat}@example.com`,
          league_slug: 'fall',
          cart: [{ slug: womens40 }],
          price: 19.5,
          confirmationToken: stripe.newToken('pm_card_visa'),
          coupon: code,
        },
      }),
    )
    // Each player orders a different league, because orders for one league wait for its lock.
    const orders = players.map((player, seat) => buy(player, code, 19.5, { divisions: [singles[seat]!] }))
    const answers = await Promise.all([...orders, ...guests])
    const won = answers.filter(({ status }) => status === 201)
    expect(won.flatMap(({ body }) => chargedFor(body))).toEqual(Array.from({ length: limit }, () => 1950))
    const lost = answers.filter(({ status }) => status !== 201)
    expect(lost.map(({ body }) => body.code)).toEqual(Array.from({ length: 9 - limit }, () => 'coupon_refused'))
    expect(lost[0]?.body).toMatchObject({
      message: 'This coupon has been used up. Your order costs $39.00 without it. You have not been charged.',
      state: { reason: 'used_up', total: 39 },
    })
    expect(await listed(code)).toMatchObject({ uses: limit, state: 'used_up' })
  }
  // A guest who did not get the last use has no account.
  const accounts = await t.db.selectFrom('players').select('id').where('email', 'like', 'race-%').execute()
  const orders = await t.db
    .selectFrom('orders')
    .innerJoin('players', 'players.id', 'orders.player_id')
    .select('orders.id')
    .where('email', 'like', 'race-%')
    .execute()
  expect(accounts.length).toBe(orders.length)
})

test('each player can use a coupon once, even with simultaneous orders', async () => {
  const { code } = await makeCoupon({ percent: 10 })
  const [ada, bea] = [await makePlayer(t), await makePlayer(t)]
  expect((await buy(ada, code, 35.1)).status).toBe(201)
  expect((await buy(ada, code, 35.1, { divisions: [womens40] })).body).toMatchObject({
    code: 'coupon_refused',
    state: { reason: 'used', total: 39 },
  })
  const check = { body: { coupon: code, league_slug: 'fall' } }
  expect((await t.call(checkCoupon, { ...check, token: ada.token })).body.state).toEqual({ reason: 'used' })
  expect((await t.call(checkCoupon, { ...check, token: bea.token })).status).toBe(200)
  const both = await Promise.all([buy(bea, code, 35.1), buy(bea, code, 35.1, { divisions: [womens40] })])
  expect(codes(both)).toEqual([201, 'coupon_refused'])
})

test('repeating a confirmation token returns the first reply, even if the first order took the last use', async () => {
  const { code } = await makeCoupon({ percent: 10, limit: 1 })
  const player = await makePlayer(t)
  const confirmationToken = stripe.newToken('pm_card_visa')
  const answers = await Promise.all([1, 2, 3].map(() => buy(player, code, 35.1, { confirmationToken })))
  answers.push(await buy(player, code, 35.1, { confirmationToken }))
  expect(answers.map(({ body }) => body.data?.status)).toEqual(['Paid', 'Paid', 'Paid', 'Paid'])
  expect(new Set(answers.map(({ body }) => body.data.order_id)).size).toBe(1)
  const { code: free } = await makeCoupon({ percent: 100, limit: 1 })
  const other = await makePlayer(t)
  const twice = await Promise.all([1, 2].map(() => buy(other, free, 0, { confirmationToken: `free_${other.id}` })))
  expect(twice.map(({ body }) => body.data?.status)).toEqual(['Confirmed', 'Confirmed'])
})

test('an order that is declined, abandoned or fully refunded frees the use', async () => {
  const { code } = await makeCoupon({ percent: 10, limit: 1 })
  const player = await makePlayer(t)
  expect((await buy(player, code, 35.1, { card: 'pm_card_chargeDeclined' })).status).toBe(402)
  expect(await usesOf(code)).toBe(0)

  const open = await buy(player, code, 35.1, { card: 'pm_card_authenticationRequired' })
  expect(open.body.data.status).toBe('requires_action')
  const other = await makePlayer(t)
  expect((await buy(other, code, 35.1)).body).toMatchObject({ code: 'coupon_refused', state: { reason: 'used_up' } })
  t.clock.set('2026-07-16T17:00:00Z')
  await startJob(t.db, 'complete_order', { order_id: open.body.data.order_id }, { last: true })
  await runJobs(t)
  const params = { order_id: open.body.data.order_id }
  expect((await t.call(completePurchase, { token: player.token, params })).status).toBe(402)
  expect(await usesOf(code)).toBe(0)

  const paid = await buy(other, code, 35.1)
  expect(await usesOf(code)).toBe(1)
  const { lines } = (await t.call(getOrder, { token: other.token, params: { order_id: paid.body.data.order_id } })).body
    .order
  await t.call(withdraw, { token: other.token, params: { id: lines[0]!.id } })
  expect(await usesOf(code)).toBe(0)
  expect((await buy(other, code, 35.1)).status).toBe(201)
})

test('a coupon limited to seasons applies only to those, and to none once they are deleted', async () => {
  const season = async (name: string) => {
    const body = { name, starting_date: '2026/08/01', ending_date: '2026/10/31' }
    const { id } = (await t.call(createSeason, { token, body })).body
    return { id, slug: (await t.call(getOrganizerSeason, { token, params: { id } })).body.slug }
  }
  const [one, two] = [await season('Coupons one'), await season('Coupons two')]
  const { code, id } = await makeCoupon({ percent: 10, seasons: [one.id, one.id] })
  const player = await makePlayer(t)
  expect((await buy(player, code, 35.1, { league_slug: two.slug })).body).toMatchObject({
    code: 'coupon_refused',
    state: { reason: 'other_season', total: 39 },
  })
  expect((await t.call(checkCoupon, { body: { coupon: code, league_slug: one.slug } })).status).toBe(200)
  expect(await listed(code)).toMatchObject({ seasons: [{ id: one.id, title: 'Coupons one 2026' }] })
  expect((await t.call(deleteSeason, { token, params: { id: one.id } })).status).toBe(200)
  expect(await listed(code)).toMatchObject({ seasons: [] })
  expect((await t.call(checkCoupon, { body: { coupon: code, league_slug: two.slug } })).body.code).toBe(
    'coupon_refused',
  )
  const unknown = await changeTo(id, { code, percent: 10, seasons: [one.id] } as { code: string })
  expect(unknown).toMatchObject({ status: 422, body: { fields: { seasons: expect.any(String) } } })
})

test('an order that is already free does not use a coupon', async () => {
  const body = { name: 'Nothing', starting_date: '2026/08/01', ending_date: '2026/10/31' }
  const { id } = (await t.call(createSeason, { token, body })).body
  const { slug, leagues } = (await t.call(getOrganizerSeason, { token, params: { id } })).body
  const { area, division_id } = leagues.find((each) => each.division_name === "Women's Singles 3.5")!
  await t.call(changeLeagues, {
    token,
    params: { id },
    body: {
      leagues: leagues
        .filter((each) => each.division_id === division_id)
        .map((each) => ({ area: each.area, division_id, offered: true, price: 0 })),
    },
  })
  const { code } = await makeCoupon({ percent: 10 })
  const player = await makePlayer(t, { location: area as 'dc' })
  expect((await buy(player, code, 0, { league_slug: slug })).body.data.status).toBe('Confirmed')
  expect(await usesOf(code)).toBe(0)
})

test.each([
  ['neither percent nor amount', {}, 'percent'],
  ['both', { percent: 10, amount: 5 }, 'percent'],
  ['nothing', { percent: 0 }, 'percent'],
  ['more than 100 percent', { percent: 101 }, 'percent'],
  ['half a percent', { percent: 12.5 }, 'percent'],
  ['an amount of zero', { amount: 0 }, 'amount'],
  ['a negative number', { amount: -5 }, 'amount'],
  ['too many decimals', { amount: '5.005' }, 'amount'],
  ['a limit of zero', { percent: 10, limit: 0 }, 'limit'],
  ['no day', { percent: 10, expires_on: 'tomorrow' }, 'expires_on'],
  ['no season', { percent: 10, seasons: [] }, 'seasons'],
  ['an unknown season', { percent: 10, seasons: [2_000_000_000] }, 'seasons'],
  ['a blank in the code', { code: 'TWO WORDS', percent: 10 }, 'code'],
  ['a code with other letters', { code: 'ПРИВЕТ', percent: 10 }, 'code'],
  ['a short code', { code: 'AB', percent: 10 }, 'code'],
])('%s is refused at its field, and nothing is stored', async (_, given, field) => {
  const before = (await t.call(calls.listCoupons, { token })).body.total
  const refused = await t.call(calls.createCoupon, { token, body: { code: `WRONG-${++made}`, ...given } })
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]])
  expect((await t.call(calls.listCoupons, { token })).body.total).toBe(before)
})

test('a code is unique in any case, cannot change once orders have used it, and is available again after deletion', async () => {
  const { code, id } = await makeCoupon({ percent: 10 })
  const again = () => t.call(calls.createCoupon, { token, body: { code: code.toLowerCase(), percent: 20 } })
  expect(await again()).toMatchObject({ status: 422, body: { fields: { code: expect.any(String) } } })
  expect((await changeTo(id, { code: `${code}-B`, percent: 10 } as { code: string })).status).toBe(200)
  const player = await makePlayer(t)
  const { order_id } = (await buy(player, `${code}-B`, 35.1)).body.data
  expect((await changeTo(id, { code, percent: 10 } as { code: string })).body.code).toBe('coupon_used')
  expect((await again()).status).toBe(201)
  expect((await t.call(calls.deleteCoupon, { token, params: { id } })).status).toBe(200)
  expect((await t.call(calls.deleteCoupon, { token, params: { id } })).status).toBe(404)
  expect((await changeTo(id, { code: `${code}-B`, percent: 10 } as { code: string })).status).toBe(404)
  // The receipt still names the deleted coupon.
  const { order } = (await t.call(getOrder, { token: player.token, params: { order_id } })).body
  expect(order.coupon).toEqual({ code: `${code}-B`, discount: 3.9 })
  // A coupon created with the same code is a new one, which the player has not used.
  const { id: second } = (await t.call(calls.createCoupon, { token, body: { code: `${code}-B`, percent: 10 } })).body
  expect(second).not.toBe(id)
  expect((await buy(player, `${code}-B`, 35.1, { divisions: [womens40] })).status).toBe(201)
})

test('coupons, prices and legal texts need a fresh re-authentication', async () => {
  const { code, id } = await makeCoupon({ percent: 10 })
  const season = await t.call(getOrganizerSeason, { token, params: { id: 1 } })
  expect(season.status).toBe(200)
  t.clock.set('2026-07-15T16:10:01Z')
  const stale = [
    await t.call(calls.createCoupon, { token, body: { code: 'FREE', percent: 100 } }),
    await t.call(calls.changeCoupon, { token, params: { id }, body: { code, percent: 100 } }),
    await t.call(calls.deleteCoupon, { token, params: { id } }),
    await t.call(changeLeagues, { token, params: { id: 1 }, body: { leagues: [] } }),
    await t.call(changeSeason, { token, params: { id: 1 }, body: {} }),
    await t.call(changeDivision, { token, params: { id: 1 }, body: { price: 0 } as never }),
    await t.call(saveText, { token, params: { key: 'terms' }, body: { text: 'None.' } }),
  ]
  for (const reply of stale) expect(reply).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
})

test('only owners create coupons, and the audit log records it', async () => {
  const organizer = await makeOrganizer(t, ['south-bend'])
  const player = await makePlayer(t)
  const body = { code: 'STRANGER', percent: 100 }
  for (const stranger of [organizer.token, player.token, undefined])
    expect([
      (await t.call(calls.createCoupon, { token: stranger, body })).status,
      (await t.call(calls.listCoupons, { token: stranger })).status,
    ]).toEqual(stranger === undefined ? [401, 401] : [403, 403])
  const { code, id } = await makeCoupon({ percent: 10, limit: 5 })
  await changeTo(id, { code, percent: 20 } as { code: string })
  await t.call(calls.deleteCoupon, { token, params: { id } })
  const { audit_entries } = (await t.call(listAuditLog, { token, query: { subject: `coupon ${id}` } })).body
  expect(audit_entries.map(({ kind }) => kind)).toEqual(['delete_coupon', 'change_coupon', 'create_coupon'])
  expect(audit_entries[1]).toMatchObject({
    before: { percent: 10, use_limit: 5 },
    after: { percent: 20, use_limit: null },
  })
})
