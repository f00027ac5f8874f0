/** The reasons why a bank declined, by code (docs.stripe.com/declines/codes), in words for the player. */
const reasons: Record<string, string> = {
  insufficient_funds: 'There is not enough money on this card. Try another card; your cart is unchanged.',
  card_velocity_exceeded: 'This card has reached its limit for now. Try another card; your cart is unchanged.',
  withdrawal_count_limit_exceeded: 'This card has reached its limit for now. Try another card; your cart is unchanged.',
  expired_card: 'This card has expired. Try another card; your cart is unchanged.',
  incorrect_cvc: 'The security code does not match this card. Enter the card again.',
  invalid_cvc: 'The security code does not match this card. Enter the card again.',
  incorrect_number: 'The card number is not right. Enter the card again.',
  invalid_number: 'The card number is not right. Enter the card again.',
  invalid_expiry_month: 'The expiry date is not right. Enter the card again.',
  invalid_expiry_year: 'The expiry date is not right. Enter the card again.',
  incorrect_zip: 'The postal code does not match this card. Enter the card again.',
  authentication_required: 'Your bank needs to check that it is you. Enter the card again and confirm with your bank.',
  payment_intent_authentication_failure: 'Your bank did not confirm that it was you. Try again, or use another card.',
  card_not_supported: 'This card cannot be used for this kind of payment. Try another card.',
  currency_not_supported: 'This card cannot pay in our currency. Try another card.',
  processing_error: 'The bank had a technical problem. Try again in a moment, or use another card.',
  issuer_not_available: 'The bank cannot be reached right now. Try again in a moment, or use another card.',
  try_again_later: 'The bank asks you to try again later. Use another card, or come back in a while.',
  saved_card_gone: 'This saved card is no longer available. Choose another card; your cart is unchanged.',
  unreadable: 'We could not read the card. Please enter it again; your cart is unchanged.',
}

/** The reasons why a refund is refused permanently (docs.stripe.com/error-codes), as sentences for the organizer. */
const refundReasons: Record<string, string> = {
  charge_already_refunded: 'The card service has already refunded all of this payment.',
  charge_disputed: "The player's bank has disputed this payment, so the card service cannot refund it.",
  resource_missing: 'The card service does not know this payment.',
  refund_failed: "The player's bank did not accept the refund.",
  amount_too_large: 'That is more than is left of this payment at the card service.',
}

/** The sentence for a refused refund's code. */
export function refundReasonOf(code: string | undefined): string {
  return refundReasons[code ?? ''] ?? 'The payment provider declined this refund.'
}

/** The sentence for a code. A stolen card gets the same sentence as any other declined card. */
export function reasonOf(code: string | undefined): string {
  return reasons[code ?? ''] ?? 'The bank declined this card. Try another card; your cart is unchanged.'
}
