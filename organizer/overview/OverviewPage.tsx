import { useSearchParams } from '#/web/router.tsx'
import { allAreas } from '#/contract/areas.ts'
import { formatDays } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { getOverview } from '#/organizer/calls.gen.ts'
import { SeasonSelect } from '#/organizer/desk/SeasonSelect.tsx'
import { useRead } from '#/web/api.ts'
import { changeSearch } from '#/web/list-search.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { OverviewBoard } from './OverviewBoard.tsx'

/** The topics that the figures depend on. The server leaves out areas of other organizers. */
const desksOf = (area: string | undefined) =>
  (area === undefined ? allAreas().map(({ slug }) => slug) : [area]).map((slug) => `desk:${slug}` as const)

/** The figures of a season on one board: ?season=&year=, ?area=. */
export default function OverviewPage() {
  const [params, setParams] = useSearchParams()
  const area = useOrganizerArea()
  const [season, year] = [params.get('season') ?? undefined, params.get('year') ?? undefined]
  const read = useRead(
    getOverview,
    { query: { area, season, year } },
    { keepPrevious: true, live: { topics: () => desksOf(area), says: null } },
  )
  const { data } = read
  return (
    <Screen
      title="Overview"
      lead={data?.season && <p>{formatDays(data.season.starting_date, data.season.ending_date)}</p>}
    >
      {data && data.seasons.length > 0 && (
        <SeasonSelect
          className="mb-6 sm:max-w-xs"
          seasons={data.seasons}
          value={data.season}
          onChange={(choice) => setParams(changeSearch(params, choice))}
        />
      )}
      <AreaFilter />
      <Loaded of={read} loading="Adding up the season" skeleton={{ count: 6 }}>
        {(overview) =>
          overview.season && overview.figures ? (
            <OverviewBoard season={overview.season} area={area} figures={overview.figures} />
          ) : (
            <EmptyState
              picture="no-league"
              title="No season"
              action={<ButtonLink to={paths.organizer.seasons}>All seasons</ButtonLink>}
            >
              This season does not exist yet.
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  )
}
