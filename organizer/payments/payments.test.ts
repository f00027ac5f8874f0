import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { getOrder, purchase } from '#/features/checkout/contract.ts'
import { followPayment } from '#/features/checkout/jobs.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import {
  assignRefund,
  getPaymentOrder,
  getReconciliation,
  listPayments,
  refundPurchase,
  retryPaymentRefund,
} from './contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { formatOrderNumber } from '#/contract/format.ts'
import { RefundRefused } from '#/server/outside/payments.ts'
import { enterPlayer, withdrawEntry } from '#/organizer/entries/contract.ts'
import { getOverview } from '#/organizer/desk/contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const provider = t.app.payments
afterEach(() => {
  t.app.payments = provider
})
const owner = await makeOrganizer(t)

/** Creates a player with a paid line of $39.00 in the fall. */
async function makeBuyer(given: Parameters<typeof makePlayer>[1] = {}) {
  const player = await makePlayer(t, given)
  await joinLeague(t, player, { season: 'fall', division: 'womens-singles-3-5' })
  const line = await t.db
    .selectFrom('purchases')
    .innerJoin('orders', 'orders.id', 'purchases.order_id')
    .select(['purchases.id', 'purchases.order_id', 'orders.provider_payment'])
    .where('purchases.player_id', '=', player.id)
    .executeTakeFirstOrThrow()
  return { player, line: line.id, order_id: line.order_id, payment: line.provider_payment ?? '' }
}

function refund(
  line: number,
  amount?: number | string,
  { key = randomUUID(), by = owner }: { key?: string; by?: TestPlayer } = {},
) {
  return t.call(refundPurchase, {
    token: by.token,
    params: { id: line },
    body: { reason: 'The courts were closed', key, ...(amount === undefined ? {} : { amount }) },
  })
}

async function orderOf(order_id: string) {
  return (await t.call(getPaymentOrder, { token: owner.token, params: { order_id } })).body.order
}
const moved = async (payment: string) =>
  (
    await t.db
      .selectFrom('test_refunds')
      .select('amount_cents')
      .where('payment', '=', payment)
      .orderBy('created_at')
      .execute()
  ).map(({ amount_cents }) => amount_cents)
const leaguesOf = async (player: TestPlayer) => (await t.call(listMyLeagues, { token: player.token })).body.length
const find = async (search: string, query = {}) =>
  (await t.call(listPayments, { token: owner.token, query: { search, ...query } })).body
const actsOf = async (order_id: string) =>
  (await t.call(listAuditLog, { token: owner.token, query: { subject: `order ${order_id}` } })).body.audit_entries

/** Simulates a refund in the provider's own dashboard. */
async function refundByHand(payment: string, amount_cents: number): Promise<string> {
  const idempotency_key = `by-hand-${randomUUID()}`
  await t.db
    .insertInto('test_refunds')
    .values({ idempotency_key, payment, amount_cents, created_at: t.clock.now() })
    .execute()
  return `re_test_${idempotency_key}`
}

test('payments are found by name, email, order number and payment, with the sums of the payments found', async () => {
  const { player, order_id, payment, line } = await makeBuyer({ first_name: 'Zenobia', last_name: 'Quarles' })
  for (const search of ['nobia qua', player.email, formatOrderNumber(order_id), order_id, payment])
    expect(await find(search)).toMatchObject({
      total: 1,
      sums: { taken: 39, refunded: 0, net: 39 },
      lines: [{ id: line, player: 'Zenobia Quarles', payment_status: 'Paid', price: 39, provider_payment: payment }],
    })
  expect(await find('100%_')).toMatchObject({ total: 0, sums: { taken: 0, refunded: 0, net: 0 } })
  await refund(line, '10.50')
  expect(await find(order_id)).toMatchObject({ sums: { taken: 39, refunded: 10.5, net: 28.5 } })
})

