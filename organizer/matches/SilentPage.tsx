import { areaName } from '#/contract/areas.ts'
import { formatDay, formatMoment, formatTotal } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { DeskList } from '#/organizer/desk/DeskList.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listSilent } from '#/organizer/calls.gen.ts'
import type { SilentEntry } from './contract.ts'

/** Players who went quiet: ?area=, ?season=&year=. */
export default function SilentPage() {
  const list = useList(listSilent)
  return (
    <Screen
      title="Unresponsive players"
      lead="Players who went quiet: no score, no date and no reply for 21 days. They have two or more overdue matches in a league, or one that the other side tried to arrange."
      actions={
        <ButtonLink to={deskPaths.matchesOf({ state: 'overdue', area: list.values.area })} variant="secondary">
          All overdue matches
        </ButtonLink>
      }
    >
      <AreaFilter />
      <DeskList
        name="unresponsive"
        list={list}
        loading="Loading the players"
        count={({ total }) => formatTotal(total, 'player or pair', 'players or pairs')}
        rows={({ players }) => players}
        rowKey={({ entry_id }) => entry_id}
        columns={columns}
        empty={{
          picture: 'no-players',
          title: 'No unresponsive players',
          text: 'Everyone with an overdue match has been active in the last 21 days.',
        }}
      />
    </Screen>
  )
}

const columns: DataColumn<SilentEntry>[] = [
  {
    key: 'name',
    title: 'Player',
    text: ({ name }) => name,
    cell: ({ name, first_player, area, season_slug, year, division }) => (
      <TextLink
        to={deskPaths.matchesOf({
          state: 'overdue',
          player: first_player,
          area,
          season: season_slug,
          year,
          division,
        })}
        className="inline-flex min-h-6 items-center"
      >
        {name}
      </TextLink>
    ),
  },
  {
    key: 'league',
    title: 'League',
    cell: (row) => `${row.division_name}, ${areaName(row.area)}, ${row.season} ${row.year}`,
  },
  { key: 'overdue', title: 'Overdue', numeric: true, cell: ({ overdue }) => overdue },
  { key: 'tried', title: 'Others tried', numeric: true, cell: ({ tried }) => tried },
  { key: 'since', title: 'Overdue since', cell: ({ since }) => formatDay(since) },
  { key: 'heard', title: 'Last active', cell: ({ heard_at }) => (heard_at ? formatMoment(heard_at) : 'Never') },
]
