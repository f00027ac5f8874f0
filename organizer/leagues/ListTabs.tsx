import { formatTotal } from '#/contract/format.ts'
import { paths, type LeagueTab } from '#/contract/paths.ts'
import {
  listAuditLog,
  listLeagueWaitList,
  listOrganizerEntries,
  listOrganizerMatches,
  listPayments,
} from '#/organizer/calls.gen.ts'
import { AuditEntries } from '#/organizer/audit/AuditLogPage.tsx'
import { formatAreaMoment } from '#/organizer/desk/area-time.ts'
import { entryColumns } from '#/organizer/entries/EntriesPage.tsx'
import { matchColumns } from '#/organizer/matches/match-columns.tsx'
import { paymentColumns } from '#/organizer/payments/PaymentColumns.tsx'
import { SumsBoard } from '#/organizer/payments/SumsBoard.tsx'
import { useList } from '#/web/list.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { LeagueDetail } from './contract.ts'

type ListedTab = Extract<LeagueTab, 'results' | 'entries' | 'wait-list' | 'money' | 'record'>

/** The lists of a league: the desk's own, for this league alone. ?page= */
export function ListTab({ league, tab }: { league: LeagueDetail; tab: ListedTab }) {
  const List = { results: Results, entries: Entries, 'wait-list': WaitList, money: Money, record: Record }[tab]
  return <List league={league} />
}

type TabProps = { league: LeagueDetail }

/** Columns that say the same in every row of one league. */
const said = ['division', 'season', 'area', 'league']
const ownColumns = <C extends { key: string }>(columns: readonly C[]) =>
  columns.filter(({ key }) => !said.includes(key))

function Results({ league: { id } }: TabProps) {
  const list = useList(listOrganizerMatches, { query: { league_id: id, state: 'played' } })
  return (
    <PagedList
      list={list}
      loading="Loading the results"
      empty={{
        picture: 'no-matches',
        title: 'No results yet',
        text: 'No match of this league has been played.',
        action: <ButtonLink to={paths.organizer.enterResult}>Enter a result</ButtonLink>,
      }}
    >
      {({ matches, total }) => (
        <DataTable
          caption={formatTotal(total, 'result', 'results')}
          columns={ownColumns(matchColumns)}
          rows={matches}
          rowKey={(row) => row.id}
          openPath={(row) => paths.organizer.match(row.id)}
        />
      )}
    </PagedList>
  )
}

function Entries({ league: { id } }: TabProps) {
  const list = useList(listOrganizerEntries, { query: { league_id: id } })
  return (
    <PagedList
      list={list}
      loading="Loading the entries"
      empty={{
        text: 'Nobody has entered this league.',
        action: <ButtonLink to={paths.organizer.enterPlayer(id)}>Enter a player</ButtonLink>,
      }}
    >
      {({ entries, total }) => (
        <DataTable
          caption={formatTotal(total, 'entry', 'entries')}
          columns={ownColumns(entryColumns)}
          rows={entries}
          rowKey={(row) => row.id}
          openPath={(row) => paths.organizer.entry(row.id)}
        />
      )}
    </PagedList>
  )
}

function WaitList({ league: { id, area } }: TabProps) {
  const list = useList(listLeagueWaitList, { params: { id } })
  return (
    <PagedList
      list={list}
      loading="Loading the wait-list"
      empty={{
        title: 'Nobody waits',
        text: 'A full league has a wait-list. A free place goes to the player who has waited longest.',
      }}
    >
      {({ waiting, total }) => (
        <DataTable
          caption={`${formatTotal(total, 'player', 'players')} waiting`}
          columns={[
            {
              key: 'name',
              title: 'Player',
              cell: (row) => <TextLink to={paths.organizer.player(row.player_id)}>{row.name}</TextLink>,
            },
            { key: 'place', title: 'Place', numeric: true, cell: (row) => row.place },
            { key: 'since', title: 'Since', cell: (row) => formatAreaMoment(row.since, area) },
            {
              key: 'held',
              title: 'A place is held until',
              cell: (row) => (row.held_until === null ? '–' : formatAreaMoment(row.held_until, area)),
            },
          ]}
          rows={waiting}
          rowKey={(row) => row.id}
          openPath={(row) => paths.organizer.player(row.player_id)}
        />
      )}
    </PagedList>
  )
}

function Money({ league: { id } }: TabProps) {
  const list = useList(listPayments, { query: { league_id: id } })
  return (
    <PagedList
      list={list}
      loading="Loading the payments"
      empty={{ text: 'Nothing has been bought in this league yet.' }}
    >
      {({ lines, total, sums }) => (
        <>
          <SumsBoard sums={sums} />
          <DataTable
            caption={formatTotal(total, 'line', 'lines')}
            columns={ownColumns(paymentColumns)}
            rows={lines}
            rowKey={(row) => row.id}
            openPath={(row) => paths.organizer.payment(row.order_id)}
          />
        </>
      )}
    </PagedList>
  )
}

function Record({ league: { id, season_id } }: TabProps) {
  const list = useList(listAuditLog, { query: { league_id: id } })
  return (
    <>
      <PagedList
        list={list}
        loading="Loading the record"
        empty={{ title: 'No changes', text: 'No organizer has changed anything in this league.' }}
      >
        {({ audit_entries, total }) => (
          <>
            <p className="lettering pb-3 text-lg">{formatTotal(total, 'change', 'changes')}</p>
            <AuditEntries entries={audit_entries} />
          </>
        )}
      </PagedList>
      <p className="mt-6">
        <TextLink to={paths.organizer.auditLogOf(`season ${season_id}`)}>Changes to the whole season</TextLink>
      </p>
    </>
  )
}
