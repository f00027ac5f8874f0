import { useSearchParams } from '#/web/router.tsx'
import { allAreas } from '#/contract/areas.ts'
import { formatDays } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { getOverview, getOverviewCharts, getToDo } from '#/organizer/calls.gen.ts'
import { SeasonSelect } from '#/organizer/desk/SeasonSelect.tsx'
import { useRead } from '#/web/api.ts'
import { changeSearch } from '#/web/list-search.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { OverviewBoard } from './OverviewBoard.tsx'
import { OverviewCharts } from './OverviewCharts.tsx'
import { ToDoList } from './ToDoList.tsx'

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
  const toDo = useRead(getToDo, { query: { area, season, year } }, { keepPrevious: true })
  const charts = useRead(getOverviewCharts, { query: { area, season, year } }, { keepPrevious: true })
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
        {({ season: shown, figures }) =>
          shown && figures ? (
            <>
              <Loaded of={toDo} loading="Loading what to do" skeleton={{ count: 3 }}>
                {(list) => <ToDoList season={shown} area={area} figures={figures} toDo={list} />}
              </Loaded>
              <OverviewBoard season={shown} area={area} figures={figures} />
              <Loaded of={charts} loading="Drawing the season" skeleton={{ count: 6 }}>
                {(pictures) => pictures.charts && <OverviewCharts charts={pictures.charts} />}
              </Loaded>
            </>
          ) : (
            <EmptyState
              picture="no-league"
              title="No season"
              action={<ButtonLink to={deskPaths.seasons}>All seasons</ButtonLink>}
            >
              This season does not exist yet.
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  )
}
