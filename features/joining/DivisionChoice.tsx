import { useState } from 'react'
import { addToCart, isCartOf, removeFromCart, useCart } from '#/features/checkout/cart.web.ts'
import { CartBar } from './CartBar.tsx'
import { DivisionCard, type FullLeague } from './DivisionCard.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import type { Division, Season } from '#/features/seasons/contract.ts'
import type { Offer } from '#/features/seasons/offers.ts'

export type Offered = {
  division: Division & Offer
  /** Why it may not suit the player; never a refusal. */
  warning: string | null
  /** The player is already in this league. */
  entered: boolean
  /** The league is full; left out when it is not. */
  full?: FullLeague | undefined
}

export type OfferedGroup = { title: string; note: string; offers: readonly Offered[] }

type DivisionChoiceProps = {
  season: Season
  groups: readonly OfferedGroup[]
  /** The step after choosing. */
  next: { to: string; label: string }
}

/** The divisions of one season as cards with an add-to-cart button. The cart holds one season. */
export function DivisionChoice({ season, groups, next }: DivisionChoiceProps) {
  const chosen = useCart()
  const [replacing, setReplacing] = useState<Division | null>(null)
  const here = isCartOf(season, chosen)
  const add = (division: Division) => addToCart(season, { ...division, season_count: 1 })
  const isInCart = ({ id }: Division) => here && chosen.cart.some((item) => item.id === id)
  const choose = (division: Division) => (here || chosen.cart.length === 0 ? add(division) : setReplacing(division))
  return (
    <>
      {groups
        .filter(({ offers }) => offers.length > 0)
        .map(({ title, note, offers }) => (
          <section key={title} className="mb-10">
            <h2 className="lettering text-2xl">{title}</h2>
            <p className="mt-1 mb-4 text-ink-soft">{note}</p>
            <ul className="grid gap-4 xs:grid-cols-2 lg:grid-cols-3">
              {offers.map(({ division, warning, entered, full }) => (
                <li key={division.id} className="grid">
                  <DivisionCard
                    division={division}
                    warning={warning}
                    full={full}
                    state={entered ? 'entered' : isInCart(division) ? 'in-cart' : 'free'}
                    onAdd={() => choose(division)}
                    onRemove={() => removeFromCart(division.id)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      {here && chosen.cart.length > 0 && <CartBar items={chosen.cart} next={next} />}
      <ConfirmDialog
        open={replacing !== null}
        onClose={() => setReplacing(null)}
        title="Replace your cart?"
        description={`Your cart is for ${chosen.league_name} ${chosen.year}. Each order is for one season only.`}
        confirm={`Start a ${season.name} cart`}
        cancel={`Keep ${chosen.league_name}`}
        onConfirm={() => {
          if (replacing) add(replacing)
          setReplacing(null)
        }}
      />
    </>
  )
}
