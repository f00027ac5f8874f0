import { areaName } from '#/contract/areas.ts'
import { formatTotal } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { SeasonSelect } from '#/organizer/desk/SeasonSelect.tsx'
import { DeskList } from '#/organizer/desk/DeskList.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listOrganizerPlayoffs } from '#/organizer/calls.gen.ts'
import type { OrganizerLeague } from './contract.ts'
import { formatNow, stateBadges } from './format.ts'

/** The state of the play-offs in each league of a season: ?season=&year=, ?area=. */
export default function OrganizerPlayoffsPage() {
  const list = useList(listOrganizerPlayoffs)
  const { data } = list.read
  return (
    <Screen
      title="Play-offs"
      lead="They are made automatically when a season has closed and every result is final. You can make them yourself from the day after its last day."
    >
      {data && data.seasons.length > 0 && (
        <SeasonSelect className="mb-6 sm:max-w-xs" seasons={data.seasons} value={data.season} onChange={list.set} />
      )}
      <AreaFilter />
      <DeskList
        name="playoffs"
        list={list}
        loading="Loading the leagues"
        skeletonRows={8}
        count={({ total }) => formatTotal(total, 'league', 'leagues')}
        rows={({ leagues }) => leagues}
        rowKey={({ league_id }) => league_id}
        columns={columns}
        openPath={({ league_id }) => deskPaths.playoff(league_id)}
        empty={{
          text:
            data?.seasons.length === 0
              ? 'No season has started yet. You can create play-offs once a season is over.'
              : 'No leagues of that season have entries here.',
        }}
      />
    </Screen>
  )
}

const columns: DataColumn<OrganizerLeague>[] = [
  {
    key: 'league',
    title: 'League',
    text: ({ division_name, area }) => `${division_name}, ${areaName(area)}`,
    cell: ({ league_id, division_name, area }) => (
      <TextLink to={deskPaths.playoff(league_id)} className="inline-flex min-h-6 items-center">
        {division_name}, {areaName(area)}
      </TextLink>
    ),
  },
  {
    key: 'entries',
    title: 'Qualified',
    numeric: true,
    cell: ({ qualified, entries }) => `${qualified} of ${entries}`,
  },
  {
    key: 'state',
    title: 'State',
    text: ({ state }) => stateBadges[state].label,
    cell: ({ state }) => <Badge tone={stateBadges[state].tone}>{stateBadges[state].label}</Badge>,
  },
  { key: 'now', title: 'Now', cell: formatNow },
]
