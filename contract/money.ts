import { minorUnitOf } from '#/rules/currency.ts'
import type { DiscountTerms } from '#/rules/coupon.ts'
import * as price from '#/rules/price.ts'
import { organization } from './organization.ts'

// The organization's currency. An amount is what people type and the wire carries, 45.5; `_cents` are whole minor units.

/** Minor units as people read them: '$45.00', '¥4,550'. */
export function formatCents(cents: number): string {
  return price.formatMoney(cents, organization())
}

/** A price as buyers read it: 'Free' where there is nothing to pay. */
export function formatPrice(cents: number): string {
  return cents === 0 ? 'Free' : formatCents(cents)
}

/** An amount of the wire: '$39.00'. */
export function formatAmount(amount: number): string {
  return formatCents(toCents(amount))
}

/** An amount of the wire in whole minor units, to add it up. */
export function toCents(amount: number): number {
  return price.toCents(amount, organization().currency)
}

/** Minor units as an amount of the wire. */
export function toAmount(cents: number): number {
  return price.toAmount(cents, organization().currency)
}

/** Minor units as an amount in text, with all digits and without a sign: '45.00'. */
export function writeAmount(cents: number): string {
  return price.writeAmount(cents, organization().currency)
}

/** What a discount takes off, on the wire: percent, or an amount. */
type Discount = { percent: number | null; amount: number | null }

/** A discount of the wire, for the rules. */
export function termsOf({ percent, amount }: Discount): DiscountTerms {
  return { percent, amount_cents: amount === null ? null : toCents(amount) }
}

/** The same, the other way around. */
export function discountOfTerms({ percent, amount_cents }: DiscountTerms): Discount {
  return { percent, amount: amount_cents === null ? null : toAmount(amount_cents) }
}

/** '10 %' or '$5.00'. */
export function formatOff({ percent, amount }: Discount): string {
  return percent === null ? formatAmount(amount ?? 0) : `${percent} %`
}

/** How many minor units make one of the currency, for SQL that answers amounts. */
export function minorUnits(): number {
  return 10 ** minorUnitOf(organization().currency).exponent
}

/** The currency's sign, in front of a field for an amount: '$', 'A$', '¥'. */
export function currencySign(): string {
  const { currency, locale } = organization()
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** A price as somebody has typed it, in minor units, or why it is none. */
export function readPrice(value: number | string): { cents: number } | { problem: string } {
  const read = price.parsePrice(value, organization().currency)
  return 'cents' in read ? read : { problem: sentences[read.problem]() }
}

/** What a price looks like: '45 or 45.50'. */
export function exampleOfPrice(): string {
  return minorUnitOf(organization().currency).decimals === 0 ? '4500' : '45 or 45.50'
}

// 'Invalid decimal length' is fixed (docs/product.md, "Validation").
const sentences: Record<price.PriceProblem, () => string> = {
  not_a_number: () => `A price is a number, like ${exampleOfPrice()}.`,
  negative: () => 'A price cannot be negative.',
  too_many_decimals: () => 'Invalid decimal length',
  too_large: () => `A price cannot be above ${formatCents(price.MOST_CENTS)}.`,
}
