import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/app.ts'
import type { PaymentAnswer, Payments } from '#/server/outside/payments.ts'
import { refuse } from '#/server/refuse.ts'
import type { OrderAnswer } from './contract.ts'
import { forgetGuest } from './guest-queries.ts'
import { findOrder, settleOrder, type Order } from './queries.ts'

/** Shorter than a buyer's patience, in milliseconds. */
const patience = 10_000

/**
 * Brings an open order as far as the provider lets it, and answers how it stands. Safe to repeat and to do at once:
 * the provider's idempotency key is the order's id. Without an answer the order stays Pending, and is asked about later.
 * Refuses payment_declined with the bank's reason.
 */
export async function carryOn(app: App, order: Order, now: Date, log: FastifyBaseLogger): Promise<OrderAnswer> {
  if (order.status !== 'Pending') return standing(order)
  const answer = await inTime(ask(app.payments, order, now)).catch((error: unknown) => {
    log.warn({ err: error, order_id: order.id }, 'the payment provider gave no answer')
    return null
  })
  if (answer) await settleOrder(app.db, order.id, answer, now)
  // What is stored counts: somebody else may have settled it meanwhile.
  const settled = (await findOrder(app.db, order.player_id, order.id)) ?? order
  // A decline leaves no account behind (decisions: "Money").
  if (settled.opened_account && isOver(settled)) await forgetGuest(app.db, settled.id)
  if (settled.status !== 'Pending' || answer?.status !== 'requires_action') return standing(settled)
  return {
    message: 'Your bank wants to hear from you.',
    data: { order_id: order.id, status: 'requires_action', client_secret: answer.client_secret },
  }
}

function ask(payments: Payments, order: Order, now: Date): Promise<PaymentAnswer> {
  if (order.provider_payment !== null) return payments.look(order.provider_payment)
  const { id, total_cents, confirmation_token } = order
  if (confirmation_token === null) throw new Error(`order ${id} was never meant for a card`)
  return payments.charge({ idempotency_key: id, amount_cents: total_cents, confirmation_token }, now)
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer in ${patience} ms`)), patience)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function isOver({ status }: Pick<Order, 'status'>): boolean {
  return status === 'Failed' || status === 'Closed'
}

function standing({ id, status, decline_reason }: Order): OrderAnswer {
  if (isOver({ status }))
    refuse('payment_declined', decline_reason === null ? {} : { message: decline_reason })
  if (status === 'Pending')
    return {
      message: 'We are checking this payment with the bank. You will not be charged twice.',
      data: { order_id: id, status: 'Pending' },
    }
  return { message: 'Paid. See you on court.', data: { order_id: id, status: 'Paid' } }
}
