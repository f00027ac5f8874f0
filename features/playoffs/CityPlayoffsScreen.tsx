import { allAreas, areaName, type AreaSlug } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { listCityPlayoffs, listMyLeagues } from '#/features/calls.gen.ts'
import type { LeagueEntry } from '#/features/leagues/contract.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Table, type Column } from '#/web/ui/Table.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { CityPlayoffs } from './contract.ts'
import { formatCityStage } from './format.ts'

/** The player's own brackets, and the newest play-offs of each division of a city. */
export function CityPlayoffsScreen({ city }: { city: AreaSlug }) {
  const playoffs = useRead(
    listCityPlayoffs,
    { query: { city } },
    { live: { topics: () => [`area:${city}`], says: 'The play-offs have changed.' } },
  )
  const leagues = useRead(listMyLeagues, {})
  return (
    <Screen title={`Play-offs in ${areaName(city)}`} lead="After each season, the top half of each league qualifies.">
      <div className="flex flex-col gap-6">
        <TabLinks
          label="Cities"
          tabs={allAreas().map(({ slug }) => ({
            to: paths.playoffDivisions(slug),
            label: areaName(slug),
            current: slug === city,
          }))}
        />
        <Loaded
          of={[playoffs, leagues]}
          loading="Loading the play-offs"
          skeleton={{ kind: 'rows', count: 8 }}
          empty={({ playoffs: rows }) =>
            rows.length === 0 && (
              <EmptyState picture="no-matches" title="No result found">
                The play-offs of a season are drawn once its last day is over.
              </EmptyState>
            )
          }
        >
          {({ playoffs: rows }, mine) => (
            <>
              <MyBrackets leagues={mine} />
              <Table
                caption={`Play-offs in ${areaName(city)}`}
                hideCaption
                columns={columns(city)}
                rows={rows}
                rowKey={({ league_id }) => league_id}
                marked={({ league_id }) => mine.some((league) => league.league_id === league_id)}
              />
            </>
          )}
        </Loaded>
      </div>
    </Screen>
  )
}

/** How many of the player's leagues have a direct link. */
const MOST_MINE = 3

/** The player's newest brackets. */
function MyBrackets({ leagues }: { leagues: readonly LeagueEntry[] }) {
  const mine = leagues.filter(({ phase }) => phase === 'past').slice(0, MOST_MINE)
  if (mine.length === 0) return null
  return (
    <section aria-labelledby="mine" className="mb-8">
      <h2 id="mine" className="lettering mb-3 text-2xl">
        My leagues
      </h2>
      <ul className="flex flex-wrap gap-3">
        {mine.map(({ league_id, area, level_slug, league_slug, year, ...names }) => (
          <li key={league_id}>
            <ButtonLink
              variant="secondary"
              to={paths.playoffBracket({ city: area, division: level_slug, season: league_slug, year })}
            >
              {formatLeague({ ...names, year })}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const columns = (city: AreaSlug): Column<CityPlayoffs>[] => [
  {
    key: 'division',
    header: 'Division',
    rowHeader: true,
    cell: ({ division, division_name, season_slug, year }) => (
      <TextLink to={paths.playoffBracket({ city, division, season: season_slug, year })}>
        <span className="sr-only">See play-offs of </span>
        {division_name}
      </TextLink>
    ),
  },
  { key: 'season', header: 'Season', cell: ({ season, year }) => `${season} ${year}` },
  { key: 'stage', header: 'Stage', cell: formatCityStage },
]
