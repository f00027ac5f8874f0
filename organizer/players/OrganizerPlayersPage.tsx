import { areaName } from '#/contract/areas.ts'
import { levelName } from '#/contract/levels.ts'
import { formatInstant, formatTotal } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { SearchBox } from '#/organizer/desk/SearchBox.tsx'
import { DeskList, type Chosen } from '#/organizer/desk/DeskList.tsx'
import { PlayerActs } from './PlayerActs.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
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
      <DeskList
        name="players"
        list={list}
        loading="Loading the players"
        count={({ total }) => formatTotal(total, 'player', 'players')}
        rows={({ players }) => players}
        rowKey={({ id }) => id}
        columns={columns}
        openPath={({ id }) => deskPaths.player(id)}
        acts={(chosen: Chosen<PlayerRow>) => <PlayerActs chosen={chosen} />}
        empty={{
          picture: 'no-players',
          text: 'Nobody has signed up yet.',
          filtered: { text: 'No players match these filters.', clear: 'Show all players' },
        }}
      />
    </Screen>
  )
}

const columns: DataColumn<PlayerRow>[] = [
  {
    key: 'name',
    title: 'Player',
    sort: 'name',
    cell: (row) => (
      <>
        <TextLink to={deskPaths.player(row.id)}>{row.name}</TextLink>
        {row.flags.map((flag) => (
          <Badge key={flag} tone="warn">
            {flag}
          </Badge>
        ))}
      </>
    ),
    text: ({ name }) => name,
  },
  {
    key: 'email',
    title: 'Email',
    width: 'sm:min-w-[18ch]',
    cell: (row) => <span className="wrap-anywhere">{row.email ?? '–'}</span>,
    text: ({ email }) => email ?? '',
  },
  {
    key: 'area',
    title: 'Area',
    cell: (row) => (row.area === null ? '–' : areaName(row.area)),
  },
  { key: 'level', title: 'Level', cell: (row) => (row.singles_level === null ? '–' : levelName(row.singles_level)) },
  { key: 'joined', title: 'Joined', sort: 'joined', cell: ({ created_at }) => formatInstant(created_at) },
  { key: 'state', title: 'State', cell: (row) => <PlayerBadge player={row} />, text: formatPlayerState },
]

/** The state of an account, or its role. */
export function PlayerBadge({ player }: { player: StateOf }) {
  const tone = player.closed ? 'neutral' : player.suspended ? 'bad' : player.role === 'player' ? 'good' : 'info'
  return <Badge tone={tone}>{formatPlayerState(player)}</Badge>
}

type StateOf = Pick<PlayerRow, 'closed' | 'suspended' | 'role'>

function formatPlayerState({ closed, suspended, role }: StateOf): string {
  if (closed) return 'Closed'
  if (suspended) return 'Suspended'
  return { owner: 'Owner', organizer: 'Organizer', player: 'Player' }[role]
}
