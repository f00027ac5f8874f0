import { formatAmount } from '#/contract/money.ts'
import type { ReactNode } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatDay, formatInstant, formatMoment } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { Badge, PaymentBadge } from '#/web/ui/Badge.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import type { OrganizerPlayer } from './contract.ts'

/** A list with its heading, or a sentence if it is empty. */
function Section({ title, none, children }: { title: string; none: string | null; children: ReactNode }) {
  if (none === null) return children
  return (
    <section>
      <h2 className="lettering pb-3 text-lg">{title}</h2>
      <p className="text-ink-soft">{none}</p>
    </section>
  )
}

export function EntryList({ player: { entries } }: { player: OrganizerPlayer }) {
  return (
    <Section title="Entries" none={entries.length === 0 ? 'No league yet.' : null}>
      <Table
        caption="Entries"
        columns={[
          {
            key: 'division',
            header: 'Division',
            rowHeader: true,
            cell: (row) => <TextLink to={deskPaths.entry(row.id)}>{row.level_name}</TextLink>,
          },
          {
            key: 'season',
            header: 'League',
            cell: (row) => (
              <LeagueLink id={row.league_id}>
                {row.season_name} {row.year}
              </LeagueLink>
            ),
          },
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
    </Section>
  )
}

export function MatchList({ player: { matches, matches_total } }: { player: OrganizerPlayer }) {
  const caption =
    matches_total > matches.length ? `The next and last ${matches.length} of ${matches_total} matches` : 'Matches'
  return (
    <Section title="Matches" none={matches.length === 0 ? 'No match yet.' : null}>
      <Table
        caption={caption}
        columns={[
          {
            key: 'sides',
            header: 'Match',
            rowHeader: true,
            cell: (row) => <TextLink to={deskPaths.match(row.id)}>{row.sides}</TextLink>,
          },
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
    </Section>
  )
}

export function PaymentList({ player: { purchases, purchases_total } }: { player: OrganizerPlayer }) {
  const caption =
    purchases_total > purchases.length ? `The last ${purchases.length} of ${purchases_total} payments` : 'Payments'
  return (
    <Section title="Payments" none={purchases.length === 0 ? 'Nothing bought yet.' : null}>
      <Table
        caption={caption}
        columns={[
          {
            key: 'division',
            header: 'Division',
            rowHeader: true,
            cell: (row) => <TextLink to={deskPaths.payment(row.order_id)}>{row.level_name}</TextLink>,
          },
          { key: 'season', header: 'Season', cell: (row) => `${row.season_name} ${row.year}` },
          { key: 'date', header: 'Date', cell: (row) => formatInstant(row.created_at) },
          { key: 'price', header: 'Price', align: 'right', cell: (row) => formatAmount(row.price) },
          { key: 'status', header: 'Status', cell: (row) => <PaymentBadge status={row.payment_status} /> },
        ]}
        rows={purchases}
        rowKey={(row) => row.id}
      />
    </Section>
  )
}

const creditStates = { left: 'Unspent', spent: 'Spent', taken_back: 'Taken back' } as const

export function FreeSeasonList({ player: { free_seasons } }: { player: OrganizerPlayer }) {
  return (
    <Section title="Free seasons" none={free_seasons.length === 0 ? 'None earned or given.' : null}>
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
    </Section>
  )
}

export function SessionList({ player: { sessions } }: { player: OrganizerPlayer }) {
  return (
    <Section title="Signed in on" none={sessions.length === 0 ? 'Not signed in anywhere.' : null}>
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
    </Section>
  )
}
