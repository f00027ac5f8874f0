import { Screen } from '#/web/Screen.tsx'
import { ownRules } from '#/rules/rule-sentences.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { PictureCard } from '#/web/ui/Card.tsx'
import { Court } from '#/web/ui/Court.tsx'
import { listSeasons } from '#/features/calls.gen.ts'
import type { Season } from '#/features/seasons/contract.ts'
import { yearInAddress } from '#/features/seasons/offers.ts'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { formatDay, formatDays } from '#/contract/format.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { courtOfSeason } from './season-court.ts'

/** The seasons on sale. */
export default function JoinLeaguePage() {
  const seasons = useRead(listSeasons, {})
  return (
    <Screen
      title="Join a league"
      lead="Choose a season. You play in your area, and each division has its own table and play-offs."
      actions={
        <ButtonLink to={paths.partnerSearch} variant="secondary">
          Look for a doubles partner
        </ButtonLink>
      }
    >
      <Loaded
        of={seasons}
        loading="Loading the seasons"
        skeleton={{ kind: 'cards', count: 4 }}
        empty={({ items }) =>
          items.length === 0 && (
            <EmptyState picture="no-league" title="No season is on sale">
              Come back soon: the next season appears here on the day its sale begins.
            </EmptyState>
          )
        }
      >
        {({ items }) => (
          <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6">
            {items.map((season) => (
              <li key={season.id} className="grid">
                <SeasonCard season={season} year={yearInAddress(items, season)} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Screen>
  )
}

type SeasonCardProps = {
  season: Season & { entries: number }
  /** Set if the link needs it. */
  year: number | undefined
}

function SeasonCard({ season, year: asked }: SeasonCardProps) {
  const { slug, name, year, starting_date, ending_date, sold_until, rules, entries } = season
  const own = ownRules(rules)
  return (
    <PictureCard
      picture={<Court picture={courtOfSeason(season)} />}
      title={
        <span className="flex items-baseline justify-between gap-3">
          {name} <span className="figures text-ink-soft">{year}</span>
        </span>
      }
      actions={
        <ButtonLink to={paths.divisions(slug, asked)} wide>
          Select
          <span className="sr-only">
            {' '}
            {name} {year}
          </span>
        </ButtonLink>
      }
    >
      <p className="tabular text-ink">{formatDays(starting_date, ending_date)}</p>
      <p className="tabular mt-1 text-sm">{entries === 0 ? 'Be the first to join' : `${entries} joined so far`}</p>
      <p className="tabular text-sm">Open until {formatDay(sold_until)}</p>
      {own.length > 0 && <p className="mt-1 text-sm">{own.join(' ')}</p>}
    </PictureCard>
  )
}
