import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { withTimeout, type PaymentAnswer, type Payments } from '#/server/outside/payments.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { OrderAnswer } from './contract.ts'
import { invitePartners } from '#/features/pairs/pairing.ts'
import { forgetGuest, welcomeGuest } from './guest-queries.ts'
import { notifyReturned } from '#/features/refunds/returns.ts'
import { findOrder, type Order } from './queries.ts'
import { settleOrder, type Settled } from './settle-queries.ts'

/**
 * Brings an open order as far as the provider lets it, and answers how it stands. Safe to repeat and to do at once:
 * the provider's idempotency key is the order's id. Without an answer the order stays Pending, and is asked about later.
 * Refuses payment_declined with the bank's reason.
 */
export async function carryOn(app: App, order: Order, now: Date, log: FastifyBaseLogger): Promise<OrderAnswer> {
  if (order.status !== 'Pending') return standing(order)
  const answer = await askWithTimeout(app, order, now, log)
  if (answer) await settle(app, order.id, answer, now)
  // What is stored counts: somebody else may have settled it meanwhile.
  const settled =
    (await findOrder(app.db, order.player_id, order.id)) ??
    // A guest's order, which was declined and went with its account.
    refuse('payment_declined', answer?.status === 'declined' ? { message: answer.reason } : {})
  if (settled.status !== 'Pending' || answer?.status !== 'requires_action') return standing(settled)
  return {
    message: 'Your bank wants to hear from you.',
    data: { order_id: order.id, status: 'requires_action', client_secret: answer.client_secret },
  }
}

/** Stores the provider's answer with what follows from it: the receipt, invitations to partners, emails about refunds. */
export async function settle(app: App, order_id: string, answer: PaymentAnswer, now: Date): Promise<Settled> {
  const became = await inTransaction(app.db, async (tx) => {
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
  if (became === 'failed') await forgetGuest(app.db, order_id)
  return became
}

// Orders that this process is asking about: whoever presses twice waits for the first press's answer. The provider
// refuses two questions with one key at the same time.
const asking = new Map<string, Promise<PaymentAnswer | null>>()

/** How the order's payment stands, made now if it was not yet; null without an answer in time. */
export async function askWithTimeout(
  { payments }: App,
  order: Order,
  now: Date,
  log: FastifyBaseLogger,
): Promise<PaymentAnswer | null> {
  const asked = asking.get(order.id)
  if (asked) return asked
  const answer = withTimeout(ask(payments, order, now))
    .catch((error: unknown) => {
      log.warn({ err: error, order_id: order.id }, 'the payment provider gave no answer')
      return null
    })
    .finally(() => asking.delete(order.id))
  asking.set(order.id, answer)
  return answer
}

// How long a confirmation token lives. The provider forgets an idempotency key after a day: from then on the same
// question would charge again, so it is not asked.
const chargeable = 12 * 3_600_000

async function ask(payments: Payments, order: Order, now: Date): Promise<PaymentAnswer | null> {
  if (order.provider_payment !== null) return payments.look(order.provider_payment)
  const { id, total_cents, confirmation_token } = order
  if (confirmation_token === null) throw new Error(`order ${id} was never meant for a card`)
  if (now.getTime() - order.created_at.getTime() >= chargeable) return payments.find(id)
  return payments.charge({ idempotency_key: id, amount_cents: total_cents, confirmation_token }, now)
}

function standing({ id, status, decline_reason }: Order): OrderAnswer {
  if (status === 'Failed' || status === 'Closed')
    refuse('payment_declined', decline_reason === null ? {} : { message: decline_reason })
  if (status === 'Pending')
    return {
      message: 'We are checking this payment with the bank. You will not be charged twice.',
      data: { order_id: id, status: 'Pending' },
    }
  const message = status === 'Refunded' ? 'Paid, and refunded since.' : 'Paid. See you on court.'
  return { message, data: { order_id: id, status: 'Paid' } }
}
