import { sql } from 'kysely'
import type { PurchaseStatus } from '#/contract/fields.ts'
import { giveCreditBack, grantReferralCredit, takeCreditBack } from '#/features/referrals/queries.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import type { PaymentAnswer } from '#/server/outside/payments.ts'
import { enterLeague } from './queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'

/** What an order became by what the provider said; null: it stays as it was. */
export type Settled = 'paid' | 'failed' | 'refunded' | 'charged_in_vain' | null

/**
 * Writes down what the provider said. Paid: the lines are Paid and the entries stand. Declined: the lines are Failed;
 * canceled: Closed. All money back: the lines are Refunded. Else the order stays Pending and remembers the payment.
 * An order that is settled stays settled, whatever is said later, and however many say it at once.
 */
export async function settleOrder(db: Db | Tx, order_id: string, answer: PaymentAnswer, now: Date): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, order_id)
    // The account and its order were made for this payment, and went with it.
    if (!order) return null
    const pending = order.lines.filter(({ status }) => status === 'Pending')
    if (pending.length === 0) return answer.status === 'succeeded' ? followReturns(tx, order, answer, now) : null
    if (answer.status === 'requires_action' || answer.status === 'processing') {
      await tx.updateTable('orders').set({ provider_payment: answer.payment }).where('id', '=', order_id).execute()
      return null
    }
    const paid = answer.status === 'succeeded'
    await holdLeagues(tx, pending)
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
    return (
      (await followReturns(
        tx,
        {
          ...order,
          lines: order.lines.map((line) => ({ ...line, status: 'Paid' as const, taken_cents: line.price_cents })),
          provider_payment: answer.payment,
        },
        answer,
        now,
      )) ?? 'paid'
    )
  })
}

const neverFinished = 'This payment was not finished within a day, so the order was closed. No money was taken.'

type LockedOrder = {
  id: string
  total_cents: number
  provider_payment: string | null
  disputed_at: Date | null
  lines: LockedLine[]
}
type LockedLine = {
  id: number
  league_id: number
  player_id: number
  status: PurchaseStatus
  price_cents: number
  taken_cents: number
  /** Gone back in part, or about to: the entry stands all the same. */
  given_cents: number
}

/** An order with its lines, by ascending league, held until the transaction ends. */
export async function lockOrder(tx: Tx, order_id: string): Promise<LockedOrder | undefined> {
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'total_cents', 'provider_payment', 'disputed_at'])
    .where('id', '=', order_id)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return undefined
  const lines = await tx
    .selectFrom('purchases')
    .select(['id', 'league_id', 'player_id', 'status', 'price_cents', 'taken_cents'])
    .select(
      sql<number>`(
        select coalesce(sum(r.amount_cents), 0) from refunds r
        where r.purchase_id = purchases.id and r.state <> 'failed')`.as('given_cents'),
    )
    .where('order_id', '=', order_id)
    .orderBy('league_id')
    .execute()
  return { ...order, lines }
}

/** What became of a payment after it succeeded: disputed, given back. */
async function followReturns(
  tx: Tx,
  order: LockedOrder,
  answer: Extract<PaymentAnswer, { status: 'succeeded' }>,
  now: Date,
): Promise<Settled> {
  // Somebody else's payment is no news of this order.
  if (order.provider_payment !== null && order.provider_payment !== answer.payment) return null
  const all_returned = answer.returned_cents >= order.total_cents
  if (order.lines.every(({ taken_cents }) => taken_cents === 0)) return all_returned ? null : 'charged_in_vain'
  const left = order.lines.filter(({ status, taken_cents }) => taken_cents > 0 && status !== 'Refunded')
  const disputed_at = answer.disputed ? (order.disputed_at ?? now) : null
  if (disputed_at !== order.disputed_at)
    await tx.updateTable('orders').set({ disputed_at }).where('id', '=', order.id).execute()
  // Money that was given back while its entry stays takes nobody out.
  const gone = left.filter(({ taken_cents, given_cents }) => given_cents < taken_cents)
  if (!all_returned || gone.length === 0) return null
  // Parts that were asked for and not yet given: there is nothing left to give.
  await tx
    .deleteFrom('refunds')
    .where(
      'purchase_id',
      'in',
      gone.map(({ id }) => id),
    )
    .where('state', '=', 'asked')
    .execute()
  await refundLines(tx, order.id, gone, now)
  return 'refunded'
}

/**
 * Lines of an order whose money, or free season, has gone back: the entries no longer stand. By ascending league, the
 * order held.
 */
export async function refundLines(
  tx: Tx,
  order_id: string,
  lines: readonly { id: number; league_id: number }[],
  now: Date,
): Promise<void> {
  await holdLeagues(tx, lines)
  for (const line of lines) {
    await tx
      .updateTable('purchases')
      .set({ status: 'Refunded', refunded_at: now, refunded_cents: sql`taken_cents` })
      .where('id', '=', line.id)
      .execute()
    await giveCreditBack(tx, line.id, now)
    await rebuildLeague(tx, line.league_id)
    await offerFreePlaces(tx, line.league_id)
  }
  await takeCreditBack(tx, order_id, now)
}

/**
 * Before a line changes: another order for its league holds the league while it waits for the line
 * (purchases_one_live_per_league), and the table of the league is rebuilt afterwards.
 */
async function holdLeagues(tx: Tx, lines: readonly { league_id: number }[]): Promise<void> {
  for (const { league_id } of lines.toSorted((a, b) => a.league_id - b.league_id)) await lockLeague(tx, league_id)
}
