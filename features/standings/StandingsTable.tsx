import type { ReactNode } from 'react'
import { Badge } from '#/web/ui/Badge.tsx'
import { formatName } from '#/contract/format.ts'
import type { StandingLine } from './contract.ts'
import type { FullStandingLine } from './place-contract.ts'

type StandingsTableProps = {
  caption: string
  /** Full rows have sets, games and who is in the play-offs. */
  rows: readonly (StandingLine | FullStandingLine)[]
  onWhy: (entry_id: number) => void
}

/** The table of one league, as cards on a phone. The ARIA roles are explicit because changing `display` removes them. */
export function StandingsTable({ caption, rows, onWhy }: StandingsTableProps) {
  const full = rows.some(isFull)
  return (
    <table role="table" className="w-full border-collapse text-left max-sm:block">
      <caption className="lettering pb-3 text-left text-lg max-sm:block">{caption}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="border-b-2 border-ink text-sm text-ink-soft">
          <Head className="w-16 pl-4">Rank</Head>
          <Head>Player</Head>
          <Head className="text-right">Wins</Head>
          <Head className="text-right">Losses</Head>
          <Head className="text-right">Ties</Head>
          <Head className={`text-right ${full ? '' : 'pr-4'}`}>Played</Head>
          {full && (
            <>
              <Head className="text-right max-lg:sr-only">Sets</Head>
              <Head className="pr-4 text-right max-lg:sr-only">Games</Head>
            </>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:flex max-sm:flex-col max-sm:gap-2">
        {rows.map((row) => (
          <Line key={row.entry_id} row={row} onWhy={onWhy} />
        ))}
      </tbody>
    </table>
  )
}

function isFull(row: StandingLine | FullStandingLine): row is FullStandingLine {
  return 'sets_won' in row
}

function Head({ className = '', children }: { className?: string; children: string }) {
  return (
    <th role="columnheader" scope="col" className={`px-3 py-2.5 font-[650] ${className}`}>
      {children}
    </th>
  )
}

function Line({ row, onWhy }: { row: StandingLine | FullStandingLine; onWhy: (entry_id: number) => void }) {
  const name = formatName(row)
  return (
    <tr
      role="row"
      className={`border-b border-line max-sm:grid max-sm:grid-cols-[3rem_minmax(0,1fr)_2.75rem_2.75rem] max-sm:items-center max-sm:rounded-md max-sm:border max-sm:py-2.5 max-sm:pr-2 ${
        row.is_me ? 'bg-live/25 shadow-[inset_4px_0_0_var(--color-ink)]' : 'bg-surface'
      }`}
    >
      <td role="cell" className="figures px-3 py-2.5 pl-4 text-2xl max-sm:py-0 max-sm:pr-1">
        {row.rank}
      </td>
      <th
        role="rowheader"
        scope="row"
        className="min-w-[8ch] px-3 py-2 font-[650] wrap-anywhere max-sm:min-w-0 max-sm:px-2 max-sm:py-0"
      >
        <span className="block">
          {name}
          {row.is_me && <span className="ml-2 text-sm font-normal text-ink-soft">You</span>}
        </span>
        {row.partner_first_name !== null && (
          <span className="block">
            {row.partner_first_name} {row.partner_last_name}
          </span>
        )}
        {isFull(row) && (
          <span aria-hidden="true" className="tabular block text-sm font-normal text-ink-soft lg:hidden">
            Sets {row.sets_won}–{row.sets_lost}, games {row.games_won}–{row.games_lost}
          </span>
        )}
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-normal">
          <button
            type="button"
            onClick={() => onWhy(row.entry_id)}
            className="inline-flex min-h-7 cursor-pointer items-center text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink hover:decoration-ink"
          >
            Why this place?<span className="sr-only"> {name}</span>
          </button>
          {row.unconfirmed > 0 && (
            <span className="text-sm text-warn">
              {row.unconfirmed} {row.unconfirmed === 1 ? 'result' : 'results'} unconfirmed
            </span>
          )}
          {isFull(row) && <PlayoffBadge row={row} />}
        </span>
      </th>
      <Figure label="W" value={row.wins} strong />
      <Figure label="L" value={row.losses} />
      <Quiet>{row.ties}</Quiet>
      <Quiet>{row.played}</Quiet>
      {isFull(row) && (
        <>
          <Quiet until="lg">
            {row.sets_won}–{row.sets_lost}
          </Quiet>
          <Quiet until="lg">
            {row.games_won}–{row.games_lost}
          </Quiet>
        </>
      )}
    </tr>
  )
}

function PlayoffBadge({ row: { playoffs, provisional } }: { row: FullStandingLine }) {
  if (playoffs !== 'in' && playoffs !== 'out') return null
  const word = playoffs === 'in' ? 'In the play-offs' : 'Out'
  return <Badge tone={playoffs === 'in' ? 'good' : 'neutral'}>{provisional ? `${word}, if results stand` : word}</Badge>
}

/** A count; on a phone with its label below. */
function Figure({ label, value, strong = false }: { label: string; value: number; strong?: boolean }) {
  return (
    <td
      role="cell"
      className={`figures px-3 py-2.5 text-right text-xl max-sm:p-0 max-sm:text-center max-sm:leading-none ${strong ? '' : 'text-ink-soft'}`}
    >
      {value}
      <span aria-hidden="true" className="block pt-0.5 text-xs font-normal text-ink-soft sm:hidden">
        {label}
      </span>
    </td>
  )
}

/** A figure that small screens hide from view but not from screen readers. */
function Quiet({ children, until = 'sm' }: { children: ReactNode; until?: 'sm' | 'lg' }) {
  return (
    <td
      role="cell"
      className={`figures px-3 py-2.5 text-right text-lg whitespace-nowrap text-ink-soft last:pr-4 ${until === 'lg' ? 'max-lg:sr-only' : 'max-sm:sr-only'}`}
    >
      {children}
    </td>
  )
}
