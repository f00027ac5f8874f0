import { sql } from 'kysely'
import { giveCreditBack, takeCreditBack } from '#/features/referrals/queries.ts'
import { notifyPartnersLeft } from '#/features/pairs/actions.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { endLine } from '#/features/leaving/actions.ts'
import type { PublicAction } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import type { PaymentAnswer } from '#/server/outside/payments.ts'
import {
  copyRefunds,
  insertRefund,
  startRefund,
  updateRefundDone,
  updateRefundFailed,
  type LockedOrder,
} from './queries.ts'

/**
 * Updates the ledger from a payment that succeeded: disputed, returned by the provider, or charged for a failed order,
 * which is then refunded. Returns whether lines became Refunded. The order must be locked.
 */
export async function followReturns(
  tx: Tx,
  order: LockedOrder,
  answer: Extract<PaymentAnswer, { status: 'succeeded' }>,
  now: Date,
): Promise<boolean> {
  // Only the order's own payment changes the order.
  if (order.provider_payment !== null && order.provider_payment !== answer.payment) return false
  await followDispute(tx, order, answer.disputed, now)
  const all_returned = answer.returned_cents >= order.total_cents
  if (order.lines.every(({ taken_cents }) => taken_cents === 0)) {
    await followFailedOrder(tx, order, answer.payment, all_returned, now)
    return false
  }
  // A line whose whole price was refunded in parts keeps its entry.
  const returned = order.lines.filter(
    ({ status, taken_cents, parts_cents }) => taken_cents > parts_cents && status !== 'Refunded',
  )
  if (!all_returned || returned.length === 0) return false
  for (const line of returned) await noteReturned(tx, order.id, line, now)
  await closeRefundedLines(tx, order.id, returned, now)
  return true
}

/** Refunds wait for the bank's decision, and are made afterwards. */
async function followDispute(tx: Tx, order: LockedOrder, disputed: boolean, now: Date): Promise<void> {
  if (disputed === (order.disputed_at !== null)) return
  await tx
    .updateTable('orders')
    .set({ disputed_at: disputed ? now : null })
    .where('id', '=', order.id)
    .execute()
  if (disputed) return
  for (const { id } of await listRequested(tx, order.id)) await startRefund(tx, id)
}

async function listRequested(tx: Tx, order_id: string) {
  return tx
    .selectFrom('refunds')
    .select(['id', 'kind', 'purchase_id'])
    .where('order_id', '=', order_id)
    .where('state', '=', 'requested')
    .orderBy('id')
    .execute()
}

/** Refunds the charge of a failed order: its buyer was informed that no money was taken. */
async function followFailedOrder(
  tx: Tx,
  { id: order_id, total_cents, provider_payment }: LockedOrder,
  payment: string,
  all_returned: boolean,
  now: Date,
): Promise<void> {
  const known = await tx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order_id)
    .where('kind', '=', 'failed_order')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (all_returned) {
    if (known) await updateRefundDone(tx, known.id, { provider_refund: null }, now)
    return
  }
  if (known) return
  if (provider_payment === null)
    await tx.updateTable('orders').set({ provider_payment: payment }).where('id', '=', order_id).execute()
  const refund = { kind: 'failed_order', order_id, purchase_id: null, amount_cents: total_cents } as const
  await startRefund(tx, await insertRefund(tx, refund, now))
}

/** Emails the players whose lines `followReturns` made Refunded at that instant. */
export async function notifyReturned(
  action: PublicAction,
  { order_id, refunded_at }: { order_id: string; refunded_at: Date },
): Promise<void> {
  const { tx, notify } = action
  const withdrawn = await tx
    .selectFrom('refunds')
    .select('purchase_id')
    .where('order_id', '=', order_id)
    .where('kind', '=', 'withdrawal')
    .where('done_at', '=', refunded_at)
    .execute()
  for (const { purchase_id } of withdrawn) if (purchase_id !== null) await notify('withdrawn', { purchase_id })
  await notifyPartnersLeft(action, { order_id, refunded_at })
}

const returnedAlready = 'The card service has returned this whole payment already.'

/** Records in the ledger that the provider has returned all of a line's money, whatever was requested. */
async function noteReturned(
  tx: Tx,
  order_id: string,
  { id: purchase_id, taken_cents }: LockedOrder['lines'][number],
  now: Date,
): Promise<void> {
  const requested = (await listRequested(tx, order_id)).filter((refund) => refund.purchase_id === purchase_id)
  for (const { id, kind } of requested) if (kind === 'part') await updateRefundFailed(tx, id, returnedAlready)
  const { done } = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('done'))
    .where('purchase_id', '=', purchase_id)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  const amount_cents = taken_cents - done
  const withdrawal = requested.find(({ kind }) => kind === 'withdrawal')
  if (withdrawal) {
    await tx.updateTable('refunds').set({ amount_cents }).where('id', '=', withdrawal.id).execute()
    await updateRefundDone(tx, withdrawal.id, { provider_refund: null }, now)
  } else
    await tx
      .insertInto('refunds')
      .values({ kind: 'returned', order_id, purchase_id, amount_cents, state: 'done', requested_at: now, done_at: now })
      .execute()
}

/**
 * Makes lines Refunded whose money or free season was returned: their entries leave, unless their league is sealed. The
 * order must be locked.
 */
export async function closeRefundedLines(
  tx: Tx,
  order_id: string,
  lines: readonly { id: number; league_id: number }[],
  now: Date,
): Promise<void> {
  await lockLeagues(tx, lines)
  for (const line of lines) {
    await endLine(tx, { ...line, status: 'Refunded' }, now)
    await copyRefunds(tx, line.id)
    await giveCreditBack(tx, line.id, now)
  }
  await takeCreditBack(tx, order_id, now)
}

/**
 * Locks leagues before their lines change: another order for one of them locks the league while it waits for the line
 * (purchases_one_live_per_league), and the league's table is rebuilt afterwards. Always by ascending id.
 */
export async function lockLeagues(tx: Tx, lines: readonly { league_id: number }[]): Promise<void> {
  for (const { league_id } of lines.toSorted((a, b) => a.league_id - b.league_id)) await lockLeague(tx, league_id)
}
