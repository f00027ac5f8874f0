/** How a payment stands, in the provider's own books. */
export type PaymentAnswer =
  /** `returned_cents` is what went back to the buyer, by refunds or a lost dispute. `disputed`: the bank asks for it back now. */
  | { status: 'succeeded'; payment: string; returned_cents: number; disputed: boolean }
  /** `reason` is a sentence for the player. Nothing was taken, and nothing will be. */
  | { status: 'declined'; payment: string | null; reason: string }
  /** The buyer's bank wants to hear from the buyer; the secret is for this buyer alone. */
  | { status: 'requires_action'; payment: string; client_secret: string }
  /** The bank has not decided yet. */
  | { status: 'processing'; payment: string }
  /** Never finished; nothing was taken, and nothing will be. */
  | { status: 'canceled'; payment: string | null }

/** What a provider told unasked: that something happened to a payment, not what. How it stands has to be asked. */
type PaymentEvent = { id: string; type: string; payment: string; order_id: string | null }

/** Money that moved, in the provider's own books. */
export type Movement = {
  /** The provider's name for it. */
  id: string
  /** `dispute`: a bank took it back, or had to give it up again. */
  kind: 'charge' | 'refund' | 'dispute'
  at: Date
  /** The payment that it belongs to; null: of no payment that the provider names. */
  payment: string | null
  /** The key with which it was asked for; null: not by us. */
  idempotency_key: string | null
  /** To us; money that went to the buyer is below zero. */
  amount_cents: number
  /** What the provider kept of it; null: it does not tell. */
  fee_cents: number | null
}

/** A card that the provider keeps for a player. */
type SavedCard = { id: string; brand: string; last4: string; exp_month: number; exp_year: number }

/** Null: the provider keeps none. `customer` is its name for the player. */
export type CardVault = {
  /** Makes the provider's name for a player. Asked again with the same key it answers the same name. */
  openCustomer(player: { idempotency_key: string; name: string; email: string }): Promise<string>
  /** The secret with which the player's browser gives the provider a card. */
  startSaving(customer: string): Promise<{ client_secret: string }>
  list(customer: string): Promise<SavedCard[]>
  /** Answers whether that customer had such a card. */
  forget(customer: string, card: string): Promise<boolean>
}

/** The provider gave no answer, or one that decides nothing. Its message carries nothing of a buyer. */
export class PaymentsUnavailable extends Error {}

/** The provider will never give this money back, however often it is asked. Its message is a sentence for the organizer. */
export class RefundRefused extends Error {}

/**
 * A payment provider, real or embedded. Amounts are integer cents of US dollars. Whatever can not be decided is thrown
 * (PaymentsUnavailable): the money may have moved or not, and the same question may be asked again.
 */
export type Payments = {
  mode: 'test' | 'stripe'
  /** With which the browser speaks to the provider; null: it does not. */
  publishable_key: string | null
  /**
   * Takes the money of one order. `idempotency_key` comes from the stored order: asked again with the same
   * key the provider answers the same payment and charges nothing more, for at least 24 hours.
   */
  charge(
    order: { idempotency_key: string; amount_cents: number; confirmation_token: string },
    now: Date,
  ): Promise<PaymentAnswer>
  /** How a payment stands now. */
  look(payment: string): Promise<PaymentAnswer>
  /** The payment that was made with this key, some minutes ago or more; null when there is none. */
  find(idempotency_key: string): Promise<PaymentAnswer | null>
  /** Ends a payment that was not finished; answers how it stands then: it may have succeeded meanwhile. */
  cancel(payment: string): Promise<PaymentAnswer>
  /**
   * Gives money of a payment back to the card; answers the provider's name for it. Asked again with the same key, however
   * late, nothing more is given. Throws RefundRefused when it never will be.
   */
  refund(back: { payment: string; amount_cents: number; idempotency_key: string }, now: Date): Promise<string>
  /** A refund by the provider's name, made by us or by hand; null when there is none. */
  findRefund(refund: string): Promise<Movement | null>
  /** What moved from one instant to before another, in the order in which the provider tells it. */
  listMovements(from: Date, to: Date): AsyncIterable<Movement>
  /** What the provider sent; null when it is not the provider's, or was not signed just now. */
  hear(
    body: Uint8Array,
    headers: Record<string, string | string[] | undefined>,
  ): PaymentEvent | 'nothing of ours' | null
  cards: CardVault | null
}

/** How long a caller waits for the provider's answer. */
const timeoutMs = 10_000

/** The provider's answer, or an error when it takes longer than a buyer waits. */
export async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
