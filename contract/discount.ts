import * as z from 'zod/mini'
import type { DiscountTerms } from '#/rules/coupon.ts'
import { formatAmount, toAmount, toCents } from './money.ts'

/** What a discount takes off: percent, or an amount; one of the two. */
export const discount = z.object({ percent: z.nullable(z.int()), amount: z.nullable(z.number()) })
type Discount = z.output<typeof discount>

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
