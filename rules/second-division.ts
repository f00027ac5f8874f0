import { discountOf, type DiscountTerms } from './coupon.ts'
import { smallestChargeOf } from './smallest-charge.ts'

/** The discount on each additional division that a player enters in a season. */
export type SecondDivision = {
  /** Null for no discount. */
  terms: DiscountTerms | null
  /** The player already has a division of the season that was paid in full, so everything in this order is additional. */
  has_division: boolean
  /** The highest full price of the player's divisions. Null if it is unknown, as with a free season. */
  highest_cents: number | null
}

/**
 * Computes the discount on each of an order's prices, in minor units, before any coupon (docs/product.md, "Prices"). The
 * most expensive counts as the first division and costs its full price, unless the player already has one. If the player
 * has a cheaper one, the most expensive gets the discount of that one, so that the order of buying does not matter. Each
 * discount is rounded by itself. If the rest is below the smallest amount that a card can be charged, the discount covers
 * it too.
 */
export function secondDivisionDiscounts(
  prices: readonly number[],
  { terms, has_division, highest_cents }: SecondDivision,
  currency: string,
): number[] {
  if (terms === null) return prices.map(() => 0)
  const highest = Math.max(...prices)
  const first = has_division && (highest_cents === null || highest_cents >= highest) ? -1 : prices.indexOf(highest)
  return prices.map((price, index) => {
    if (index !== first) return discountOf(price, terms, currency)
    if (!has_division || highest_cents === null) return 0
    return Math.min(discountOf(highest_cents, terms, currency), price - smallestChargeOf(currency))
  })
}

/** A division that a player has. `full_cents`: its price without discounts, null if unknown. */
export type HeldDivision = { full_cents: number | null; second_division_cents: number }

/** Whether what remains after leaving a division costs at least what one order of it would cost. */
export function canLeaveDivision(
  remaining: readonly HeldDivision[],
  left: HeldDivision,
  terms: DiscountTerms | null,
  currency: string,
): boolean {
  return shortfallOf(remaining, terms, currency) <= shortfallOf([...remaining, left], terms, currency)
}

/** By how much the divisions cost less than in one order, in minor units. */
function shortfallOf(held: readonly HeldDivision[], terms: DiscountTerms | null, currency: string): number {
  const prices = held.flatMap(({ full_cents }) => full_cents ?? [])
  if (prices.length < held.length || prices.length === 0) return 0
  const given = sumOf(held.map(({ second_division_cents }) => second_division_cents))
  // Once the season has no discount, one division in full still carries the others.
  if (terms === null) return held.every(({ second_division_cents }) => second_division_cents > 0) ? given : 0
  const none = { terms, has_division: false, highest_cents: null }
  return Math.max(0, given - sumOf(secondDivisionDiscounts(prices, none, currency)))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
