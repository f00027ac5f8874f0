import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { withTimeout, type PaymentAnswer, type Payments } from '#/server/outside/payments.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { OrderAnswer } from './contract.ts'
import { invitePartners } from '#/features/pairs/actions.ts'
import { forgetGuest, welcomeGuest } from './guest-queries.ts'
import { notifyReturned } from '#/features/refunds/returns.ts'
import { findOrder, type Order } from './queries.ts'
import { settleOrder, type Settled } from './settle-queries.ts'

/**
 * Continues an open order as far as the provider allows, and answers the reply to the buyer. Safe to repeat, also at the
 * same moment: the provider's idempotency key is the order's id. Without an answer the order stays Pending, and a job asks
 * later. Refuses payment_declined with the bank's reason.
 */
export async function continueOrder(app: App, order: Order, now: Date, log: FastifyBaseLogger): Promise<OrderAnswer> {
  if (order.status !== 'Pending') return orderReply(order)
  const answer = await chargeWithTimeout(app, order, now, log)
  if (answer) await settle(app, order.id, answer, now)
  // Another request may have settled the order meanwhile: what is stored decides.
  const settled =
    (await findOrder(app.db, order.player_id, order.id)) ??
    // A guest's order that was declined has been deleted with its account.
    refuse('payment_declined', answer?.status === 'declined' ? { message: answer.reason } : {})
  if (settled.status !== 'Pending' || answer?.status !== 'requires_action') return orderReply(settled)
  return {
    message: 'Your bank needs you to confirm this payment.',
    data: { order_id: order.id, status: 'requires_action', client_secret: answer.client_secret },
  }
}

/** Stores the provider's answer with what follows from it: the receipt, invitations to partners, emails about refunds. */
export async function settle(app: App, order_id: string, answer: PaymentAnswer, now: Date): Promise<Settled> {
  const outcome = await inTransaction(app.db, async (tx) => {
    const settled = await settleOrder(tx, order_id, answer, now)
    if (settled === 'paid') {
      await queueEmail(tx, app.config, 'receipt', { order_id })
      await welcomeGuest(tx, app.config, order_id)
      await invitePartners(tx, app.config, order_id, now)
    }
    if (settled === 'refunded') await notifyReturned(tx, app.config, order_id, now)
    return settled
  })
  // A decline leaves no account behind (docs/product.md, "Money"). What a crash leaves here, a job sweeps up.
  if (outcome === 'failed') await forgetGuest(app.db, order_id)
  return outcome
}

// Orders that this process is charging: a second press waits for the answer to the first. The provider refuses two
// requests with one key at the same time.
const underWay = new Map<string, Promise<PaymentAnswer | null>>()

/** The state of the order's payment, which is charged now if it was not yet; null without an answer in time. */
export async function chargeWithTimeout(
  { payments }: App,
  order: Order,
  now: Date,
  log: FastifyBaseLogger,
): Promise<PaymentAnswer | null> {
  const known = underWay.get(order.id)
  if (known) return known
  const answer = withTimeout(chargeOrLook(payments, order, now))
    .catch((error: unknown) => {
      log.warn({ err: error, order_id: order.id }, 'the payment provider gave no answer')
      return null
    })
    .finally(() => underWay.delete(order.id))
  underWay.set(order.id, answer)
  return answer
}

// How long a confirmation token lives. The provider forgets an idempotency key after a day, and would then charge again:
// an older order is only looked up.
const TOKEN_LIFE_MS = 12 * 3_600_000

async function chargeOrLook(payments: Payments, order: Order, now: Date): Promise<PaymentAnswer | null> {
  if (order.provider_payment !== null) return payments.retrieve(order.provider_payment)
  const { id, total_cents, confirmation_token } = order
  if (confirmation_token === null) throw new Error(`order ${id} is not paid by card`)
  if (now.getTime() - order.created_at.getTime() >= TOKEN_LIFE_MS) return payments.find(id)
  return payments.charge({ idempotency_key: id, amount_cents: total_cents, confirmation_token }, now)
}

/** The reply to a buyer for an order's status. Refuses payment_declined. */
function orderReply({ id, status, decline_reason }: Order): OrderAnswer {
  if (status === 'Failed' || status === 'Closed')
    refuse('payment_declined', decline_reason === null ? {} : { message: decline_reason })
  if (status === 'Pending')
    return {
      message: 'We are checking this payment with the bank. You will not be charged twice.',
      data: { order_id: id, status: 'Pending' },
    }
  const message = status === 'Refunded' ? 'This order was paid and has been refunded.' : 'Paid. See you on court.'
  return { message, data: { order_id: id, status: 'Paid' } }
}
