// As Stripe takes them: docs.stripe.com/currencies, "Zero-decimal", "Three-decimal" and "Special cases".

const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const withThousandths = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Have no decimals any more, but are still counted in hundredths. */
const inWholeUnits = new Set('ISK UGX'.split(' '))

/**
 * How a currency's amounts are counted: `exponent` is how many digits its minor unit adds, `decimals` how many a price may
 * have. Thousandths are counted, but Stripe takes no amount whose last digit is not 0.
 */
export function minorUnitOf(currency: string): { exponent: number; decimals: number } {
  if (withoutDecimals.has(currency)) return { exponent: 0, decimals: 0 }
  if (withThousandths.has(currency)) return { exponent: 3, decimals: 2 }
  return { exponent: 2, decimals: inWholeUnits.has(currency) ? 0 : 2 }
}

// As Stripe charges them: docs.stripe.com/currencies, "Minimum and maximum charge amounts". In minor units.
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

/** The least that a card can be charged in a currency, in minor units; where Stripe names none, anything. */
export function smallestChargeOf(currency: string): number {
  return smallestCharges[currency] ?? 1
}