test('cash recorded by an organizer is summed separately from cards: list, filters, order, overview and export', async () => {
  const desk = await makeOrganizer(t, ['indianapolis'])
  const { league_id } = await joinLeague(t, await makePlayer(t, { location: 'indianapolis' }), {
    season: 'summer-2',
    division: 'womens-singles-4-5',
  })
  const enter = async (amount: number) => {
    const player = await makePlayer(t, { location: 'indianapolis' })
    const body = { league_id, email: player.email, amount, reason: 'Paid at the courts' }
    return (await t.call(enterPlayer, { token: desk.token, body })).body.entry_id ?? 0
  }
  const [stays, returned, kept] = [await enter(39), await enter(20.1), await enter(10.2)]
  await enter(0)
  const withdrawOf = (id: number, isRefunded: boolean) =>
    t.call(withdrawEntry, { token: desk.token, params: { id }, body: { refund: isRefunded, reason: 'Injured' } })
  expect((await withdrawOf(returned, true)).status).toBe(200)
  expect((await withdrawOf(kept, false)).status).toBe(200)

  const query = { season: 'summer-2', year: 2026, area: 'indianapolis' } as const
  const { lines, sums } = (await t.call(listPayments, { token: desk.token, query })).body
  expect(sums).toEqual({
    taken: 39,
    refunded: 0,
    net: 39,
    cash: { taken: 69.3, refunded: 20.1, net: 49.2 },
    together: { taken: 108.3, refunded: 20.1, net: 88.2 },
    taxes: [],
  })
  expect(
    lines.map(({ price, taken, cash, cash_returned, by_card }) => [price, taken, cash, cash_returned, by_card]),
  ).toEqual([
    [0, 0, 0, 0, false],
    [10.2, 0, 10.2, 0, false],
    [20.1, 0, 20.1, 20.1, false],
    [39, 0, 39, 0, false],
    [39, 39, 0, 0, true],
  ])
  const refundedOnly = await t.call(listPayments, { token: desk.token, query: { ...query, status: 'Refunded' } })
  expect(refundedOnly.body.sums.cash).toEqual({ taken: 20.1, refunded: 20.1, net: 0 })
  const { figures } = (await t.call(getOverview, { token: desk.token, query })).body
  expect(figures).toMatchObject({ taken: 39, refunded: 0, cash_taken: 69.3, cash_returned: 20.1 })
  const { order_id } = await t.db
    .selectFrom('entries')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .select('purchases.order_id')
    .where('entries.id', '=', stays)
    .executeTakeFirstOrThrow()
  expect((await orderOf(order_id)).lines).toMatchObject([{ price: 39, taken: 0, cash: 39, cash_returned: 0 }])
  // The reconciliation covers only card payments.
  const { body } = await t.call(getReconciliation, { token: owner.token, query: { month: '2026-07' } })
  expect(body.differences).toEqual([])
})

test('filters by area, season, division, status and day match the purchases', async () => {
  const { order_id } = await makeBuyer()
  const meets = async (query: object) => (await find(order_id, query)).total === 1
  expect(
    await Promise.all(
      [
        { area: 'south-bend', season: 'fall', year: 2026, division: 'womens-singles-3-5', status: 'Paid' },
        { from: '2026/07/15', to: '2026/07/15' },
        { area: 'dc' },
        { season: 'winter' },
        { year: 2025 },
        { division: 'mens-doubles' },
        { status: 'Refunded' },
        { from: '2026/07/16' },
        { to: '2026/07/14' },
      ].map(meets),
    ),
  ).toEqual([true, true, false, false, false, false, false, false, false])
})

test('a fully refunded line takes its entry out of the league, like a withdrawal, even after the season has begun, and is audited', async () => {
  const { player, line, order_id, payment } = await makeBuyer()
  t.clock.set('2026-10-01T16:00:00Z')
  const organizer = await makeOrganizer(t)
  const answer = await refund(line, undefined, { by: organizer })
  t.clock.set('2026-07-15T16:00:00Z')
  expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('$39.00 goes back') } })
  expect(await moved(payment)).toEqual([3900])
  expect(await leaguesOf(player)).toBe(0)
  expect(await orderOf(order_id)).toMatchObject({ payment_status: 'Refunded', lines: [{ refunded: 39, left: 0 }] })
  expect(await actsOf(order_id)).toMatchObject([
    { kind: 'refund', reason: 'The courts were closed', area: 'south-bend' },
  ])
  await runJobs(t)
  expect(t.emails.filter(({ to }) => to.email === player.email).at(-1)?.text).toContain('$39.00')
})

test('a partial refund keeps the entry, emails the player, and is on the receipt', async () => {
  const { player, line, order_id, payment } = await makeBuyer()
  expect((await refund(line, 10)).body.message).toBe('$10.00 goes back to the card; banks take 5 to 10 days.')
  expect(await leaguesOf(player)).toBe(1)
  expect(await moved(payment)).toEqual([1000])
  expect(await orderOf(order_id)).toMatchObject({
    payment_status: 'Paid',
    lines: [{ refunded: 10, left: 29 }],
    refunds: [{ amount: 10, kind: 'part', state: 'done', provider_refund: expect.any(String) }],
  })
  expect((await t.call(getOrder, { token: player.token, params: { order_id } })).body.order).toMatchObject({
    refunded: 10,
    lines: [{ refunded: 10, payment_status: 'Paid', can_withdraw: true }],
  })
  await runJobs(t)
  const email = t.emails.filter(({ to }) => to.email === player.email).at(-1)
  expect(email?.subject).toBe('$10.00 comes back to you')
  expect(email?.text).toContain('The courts were closed')
})

