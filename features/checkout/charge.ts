import type { FastifyBaseLogger } from 'fastify'
import type { App } from '#/server/context.ts'
import { withTimeout, type ChargedCard, type PaymentAnswer, type Payments } from '#/server/outside/payments.ts'
import type { Order } from './queries.ts'

// Orders that this process is charging: a second press waits for the answer to the first. The provider refuses two
// requests with one key at the same time.
const underWay = new Map<string, Promise<PaymentAnswer | null>>()

/** The state of the order's payment, which is charged now if it was not yet; null when the provider does not answer in time. */
export async function chargeWithTimeout(
  { payments }: App,
  order: Order,
  now: Date,
  log: FastifyBaseLogger,
): Promise<PaymentAnswer | null> {
  const known = underWay.get(order.id)
  if (known) return known
  const answer = withTimeout(chargeOrFind(payments, order, now))
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

async function chargeOrFind(payments: Payments, order: Order, now: Date): Promise<PaymentAnswer | null> {
  if (order.provider_payment !== null) return payments.retrieve(order.provider_payment)
  const { id, total_cents } = order
  if (now.getTime() - order.created_at.getTime() >= TOKEN_LIFE_MS) return payments.find(id)
  return payments.charge({ idempotency_key: id, amount_cents: total_cents, ...cardOf(order) }, now)
}

function cardOf({ id, confirmation_token, saved_card, saved_card_customer }: Order): ChargedCard {
  if (saved_card !== null && saved_card_customer !== null) return { customer: saved_card_customer, saved_card }
  if (confirmation_token === null) throw new Error(`order ${id} is not paid by card`)
  return { confirmation_token }
}
