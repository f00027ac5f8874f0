import { areaName } from '#/contract/areas.ts'
import { formatAreaDay } from '#/organizer/desk/area-time.ts'
import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { SearchBox } from '#/organizer/desk/SearchBox.tsx'
import { formatTotal } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { EntryActs } from './EntryActs.tsx'
import { DeskList, type Chosen } from '#/organizer/desk/DeskList.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import type { DataColumn } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listOrganizerEntries, listEntryChoices } from '#/organizer/calls.gen.ts'
import type * as calls from './contract.ts'
import { entryStates, type EntryRow } from './contract.ts'
import { formatMisfits, formatDistinguishing, formatPlayers } from './format.ts'
import { InvitedState } from './InvitedState.tsx'

const stateLabels: Record<(typeof entryStates)[number], string> = {
  standing: 'In their league',
  without_partner: 'No partner yet',
  invited: 'Invited, waiting for an answer',
  left: 'No longer in the league',
  all: 'All',
}

/** The entries of players in leagues: ?area=&search=&season_id=&division=&state=&page=. */
export default function EntriesPage() {
  const list = useList(listOrganizerEntries)
  const choices = useRead(listEntryChoices, {}).data
  const { area, season_id, division, state } = list.values
  const league = choices?.leagues.find(
    (each) =>
      each.season_id === season_id &&
      each.division === division &&
      (area === undefined ? choices.leagues.every((other) => other.area === each.area) : each.area === area),
  )
  return (
    <Screen
      title="Entries"
      lead="Everyone who has entered a league. Open an entry to move it, replace a player or withdraw it."
      actions={
        <>
          {league && (
            <ButtonLink variant="secondary" to={deskPaths.newMessage({ league: league.id })}>
              Email this league
            </ButtonLink>
          )}
          <ButtonLink to={deskPaths.enterPlayer(league?.id)}>Enter a player</ButtonLink>
        </>
      }
    >
      <AreaFilter />
      <div className="mb-6 grid grid-cols-2 gap-4 sm:grid-cols-3">
        <div className="col-span-2 sm:col-span-3">
          <SearchBox
            label="Search players"
            hint="Part of the name or email."
            value={list.values.search}
            onSearch={(search) => list.set({ search })}
          />
        </div>
        <SelectField
          label="Season"
          name="season_id"
          optional="filter"
          placeholder="All seasons"
          value={season_id === undefined ? '' : String(season_id)}
          onChange={(event) => list.set({ season_id: event.currentTarget.value })}
          options={(choices?.seasons ?? []).map(({ id, name, year }) => ({
            value: String(id),
            label: `${name} ${year}`,
          }))}
        />
        <SelectField
          label="Division"
          name="division"
          optional="filter"
          placeholder="All divisions"
          value={division ?? ''}
          onChange={(event) => list.set({ division: event.currentTarget.value })}
          options={(choices?.divisions ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <SelectField
          label="State"
          name="state"
          optional="filter"
          value={state}
          onChange={(event) => list.set({ state: event.currentTarget.value })}
          options={entryStates.map((value) => ({ value, label: stateLabels[value] }))}
        />
      </div>
      <DeskList
        name="entries"
        list={{ ...list, sorting: sortingOf(list) }}
        loading="Loading the entries"
        count={({ total }) =>
          state === 'invited' ? formatTotal(total, 'invitation', 'invitations') : formatTotal(total, 'entry', 'entries')
        }
        rows={({ entries }) => entries}
        rowKey={({ id }) => id}
        columns={entryColumns}
        {...(state !== 'invited' && { acts: (chosen: Chosen<EntryRow>) => <EntryActs chosen={chosen} /> })}
        openPath={(row) => (row.invited_until === null ? deskPaths.entry(row.id) : null)}
        empty={{
          text: 'Nobody has entered a league yet.',
          filtered: { text: 'No entries match these filters.', clear: 'Show all entries' },
        }}
      />
    </Screen>
  )
}

/** Without a season, and for invitations, there is no order by name; invitations have one order. */
function sortingOf({ sorting, values }: ReturnType<typeof useList<typeof calls.listOrganizerEntries>>) {
  if (sorting === undefined || values.state === 'invited') return undefined
  if (values.season_id !== undefined) return sorting
  return {
    ...sorting,
    value: sorting.value.endsWith('name') ? '-created' : sorting.value,
    values: sorting.values.filter((value) => !value.endsWith('name')),
  }
}

/** The columns of a list of entries. */
export const entryColumns: readonly DataColumn<EntryRow>[] = [
  {
    key: 'players',
    title: 'Player',
    sort: 'name',
    text: ({ players }) => formatPlayers(players),
    cell: (row) => (
      <>
        {row.invited_until === null ? (
          <TextLink to={deskPaths.entry(row.id)}>{formatPlayers(row.players)}</TextLink>
        ) : (
          formatPlayers(row.players)
        )}
        {formatDistinguishing(row.players).map((email) => (
          <span key={email} className="block text-sm font-normal wrap-anywhere text-ink-soft">
            {email}
          </span>
        ))}
        {formatMisfits(row.players).map((misfit) => (
          <span key={misfit} className="block text-sm font-normal text-warn">
            {misfit}
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'division',
    title: 'Division',
    cell: (row) => <LeagueLink id={row.league_id}>{row.level_name}</LeagueLink>,
    text: (row) => row.level_name,
  },
  { key: 'season', title: 'Season', cell: (row) => `${row.season_name} ${row.year}` },
  { key: 'area', title: 'Area', cell: (row) => areaName(row.area) },
  {
    key: 'state',
    title: 'State',
    text: (row) => (row.invited_until === null ? formatEntryState(row) : 'Invited'),
    cell: (row) =>
      row.invited_until === null ? (
        <EntryBadge entry={row} />
      ) : (
        <InvitedState invitation_id={row.id} name={formatPlayers(row.players)} until={row.invited_until} />
      ),
  },
  { key: 'since', title: 'Since', sort: 'created', cell: (row) => formatAreaDay(row.created_at, row.area) },
]

/** Whether an entry is in its league, and how it left. */
export function EntryBadge({ entry }: { entry: StateOf & Pick<EntryRow, 'counts'> }) {
  return <Badge tone={entry.counts && !entry.leaving ? 'good' : 'neutral'}>{formatEntryState(entry)}</Badge>
}

type StateOf = Pick<EntryRow, 'leaving' | 'payment_status'>

function formatEntryState({ leaving, payment_status }: StateOf): string {
  return leaving ? 'Leaving' : payment_status
}
