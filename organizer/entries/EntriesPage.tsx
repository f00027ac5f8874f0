import { areaName } from '#/contract/areas.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { OrganizerSearch } from '#/organizer/desk/OrganizerSearch.tsx'
import { useFilters } from '#/organizer/desk/filters.web.ts'
import { NothingFound } from '#/organizer/desk/NothingFound.tsx'
import { formatInstant, formatTotal } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { ErrorState } from '#/web/ui/ErrorState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { entryStates, listOrganizerEntries, listEntryChoices, type EntryRow } from './contract.ts'
import { formatPlayers } from './format.ts'

const perPage = perPageOf(listOrganizerEntries)
const stateLabels: Record<(typeof entryStates)[number], string> = {
  standing: 'In their league',
  without_partner: 'No partner yet',
  left: 'No longer in the league',
  all: 'All',
}

/** Who has entered what: ?area=&search=&season=&division=&state=&page=. */
export default function EntriesPage() {
  const filters = useFilters()
  const area = useOrganizerArea()
  const choices = useRead(listEntryChoices, {}).data
  const [season, division] = [filters.of('season'), filters.of('division')]
  const state = entryStates.find((each) => each === filters.of('state')) ?? 'standing'
  const query = {
    page: filters.page,
    area,
    search: filters.of('search'),
    season_id: season,
    division,
    state,
  }
  const read = useRead(listOrganizerEntries, { query }, { keepPrevious: true })
  const { data, error } = read
  const league = choices?.leagues.find(
    (each) =>
      String(each.season_id) === season &&
      each.division === division &&
      (area === undefined ? choices.leagues.every((other) => other.area === each.area) : each.area === area),
  )
  return (
    <>
      <title>Entries · Deuce</title>
      <PageHeader
        title="Entries"
        lead="Everyone who has entered a league. Open an entry to move it, replace a player or take it out."
        actions={
          <>
            {league && (
              <ButtonLink variant="secondary" to={paths.organizer.messageLeague(league.id)}>
                Email this league
              </ButtonLink>
            )}
            <ButtonLink to={paths.organizer.enterPlayer(league?.id)}>Enter a player</ButtonLink>
          </>
        }
      />
      <AreaFilter />
      <div className="mb-6 grid grid-cols-2 gap-4 sm:grid-cols-3">
        <div className="col-span-2 sm:col-span-3">
          <OrganizerSearch label="Search players" hint="Part of the name or email." />
        </div>
        <SelectField
          label="Season"
          name="season"
          optional="filter"
          placeholder="All seasons"
          value={season ?? ''}
          onChange={(event) => filters.set('season', event.currentTarget.value)}
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
          onChange={(event) => filters.set('division', event.currentTarget.value)}
          options={(choices?.divisions ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <SelectField
          label="State"
          name="state"
          optional="filter"
          value={state}
          onChange={(event) => filters.set('state', event.currentTarget.value)}
          options={entryStates.map((value) => ({ value, label: stateLabels[value] }))}
        />
      </div>
      {data?.total === 0 ? (
        <NothingFound
          filtered="No entries match these filters."
          none="Nobody has entered a league yet."
          all={{ to: paths.organizer.entries, label: 'Show all entries' }}
        />
      ) : data ? (
        <>
          <Table
            caption={formatTotal(data.total, 'entry', 'entries')}
            columns={[
              {
                key: 'players',
                header: 'Player',
                rowHeader: true,
                cell: (row) => <TextLink to={paths.organizer.entry(row.id)}>{formatPlayers(row.players)}</TextLink>,
              },
              { key: 'division', header: 'Division', cell: (row) => row.level_name },
              { key: 'season', header: 'Season', cell: (row) => `${row.season_name} ${row.year}` },
              { key: 'area', header: 'Area', cell: (row) => areaName(row.area) },
              { key: 'state', header: 'State', cell: (row) => <EntryBadge entry={row} /> },
              { key: 'since', header: 'Since', cell: (row) => formatInstant(row.created_at) },
            ]}
            rows={data.entries}
            rowKey={(row) => row.id}
          />
          {data.total > perPage && (
            <Pager page={filters.page} perPage={perPage} total={data.total} hrefOf={filters.hrefOf} />
          )}
        </>
      ) : error ? (
        <ErrorState
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
          requestId={error.request_id ?? undefined}
        >
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton kind="rows" label="Loading the entries" />
      )}
    </>
  )
}

/** Whether an entry is in its league, and how it left. */
export function EntryBadge({ entry }: { entry: Pick<EntryRow, 'counts' | 'leaving' | 'payment_status'> }) {
  if (entry.leaving) return <Badge>Leaving</Badge>
  return entry.counts ? <Badge tone="good">{entry.payment_status}</Badge> : <Badge>{entry.payment_status}</Badge>
}
