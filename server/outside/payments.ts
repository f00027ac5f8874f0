/** What a payment provider said when it was asked to take money. */
export type PaymentAnswer =
  | { status: 'succeeded'; payment: string }
  /** `reason` is a sentence for the player. */
  | { status: 'declined'; payment: string | null; reason: string }
  /** The buyer's bank wants to hear from the buyer; the secret is for this buyer alone. */
  | { status: 'requires_action'; payment: string; client_secret: string }

/** A payment provider, real or embedded. Amounts are integer cents of US dollars. */
export type Payments = {
  mode: 'test'
  /**
   * Takes the money of one order. `idempotency_key` comes from the stored order: asked again with the same
   * key the provider answers the same payment and charges nothing more.
   */
  charge(order: { idempotency_key: string; amount_cents: number; confirmation_token: string }, now: Date): Promise<PaymentAnswer>
  /** How a payment stands now. */
  look(payment: string): Promise<PaymentAnswer>
}
