import { Suspense, useState, type ReactNode } from 'react'
import { addToCart, isCartOf, removeFromCart, useCart } from '#/features/checkout/cart.web.ts'
import type { Division, Season } from '#/features/seasons/contract.ts'
import { formatOff } from '#/contract/money.ts'
import { lazyPart } from '#/web/lazy-part.tsx'
import { onDemand } from '#/web/on-demand.tsx'
import { CartBar } from './CartBar.tsx'

const ReplaceCartDialog = onDemand(() => import('./ReplaceCartDialog.tsx').then((part) => part.ReplaceCartDialog))
// Few seasons discount additional divisions. Until this code loads, the cart shows full prices, but the server computes
// the charge.
const DiscountedCartBar = lazyPart(() => import('./DiscountedCartBar.tsx'), CartBar)

/** The effects of a choice on the cart. */
export type Choosing = {
  isInCart: (division: Division) => boolean
  choose: (division: Division) => void
  remove: (division: Division) => void
}

type SeasonCartProps = {
  season: Season
  /** The step after choosing. */
  next: { to: string; label: string }
  children: (choosing: Choosing) => ReactNode
}

/** The cart below a season's divisions. It holds one season and asks before switching. */
export function SeasonCart({ season, next, children }: SeasonCartProps) {
  const chosen = useCart()
  const [replacing, setReplacing] = useState<Division | null>(null)
  const here = isCartOf(season, chosen)
  const add = (division: Division) => addToCart(season, { ...division, season_count: 1 })
  const { second_division } = season
  const bar = here && chosen.cart.length > 0 && <CartBar items={chosen.cart} next={next} />
  return (
    <>
      {second_division && (
        <p className="mb-6 font-[650]">
          Each additional division of this season is{' '}
          <span className="whitespace-nowrap">{formatOff(second_division)} off.</span>
        </p>
      )}
      {children({
        isInCart: ({ id }) => here && chosen.cart.some((item) => item.id === id),
        choose: (division) => (here || chosen.cart.length === 0 ? add(division) : setReplacing(division)),
        remove: ({ id }) => removeFromCart(id),
      })}
      {bar && second_division ? (
        <Suspense fallback={bar}>
          <DiscountedCartBar season={season} items={chosen.cart} next={next} />
        </Suspense>
      ) : (
        bar
      )}
      {replacing && (
        <ReplaceCartDialog
          season={season}
          chosen={chosen}
          onClose={() => setReplacing(null)}
          onConfirm={() => {
            add(replacing)
            setReplacing(null)
          }}
        />
      )}
    </>
  )
}
