import { allAreas, areaName, type AreaSlug } from '#/contract/areas.ts'
import { paths } from '#/contract/paths.ts'
import { listCityPlayoffs, listMyLeagues } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Table, type Column } from '#/web/ui/Table.tsx'
import { TabLinks } from '#/web/ui/TabLinks.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { CityPlayoffs } from './contract.ts'
import { formatCityStage } from './format.ts'

/** The newest play-offs of each division of a city, the player's own first. */
export function CityPlayoffsScreen({ city }: { city: AreaSlug }) {
  const playoffs = useRead(
    listCityPlayoffs,
    { query: { city } },
    { live: { topics: () => [`area:${city}`], says: 'The play-offs have changed.' } },
  )
  const leagues = useRead(listMyLeagues, {})
  const mine = new Set((leagues.data ?? []).map(({ league_id }) => league_id))
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
          of={playoffs}
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
          {({ playoffs: rows }) => (
            <Table
              caption={`Play-offs in ${areaName(city)}`}
              hideCaption
              columns={columns(city)}
              rows={rows.toSorted((a, b) => Number(mine.has(b.league_id)) - Number(mine.has(a.league_id)))}
              rowKey={({ league_id }) => league_id}
              marked={({ league_id }) => mine.has(league_id)}
            />
          )}
        </Loaded>
      </div>
    </Screen>
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
