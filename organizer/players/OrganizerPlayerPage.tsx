import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { formatDay, formatDollars, formatInstant, formatMoment } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge, PaymentBadge } from '#/web/ui/Badge.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getOrganizerPlayer, type OrganizerPlayer } from './contract.ts'
import { PlayerBadge } from './OrganizerPlayersPage.tsx'
import { PlayerActs, type AuditEntry } from './PlayerActions.tsx'
import { PlayerDialog } from './PlayerDialogs.tsx'

/** One player: who they are, what they have, what was done to them, and what can be. */
export default function OrganizerPlayerPage() {
  const { id = '' } = useParams()
  const read = useRead(getOrganizerPlayer, { params: { id } })
  const { data: player } = read
  return (
    <>
      <title>{player ? `${player.name} · Deuce` : 'Player · Deuce'}</title>
      {player ? (
        <Player player={player} />
      ) : (
        <>
          <PageHeader title="Player" />
          {read.error ? (
            <ReadError of={read} missing="There is no such player in your areas." />
          ) : (
            <Skeleton kind="rows" label="Loading the player" />
          )}
        </>
      )}
    </>
  )
}

function Player({ player }: { player: OrganizerPlayer }) {
  const [act, setAct] = useState<AuditEntry | null>(null)
  return (
    <>
      <PageHeader kicker={<PlayerBadge player={player} />} title={player.name} lead={player.email} />
      {player.merged_into && (
        <div className="mb-6">
          <Notice>
            This account was merged into that of{' '}
            <TextLink to={paths.organizer.player(player.merged_into.id)}>{player.merged_into.name}</TextLink>.
          </Notice>
        </div>
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DataList items={factsOf(player)} />
        <PlayerActs player={player} onAct={setAct} />
      </div>
      <div className="mt-10 flex flex-col gap-10">
        <Entries player={player} />
        <Matches player={player} />
        <Payments player={player} />
        <FreeSeasons player={player} />
        <Sessions player={player} />
        <Record player={player} />
      </div>
      {act && <PlayerDialog act={act} player={player} onClose={() => setAct(null)} />}
    </>
  )
}

function factsOf(player: OrganizerPlayer) {
  const { wins, losses, ties } = player.record
  return [
    { term: 'Area', value: player.area === null ? 'Profile not complete' : areaName(player.area) },
    { term: 'Singles level', value: player.singles_level ?? '–' },
    { term: 'Doubles', value: player.doubles_level ?? '–' },
    { term: 'Gender', value: player.gender ?? '–' },
    { term: 'Phone', value: player.phone ?? '–' },
    { term: 'Email', value: player.email_verified ? 'Confirmed' : 'Not confirmed yet' },
    { term: 'Signs in', value: player.has_password ? 'With a password' : 'Without a password' },
    { term: 'Since', value: formatInstant(player.created_at) },
    { term: 'Won, lost, tied', value: `${wins}, ${losses}, ${ties}` },
  ]
}

/** A list of the page; a sentence where there is nothing. */
function Part({ title, none, children }: { title: string; none: string | null; children: ReactNode }) {
  if (none === null) return children
  return (
    <section>
      <h2 className="lettering pb-3 text-lg">{title}</h2>
      <p className="text-ink-soft">{none}</p>
    </section>
  )
}

function Entries({ player: { entries } }: { player: OrganizerPlayer }) {
  return (
    <Part title="Entries" none={entries.length === 0 ? 'No league yet.' : null}>
      <Table
        caption="Entries"
        columns={[
          {
            key: 'division',
            header: 'Division',
            rowHeader: true,
            cell: (row) => <TextLink to={paths.organizer.entry(row.id)}>{row.level_name}</TextLink>,
          },
          { key: 'season', header: 'Season', cell: (row) => `${row.season_name} ${row.year}` },
          { key: 'area', header: 'Area', cell: (row) => areaName(row.area) },
          { key: 'partner', header: 'Partner', cell: (row) => row.partner ?? '–' },
          {
            key: 'state',
            header: 'State',
            cell: (row) =>
              row.leaving ? (
                <Badge>Leaving</Badge>
              ) : row.counts ? (
                <Badge tone="good">In it</Badge>
              ) : (
                <Badge>Left</Badge>
              ),
          },
        ]}
        rows={entries}
        rowKey={(row) => row.id}
      />
    </Part>
  )
}

function Matches({ player: { matches, matches_total } }: { player: OrganizerPlayer }) {
  const caption =
    matches_total > matches.length ? `The next and last ${matches.length} of ${matches_total} matches` : 'Matches'
  return (
    <Part title="Matches" none={matches.length === 0 ? 'No match yet.' : null}>
      <Table
        caption={caption}
        columns={[
          { key: 'sides', header: 'Match', rowHeader: true, cell: (row) => row.sides },
          { key: 'division', header: 'Division', cell: (row) => row.level_name },
          {
            key: 'date',
            header: 'Date',
            cell: (row) => (row.match_date === null ? 'Open' : formatDay(row.match_date)),
          },
          { key: 'score', header: 'Score', cell: (row) => row.score_line ?? '–', className: 'sm:whitespace-nowrap' },
        ]}
        rows={matches}
        rowKey={(row) => row.id}
      />
    </Part>
  )
}

function Payments({ player: { purchases, purchases_total } }: { player: OrganizerPlayer }) {
  const caption =
    purchases_total > purchases.length ? `The last ${purchases.length} of ${purchases_total} payments` : 'Payments'
  return (
    <Part title="Payments" none={purchases.length === 0 ? 'Nothing bought yet.' : null}>
      <Table
        caption={caption}
        columns={[
          {
            key: 'division',
            header: 'Division',
            rowHeader: true,
            cell: (row) => <TextLink to={paths.organizer.payment(row.order_id)}>{row.level_name}</TextLink>,
          },
          { key: 'season', header: 'Season', cell: (row) => `${row.season_name} ${row.year}` },
          { key: 'date', header: 'Date', cell: (row) => formatInstant(row.created_at) },
          { key: 'price', header: 'Price', align: 'right', cell: (row) => formatDollars(row.price) },
          { key: 'status', header: 'Status', cell: (row) => <PaymentBadge status={row.payment_status} /> },
        ]}
        rows={purchases}
        rowKey={(row) => row.id}
      />
    </Part>
  )
}

const creditStates = { left: 'Unspent', spent: 'Spent', taken_back: 'Taken back' } as const

function FreeSeasons({ player: { free_seasons } }: { player: OrganizerPlayer }) {
  return (
    <Part title="Free seasons" none={free_seasons.length === 0 ? 'None earned or given.' : null}>
      <Table
        caption="Free seasons"
        columns={[
          { key: 'why', header: 'Why', rowHeader: true, cell: (row) => row.why },
          { key: 'date', header: 'Since', cell: (row) => formatInstant(row.granted_at) },
          { key: 'state', header: 'State', cell: (row) => creditStates[row.state] },
        ]}
        rows={free_seasons}
        rowKey={(row) => row.id}
      />
    </Part>
  )
}

function Sessions({ player: { sessions } }: { player: OrganizerPlayer }) {
  return (
    <Part title="Signed in on" none={sessions.length === 0 ? 'Signed in nowhere.' : null}>
      <Table
        caption="Signed in on"
        columns={[
          { key: 'device', header: 'Device', rowHeader: true, cell: (row) => row.device ?? 'A device' },
          { key: 'since', header: 'Since', cell: (row) => formatInstant(row.created_at) },
          {
            key: 'seen',
            header: 'Last used',
            cell: (row) => (row.last_seen_at === null ? '–' : formatMoment(row.last_seen_at)),
          },
        ]}
        rows={sessions}
        rowKey={(row) => row.id}
      />
    </Part>
  )
}

function Record({ player: { id, audit_entries } }: { player: OrganizerPlayer }) {
  return (
    <section aria-labelledby="record">
      <h2 id="record" className="lettering pb-3 text-lg">
        What organizers did
      </h2>
      {audit_entries.length === 0 ? (
        <p className="text-ink-soft">Nothing yet.</p>
      ) : (
        <>
          <ol className="flex flex-col">
            {audit_entries.map((act) => (
              <li key={act.id} className="flex flex-col gap-1 border-b border-line bg-surface p-4">
                <p className="font-[650]">{act.summary}.</p>
                <p className="text-sm text-ink-soft">
                  <time dateTime={act.at}>{formatMoment(act.at)}</time>, {act.organizer}
                </p>
                {act.reason && <p>“{act.reason}”</p>}
              </li>
            ))}
          </ol>
          <p className="mt-3">
            <TextLink to={paths.organizer.recordOf(`player ${id}`)}>Audit log of this player</TextLink>
          </p>
        </>
      )}
    </section>
  )
}
