import { sql } from 'kysely'
import { invitePartners } from '#/features/pairs/actions.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { grantReferralCredit } from '#/features/referrals/queries.ts'
import { lockOrder } from '#/features/refunds/queries.ts'
import { followReturns, lockLeagues, notifyReturned } from '#/features/refunds/returns.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import { runPublicAction, type Visitor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import type { PaymentAnswer } from '#/server/outside/payments.ts'
import { enterLeague } from './entry-actions.ts'
import { welcomeGuest } from './free-order-actions.ts'
import { deleteUnpaidGuest } from './guest-actions.ts'

/** The order's new state after the provider's response. Null if it is unchanged. */
type Settled = 'paid' | 'failed' | 'refunded' | null

/** Stores the provider's response and its consequences: the receipt, invitations to partners, emails about refunds. */
export async function settle(
  visitor: Visitor,
  { order_id, answer }: { order_id: string; answer: PaymentAnswer },
): Promise<void> {
  const outcome = await runPublicAction(visitor, async (action) => {
    const settled = await settleOrder(action.tx, order_id, answer, action.now)
    if (settled === 'paid') {
      await action.notify('receipt', { order_id })
      await welcomeGuest(action, { order_id })
      await invitePartners(action, { order_id })
    }
    if (settled === 'refunded') await notifyReturned(action, { order_id, refunded_at: action.now })
    return settled
  })
  // A decline leaves no account behind (docs/product.md, "Money"). If the process dies before this, a job deletes it.
  if (outcome === 'failed') await deleteUnpaidGuest(visitor, { order_id })
}

/**
 * Stores the provider's response. Succeeded: the lines are Paid and the entries count. Declined: the lines are Failed;
 * canceled: Closed. All money returned: the lines are Refunded. Otherwise the order stays Pending and keeps the
 * payment's id. An order is settled once: later and concurrent responses do not change it.
 */
export async function settleOrder(tx: Tx, order_id: string, answer: PaymentAnswer, now: Date): Promise<Settled> {
  const order = await lockOrder(tx, order_id)
  // A guest's declined order has been deleted with its account.
  if (!order) return null
  const pending = order.lines.filter(({ status }) => status === 'Pending')
  if (pending.length === 0)
    return answer.status === 'succeeded' && (await followReturns(tx, order, answer, now)) ? 'refunded' : null
  if (answer.status === 'requires_action' || answer.status === 'processing') {
    await tx.updateTable('orders').set({ provider_payment: answer.payment }).where('id', '=', order_id).execute()
    return null
  }
  const paid = answer.status === 'succeeded'
  await lockLeagues(tx, pending)
  const decline_reason = paid ? null : answer.status === 'declined' ? answer.reason : neverFinished
  await tx
    .updateTable('orders')
    .set({ provider_payment: answer.payment ?? order.provider_payment, decline_reason, settled_at: now })
    .where('id', '=', order_id)
    .execute()
  await tx
    .updateTable('purchases')
    .set({
      status: paid ? 'Paid' : answer.status === 'declined' ? 'Failed' : 'Closed',
      taken_cents: paid ? sql`price_cents` : 0,
    })
    .where('order_id', '=', order_id)
    .where('status', '=', 'Pending')
    .execute()
  if (!paid) {
    for (const line of pending) await offerFreePlaces(tx, line.league_id)
    return 'failed'
  }
  for (const line of pending) {
    await enterLeague(tx, line, now)
    await rebuildLeague(tx, line.league_id)
  }
  await grantReferralCredit(tx, order_id, now)
  const lines = order.lines.map((line) => ({ ...line, status: 'Paid' as const, taken_cents: line.price_cents }))
  const settled = { ...order, lines, provider_payment: answer.payment }
  return (await followReturns(tx, settled, answer, now)) ? 'refunded' : 'paid'
}

const neverFinished = 'This payment was not finished, so the order was closed. No money was taken.'
