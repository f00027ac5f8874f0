import { Screen } from '#/web/Screen.tsx'
import { useSearchParams } from '#/web/router.tsx'
import { areaName, listedAreas, type AreaSlug } from '#/contract/areas.ts'
import { listDivisions, listSeasons, type Division, type Season } from '#/features/seasons/contract.ts'
import { isOffered, offerOf, seasonOf, yearInAddress, type Offer } from '#/features/seasons/offers.ts'
import { organization } from '#/contract/organization.ts'
import { listPlaces } from '#/features/wait-list/contract.ts'
import { DivisionChoice, type OfferedGroup } from './DivisionChoice.tsx'
import { Organizers } from './Organizers.tsx'
import { formatDays } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { ClosedArea, isSoldIn } from '#/features/checkout/ClosedArea.tsx'
import { useCart } from '#/features/checkout/cart.web.ts'
import { paths } from '#/contract/paths.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { keepGuestDetails, useGuestDetails } from '#/features/checkout/guest-details.web.ts'
import { GuestLayout } from '#/features/checkout/GuestLayout.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import type { FullLeague } from './DivisionCard.tsx'

/** What is on sale, without signing in: seasons, divisions, prices, areas, and who runs the leagues. */
export default function GuestLeaguesPage() {
  const { location } = useGuestDetails()
  return (
    <GuestLayout screen="leagues" signedIn={paths.joinLeague}>
      <Screen
        title="Leagues"
        lead="Real matches against players of your level, near you. Choose a season and your divisions. We create your account when you pay."
      >
        <Leagues />
        <Organizers area={areaOf(location)} />
      </Screen>
    </GuestLayout>
  )
}

function areaOf(location: string): AreaSlug | undefined {
  return listedAreas().find(({ name }) => name === location)?.slug
}

function Leagues() {
  const [search] = useSearchParams()
  const { location } = useGuestDetails()
  const chosen = useCart()
  const seasons = useRead(listSeasons, {})
  const catalogue = useRead(listDivisions, {})
  const area = areaOf(location)
  // Keep the selection when the guest returns from checkout.
  const asked = search.get('season')
  const wanted =
    asked === null ? { slug: chosen.league_slug, year: chosen.year } : { slug: asked, year: search.get('year') }
  const items = seasons.data?.items ?? []
  const season = seasonOf(items, wanted) ?? items[0]
  const places = useRead(
    listPlaces,
    { query: { season_id: season?.id ?? 0, area: area ?? '' } },
    { enabled: season !== undefined && area !== undefined },
  )
  const fullLeague = ({ id }: Division): FullLeague | undefined =>
    places.data?.places.some(({ division_id, free }) => division_id === id && free === 0)
      ? { place: null, held_until: null, action: <TextLink to={paths.signIn}>Sign in to join the wait-list</TextLink> }
      : undefined
  return (
    <Loaded of={[seasons, catalogue]} loading="Loading the leagues" skeleton={{ kind: 'cards', count: 6 }}>
      {({ items: offered }, { items: divisions }) =>
        !season ? (
          organization().is_open ? (
            <Notice title="No season is on sale">
              Come back soon: the next season appears here on the day its sale begins.
            </Notice>
          ) : (
            <Notice title="This league is being set up">Please come back later: nothing can be joined yet.</Notice>
          )
        ) : (
          <>
            <div className="mb-8 flex flex-col gap-6">
              <RadioGroup
                name="location"
                label="Where do you play?"
                hint="Each area has its own table and play-offs."
                options={listedAreas().map(({ slug }) => ({ value: areaName(slug), label: areaName(slug) }))}
                value={location}
                onChange={(chosenArea) => keepGuestDetails({ location: chosenArea })}
              />
              <TabLinks
                label="Seasons"
                tabs={offered.map((one) => ({
                  to: paths.leaguesOf(one.slug, yearInAddress(offered, one)),
                  label: `${one.name} ${one.year}`,
                  note: formatSeason(one),
                  current: one.id === season.id,
                }))}
              />
            </div>
            {isSoldIn(area) ? (
              <DivisionChoice
                season={season}
                groups={groupsOf(
                  divisions
                    .filter((division) => isOffered(division, season, area))
                    .map((division) => offerOf(division, season, area)),
                  fullLeague,
                )}
                next={{ to: paths.guestPayment, label: 'Continue' }}
              />
            ) : (
              <ClosedArea area={area} signedIn={false} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function formatSeason({ starting_date, ending_date, entries }: Season & { entries: number }): string {
  return `${formatDays(starting_date, ending_date)}${entries > 0 ? ` · ${entries} joined` : ''}`
}

function groupsOf(
  divisions: readonly (Division & Offer)[],
  fullLeague: (division: Division) => FullLeague | undefined,
): OfferedGroup[] {
  const group = (title: string, note: string, belongs: (division: Division) => boolean) => ({
    title,
    note,
    offers: divisions
      .filter(belongs)
      .map((division) => ({ division, warning: null, entered: false, full: fullLeague(division) })),
  })
  return [
    group("Women's singles", 'By NTRP level.', ({ kind, gender }) => kind === 'singles' && gender === 'Female'),
    group("Men's singles", 'By NTRP level.', ({ kind, gender }) => kind === 'singles' && gender === 'Male'),
    group('Singles', 'For everybody.', ({ kind, gender }) => kind === 'singles' && gender === null),
    group('Doubles', 'Two against two, with a partner of your choice.', ({ kind }) => kind === 'doubles'),
  ]
}
