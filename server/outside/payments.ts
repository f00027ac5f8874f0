/** How the names of the test provider's payments begin. Stripe, which may be set up later, does not know them. */
export const TEST_PAYMENT = 'pi_test_'

/** The state of a payment at the provider. */
export type PaymentAnswer =
  /** `returned_cents` was returned to the buyer, by refunds or a lost dispute. `disputed`: a dispute is open. */
  | { status: 'succeeded'; payment: string; returned_cents: number; disputed: boolean }
  /** `reason` is a sentence for the player. Nothing was taken, and nothing will be. */
  | { status: 'declined'; payment: string | null; reason: string }
  /** The buyer has to authenticate at the bank. The secret is for this buyer only. */
  | { status: 'requires_action'; payment: string; client_secret: string }
  /** The bank has not decided yet. */
  | { status: 'processing'; payment: string }
  /** Never finished. Nothing was taken, and nothing will be. */
  | { status: 'canceled'; payment: string | null }

/** A webhook event: something happened to a payment. The payment's state is looked up, never taken from the event. */
export type PaymentEvent = { id: string; type: string; payment: string; order_id: string | null; created_at: Date }

/** Money that moved at the provider. */
export type Movement = {
  /** The provider's name for it. */
  id: string
  /** `dispute`: a bank took the money back, or returned it. */
  kind: 'charge' | 'refund' | 'dispute'
  at: Date
  /** The payment that it belongs to. Null if the provider names none. */
  payment: string | null
  /** Our idempotency key. Null if it was made by hand. */
  idempotency_key: string | null
  /** Positive if paid to us, negative if paid to the buyer. */
  amount_cents: number
  /** The provider's fee. Null if unknown. */
  fee_cents: number | null
}

/** A card that the provider stores for a player. */
type SavedCard = { id: string; brand: string; last4: string; exp_month: number; exp_year: number }

/** The card for an order: one that was entered for the order, or a saved card of the customer. */
export type ChargedCard = { confirmation_token: string } | { customer: string; saved_card: string }

/** The provider's saved cards. `customer` is its name for the player. */
export type CardVault = {
  /** Creates the provider's name for a player. The same key returns the same name. */
  openCustomer(player: { idempotency_key: string; name: string; email: string }): Promise<string>
  /** The secret with which the player's browser sends a card to the provider. */
  startSaving(customer: string, now: Date): Promise<{ client_secret: string }>
  list(customer: string): Promise<SavedCard[]>
  /** Whether the customer has this card. */
  has(customer: string, card: string): Promise<boolean>
  /** Removes the card. Returns whether the customer had it. */
  forget(customer: string, card: string): Promise<boolean>
}

/** The provider did not respond, or responded without a decision. The message contains no data of a buyer. */
export class PaymentsUnavailable extends Error {}

/**
 * The provider repeats an error that it stored under the key for a day, so this key makes no further charge. Whether one was
 * made before the error has to be looked up.
 */
export class KeySpent extends PaymentsUnavailable {}

/** The provider will never make this refund. The message is a sentence for the organizer. */
export class RefundRefused extends Error {}

/**
 * A payment provider, real or embedded. Amounts are whole minor units of the organization's currency. Without a decision it throws
 * PaymentsUnavailable: the money may have moved or not, and the same call may be repeated.
 */
export type Payments = {
  mode: 'test' | 'stripe'
  /** The key for the provider's script in the browser. Null if it has none. */
  publishable_key: string | null
  /**
   * Charges one order. `idempotency_key` comes from the stored order. For at least 24 hours, a repeat with the same key returns
   * the same payment and charges nothing more. The buyer is present, so the bank may ask them to authenticate, also with a
   * saved card. Throws KeySpent if only another key can charge.
   */
  charge(
    order: { order_id: string; idempotency_key: string; amount_cents: number } & ChargedCard,
    now: Date,
  ): Promise<PaymentAnswer>
  /** The state of a payment now. */
  retrieve(payment: string): Promise<PaymentAnswer>
  /** The payment of an order that was made at least some minutes ago. Null if there is none. */
  find(order_id: string): Promise<PaymentAnswer | null>
  /** The payment of an order made since that instant, even a moment ago. Null if there certainly is none. */
  findSince(order_id: string, since: Date): Promise<PaymentAnswer | null>
  /**
   * Cancels an unfinished payment. Returns its state afterwards, because the payment may have succeeded just before.
   */
  cancel(payment: string): Promise<PaymentAnswer>
  /**
   * Refunds money of a payment to the card. Returns the provider's name for the refund. A repeat with the same key, however
   * late, refunds nothing more. Throws RefundRefused if the refund will never be made.
   */
  refund(back: { payment: string; amount_cents: number; idempotency_key: string }, now: Date): Promise<string>
  /** A refund by the provider's name, made by us or by hand. Null if there is none. */
  findRefund(refund: string): Promise<Movement | null>
  /** The movements from the first instant up to, but not including, the second one, in the provider's order. */
  listMovements(from: Date, to: Date): AsyncIterable<Movement>
  /** The event that the provider sent. Null if it was not signed by the provider, or not recently. */
  readWebhook(
    body: Uint8Array,
    headers: Record<string, string | string[] | undefined>,
  ): PaymentEvent | 'nothing of ours' | null
  /**
   * Checks that payments will work, without moving money. `webhook` is the address for events. An event about `payment`
   * follows. `payment` is null if the provider sends no events. Throws PaymentsUnavailable.
   */
  check(webhook: string): Promise<{ payment: string | null } | { problem: string }>
  cards: CardVault
}

/** How long a caller waits for the provider's response. */
const timeoutMs = 10_000

/** The provider's response, or an error if it takes longer than a buyer waits. */
export async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
