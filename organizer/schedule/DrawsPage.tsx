import { useNavigate, useSearchParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { formatDays } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { SeasonSelect } from '#/organizer/desk/SeasonSelect.tsx'
import { listOrganizerChoices, previewDraws } from '#/organizer/calls.gen.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { formatTitle } from '#/rules/formats/formats.ts'
import { useRead } from '#/web/api.ts'
import { changeSearch } from '#/web/list-search.ts'
import { useList, useListSearch } from '#/web/list.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { now } from '#/web/now.ts'
import { Screen } from '#/web/Screen.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { DataTable, type DataColumn } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { DrawsPreview } from './contract.ts'
import { formatProblem } from './format.ts'
import { SeasonDraw } from './SeasonDraw.tsx'

/** The changes that drawing all leagues of a season would make: ?season=&year=, ?area=, and ?task= while it is being drawn. */
export default function DrawsPage() {
  const choices = useRead(listOrganizerChoices, {})
  const { values, set } = useListSearch(previewDraws)
  const today = now().toISOString().slice(0, 10).replaceAll('-', '/')
  const seasons = choices.data?.seasons ?? []
  // The season that starts next is the one to draw. Without one, the newest.
  const first = seasons.toReversed().find(({ starting_date }) => starting_date >= today) ?? seasons[0]
  const season = values.season ?? first?.season_slug
  const year = values.year ?? first?.year
  return (
    <Screen
      title="Draw"
      lead="A season is drawn automatically on its first day, each league by its format, spread over its weeks. You can draw it earlier, as soon as enough players have entered. Players who join later get their matches too."
    >
      {seasons.length > 0 && (
        <SeasonSelect
          className="mb-6 sm:max-w-xs"
          seasons={seasons}
          value={season === undefined ? null : { season_slug: season, year: year ?? '' }}
          onChange={set}
        />
      )}
      <AreaFilter />
      {season !== undefined && year !== undefined ? (
        <SeasonPreview season={season} year={year} />
      ) : (
        <Loaded of={choices} loading="Preparing the draw" skeleton={{ count: 8 }}>
          {() => (
            <EmptyState picture="no-league" title="No season">
              There is no season yet.
            </EmptyState>
          )}
        </Loaded>
      )}
    </Screen>
  )
}

function SeasonPreview({ season, year }: { season: string; year: number }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const list = useList(previewDraws, { query: { season, year } })
  const setTask = (task: number | '') =>
    void navigate(changeSearch(params, { season, year, page: list.page, task }), { replace: true })
  return (
    <Loaded
      of={list.read}
      loading="Preparing the draw"
      skeleton={{ count: 8 }}
      missing="We could not find this season."
    >
      {(preview) => (
        <>
          <SeasonDraw
            key={preview.digest}
            preview={preview}
            area={list.values.area}
            task_id={Number(params.get('task')) || null}
            onStarted={setTask}
            onChanged={() => {
              setTask('')
              void list.read.refetch()
            }}
          />
          <Leagues preview={preview} />
          {preview.total > list.perPage && (
            <Pager
              page={list.page}
              perPage={list.perPage}
              total={preview.total}
              hrefOf={(page) => list.hrefOf({ season, year, page })}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function Leagues({ preview }: { preview: DrawsPreview }) {
  if (preview.leagues.length === 0)
    return (
      <EmptyState picture="no-league" title="No league has entries">
        No one has entered {preview.season} {preview.year} here yet.
      </EmptyState>
    )
  return (
    <DataTable
      openPath={({ league_id }) => deskPaths.draw(league_id)}
      caption={`${preview.season} ${preview.year}, ${formatDays(preview.starting_date, preview.ending_date)}`}
      rows={preview.leagues}
      rowKey={({ league_id }) => league_id}
      columns={columns}
    />
  )
}

const columns: DataColumn<DrawsPreview['leagues'][number]>[] = [
  {
    key: 'league',
    title: 'League',
    cell: ({ league_id, division_name, area }) => (
      <TextLink to={deskPaths.draw(league_id)} className="inline-flex min-h-6 items-center">
        {division_name}, {areaName(area)}
      </TextLink>
    ),
  },
  {
    key: 'entries',
    title: 'Entries',
    numeric: true,
    cell: ({ entries, new_entries }) =>
      new_entries === 0 ? entries : new_entries === entries ? `${entries} new` : `${entries}, ${new_entries} new`,
  },
  { key: 'format', title: 'Format', cell: ({ format }) => formatTitle(format) },
  { key: 'byes', title: 'Byes', cell: ({ byes }) => (byes ? 'One per round' : 'None') },
  { key: 'kept', title: 'Matches now', numeric: true, cell: ({ kept, removed }) => kept + removed },
  { key: 'added', title: 'Added', numeric: true, cell: ({ added }) => added },
  { key: 'removed', title: 'Deleted', numeric: true, cell: ({ removed }) => removed },
  { key: 'problem', title: 'To do', cell: ({ problem }) => formatProblem(problem) ?? 'Can be drawn' },
  {
    key: 'shortage',
    title: 'Play-offs',
    cell: ({ shortage }) => (shortage ? <Badge tone="warn">Too few matches</Badge> : 'Possible'),
  },
]
