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
