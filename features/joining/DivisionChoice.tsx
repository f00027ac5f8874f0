import { DivisionCard, type FullLeague } from './DivisionCard.tsx'
import type { Division, Season } from '#/features/seasons/contract.ts'
import type { Offer } from '#/features/seasons/offers.ts'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { paths } from '#/contract/paths.ts'
import { SeasonCart } from './SeasonCart.tsx'

export type Offered = {
  division: Division & Offer
  /** Why it may not suit the player. A hint only. */
  warning: string | null
  /** Whether the player is already in this league. */
  entered: boolean
  /** Set if the league is full. */
  full?: FullLeague | undefined
}

export type OfferedGroup = { title: string; note: string; offers: readonly Offered[] }

type DivisionChoiceProps = {
  season: Season
  groups: readonly OfferedGroup[]
  /** The step after choosing. */
  next: { to: string; label: string }
}

/** The divisions of one season as cards with an add-to-cart button. */
export function DivisionChoice({ season, groups, next }: DivisionChoiceProps) {
  return (
    <SeasonCart season={season} next={next}>
      {({ isInCart, choose, remove }) =>
        groups
          .filter(({ offers }) => offers.length > 0)
          .map(({ title, note, offers }) => (
            <section key={title} className="mb-10">
              <h2 className="lettering text-2xl">{title}</h2>
              <p className="mt-1 mb-4 text-ink-soft">
                {note}
                {offers.some(({ division }) => division.kind === 'doubles') && (
                  <>
                    {' '}
                    No partner for doubles yet? <TextLink to={paths.partnerSearch}>Look for one</TextLink>
                  </>
                )}
              </p>
              <ul className="grid gap-4 xs:grid-cols-2 lg:grid-cols-3">
                {offers.map(({ division, warning, entered, full }) => (
                  <li key={division.id} className="grid">
                    <DivisionCard
                      division={division}
                      warning={warning}
                      full={full}
                      state={entered ? 'entered' : isInCart(division) ? 'in-cart' : 'free'}
                      onAdd={() => choose(division)}
                      onRemove={() => remove(division)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))
      }
    </SeasonCart>
  )
}
