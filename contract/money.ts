import { minorUnitOf } from '#/rules/currency.ts'
import type { DiscountTerms } from '#/rules/coupon.ts'
import * as price from '#/rules/price.ts'
import { organization } from './organization.ts'

// In the organization's currency. An amount is what people type and the API carries, 45.5; `_cents` are whole minor
// units.

/** Formats minor units: '$45.00', '¥4,550'. */
export function formatCents(cents: number): string {
  return price.formatMoney(cents, organization())
}

/** Formats a price for buyers: 'Free' if there is nothing to pay. */
export function formatPrice(cents: number): string {
  return cents === 0 ? 'Free' : formatCents(cents)
}

/** Formats an amount of the API: '$39.00'. */
export function formatAmount(amount: number): string {
  return formatCents(toCents(amount))
}

/** Converts an amount of the API to whole minor units, for adding up. */
export function toCents(amount: number): number {
  return price.toCents(amount, organization().currency)
}

/** Converts minor units to an amount of the API. */
export function toAmount(cents: number): number {
  return price.toAmount(cents, organization().currency)
}

/** Writes minor units with all digits and no sign: '45.00'. */
export function writeAmount(cents: number): string {
  return price.writeAmount(cents, organization().currency)
}

/** The terms of a discount in the API: a percentage or an amount. */
type Discount = { percent: number | null; amount: number | null }

/** Converts a discount of the API to the terms that the rules use. */
export function termsOf({ percent, amount }: Discount): DiscountTerms {
  return { percent, amount_cents: amount === null ? null : toCents(amount) }
}

/** The inverse of `termsOf`. */
export function discountOfTerms({ percent, amount_cents }: DiscountTerms): Discount {
  return { percent, amount: amount_cents === null ? null : toAmount(amount_cents) }
}

/** '10 %' or '$5.00'. */
export function formatOff({ percent, amount }: Discount): string {
  return percent === null ? formatAmount(amount ?? 0) : `${percent} %`
}

/** The number of minor units in one unit of the currency, for SQL that returns amounts. */
export function minorUnits(): number {
  return 10 ** minorUnitOf(organization().currency).exponent
}

/** The currency's sign, shown before a field for an amount: '$', 'A$', '¥'. */
export function currencySign(): string {
  const { currency, locale } = organization()
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** Parses a typed price to minor units, or says why it is not one. */
export function readPrice(value: number | string): { cents: number } | { problem: string } {
  const read = price.parsePrice(value, organization().currency)
  return 'cents' in read ? read : { problem: sentences[read.problem]() }
}

/** An example of a price: '45 or 45.50'. */
export function exampleOfPrice(): string {
  return minorUnitOf(organization().currency).decimals === 0 ? '4500' : '45 or 45.50'
}

// The specification fixes 'Invalid decimal length' (docs/product.md, "Validation").
const sentences: Record<price.PriceProblem, () => string> = {
  not_a_number: () => `A price is a number, like ${exampleOfPrice()}.`,
  negative: () => 'A price cannot be negative.',
  too_many_decimals: () => 'Invalid decimal length',
  too_large: () => `A price cannot be above ${formatCents(price.MOST_CENTS)}.`,
}
