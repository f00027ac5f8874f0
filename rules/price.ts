export type PriceProblem = 'not_a_number' | 'negative' | 'too_many_decimals' | 'too_large'

/** The messages for players. 'Invalid decimal length' is fixed (docs/product.md, "Validation"). */
export const priceSentences: Record<PriceProblem, string> = {
  not_a_number: 'A price is a number of dollars, like 45 or 45.50.',
  negative: 'A price cannot be negative.',
  too_many_decimals: 'Invalid decimal length',
  too_large: 'A price cannot be above $999,999.99.',
}

// Stripe's limit: eight digits of cents.
const mostCents = 99_999_999

/**
 * Dollars of the API to whole cents, digit by digit, to avoid binary rounding. A number is read as its shortest decimal
 * text, as JSON writes it. Text with an exponent is refused.
 */
export function dollarsToCents(value: number | string): { cents: number } | { problem: PriceProblem } {
  const text = typeof value === 'number' ? plainDecimal(value) : value.trim()
  const written = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (written === null) return { problem: 'not_a_number' }
  const [, sign, whole = '', decimals = ''] = written
  if (sign === '-') return { problem: 'negative' }
  if (decimals.length > 2) return { problem: 'too_many_decimals' }
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return cents > mostCents ? { problem: 'too_large' } : { cents }
}

/** Cents as dollars of the API: 4550 is 45.5. */
export function centsToDollars(cents: number): number {
  return cents / 100
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Cents as players read them: '$45.00', '$1,234.50', '-$5.00'. */
export function formatCents(cents: number): string {
  return dollars.format(centsToDollars(cents))
}

// String() uses an exponent below 1e-6 and from 1e21; toFixed and BigInt write all digits.
function plainDecimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) < 1 ? value.toFixed(20) : BigInt(value).toString()
}
