import { formatAmount, formatPrice, toCents } from '#/contract/money.ts'
import type { ReactNode } from 'react'
import { courtOf } from '#/contract/courts.ts'
import { formatDay, formatMoment } from '#/contract/format.ts'
import { formatOrdinal } from '#/contract/locale.ts'
import { formatAges } from '#/rules/age-group.ts'
import { paths } from '#/contract/paths.ts'
import type { Division } from '#/features/seasons/contract.ts'
import type { Offer } from '#/features/seasons/offers.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'

/** The player's place on a full league's wait-list. `held_until`: until then a place is held, which they buy as usual. `price`: what joining costs this player, where it is less. */
export type FullLeague = { place: number | null; held_until: string | null; price: ReactNode; action: ReactNode }

type DivisionCardProps = {
  division: Division & Offer
  /** Why it may not suit the player; never a refusal. */
  warning: string | null
  full: FullLeague | undefined
  state: 'free' | 'in-cart' | 'entered'
  onAdd: () => void
  onRemove: () => void
}

/** A division on sale, with the button that fits its state. */
export function DivisionCard({ division, warning, full, state, onAdd, onRemove }: DivisionCardProps) {
  const shut = full !== undefined && full.held_until === null
  const name = <span className="sr-only">: {division.name}</span>
  const ages = formatAges(division)
  return (
    <PictureCard
      level={3}
      picture={<Court picture={courtOf(division.image)} />}
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
      <p className="figures text-xl text-ink">
        {division.varies ? `from ${formatAmount(division.price)}` : formatPrice(toCents(division.price))}
      </p>
      {ages !== null && <p className="mt-1 text-sm">{ages}</p>}
      {division.early_until !== null && state !== 'entered' && (
        <p className="mt-1 text-sm">Early price up to {formatDay(division.early_until)}</p>
      )}
      {full && state === 'free' && (
        <p className="mt-1 text-sm">
          {formatFull(full)}
          {full.price}
        </p>
      )}
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
