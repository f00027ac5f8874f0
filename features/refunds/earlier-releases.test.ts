import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { migrate } from '#/db/migrate.ts'
import { getPaymentOrder, getReconciliation } from '#/organizer/payments/contract.ts'
import { startJob } from '#/server/queue.ts'
import { freshDatabase, runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer } from '#/test/make.ts'

// A database of the last release before the ledger (migration 023), with a refund of each kind in progress or done, as
// that release wrote them. It is then migrated and used by this release.
const url = await freshDatabase('template0')
await migrate(url, '023')
const old = postgres(url, { max: 1, onnotice: () => {} })

const bought = '2026-07-10T16:00:00Z'
const at = '2026-07-12T16:00:00Z'
const [season] = await old`
  insert into seasons (slug, year, name, starting_date, ending_date) values ('fall', 2026, 'Fall', '2026-09-22', '2026-11-29') returning id`
const [organizer] = await old`
  insert into players (email, first_name, last_name, phone, singles_level, gender, area, role, referral_code, created_at)
  values ('organizer@example.com', 'Olga', 'Organizer', '+1 574 555 0100', '4.0', 'Female', 'south-bend', 'owner', 'olga', ${bought}) returning id`
const leagues = await old`
  insert into leagues (season_id, division_id, area)
  select ${season?.['id']}, id, 'south-bend' from divisions where slug in ('womens-singles-3-5', 'womens-singles-4-0') order by slug returning id`

let buyers = 0

type Line = { status: string; taken?: number; refunded?: number; requested?: boolean; refunded_at?: string }

/** An order with lines of $39.00, and its payment at the embedded provider unless the order is free. */
async function makeOrder(lines: readonly Line[], { free = false } = {}) {
  buyers += 1
  const [player] = await old`
    insert into players (email, first_name, last_name, phone, singles_level, gender, area, referral_code, created_at)
    values (${`buyer-${buyers}@example.com`}, 'Buyer', ${`Number ${buyers}`}, '+1 574 555 0101', '3.5', 'Female', 'south-bend', ${`b${buyers}`}, ${bought}) returning id`
  const player_id: number = player?.['id']
  const id = randomUUID()
  const payment = free ? null : `pi_test_${buyers}`
  const total = free ? 0 : 3900 * lines.length
  await old`
    insert into orders (id, player_id, season_id, area, total_cents, confirmation_token, provider_payment, created_at, settled_at)
    values (${id}, ${player_id}, ${season?.['id']}, 'south-bend', ${total}, ${free ? null : `ctoken_${buyers}`}, ${payment}, ${bought}, ${bought})`
  if (payment !== null)
    await old`
      insert into test_payments (id, idempotency_key, confirmation_token, amount_cents, status, client_secret, created_at)
      values (${payment}, ${id}, ${`ctoken_${buyers}`}, ${total}, 'succeeded', 'none', ${bought})`
  const purchases: number[] = []
  for (const [
    index,
    { status, taken = 3900, refunded = 0, requested = false, refunded_at = null },
  ] of lines.entries()) {
    const league_id: number = leagues[index]?.['id']
    const [purchase] = await old`
      insert into purchases (order_id, player_id, league_id, price_cents, status, created_at, taken_cents, refunded_cents, refund_asked_at, refunded_at)
      values (${id}, ${player_id}, ${league_id}, ${free ? 0 : 3900}, ${status}, ${bought}, ${taken}, ${refunded}, ${requested ? at : null}, ${refunded_at}) returning id`
    const purchase_id: number = purchase?.['id']
    purchases.push(purchase_id)
    if (taken === 0 && !free) continue
    const [entry] = await old`
      insert into entries (league_id, purchase_id, created_at) values (${league_id}, ${purchase_id}, ${bought}) returning id`
    await old`
      insert into entry_players (entry_id, player_id, league_id, position) values (${entry?.['id']}, ${player_id}, ${league_id}, 1)`
  }
  return { id, payment: payment ?? '', purchases, line: purchases[0] ?? 0 }
}

/** A refund that the provider has already made. */
async function provide(idempotency_key: string, payment: string, amount_cents: number): Promise<void> {
  await old`insert into test_refunds (idempotency_key, payment, amount_cents, created_at) values (${idempotency_key}, ${payment}, ${amount_cents}, ${at})`
}