test('a partial refund of a withdrawn entry does not say that it stays', async () => {
  const { player, line } = await makeBuyer()
  await t.db
    .updateTable('purchases')
    .set({ status: 'Closed', withdrawn_at: t.clock.now() })
    .where('id', '=', line)
    .execute()
  expect((await refund(line, 10)).status).toBe(200)
  await runJobs(t)
  expect(t.emails.filter(({ to }) => to.email === player.email).at(-1)?.text).not.toContain('you are still in')
  await t.db.updateTable('purchases').set({ status: 'Paid', withdrawn_at: null }).where('id', '=', line).execute()
})

test('a goodwill refund keeps its entry, even if the rest of the order is refunded at the same moment', async () => {
  const player = await makePlayer(t)
  const cart = [{ slug: 'womens-singles-3-5' }, { slug: 'womens-singles-4-0' }]
  const body = { league_slug: 'fall', cart, price: 78, confirmationToken: await makeToken(t) }
  const { order_id } = (await t.call(purchase, { token: player.token, body })).body.data
  const { lines, provider_payment } = await orderOf(order_id)
  const [leaves, stays] = lines.map(({ id }) => id) as [number, number]
  const payment = provider_payment ?? ''
  expect((await refund(stays, 39)).status).toBe(200)
  // The provider has refunded the rest, and its event arrives before the response to our own request.
  t.app.payments = {
    ...provider,
    async refund(back, now) {
      await provider.refund(back, now)
      await followPayment(t.app, { payment, order_id }, t.server.log)
      return `re_test_${back.idempotency_key}`
    },
  }
  expect((await refund(leaves)).status).toBe(200)
  expect((await moved(payment)).toSorted()).toEqual([3900, 3900])
  const statuses = (await orderOf(order_id)).lines.map(({ id, payment_status }) => [id, payment_status])
  expect(Object.fromEntries(statuses)).toEqual({ [leaves]: 'Refunded', [stays]: 'Paid' })
  expect(await leaguesOf(player)).toBe(1)
})

test('a requested partial refund ends if all the money is refunded by hand in the meantime, and the books agree', async () => {
  const { line, payment, order_id } = await makeBuyer()
  const refuses = () => Promise.reject(new Error('charge_already_refunded'))
  t.app.payments = { ...provider, refund: refuses }
  await refund(line, 7)
  await refundByHand(payment, 3900)
  await followPayment(t.app, { payment, order_id }, t.server.log)
  expect(await orderOf(order_id)).toMatchObject({
    lines: [{ payment_status: 'Refunded', refunded: 39 }],
    refunds: [
      { kind: 'part', state: 'failed' },
      { kind: 'returned', state: 'done', amount: 39 },
    ],
  })
  t.clock.set('2026-07-15T16:00:20Z')
  await runJobs(t)
  t.clock.set('2026-07-15T16:00:00Z')
  const { differences } = (await t.call(getReconciliation, { token: owner.token, query: { month: '2026-07' } })).body
  expect(differences.filter((each) => each.order_id === order_id)).toEqual([])
})

test('refunds of a line never add up to more than its price, however many come at once; the entry leaves with the rest', async () => {
  const { line, order_id, payment } = await makeBuyer()
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(line, 10)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'refund_too_large',
    message: 'The refund is larger than the amount left on this purchase: $9.00.',
  })
  await expect(
    t.db
      .insertInto('refunds')
      .values({
        purchase_id: line,
        amount_cents: 901,
        kind: 'part',
        order_id,
        state: 'requested',
        requested_by_id: owner.id,
        requested_at: t.clock.now(),
      })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'refunds_within_the_money' })
  const whole = await Promise.all(Array.from({ length: 5 }, () => refund(line)))
  expect(whole.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await moved(payment)).toSorted()).toEqual([1000, 1000, 1000, 900].toSorted())
  expect((await orderOf(order_id)).lines).toMatchObject([{ refunded: 39, left: 0, payment_status: 'Refunded' }])
  expect(await actsOf(order_id)).toHaveLength(4)
  expect((await refund(line, 1)).body.code).toBe('line_refunded')
})

