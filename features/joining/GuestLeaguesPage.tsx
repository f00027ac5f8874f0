import { Suspense, useEffect } from 'react'
import { Screen } from '#/web/Screen.tsx'
import { useSearchParams } from '#/web/router.tsx'
import { areaName, listedAreas, type AreaSlug } from '#/contract/areas.ts'
import { listDivisions, listSeasons, listPlaces } from '#/features/calls.gen.ts'
import type { Division, Season } from '#/features/seasons/contract.ts'
import { entriesOf, isOffered, offerOf, seasonOf, yearInAddress, saleProblemAt } from '#/features/seasons/offers.ts'
import { hasAges } from '#/rules/age-group.ts'
import { now } from '#/web/now.ts'
import { organization } from '#/contract/organization.ts'
import { Organizers } from './Organizers.tsx'
import { formatShortDay } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { useCart } from '#/features/checkout/cart.web.ts'
import { paths } from '#/contract/paths.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { keepGuestDetails, useGuestDetails } from '#/features/accounts/guest-details.web.ts'
import { GuestLayout } from '#/features/checkout/GuestLayout.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'
import { DivisionTable, type OfferedRow } from './DivisionTable.tsx'
import { FindForm } from './FindForm.tsx'
import { among, fits, readWanted, type Wanted } from './finding.ts'
import { SeasonCart } from './SeasonCart.tsx'

// Loaded on demand, because few areas are closed.
const ClosedArea = lazyPart(() => import('#/features/checkout/ClosedArea.tsx'))

/**
 * The leagues on sale without signing in: a form about the visitor, then the matching divisions with entrants and
 * price.
 */
export default function GuestLeaguesPage() {
  const wanted = useWanted()
  return (
    <GuestLayout screen="leagues" signedIn={paths.joinLeague}>
      <Screen
        title="Find your league"
        lead="Real matches against players of your level, near you. We create your account when you pay."
      >
        <Leagues wanted={wanted} />
        <Organizers area={wanted.area} />
      </Screen>
    </GuestLayout>
  )
}

/** The visitor's choices. Those in the address are filled in at the checkout and at sign-up. */
function useWanted(): Wanted {
  const [search] = useSearchParams()
  const { location, gender, singles_level } = useGuestDetails()
  const wanted = readWanted(search, { area: areaOf(location), gender, singles_level })
  const chosen = {
    location: search.has('area') && wanted.area !== undefined ? areaName(wanted.area) : location,
    gender: search.has('who') ? (wanted.gender ?? gender) : gender,
    singles_level: organization().levels.some(({ key }) => key === search.get('level'))
      ? (wanted.level ?? singles_level)
      : singles_level,
  }
  const isNew = chosen.location !== location || chosen.gender !== gender || chosen.singles_level !== singles_level
  useEffect(() => {
    if (isNew) keepGuestDetails(chosen)
  })
  return wanted
}

function areaOf(location: string): AreaSlug | undefined {
  return listedAreas().find(({ name }) => name === location)?.slug
}

function Leagues({ wanted }: { wanted: Wanted }) {
  const [search] = useSearchParams()
  const chosen = useCart()
  const seasons = useRead(listSeasons, {})
  const catalogue = useRead(listDivisions, {})
  const { area } = wanted
  // The selection is kept while the visitor is at the checkout.
  const asked = search.get('season')
  const sought =
    asked === null ? { slug: chosen.league_slug, year: chosen.year } : { slug: asked, year: search.get('year') }
  const items = seasons.data?.items ?? []
  const season = seasonOf(items, sought) ?? items[0]
  const places = useRead(
    listPlaces,
    { query: { season_id: season?.id ?? 0, area: area ?? '' } },
    { enabled: season !== undefined && area !== undefined, keepPrevious: true },
  )
  const isFull = ({ id }: Division) =>
    area !== undefined &&
    (places.data?.places.some(({ division_id, free }) => division_id === id && free === 0) ?? false)
  return (
    <Loaded of={[seasons, catalogue]} loading="Loading the leagues" skeleton={{ kind: 'cards', count: 6 }}>
      {({ items: offered }, { items: divisions }) =>
        !season ? (
          organization().is_open ? (
            <Notice title="No season is on sale">
              Come back soon: the next season appears here on the day its sale begins.
            </Notice>
          ) : (
            <Notice title="This league is being set up">You cannot join yet. Please come back later.</Notice>
          )
        ) : (
          <>
            <div className="mb-6 flex flex-col gap-6">
              <FindForm wanted={among(divisions, wanted)} divisions={divisions} />
              <TabLinks
                label="Seasons"
                tabs={offered.map((one) => ({
                  to: paths.leaguesOf(one.slug, yearInAddress(offered, one), {
                    area: search.get('area'),
                    who: search.get('who'),
                    level: search.get('level'),
                    age: search.get('age'),
                  }),
                  label: `${one.name} ${one.year}`,
                  note: formatSeason(one),
                  current: one.id === season.id,
                }))}
              />
            </div>
            {saleProblemAt(now(), area) === null ? (
              <Found
                season={season}
                wanted={among(divisions, wanted)}
                rows={divisions
                  .filter((division) => isOffered(division, season, area))
                  .map((division) => ({
                    division: offerOf(division, season, area),
                    entries: entriesOf(division, season, area),
                    is_full: isFull(division),
                  }))}
              />
            ) : (
              <Suspense>
                <ClosedArea area={area} signedIn={false} />
              </Suspense>
            )}
          </>
        )
      }
    </Loaded>
  )
}

type FoundProps = { season: Season; wanted: Wanted; rows: readonly OfferedRow[] }

/** The matching divisions, and all others below them: those can be joined too. */
function Found({ season, wanted, rows }: FoundProps) {
  // Divisions for a chosen age group come first; those for every age match too.
  const fitting = rows
    .filter(({ division }) => fits(division, wanted))
    .toSorted((a, b) => (wanted.age === null ? 0 : Number(hasAges(b.division)) - Number(hasAges(a.division))))
  const others = rows.filter(({ division }) => !fits(division, wanted))
  const where = wanted.area === undefined ? '' : ` in ${areaName(wanted.area)}`
  return (
    <SeasonCart season={season} next={{ to: paths.guestPayment, label: 'Continue' }}>
      {(choosing) => (
        <div className="flex flex-col gap-10">
          {fitting.length > 0 ? (
            <DivisionTable
              {...choosing}
              caption={others.length === 0 ? `All divisions${where}` : `What fits you${where}`}
              starting_date={season.starting_date}
              rows={fitting}
            />
          ) : (
            <Notice title={rows.length === 0 ? `No division is offered${where}` : `Nothing fits${where}`}>
              {rows.length === 0
                ? 'Please choose another season or area.'
                : 'Please choose another season, or one of the other divisions below: you can join those too.'}
            </Notice>
          )}
          {others.length > 0 && (
            <DivisionTable {...choosing} caption="Other divisions" starting_date={season.starting_date} rows={others} />
          )}
        </div>
      )}
    </SeasonCart>
  )
}

function formatSeason({ starting_date, entries }: Season & { entries: number }): string {
  return `From ${formatShortDay(starting_date)}${entries > 0 ? ` · ${entries} joined` : ''}`
}
