import { toCents } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { useSecondDivision } from '#/features/checkout/use-second-division.web.ts'
import type { Season } from '#/features/seasons/contract.ts'
import { formatJoining } from '#/features/wait-list/format.ts'
import { secondDivisionDiscounts } from '#/rules/second-division.ts'

/**
 * A full league's price for a player who already has a division of the season. Renders nothing if it is the usual
 * price.
 */
export default function WaitPrice({ season, price }: { season: Season; price: number }) {
  const second = useSecondDivision(season)
  if (second === null) return null
  const price_cents = toCents(price)
  const [off_cents = 0] = secondDivisionDiscounts([price_cents], second, organization().currency)
  return off_cents > 0 && ` ${formatJoining({ price_cents, off_cents, may_change: true })}`
}
