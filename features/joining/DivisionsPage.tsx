import { Suspense } from 'react'
import { Screen } from '#/web/Screen.tsx'
import { useParams, useSearchParams } from '#/web/router.tsx'
import { getUser, listDivisions, listSeasons, listMyLeagues } from '#/features/calls.gen.ts'
import type { User } from '#/features/accounts/contract.ts'
import { areaName, readArea } from '#/contract/areas.ts'
import { useFullLeagues } from './use-full-leagues.tsx'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { levelName } from '#/contract/levels.ts'
import type { Division, Season } from '#/features/seasons/contract.ts'
import { isMeantFor } from '#/rules/gender.ts'
import { organization } from '#/contract/organization.ts'
import { findMisfit, formatMisfit } from '#/features/seasons/fit.ts'
import { isOffered, offerOf, seasonOf, saleProblemAt } from '#/features/seasons/offers.ts'
import { now } from '#/web/now.ts'
import { DivisionChoice, type Offered } from './DivisionChoice.tsx'
import { formatDays } from '#/contract/format.ts'
import { formatKinds } from './format.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { lazyPart } from '#/web/lazy-part.tsx'

// Loaded on demand, because few areas are closed.
const ClosedArea = lazyPart(() => import('#/features/checkout/ClosedArea.tsx'))

/** The divisions of one season, to add to the cart. */
export default function DivisionsPage() {
  const { slug = '' } = useParams()
  const seasons = useRead(listSeasons, {})
  const divisions = useRead(listDivisions, {})
  const leagues = useRead(listMyLeagues, {})
  const me = useRead(getUser, {})
  const [search] = useSearchParams()
  const season = seasonOf(seasons.data?.items ?? [], { slug, year: search.get('year') })

  if (seasons.data && !season)
    return (
      <Screen title="Season not found">
        <EmptyState picture="lost" title="Out" action={<ButtonLink to={paths.joinLeague}>See all seasons</ButtonLink>}>
          This season is not on sale.
        </EmptyState>
      </Screen>
    )
  return (
    <Screen
      title={season ? `${season.name} ${season.year}` : 'Divisions'}
      kicker={<TextLink to={paths.joinLeague}>All seasons</TextLink>}
      lead={season && formatDays(season.starting_date, season.ending_date)}
    >
      <Loaded
        of={[seasons, divisions, leagues, me]}
        loading="Loading the divisions"
        skeleton={{ kind: 'cards', count: 6 }}
      >
        {(_, { items }, entries, { user }) =>
          season && <Divisions season={season} divisions={items} leagues={entries} user={user} />
        }
      </Loaded>
    </Screen>
  )
}

type DivisionsProps = { season: Season; divisions: Division[]; leagues: LeagueEntry[]; user: User }

function Divisions({ season, divisions, leagues, user }: DivisionsProps) {
  const area = readArea(user.location)
  const fullLeague = useFullLeagues(season, area)
  const entered = (division: Division) =>
    leagues.some(
      (league) =>
        league.level_slug === division.slug &&
        league.league_slug === season.slug &&
        league.year === season.year &&
        areaName(league.area) === user.location,
    )
  if (saleProblemAt(now(), area) !== null)
    return (
      <Suspense>
        <ClosedArea area={area} signedIn />
      </Suspense>
    )
  const offered = divisions
    .filter((division) => isOffered(division, season, area))
    .map((division) => offerOf(division, season, area))
  if (offered.length === 0)
    return (
      <EmptyState
        picture="no-league"
        title="No divisions"
        action={<ButtonLink to={paths.joinLeague}>See all seasons</ButtonLink>}
      >
        {user.location === null
          ? 'No division is offered in this season.'
          : `No division is offered in ${user.location} in this season.`}
      </EmptyState>
    )
  const offers = offered.map((division) => ({
    division,
    warning: warningFor(division, season, user),
    entered: entered(division),
    full: fullLeague(division),
  }))
  // Other levels for this player's gender come before the rest.
  const isOwn = ({ division: { gender } }: Offered) => isMeantFor(gender, user.gender, organization().genders)
  const own = offers.filter(({ warning }) => warning === null)
  const kinds = formatKinds(
    own.map(({ division }) => division),
    user.singles_level,
  )
  const groups = [
    {
      title: 'For you',
      note: user.location === null ? `${kinds}.` : `In ${user.location}. ${kinds}.`,
      offers: own,
    },
    {
      title: 'Other divisions',
      note: 'You can join these too. They are meant for other levels or players.',
      offers: offers.filter(({ warning }) => warning !== null).toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a))),
    },
  ]
  return <DivisionChoice season={season} groups={groups} next={{ to: paths.orderSummary, label: 'Order summary' }} />
}

/** A hint for a player who may have chosen the wrong division; never a refusal (docs/product.md, "Area"). */
function warningFor(division: Division, { year }: Season, user: User): string | null {
  const misfit = findMisfit(division, year, user)
  if (misfit === null) return null
  const why = formatMisfit(misfit, division, year, 'your')
  const isOfLevel = misfit === 'above' || misfit === 'below'
  return isOfLevel && user.singles_level !== null ? `${why}: you play ${levelName(user.singles_level)}.` : `${why}.`
}
