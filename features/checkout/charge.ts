import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/context.ts'
import { KeySpent, withTimeout, type ChargedCard, type PaymentAnswer } from '#/server/outside/payments.ts'
import { addPaymentAttempt, type Order } from './queries.ts'

// Orders that this process is charging: a second press waits for the first. The provider refuses concurrent requests
// with one key.
const underWay = new Map<string, Promise<PaymentAnswer | null>>()

/**
 * The state of the order's payment, charging it first if necessary. Null if the provider does not respond before the
 * timeout.
 */
export async function chargeWithTimeout(
  app: App,
  order: Order,
  now: Date,
  log: FastifyBaseLogger,
): Promise<PaymentAnswer | null> {
  const known = underWay.get(order.id)
  if (known) return known
  const answer = withTimeout(chargeOrFind(app, order, now))
    .catch((error: unknown) => {
      log.warn({ err: error, order_id: order.id }, 'the payment provider gave no answer')
      return null
    })
    .finally(() => underWay.delete(order.id))
  underWay.set(order.id, answer)
  return answer
}

// Lifetime of a confirmation token. The provider forgets an idempotency key after a day and would charge again, so
// older orders are only looked up.
const TOKEN_LIFE_MS = 12 * 3_600_000

// By this age of an order its first requests have ended, so the provider's list of its payments is complete.
const NEW_KEY_AFTER_MS = 10_000

async function chargeOrFind({ db, payments }: App, order: Order, now: Date): Promise<PaymentAnswer | null> {
  if (order.provider_payment !== null) return payments.retrieve(order.provider_payment)
  const { id, total_cents, created_at } = order
  const age = now.getTime() - created_at.getTime()
  if (age >= TOKEN_LIFE_MS) return payments.find(id)
  const charge = (attempt: number) =>
    payments.charge(
      { order_id: id, idempotency_key: keyOf(id, attempt), amount_cents: total_cents, ...cardOf(order) },
      now,
    )
  try {
    return await charge(order.payment_attempt)
  } catch (error) {
    // This key and the ones before it can no longer cause a charge (docs/decisions/052).
    if (!(error instanceof KeySpent) || age < NEW_KEY_AFTER_MS) throw error
    const made = await payments.findSince(id, created_at)
    if (made) return made
    const attempt = await addPaymentAttempt(db, order)
    if (attempt === null) throw error
    return await charge(attempt)
  }
}

/** The provider's idempotency key of an attempt. The first attempt uses the order's id, as in earlier releases. */
function keyOf(order_id: string, attempt: number): string {
  return attempt === 0 ? order_id : `${order_id}-${attempt}`
}

function cardOf({ id, confirmation_token, saved_card, saved_card_customer }: Order): ChargedCard {
  if (saved_card !== null && saved_card_customer !== null) return { customer: saved_card_customer, saved_card }
  if (confirmation_token === null) throw new Error(`order ${id} is not paid by card`)
  return { confirmation_token }
}
