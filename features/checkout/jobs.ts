import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/context.ts'
import { note } from '#/server/observe.ts'
import { withTimeout, type PaymentAnswer } from '#/server/outside/payments.ts'
import { chargeWithTimeout } from './charge.ts'
import { settle } from './settle-actions.ts'
import { invitePartners } from '#/features/pairs/actions.ts'
import { runPublicAction } from '#/server/action.ts'
import { hasOwner } from './guest-queries.ts'
import { confirmHeldOrder, endHeldOrder } from './hold-actions.ts'
import { completeLater, findOrderOf, type Order } from './queries.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Settles an order left open by a crash, a lost response or a closed tab, checking until it is settled. After a day the
 * payment is canceled at the provider and the order closed; a guest's unpaid order also as soon as somebody has
 * verified the account's email. A held order is confirmed or ended (`completeHeld`).
 */
export async function completeOrder(
  app: App,
  { order_id }: { order_id: string },
  log: FastifyBaseLogger,
): Promise<void> {
  const order = await findOrderOf(app.db, { id: order_id })
  if (!order) return
  const now = app.clock.now()
  // The proof of the buyer's email starts this job for orders that name partners.
  if (order.status !== 'Pending')
    return runPublicAction({ app, now }, (action) => invitePartners(action, { order_id, uninvited: true }))
  if (order.held_until !== null) return completeHeld(app, order.held_until, order, now)
  const age = now.getTime() - order.created_at.getTime()
  const answer = (await chargeWithTimeout(app, order, now, log)) ?? (await findLostPayment(app, order, log))
  const isForeign =
    answer?.status === 'requires_action' && order.opened_account && (await hasOwner(app.db, order.player_id))
  const last = age < dayMs && !isForeign ? answer : await cancelPayment(app, order, answer, log)
  if (last) await settle({ app, now }, { order_id, answer: last })
  const after = await findOrderOf(app.db, { id: order_id })
  if (after?.status !== 'Pending') return
  // Without a response the card may have been charged: check again soon. While the buyer or the bank decides: check
  // less and less often.
  await completeLater(app.db, order_id, now, last ? Math.min(15 * minuteMs, Math.max(minuteMs, age / 4)) : undefined)
}

/** Confirms a held order once its buyer owns the account, and gives its places back when the time is over. */
async function completeHeld(app: App, held_until: Date, { id, player_id }: Order, now: Date): Promise<void> {
  if (await hasOwner(app.db, player_id)) await confirmHeldOrder({ app, now }, { order_id: id })
  else if (held_until <= now) await endHeldOrder({ app, now }, { order_id: id })
  else await completeLater(app.db, id, now, held_until.getTime() - now.getTime())
}

/** Finds the payment of an order whose charge ended in an error, because the provider may still have made it. */
async function findLostPayment(
  { payments }: App,
  { id }: Order,
  log: FastifyBaseLogger,
): Promise<PaymentAnswer | null> {
  return withTimeout(payments.find(id)).catch((error: unknown) => {
    log.warn({ err: error, order_id: id }, 'the payment provider did not answer about a lost payment')
    return null
  })
}

async function cancelPayment(
  { payments }: App,
  order: Order,
  answer: PaymentAnswer | null,
  log: FastifyBaseLogger,
): Promise<PaymentAnswer | null> {
  if (answer && answer.status !== 'requires_action') return answer
  try {
    const found = answer ?? (await withTimeout(payments.find(order.id)))
    const payment = found?.payment ?? order.provider_payment
    return payment === null ? { status: 'canceled', payment } : await withTimeout(payments.cancel(payment))
  } catch (error) {
    log.warn({ err: error, order_id: order.id }, 'a payment could not be canceled')
    return null
  }
}

/** Asks the provider for the state of a payment after an event about it. */
export async function followPayment(
  app: App,
  { payment, order_id }: { payment: string; order_id: string | null },
  log: FastifyBaseLogger,
): Promise<void> {
  const order =
    (await findOrderOf(app.db, { provider_payment: payment })) ??
    (order_id === null ? undefined : await findOrderOf(app.db, { id: order_id }))
  if (!order) return log.warn({ payment }, 'an event about a payment without an order')
  if (order.provider_payment !== null && order.provider_payment !== payment) {
    note({ kind: 'doubled_payment' })
    return log.error({ payment, order_id: order.id }, 'an order has two payments')
  }
  const answer = await withTimeout(app.payments.retrieve(payment))
  await settle({ app, now: app.clock.now() }, { order_id: order.id, answer })
}
