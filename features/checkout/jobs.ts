import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/context.ts'
import { withTimeout, type PaymentAnswer } from '#/server/outside/payments.ts'
import { askWithTimeout, settle } from './payment.ts'
import { completeLater, findOrderOf, type Order } from './queries.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Finds out what an order left open became: by a crash, a lost answer, a closed tab. Asks again until it is settled;
 * after a day the payment is ended at the provider and the order closed.
 */
export async function completeOrder(
  app: App,
  { order_id }: { order_id: string },
  log: FastifyBaseLogger,
): Promise<void> {
  const order = await findOrderOf(app.db, { id: order_id })
  if (order?.status !== 'Pending') return
  const now = app.clock.now()
  const age = now.getTime() - order.created_at.getTime()
  const answer = (await askWithTimeout(app, order, now, log)) ?? (await findInTime(app, order, log))
  const last = age < day ? answer : await end(app, order, answer, log)
  if (last) await settle(app, order_id, last, now)
  const after = await findOrderOf(app.db, { id: order_id })
  if (after?.status !== 'Pending') return
  // Charged perhaps, and nobody knows: soon. Waiting for the buyer or the bank: the longer, the slower.
  await completeLater(app.db, order_id, now, last ? Math.min(15 * minute, Math.max(minute, age / 4)) : undefined)
}

/** A payment that the provider knows although its answer was an error. */
async function findInTime({ payments }: App, { id }: Order, log: FastifyBaseLogger): Promise<PaymentAnswer | null> {
  return withTimeout(payments.find(id)).catch((error: unknown) => {
    log.warn({ err: error, order_id: id }, 'the payment provider could not be asked for a lost payment')
    return null
  })
}

async function end(
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
    log.warn({ err: error, order_id: order.id }, 'a payment could not be ended')
    return null
  }
}

/** Asks the provider how a payment stands that it told something of. */
export async function followPayment(
  app: App,
  { payment, order_id }: { payment: string; order_id: string | null },
  log: FastifyBaseLogger,
): Promise<void> {
  const order =
    (await findOrderOf(app.db, { provider_payment: payment })) ??
    (order_id === null ? undefined : await findOrderOf(app.db, { id: order_id }))
  if (!order) return log.warn({ payment }, 'a payment that belongs to no order of ours')
  if (order.provider_payment !== null && order.provider_payment !== payment)
    return log.error({ payment, order_id: order.id }, 'an order has two payments')
  await settle(app, order.id, await withTimeout(app.payments.look(payment)), app.clock.now())
}
