/** Why a bank said no, by its code (docs.stripe.com/declines/codes), in words for the player. */
const reasons: Record<string, string> = {
  insufficient_funds: 'There is not enough money on this card. Try another card; your cart is as you left it.',
  card_velocity_exceeded: 'This card has reached its limit for now. Try another card; your cart is as you left it.',
  withdrawal_count_limit_exceeded:
    'This card has reached its limit for now. Try another card; your cart is as you left it.',
  expired_card: 'This card has expired. Try another card; your cart is as you left it.',
  incorrect_cvc: 'The security code does not belong to this card. Enter the card again.',
  invalid_cvc: 'The security code does not belong to this card. Enter the card again.',
  incorrect_number: 'The card number is not right. Enter the card again.',
  invalid_number: 'The card number is not right. Enter the card again.',
  invalid_expiry_month: 'The expiry date is not right. Enter the card again.',
  invalid_expiry_year: 'The expiry date is not right. Enter the card again.',
  incorrect_zip: 'The postal code does not belong to this card. Enter the card again.',
  authentication_required: 'The bank wants to check that it is you. Enter the card again, and answer your bank.',
  payment_intent_authentication_failure: 'Your bank did not confirm that it was you. Try again, or use another card.',
  card_not_supported: 'This card can not be used for this kind of payment. Try another card.',
  currency_not_supported: 'This card can not pay in US dollars. Try another card.',
  processing_error: 'The bank had a problem of its own. Try again in a moment, or use another card.',
  issuer_not_available: 'The bank can not be reached right now. Try again in a moment, or use another card.',
  try_again_later: 'The bank asks to try again later. Use another card, or come back in a while.',
  unreadable: 'We could not read the card. Please enter it again; your cart is as you left it.',
}

/** Why a refund is refused for good (docs.stripe.com/error-codes), in words for the organizer. */
const refundReasons: Record<string, string> = {
  charge_already_refunded: 'The card service has given all of this payment back already.',
  charge_disputed: "The player's bank has asked for this payment back, so the card service gives nothing back.",
  resource_missing: 'The card service does not know this payment.',
  refund_failed: "The player's bank would not take the money.",
  amount_too_large: 'That is more than is left of this payment at the card service.',
}

/** The sentence for a refused refund's code. */
export function refundReasonOf(code: string | undefined): string {
  return refundReasons[code ?? ''] ?? 'The payment provider declined this refund.'
}

/** The sentence for a code. A stolen card is told nothing that another declined card is not told. */
export function reasonOf(code: string | undefined): string {
  return reasons[code ?? ''] ?? 'The bank declined this card. Try another card; your cart is as you left it.'
}
