// Source: docs.stripe.com/currencies, "Minimum and maximum charge amounts". In minor units.
const smallestCharges: Record<string, number> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
}

/**
 * The smallest amount that a card can be charged in a currency, in minor units. No minimum for a currency that Stripe
 * does not list.
 */
export function smallestChargeOf(currency: string): number {
  return smallestCharges[currency] ?? 1
}