test('a repeated refund request moves money once; its key belongs to the line and the amount', async () => {
  const [{ line, payment, order_id }, other] = [await makeBuyer(), await makeBuyer()]
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(line, 5, { key })))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await moved(payment)).toEqual([500])
  expect(await actsOf(order_id)).toHaveLength(1)
  expect((await refund(line, 6, { key })).body.code).toBe('conflict')
  expect((await refund(other.line, 5, { key })).body.code).toBe('conflict')
})

test('without a response from the provider, a refund stays requested, and a job makes it later, once', async () => {
  const { line, payment, order_id, player } = await makeBuyer()
  t.app.payments = { ...provider, refund: () => Promise.reject(new Error('no answer')) }
  expect((await refund(line, 7)).body.message).toContain('nothing is refunded twice')
  expect(await orderOf(order_id)).toMatchObject({
    lines: [{ refunded: 0, left: 32 }],
    refunds: [{ state: 'requested' }],
  })
  t.app.payments = provider
  t.clock.set('2026-07-15T16:00:20Z')
  await Promise.all([runJobs(t), runJobs(t)])
  t.clock.set('2026-07-15T16:00:00Z')
  expect(await moved(payment)).toEqual([700])
  expect(await orderOf(order_id)).toMatchObject({ lines: [{ refunded: 7 }], refunds: [{ state: 'done' }] })
  expect(await leaguesOf(player)).toBe(1)
})

