import { sql } from 'kysely'
import { grantReferralCredit } from '#/features/referrals/queries.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import type { PaymentAnswer } from '#/server/outside/payments.ts'
import { enterLeague } from './queries.ts'
import { lockOrder } from '#/features/refunds/queries.ts'
import { followReturns, lockLeagues } from '#/features/refunds/returns.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'

/** What an order became by the provider's answer; null: it stays as it was. */
export type Settled = 'paid' | 'failed' | 'refunded' | null

/**
 * Stores the provider's answer. Succeeded: the lines are Paid and the entries count. Declined: the lines are Failed;
 * canceled: Closed. All money returned: the lines are Refunded. Otherwise the order stays Pending and keeps the payment's
 * name. A settled order is never settled again, whatever is answered later, and by however many at once.
 */
export async function settleOrder(db: Db | Tx, order_id: string, answer: PaymentAnswer, now: Date): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, order_id)
    // The order was a guest's, and was deleted with the account that it had opened.
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
  })
}

const neverFinished = 'This payment was not finished within a day, so the order was closed. No money was taken.'