/** A row of the old table: a partial refund, or one made by hand. */
async function makeRow(purchase_id: number, amount_cents: number, row: Record<string, unknown> = {}): Promise<number> {
  const values = {
    state: 'asked',
    idempotency_key: randomUUID(),
    provider_refund: null,
    done_at: null,
    failed_reason: null,
    ...row,
  }
  const [refund] = await old`
    insert into refunds ${old({ purchase_id, amount_cents, reason: 'Rain', asked_by_id: organizer?.['id'], asked_at: at, ...values })} returning id`
  return refund?.['id']
}

const job = (name: string, payload: Record<string, string | number>) =>
  old`select graphile_worker.add_job(${name}::text, payload := ${old.json(payload)}::json, job_key := ${randomUUID()}::text)`

const waiting = await makeOrder([{ status: 'Paid', requested: true }])
await job('refund_line', { purchase_id: waiting.line })

const madeButNotNoted = await makeOrder([{ status: 'Paid', requested: true }, { status: 'Paid' }])
await provide(`line-${madeButNotNoted.line}`, madeButNotNoted.payment, 3900)
await job('refund_line', { purchase_id: madeButNotNoted.line })

const part = await makeOrder([{ status: 'Paid' }])
const partRow = await makeRow(part.line, 1000)
await job('give_refund', { refund_id: partRow })

const partMade = await makeOrder([{ status: 'Paid' }])
const partMadeRow = await makeRow(partMade.line, 1000)
await provide(`part-${partMadeRow}`, partMade.payment, 1000)
await job('give_refund', { refund_id: partMadeRow })

const partThenLeft = await makeOrder([{ status: 'Paid', requested: true }])
const partThenLeftRow = await makeRow(partThenLeft.line, 1000)

const allInParts = await makeOrder([{ status: 'Paid', requested: true, refunded: 3900 }])
const allInPartsRow = await makeRow(allInParts.line, 3900, {
  state: 'done',
  provider_refund: 're_test_all',
  done_at: at,
})
await provide(`part-${allInPartsRow}`, allInParts.payment, 3900)

const failedOrder = await makeOrder([{ status: 'Closed', taken: 0 }])
await job('refund_order', { order_id: failedOrder.id, payment: failedOrder.payment })

const failedOrderMade = await makeOrder([{ status: 'Failed', taken: 0 }])
await old`update orders set provider_payment = null where id = ${failedOrderMade.id}`
await provide(`order-${failedOrderMade.id}`, failedOrderMade.payment, 3900)
await job('refund_order', { order_id: failedOrderMade.id, payment: failedOrderMade.payment })

const failedOrderPast = await makeOrder([{ status: 'Closed', taken: 0 }])
await provide(`order-${failedOrderPast.id}`, failedOrderPast.payment, 3900)

const failedOrderByEvent = await makeOrder([{ status: 'Closed', taken: 0 }])
await provide('by-hand-event', failedOrderByEvent.payment, 3900)
await old`insert into payment_events (id, type, received_at, payment) values ('evt_1', 'charge.refunded', ${at}, ${failedOrderByEvent.payment})`

const past = await makeOrder([{ status: 'Refunded', requested: true, refunded: 3900, refunded_at: at }])
const pastPart = await makeRow(past.line, 900, { state: 'done', provider_refund: 're_test_past', done_at: at })
await provide(`part-${pastPart}`, past.payment, 900)
await provide(`line-${past.line}`, past.payment, 3000)

const returned = await makeOrder([{ status: 'Refunded', refunded: 3900, refunded_at: at }])
await provide('by-hand-returned', returned.payment, 3900)

const byHand = await makeOrder([{ status: 'Paid', refunded: 500 }])
await provide('by-hand-assigned', byHand.payment, 500)
await makeRow(byHand.line, 500, {
  state: 'done',
  provider_refund: 're_test_by-hand-assigned',
  idempotency_key: `re_test_by-hand-assigned ${byHand.line}`,
  done_at: at,
})

const refused = await makeOrder([{ status: 'Paid' }])
await makeRow(refused.line, 700, { state: 'failed', failed_reason: 'The bank said no.' })

const free = await makeOrder([{ status: 'Refunded', taken: 0, requested: true, refunded_at: at }], { free: true })

await old.end()
await migrate(url)

const t = await startApp('2026-07-15T16:00:00Z', {}, url)
const owner = await makeOrganizer(t)
const keys: string[] = []
const provider = t.app.payments
t.app.payments = {
  ...provider,
  refund(refund, now) {
    keys.push(refund.idempotency_key)
    return provider.refund(refund, now)
  },
}
await startJob(t.db, 'resume_refunds', {})
await runJobs(t)

