import { formatCents } from '#/contract/money.ts'

type Joining = {
  price_cents: number
  /** The discount for a player who already has a division of the season. */
  off_cents: number
  /** Whether the price may change before they join. */
  may_change: boolean
}

/**
 * The price for a waiting player: 'Joining costs $39.00.', 'Joining costs $35.10 today, $3.90 less as a further
 * division of this season. …'
 */
export function formatJoining({ price_cents, off_cents, may_change }: Joining): string {
  const cents = price_cents - off_cents
  const price = cents > 0 ? `Joining costs ${formatCents(cents)}` : 'Joining is free'
  if (!may_change) return `${price}.`
  const less = off_cents > 0 ? `, ${formatCents(off_cents)} less as an additional division of this season` : ''
  return `${price} today${less}. You pay the price on the day you join.`
}
