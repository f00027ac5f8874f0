import type { ComponentProps } from 'react'
import { toCents } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { useSecondDivision } from '#/features/checkout/use-second-division.web.ts'
import type { Season } from '#/features/seasons/contract.ts'
import { secondDivisionDiscounts } from '#/rules/second-division.ts'
import { CartBar } from './CartBar.tsx'

/** The cart in a season with a discount on additional divisions. */
export default function DiscountedCartBar({
  season,
  items,
  next,
}: ComponentProps<typeof CartBar> & { season: Season }) {
  const second = useSecondDivision(season) ?? { terms: null, has_division: false, highest_cents: null }
  const prices = items.map(({ price }) => toCents(price))
  const offs = secondDivisionDiscounts(prices, second, organization().currency)
  return <CartBar items={items} off={offs.reduce((sum, off) => sum + off, 0)} next={next} />
}
