// As Stripe takes them: docs.stripe.com/currencies, "Supported currencies", "Zero-decimal", "Three-decimal" and "Special cases".

/** Every currency in which a league can be paid, by its ISO 4217 code. */
export const currencies: readonly string[] = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP
  CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD
  JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN
  NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB
  TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`
  .trim()
  .split(/\s+/)

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
