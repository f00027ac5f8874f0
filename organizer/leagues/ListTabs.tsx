import { formatTotal } from '#/contract/format.ts'
import { deskPaths, type LeagueTab } from '#/contract/desk-paths.ts'
import {
  listAuditLog,
  listLeagueWaitList,
  listMessages,
  listOrganizerEntries,
  listOrganizerMatches,
  listPayments,
} from '#/organizer/calls.gen.ts'
import { AuditEntries } from '#/organizer/audit/AuditLogPage.tsx'
import { formatAreaMoment } from '#/organizer/desk/area-time.ts'
import { entryColumns } from '#/organizer/entries/EntriesPage.tsx'
import { matchColumns } from '#/organizer/matches/match-columns.tsx'
import { Outcomes } from '#/organizer/messages/MessagesPage.tsx'
import { paymentColumns } from '#/organizer/payments/PaymentColumns.tsx'
import { SumsBoard } from '#/organizer/payments/SumsBoard.tsx'
import { useList } from '#/web/list.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { LeagueDetail } from './contract.ts'

type ListedTab = Extract<LeagueTab, 'results' | 'entries' | 'wait-list' | 'money' | 'messages' | 'record'>

/** The lists of a league: the desk's own, for this league alone. ?page= */
export function ListTab({ league, tab }: { league: LeagueDetail; tab: ListedTab }) {
  const List = {
    results: Results,
    entries: Entries,
    'wait-list': WaitList,
    money: Money,
    messages: Messages,
    record: Record,
  }[tab]
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
        action: <ButtonLink to={deskPaths.enterResult}>Enter a result</ButtonLink>,
      }}
    >
      {({ matches, total }) => (
        <DataTable
          caption={formatTotal(total, 'result', 'results')}
          columns={ownColumns(matchColumns)}
          rows={matches}
          rowKey={(row) => row.id}
          openPath={(row) => deskPaths.match(row.id)}
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
        action: <ButtonLink to={deskPaths.enterPlayer(id)}>Enter a player</ButtonLink>,
      }}
    >
      {({ entries, total }) => (
        <DataTable
          caption={formatTotal(total, 'entry', 'entries')}
          columns={ownColumns(entryColumns)}
          rows={entries}
          rowKey={(row) => row.id}
          openPath={(row) => deskPaths.entry(row.id)}
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
              cell: (row) => <TextLink to={deskPaths.player(row.player_id)}>{row.name}</TextLink>,
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
          openPath={(row) => deskPaths.player(row.player_id)}
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
            openPath={(row) => deskPaths.payment(row.order_id)}
          />
        </>
      )}
    </PagedList>
  )
}

function Messages({ league: { id, area } }: TabProps) {
  const list = useList(listMessages, { query: { league: id } })
  return (
    <PagedList
      list={list}
      loading="Loading the messages"
      empty={{
        title: 'No messages yet',
        text: 'Nobody has written to this league.',
        action: <ButtonLink to={deskPaths.newMessage({ league: id })}>Email this league</ButtonLink>,
      }}
    >
      {({ messages, total }) => (
        <DataTable
          caption={formatTotal(total, 'message', 'messages')}
          columns={[
            {
              key: 'subject',
              title: 'Subject',
              cell: (row) => <TextLink to={deskPaths.message(row.id)}>{row.subject}</TextLink>,
            },
            { key: 'to', title: 'To', cell: (row) => row.to },
            { key: 'by', title: 'By', cell: (row) => row.organizer },
            { key: 'when', title: 'When', cell: (row) => formatAreaMoment(row.created_at, area) },
            { key: 'players', title: 'Players', numeric: true, cell: (row) => row.recipients },
            { key: 'outcome', title: 'Outcome', cell: (row) => <Outcomes outcomes={row.outcomes} /> },
          ]}
          rows={messages}
          rowKey={(row) => row.id}
          openPath={(row) => deskPaths.message(row.id)}
        />
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
        <TextLink to={deskPaths.auditLogOf(`season ${season_id}`)}>Changes to the whole season</TextLink>
      </p>
    </>
  )
}
