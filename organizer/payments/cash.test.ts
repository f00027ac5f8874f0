import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { getOverview } from '#/organizer/desk/contract.ts'
import { enterPlayer, withdrawEntry } from '#/organizer/entries/contract.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { bookMoney, getCashUp, getPaymentOrder, getReconciliation, handOverCash, listPayments } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const owner = await makeOrganizer(t)
const desk = await makeOrganizer(t, ['indianapolis'])
const { league_id } = await joinLeague(t, await makePlayer(t, { location: 'indianapolis' }), {
  season: 'summer-2',
  division: 'womens-singles-4-5',
})

async function enter(amount: number, by: TestPlayer = desk) {
  const player = await makePlayer(t, { location: 'indianapolis' })
  const body = { league_id, email: player.email, amount, reason: 'Paid at the courts' }
  const { entry_id } = (await t.call(enterPlayer, { token: by.token, body })).body
  const line = await t.db
    .selectFrom('purchases')
    .select(['id', 'order_id'])
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow()
  return { entry_id: entry_id ?? 0, purchase_id: line.id, order_id: line.order_id }
}
type Line = Awaited<ReturnType<typeof enter>>

function book(
  { order_id, purchase_id }: Pick<Line, 'order_id' | 'purchase_id'>,
  amount: number | string,
  {
    direction = 'received',
    kind = 'cash',
    key = randomUUID(),
    by = desk,
  }: { direction?: 'received' | 'returned'; kind?: 'cash' | 'transfer'; key?: string; by?: TestPlayer } = {},
) {
  const body = { purchase_id, direction, kind, amount, reason: 'Counted', key }
  return t.call(bookMoney, { token: by.token, params: { order_id }, body })
}
const orderOf = async ({ order_id }: Line) =>
  (await t.call(getPaymentOrder, { token: desk.token, params: { order_id } })).body.order
const cashUpOf = async ({ token }: TestPlayer) => (await t.call(getCashUp, { token, query: {} })).body
const handOver = ({ token }: TestPlayer, amount: number, key: string = randomUUID()) =>
  t.call(handOverCash, { token, body: { amount, reason: 'To the bank', key } })

test('cash of an entered player is booked by the organizer, and given back in parts, never more than was booked', async () => {
  const line = await enter(39)
  expect((await orderOf(line)).bookings).toMatchObject([{ kind: 'cash', amount: 39, booked_by: null }])
  expect((await book(line, '10.10', { direction: 'returned' })).status).toBe(200)
  const tooMuch = await book(line, '28.91', { direction: 'returned' })
  expect([tooMuch.status, tooMuch.body]).toMatchObject([409, { code: 'refund_too_large' }])
  expect((await book(line, 0)).status).toBe(422)
  expect((await orderOf(line)).lines).toMatchObject([{ cash: 39, cash_returned: 10.1 }])
  // Withdrawing gives back only what is left.
  const withdrawn = { token: desk.token, params: { id: line.entry_id }, body: { refund: true, reason: 'Injured' } }
  expect((await t.call(withdrawEntry, withdrawn)).status).toBe(200)
  expect((await orderOf(line)).bookings.map(({ amount }) => amount)).toEqual([39, -10.1, -28.9])
  expect((await book(line, 5)).status).toBe(409)
})

test('a booking that is sent twice is booked once, and of two at once that are too much together only one', async () => {
  const line = await enter(0)
  const key = randomUUID()
  const twice = await Promise.all([book(line, 20, { key }), book(line, 20, { key })])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect((await book(line, 21, { key })).status).toBe(409)
  const both = await Promise.all([book(line, 15, { direction: 'returned' }), book(line, 15, { direction: 'returned' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await orderOf(line)).lines).toMatchObject([{ cash: 20, cash_returned: 15 }])
})

test('another area, a player, another order and a card’s line are refused, and each booking is in the audit log', async () => {
  const [line, other] = [await enter(0), await enter(0)]
  const stranger = await makeOrganizer(t, ['dc'])
  const player = await makePlayer(t)
  expect((await book(line, 5, { by: stranger })).status).toBe(404)
  expect((await book(line, 5, { by: player })).status).toBe(403)
  expect((await book({ ...line, purchase_id: other.purchase_id }, 5)).status).toBe(404)
  const card = await t.db
    .selectFrom('purchases')
    .select(['id as purchase_id', 'order_id'])
    .where('taken_cents', '>', 0)
    .where('league_id', '=', league_id)
    .executeTakeFirstOrThrow()
  expect((await book(card, 5)).status).toBe(409)
  expect((await book(line, 5, { kind: 'transfer' })).status).toBe(200)
  const query = { subject: `order ${line.order_id}` }
  const { audit_entries } = (await t.call(listAuditLog, { token: owner.token, query })).body
  expect(audit_entries).toMatchObject([{ kind: 'book_money', reason: 'Counted' }])
  expect(audit_entries[0]?.summary).toContain('Booked $5.00 by transfer')
})

test('the cash-up shows what an organizer took and handed over, and nobody hands over more than they have', async () => {
  const cashier = await makeOrganizer(t, ['indianapolis'])
  const line = await enter(39, cashier)
  await book(line, 9, { direction: 'returned', by: cashier })
  await book(line, 7, { kind: 'transfer', by: cashier })
  const key = randomUUID()
  expect((await handOver(cashier, 20, key)).status).toBe(200)
  expect((await handOver(cashier, 20, key)).status).toBe(200)
  expect((await handOver(cashier, 10.01)).status).toBe(409)
  const own = await cashUpOf(cashier)
  expect(own.organizers).toMatchObject([{ id: cashier.id, balance: 10 }])
  expect(own.days).toEqual([
    { organizer_id: cashier.id, day: '2026/07/15', cash: 39, transfers: 7, returned: 9, handed_over: 20 },
  ])
  expect((await cashUpOf(owner)).organizers.length).toBeGreaterThan(1)
  const both = await Promise.all([handOver(cashier, 6), handOver(cashier, 6)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a booking is never changed or deleted', async () => {
  await enter(12)
  await expect(t.db.deleteFrom('cash_bookings').execute()).rejects.toThrow('reversed by another row')
  await expect(t.db.updateTable('cash_bookings').set({ amount_cents: 1 }).execute()).rejects.toThrow(
    'reversed by another row',
  )
})

test('payments, overview, cash-up and reconciliation agree to the cent', async () => {
  const query = { season: 'summer-2', year: 2026, area: 'indianapolis' } as const
  const { sums } = (await t.call(listPayments, { token: owner.token, query })).body
  const { figures } = (await t.call(getOverview, { token: owner.token, query })).body
  expect([figures?.cash_taken, figures?.cash_returned]).toEqual([sums.cash.taken, sums.cash.refunded])
  const { body } = await t.call(getReconciliation, { token: owner.token, query: { month: '2026-07' } })
  expect(body.total.cash).toBe(sums.cash.net)
  expect(body.differences).toEqual([])
  const { days } = await cashUpOf(owner)
  const cents = days.reduce((sum, day) => sum + Math.round((day.cash + day.transfers - day.returned) * 100), 0)
  expect(cents).toBe(Math.round(sums.cash.net * 100))
})
