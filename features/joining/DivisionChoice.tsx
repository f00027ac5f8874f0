import { useState, type ReactNode } from 'react'
import { courtOf } from '#/contract/courts.ts'
import { addToCart, isCartOf, removeFromCart, useCart } from '#/features/checkout/cart.web.ts'
import { paths } from '#/contract/paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import type { Division, Season } from '#/features/seasons/contract.ts'
import { formatDollars, toCents, formatMoment, formatOrdinal } from '#/contract/format.ts'

export type Offered = {
  division: Division
  /** Why it may not suit the player; never a refusal. */
  warning: string | null
  /** The player is already in this league. */
  entered: boolean
  /** The league is full; left out when it is not. */
  full?: FullLeague | undefined
}

/** The player's place on a full league's wait-list. `held_until`: until then a place is held, which they buy as usual. */
export type FullLeague = { place: number | null; held_until: string | null; action: ReactNode }

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
                    state={
                      entered
                        ? 'entered'
                        : here && chosen.cart.some(({ id }) => id === division.id)
                          ? 'in-cart'
                          : 'free'
                    }
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

type DivisionCardProps = {
  division: Division
  /** Why it may not suit the player; never a refusal. */
  warning: string | null
  full: FullLeague | undefined
  state: 'free' | 'in-cart' | 'entered'
  onAdd: () => void
  onRemove: () => void
}

function DivisionCard({ division, warning, full, state, onAdd, onRemove }: DivisionCardProps) {
  const shut = full !== undefined && full.held_until === null
  const name = <span className="sr-only">: {division.name}</span>
  return (
    <PictureCard
      level={3}
      picture={<Court slug={courtOf(division.image)} />}
      corner={
        state === 'entered' ? (
          <Badge tone="live">You are in</Badge>
        ) : state === 'in-cart' ? (
          <Badge tone="info">In your cart</Badge>
        ) : shut ? (
          <Badge tone="warn">Full</Badge>
        ) : full ? (
          <Badge tone="good">Place held for you</Badge>
        ) : null
      }
      selected={state === 'in-cart'}
      title={division.name}
      actions={
        state === 'entered' ? (
          <ButtonLink to={paths.myLeague} variant="quiet" wide>
            My league
          </ButtonLink>
        ) : state === 'in-cart' ? (
          <Button variant="secondary" wide onClick={onRemove} className="scroll-mb-32">
            Remove
            {name}
          </Button>
        ) : shut ? (
          full.action
        ) : (
          <Button wide onClick={onAdd} className="scroll-mb-32">
            Add to Cart
            {name}
          </Button>
        )
      }
    >
      <p className="figures text-xl text-ink">{formatDollars(division.price)}</p>
      {full && state === 'free' && <p className="mt-1 text-sm">{formatFull(full)}</p>}
      {warning && <p className="mt-1 text-sm">{warning}</p>}
    </PictureCard>
  )
}

function formatFull({ place, held_until }: FullLeague): string {
  if (held_until !== null) return `We are holding a place for you until ${formatMoment(held_until)}.`
  return place === null
    ? 'This league is full. You can join the wait-list.'
    : `You are ${formatOrdinal(place)} on the wait-list.`
}

/** The cart's contents and the next step; stays in view. */
function CartBar({ items, next }: { items: readonly { price: number }[]; next: { to: string; label: string } }) {
  const total = items.reduce((sum, { price }) => sum + toCents(price), 0) / 100
  return (
    <div className="sticky bottom-3 z-20 flex items-center justify-between gap-4 rounded-md border-2 border-ink bg-surface p-3 pl-4 shadow-lift">
      <output className="leading-tight">
        <span className="figures block text-xl">{formatDollars(total)}</span>
        <span className="text-sm text-ink-soft">
          {items.length} {items.length === 1 ? 'division' : 'divisions'} in your cart
        </span>
      </output>
      <ButtonLink to={next.to}>{next.label}</ButtonLink>
    </div>
  )
}
