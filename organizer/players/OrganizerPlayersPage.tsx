import { areaName } from '#/contract/areas.ts'
import { levelName } from '#/contract/levels.ts'
import { formatTotal } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { SearchBox } from '#/organizer/desk/SearchBox.tsx'
import { DataTable } from '#/web/DataTable.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import type { Column } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listOrganizerPlayers } from '#/organizer/calls.gen.ts'
import { playerStates, type PlayerRow } from './contract.ts'

const stateLabels: Record<(typeof playerStates)[number], string> = {
  open: 'All open accounts',
  suspended: 'Suspended',
  closed: 'Closed',
  photo_reported: 'Photo reported',
}

/** The players of the organizer's areas: ?area=&search=&state=&page=. */
export default function OrganizerPlayersPage() {
  const list = useList(listOrganizerPlayers)
  return (
    <Screen title="Players" lead="Everyone who lives or plays in your areas.">
      <AreaFilter />
      <div className="mb-6 grid gap-4 sm:grid-cols-3">
        <div className="sm:col-span-2">
          <SearchBox
            label="Search players"
            hint="Part of the name or email."
            value={list.values.search}
            onSearch={(search) => list.set({ search })}
          />
        </div>
        <SelectField
          label="State"
          name="state"
          hint="The state of the account."
          optional="filter"
          value={list.values.state}
          onChange={(event) => list.set({ state: event.currentTarget.value })}
          options={playerStates.map((value) => ({ value, label: stateLabels[value] }))}
        />
      </div>
      <DataTable
        list={list}
        loading="Loading the players"
        count={({ total }) => formatTotal(total, 'player', 'players')}
        rows={({ players }) => players}
        rowKey={({ id }) => id}
        columns={columns}
        empty={{
          picture: 'no-players',
          text: 'Nobody has signed up yet.',
          filtered: { text: 'No players match these filters.', clear: 'Show all players' },
        }}
      />
    </Screen>
  )
}

const columns: Column<PlayerRow>[] = [
  {
    key: 'name',
    header: 'Player',
    rowHeader: true,
    cell: (row) => (
      <>
        <TextLink to={paths.organizer.player(row.id)}>{row.name}</TextLink>
        {row.flags.map((flag) => (
          <Badge key={flag} tone="warn">
            {flag}
          </Badge>
        ))}
      </>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    className: 'sm:min-w-[18ch]',
    cell: (row) => <span className="wrap-anywhere">{row.email ?? '–'}</span>,
  },
  {
    key: 'area',
    header: 'Area',
    cell: (row) => (row.area === null ? '–' : areaName(row.area)),
  },
  { key: 'level', header: 'Level', cell: (row) => (row.singles_level === null ? '–' : levelName(row.singles_level)) },
  { key: 'state', header: 'State', cell: (row) => <PlayerBadge player={row} /> },
]

/** The state of an account, or its role. */
export function PlayerBadge({ player }: { player: Pick<PlayerRow, 'closed' | 'suspended' | 'role'> }) {
  if (player.closed) return <Badge>Closed</Badge>
  if (player.suspended) return <Badge tone="bad">Suspended</Badge>
  if (player.role === 'owner') return <Badge tone="info">Owner</Badge>
  return player.role === 'organizer' ? <Badge tone="info">Organizer</Badge> : <Badge tone="good">Player</Badge>
}
