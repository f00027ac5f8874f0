import { discountOf, type DiscountTerms } from './coupon.ts'

/** What each further division of a season costs less for a player. */
export type SecondDivision = {
  /** Null: nothing. */
  terms: DiscountTerms | null
  /** The player has a division of the season that cost something: all that is bought now is a further one. */
  has_division: boolean
}

/**
 * What is taken off each price of an order, in minor units, before any coupon (docs/product.md, "Prices"). The dearest is
 * the first division and paid in full, unless the player has one. Each is rounded for itself, and what would be left of it
 * and is less than a card can be charged is taken off too.
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
