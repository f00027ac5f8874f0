import { discountOf, type DiscountTerms } from './coupon.ts'

/** The discount on each additional division that a player enters in a season. */
export type SecondDivision = {
  /** Null for no discount. */
  terms: DiscountTerms | null
  /** The player already has a division of the season that was paid in full, so everything in this order is additional. */
  has_division: boolean
}

/**
 * Computes the discount on each of an order's prices, in minor units, before any coupon (docs/product.md, "Prices"). The
 * most expensive counts as the first division and costs its full price, unless the player already has one. Each discount is
 * rounded by itself. If the rest is below the smallest amount that a card can be charged, the discount covers it too.
 */
export function secondDivisionDiscounts(
  prices: readonly number[],
  { terms, has_division }: SecondDivision,
  currency: string,
): number[] {
  if (terms === null) return prices.map(() => 0)
  const first = has_division ? -1 : prices.indexOf(Math.max(...prices))
  return prices.map((price, index) => (index === first ? 0 : discountOf(price, terms, currency)))
}
