/** The price of a league. Amounts are in the currency's minor unit. */
export type LeaguePrice = {
  /** Null for the division's price. */
  price_cents: number | null
  /** Replaces the price through `early_until` (yyyy-mm-dd). Both are set, or neither. */
  early_price_cents: number | null
  early_until: string | null
}

/** The price of a league on a day of the sale (docs/product.md, "Prices"). */
export function priceOn(
  today: string,
  { price_cents, early_price_cents, early_until }: LeaguePrice,
  division_cents: number,
): number {
  if (early_price_cents !== null && early_until !== null && today <= early_until) return early_price_cents
  return price_cents ?? division_cents
}

/** Problems with the price that an owner enters for a league, by field. Empty if there are none. */
export function leaguePriceProblems(
  { price_cents, early_price_cents, early_until }: LeaguePrice,
  { division_cents, sold_until }: { division_cents: number; sold_until: string },
): Partial<Record<'early_price' | 'early_until', string>> {
  if (early_price_cents === null && early_until === null) return {}
  if (early_price_cents === null) return { early_price: 'Please enter the price until that day.' }
  if (early_until === null) return { early_until: 'Please enter the last day of this price.' }
  if (early_price_cents >= (price_cents ?? division_cents))
    return { early_price: 'The early price must be below the price afterwards.' }
  if (early_until > sold_until) return { early_until: 'The early price must end by the last day of the sale.' }
  return {}
}