const ledgerOf = async ({ id }: { id: string }) =>
  (await t.call(getPaymentOrder, { token: owner.token, params: { order_id: id } })).body.order
const keysOf = async (order_id: string) =>
  (
    await t.db.selectFrom('refunds').select('idempotency_key').where('order_id', '=', order_id).orderBy('id').execute()
  ).map(({ idempotency_key }) => idempotency_key)
const moved = async (payment: string) =>
  (await t.db.selectFrom('test_refunds').select('amount_cents').where('payment', '=', payment).execute())
    .map(({ amount_cents }) => amount_cents)
    .toSorted((a, b) => a - b)

test('every refund in progress is requested again under its old key, and nothing else is requested', () => {
  expect(keys.toSorted()).toEqual(
    [
      `line-${waiting.line}`,
      `line-${madeButNotNoted.line}`,
      `part-${partRow}`,
      `part-${partMadeRow}`,
      `part-${partThenLeftRow}`,
      `line-${partThenLeft.line}`,
      `order-${failedOrder.id}`,
      `order-${failedOrderMade.id}`,
    ].toSorted(),
  )
})

test('nothing is refunded twice: the provider has moved each amount once', async () => {
  for (const [{ payment }, cents] of [
    [waiting, [3900]],
    [madeButNotNoted, [3900]],
    [part, [1000]],
    [partMade, [1000]],
    [partThenLeft, [1000, 2900]],
    [allInParts, [3900]],
    [failedOrder, [3900]],
    [failedOrderMade, [3900]],
    [failedOrderPast, [3900]],
    [past, [900, 3000]],
    [returned, [3900]],
    [byHand, [500]],
    [refused, []],
  ] as const)
    expect([payment, await moved(payment)]).toEqual([payment, cents])
})

test('lines with a withdrawal in progress are Refunded, those with a partial refund stay, and a free season is not a refund', async () => {
  const statuses = async (order: { id: string }) =>
    (await ledgerOf(order)).lines.map(({ payment_status, refunded, refund_requested }) => [
      payment_status,
      refunded,
      refund_requested,
    ])
  expect(await statuses(waiting)).toEqual([['Refunded', 39, false]])
  expect(await statuses(madeButNotNoted)).toEqual([
    ['Refunded', 39, false],
    ['Paid', 0, false],
  ])
  expect(await statuses(part)).toEqual([['Paid', 10, false]])
  expect(await statuses(partThenLeft)).toEqual([['Refunded', 39, false]])
  expect(await statuses(allInParts)).toEqual([['Refunded', 39, false]])
  expect(await statuses(past)).toEqual([['Refunded', 39, false]])
  expect(await statuses(free)).toEqual([['Refunded', 0, false]])
  expect((await ledgerOf(free)).refunds).toEqual([])
})

test('past refunds are rows of the ledger, with the provider’s keys', async () => {
  expect((await ledgerOf(past)).refunds).toMatchObject([
    { kind: 'part', amount: 9, state: 'done' },
    { kind: 'withdrawal', amount: 30, state: 'done' },
  ])
  expect(await keysOf(past.id)).toEqual([`part-${pastPart}`, `line-${past.line}`])
  expect((await ledgerOf(returned)).refunds).toMatchObject([{ kind: 'returned', amount: 39, state: 'done' }])
  expect((await ledgerOf(byHand)).refunds).toMatchObject([{ kind: 'by_hand', amount: 5, state: 'done' }])
  expect((await ledgerOf(refused)).refunds).toMatchObject([
    { kind: 'part', state: 'failed', failed_reason: 'The bank said no.' },
  ])
  for (const order of [failedOrder, failedOrderMade, failedOrderPast, failedOrderByEvent])
    expect((await ledgerOf(order)).refunds).toMatchObject([
      { kind: 'failed_order', amount: 39, state: 'done', purchase_id: null },
    ])
})

test('the month’s report agrees with the provider, using only the rows of the ledger', async () => {
  const { body } = await t.call(getReconciliation, { token: owner.token, query: { month: '2026-07' } })
  expect(body.differences).toEqual([])
  expect(body.total.difference).toBe(0)
})

test('no job of the old release is left', async () => {
  const { rows } = await sql`
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
    where k.identifier in ('refund_line', 'give_refund', 'refund_order')`.execute(t.db)
  expect(rows).toEqual([])
})
