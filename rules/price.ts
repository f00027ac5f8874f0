import { minorUnitOf } from './currency.ts'

export type PriceProblem = 'not_a_number' | 'negative' | 'too_many_decimals' | 'too_large'

/** The largest price in the minor unit: Stripe allows eight digits. */
export const MOST_CENTS = 99_999_999

/**
 * Converts a price of the API to whole minor units of its currency (cents, yen), digit by digit, to avoid binary
 * rounding. A number is read as its shortest decimal text, as JSON writes it. Text with an exponent is refused.
 */
export function parsePrice(value: number | string, currency: string): { cents: number } | { problem: PriceProblem } {
  const text = typeof value === 'number' ? plainDecimal(value) : value.trim()
  const written = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (written === null) return { problem: 'not_a_number' }
  const [, sign, whole = '', digits = ''] = written
  if (sign === '-') return { problem: 'negative' }
  const { exponent, decimals } = minorUnitOf(currency)
  if (digits.length > decimals && !(digits.length <= 2 && /^0*$/.test(digits))) return { problem: 'too_many_decimals' }
  const cents = Number(whole) * 10 ** exponent + Number(digits.slice(0, exponent).padEnd(exponent, '0'))
  return cents > MOST_CENTS ? { problem: 'too_large' } : { cents }
}

/** Converts minor units to an amount of the API: 4550 cents are 45.5 dollars, 4550 yen are 4550. */
export function toAmount(cents: number, currency: string): number {
  return cents / 10 ** minorUnitOf(currency).exponent
}

/** Converts an amount of the API to whole minor units, for adding up. */
export function toCents(amount: number, currency: string): number {
  return Math.round(amount * 10 ** minorUnitOf(currency).exponent)
}

/** Formats an amount with its currency's digits and no sign, for files and calls: '45.00', '4550'. */
export function writeAmount(cents: number, currency: string): string {
  return toAmount(cents, currency).toFixed(minorUnitOf(currency).decimals)
}

/** Formats minor units for people: '$45.00', '-$5.00', '¥4,550'. */
export function formatMoney(cents: number, { currency, locale }: { currency: string; locale: string }): string {
  const key = `${currency} ${locale}`
  let formatter = formatters.get(key)
  if (formatter === undefined) {
    const digits = minorUnitOf(currency).decimals
    formatter = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    formatters.set(key, formatter)
  }
  return formatter.format(toAmount(cents, currency))
}

/** The tax included in a price, in minor units. `rate` is a percentage. */
export function includedTax(cents: number, rate: number): number {
  return Math.round((cents * rate) / (100 + rate))
}

// Creating a formatter costs a hundred times as much as using one.
const formatters = new Map<string, Intl.NumberFormat>()

// String() uses an exponent below 1e-6 and from 1e21; toFixed and BigInt write all digits.
function plainDecimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) < 1 ? value.toFixed(20) : BigInt(value).toString()
}