test.each<[body: object, field: string]>([
  [{ amount: 0 }, 'amount'],
  [{ amount: '1.005' }, 'amount'],
  [{ amount: -3 }, 'amount'],
  [{ amount: 3, reason: ' ' }, 'reason'],
  [{ amount: 3, key: 'again' }, 'key'],
])('a refund of %o is refused by field', async (body, field) => {
  const { line } = await makeBuyer()
  const whole = { reason: 'Rain', key: randomUUID(), ...body }
  const path = `/organizer/payments/lines/${line}/refund`
  expect(await t.send(refundPurchase, { path, body: whole, token: owner.token })).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('a line settled without a card has nothing to refund, and a disputed payment waits for the bank', async () => {
  const { line, order_id } = await makeBuyer()
  await t.db.updateTable('orders').set({ disputed_at: t.clock.now() }).where('id', '=', order_id).execute()
  expect((await refund(line, 3)).body.code).toBe('payment_disputed')
  expect((await refund(line)).body.code).toBe('payment_disputed')
  const free = await makeBuyer()
  await t.db.updateTable('purchases').set({ status: 'Confirmed', taken_cents: 0 }).where('id', '=', free.line).execute()
  expect((await refund(free.line, 3)).body.code).toBe('nothing_to_refund')
})

test('payments of other areas are refused, and moving money needs a recent sign-in', async () => {
  const { line, order_id } = await makeBuyer()
  const stranger = await makeOrganizer(t, ['dc'])
  const { token } = stranger
  expect((await t.call(listPayments, { token, query: { search: order_id } })).body.total).toBe(0)
  expect((await t.call(listPayments, { token, query: { area: 'south-bend' } })).body.code).toBe('not_your_area')
  expect((await t.call(getPaymentOrder, { token, params: { order_id } })).status).toBe(404)
  expect((await refund(line, 3, { by: stranger })).status).toBe(404)
  expect((await refund(line, undefined, { by: stranger })).status).toBe(404)
  expect((await t.call(getReconciliation, { token })).status).toBe(403)
  const body = { refund: 're_x', purchase_id: line, reason: 'Rain' }
  expect((await t.call(assignRefund, { token, body })).status).toBe(403)
  await t.db
    .updateTable('sessions')
    .set({ reauthenticated_at: new Date(0) })
    .where('player_id', '=', stranger.id)
    .execute()
  expect((await refund(line, 3, { by: stranger })).body.code).toBe('sign_in_again')
})

test('the reconciliation of a month agrees with the provider to the cent, through full and partial refunds, and lists movements on only one side', async () => {
  t.clock.set('2026-08-10T16:00:00Z')
  const owner_now = await makeOrganizer(t)
  const reconcile = async () =>
    (await t.call(getReconciliation, { token: owner_now.token, query: { month: '2026-08' } })).body
  const [a, b, c] = [await makeBuyer(), await makeBuyer(), await makeBuyer()]
  await refund(a.line, 10, { by: owner_now })
  await refund(b.line, undefined, { by: owner_now })
  expect(await reconcile()).toMatchObject({
    mode: 'test',
    days: [
      {
        day: '2026/08/10',
        ours: { taken: 117, refunded: 49, net: 68 },
        theirs: { taken: 117, refunded: 49, net: 68, fees: null },
        difference: 0,
      },
    ],
    total: { difference: 0 },
    differences: [],
  })

  const by_hand = await refundByHand(c.payment, 1234)
  expect(await reconcile()).toMatchObject({
    total: { difference: -12.34 },
    differences: [
      {
        kind: 'refund_by_hand',
        theirs: -12.34,
        ours: null,
        order_id: c.order_id,
        movement: by_hand,
        lines: [{ id: c.line, left: 39 }],
      },
    ],
  })
  const body = { refund: by_hand, purchase_id: c.line, reason: 'By phone' }
  const assigned = await Promise.all(
    Array.from({ length: 4 }, () => t.call(assignRefund, { token: owner_now.token, body })),
  )
  expect(assigned.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await reconcile()).toMatchObject({ total: { ours: { refunded: 61.34 }, difference: 0 }, differences: [] })
  expect(await moved(c.payment)).toEqual([1234])
  expect(await leaguesOf(c.player)).toBe(1)
  const elsewhere = { ...body, refund: await refundByHand(a.payment, 100) }
  expect((await t.call(assignRefund, { token: owner_now.token, body: elsewhere })).status).toBe(404)

  await sql`update test_payments set amount_cents = 4000 where id = ${b.payment}`.execute(t.db)
  expect((await reconcile()).differences).toMatchObject([
    { kind: 'charge_differs', ours: 39, theirs: 40, order_id: b.order_id },
    { kind: 'refund_by_hand', theirs: -1 },
  ])
  t.clock.set('2026-07-15T16:00:00Z')
})

test('the amounts copied to the lines equal the sums of the refunds', async () => {
  const { rows } = await sql`
    select p.id from purchases p join orders o on o.id = p.order_id
    where p.refunded_cents <> (
        select coalesce(sum(r.amount_cents), 0) from refunds r where r.purchase_id = p.id and r.state = 'done')
      or p.refund_requested_at is distinct from (
        select r.requested_at from refunds r where r.purchase_id = p.id and r.kind = 'withdrawal' and r.state = 'requested')
      or (p.status = 'Refunded' and p.refunded_cents <> p.taken_cents)
      or p.taken_cents <> case
        when p.status in ('Paid', 'Refunded') and o.confirmation_token is not null then p.price_cents else 0 end`.execute(
    t.db,
  )
  expect(rows).toEqual([])
})

test('a failed refund can be found in the list and is counted there and on the overview, until another has replaced it', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  const { player, line, order_id } = await makeBuyer({ location: 'dc' })
  const other = await makeBuyer({ location: 'dc' })
  const failed = async () => {
    const { body } = await t.call(listPayments, { token: organizer.token, query: { refund: 'failed' } })
    const { figures } = (await t.call(getOverview, { token: organizer.token, query: { season: 'fall', year: 2026 } }))
      .body
    expect(figures?.failed_refunds).toBe(body.failed_refunds)
    expect(body.total).toBe(body.failed_refunds)
    return body.lines.map(({ id, refund_failed }) => ({ id, refund_failed }))
  }
  expect(await failed()).toEqual([])
  t.app.payments = { ...provider, refund: () => Promise.reject(new RefundRefused('The card is closed.')) }
  expect((await refund(line, 10)).body.code).toBe('refund_refused')
  expect(await failed()).toEqual([{ id: line, refund_failed: true }])
  expect((await t.call(listPayments, { token: organizer.token })).body).toMatchObject({
    total: 2,
    failed_refunds: 1,
    lines: [
      { id: other.line, refund_failed: false },
      { id: line, refund_failed: true },
    ],
  })
  // An organizer of another area does not see the failed refund, and no figure counts it.
  const stranger = await makeOrganizer(t, ['south-bend'])
  expect((await t.call(listPayments, { token: stranger.token, query: { refund: 'failed' } })).body).toMatchObject({
    total: 0,
    failed_refunds: 0,
  })
  // A refund that is retried and refused again still counts as one failed line.
  const retry = async () =>
    t.call(retryPaymentRefund, {
      token: owner.token,
      params: { id: (await orderOf(order_id)).refunds.at(-1)?.id ?? 0 },
    })
  expect((await retry()).body.code).toBe('refund_refused')
  expect(await failed()).toEqual([{ id: line, refund_failed: true }])
  t.app.payments = provider
  expect((await retry()).status).toBe(200)
  expect(await failed()).toEqual([])
  expect(await leaguesOf(player)).toBe(1)
})
