// Source: docs.stripe.com/currencies, "Zero-decimal", "Three-decimal" and "Special cases".

const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const withThousandths = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Currencies that no longer have decimals but that Stripe still counts in hundredths. */
const inWholeUnits = new Set('ISK UGX'.split(' '))

/**
 * How Stripe writes amounts in a currency. `exponent`: decimal places of Stripe's unit. `decimals`: decimal places that
 * a price may have. For three-decimal currencies, Stripe requires the last digit to be 0.
 */
export function minorUnitOf(currency: string): { exponent: number; decimals: number } {
  if (withoutDecimals.has(currency)) return { exponent: 0, decimals: 0 }
  if (withThousandths.has(currency)) return { exponent: 3, decimals: 2 }
  return { exponent: 2, decimals: inWholeUnits.has(currency) ? 0 : 2 }
}
