import { areaName } from '#/contract/areas.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { OrganizerSearch } from '#/organizer/desk/OrganizerSearch.tsx'
import { useFilters } from '#/organizer/desk/filters.web.ts'
import { NothingFound } from '#/organizer/desk/NothingFound.tsx'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listOrganizerPlayers, playerStates, type PlayerRow } from './contract.ts'
import { formatTotal } from '#/contract/format.ts'

const perPage = perPageOf(listOrganizerPlayers)
const stateLabels: Record<(typeof playerStates)[number], string> = {
  open: 'All open accounts',
  suspended: 'Suspended',
  closed: 'Closed',
}

/** Who plays: ?area=&search=&state=&page=. */
export default function OrganizerPlayersPage() {
  const filters = useFilters()
  const area = useOrganizerArea()
  const state = playerStates.find((each) => each === filters.of('state')) ?? 'open'
  const query = { page: filters.page, area, search: filters.of('search'), state }
  const read = useRead(listOrganizerPlayers, { query }, { keepPrevious: true })
  const { data } = read
  return (
    <>
      <title>Players · Deuce</title>
      <PageHeader title="Players" lead="Everybody who lives or plays in your areas." />
      <AreaFilter />
      <div className="mb-6 grid gap-4 sm:grid-cols-3">
        <div className="sm:col-span-2">
          <OrganizerSearch label="Search players" hint="Parts of the name or the e-mail." />
        </div>
        <SelectField
          label="State"
          name="state"
          hint="Of the account."
          optional="filter"
          value={state}
          onChange={(event) => filters.set('state', event.currentTarget.value)}
          options={playerStates.map((value) => ({ value, label: stateLabels[value] }))}
        />
      </div>
      {data?.total === 0 ? (
        <NothingFound
          picture="no-players"
          filtered="Nobody fits. Ask for less."
          none="Nobody has signed up yet."
          all={{ to: paths.organizer.players, label: 'Show all players' }}
        />
      ) : data ? (
        <>
          <Table
            caption={formatTotal(data.total, 'player', 'players')}
            columns={[
              {
                key: 'name',
                header: 'Player',
                rowHeader: true,
                cell: (row) => <TextLink to={paths.organizer.player(row.id)}>{row.name}</TextLink>,
              },
              { key: 'email', header: 'E-mail', cell: (row) => <span className="break-all">{row.email}</span> },
              { key: 'area', header: 'Area', cell: (row) => (row.area === null ? '–' : areaName(row.area)) },
              { key: 'level', header: 'Level', cell: (row) => row.singles_level ?? '–' },
              { key: 'state', header: 'State', cell: (row) => <PlayerBadge player={row} /> },
            ]}
            rows={data.players}
            rowKey={(row) => row.id}
          />
          {data.total > perPage && (
            <Pager page={filters.page} perPage={perPage} total={data.total} hrefOf={filters.hrefOf} />
          )}
        </>
      ) : read.error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" label="Loading the players" />
      )}
    </>
  )
}

/** How an account stands. */
export function PlayerBadge({ player }: { player: Pick<PlayerRow, 'closed' | 'suspended' | 'role'> }) {
  if (player.closed) return <Badge>Closed</Badge>
  if (player.suspended) return <Badge tone="bad">Suspended</Badge>
  if (player.role === 'owner') return <Badge tone="info">Owner</Badge>
  return player.role === 'organizer' ? <Badge tone="info">Organizer</Badge> : <Badge tone="good">Player</Badge>
}
