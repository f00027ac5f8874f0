import type { ReactNode } from 'react'
import { capitalized, sportWords, type Sport } from '#/rules/sports/formats.ts'
import type { StandingLine } from './contract.ts'
import type { FullStandingLine } from './place-contract.ts'
import { useChanged } from '#/web/ui/updates.ts'
import { isFull, StandingsEntry } from './StandingsEntry.tsx'

type StandingsTableProps = {
  caption: string
  /** Full rows have sets, games and play-off status. */
  rows: readonly (StandingLine | FullStandingLine)[]
  sport: Sport
  /** Whether the entry has a position. */
  isRanked: (row: StandingLine) => boolean
  onExplain: (entry_id: number) => void
}

/**
 * The table of one league. Does not use Table: on a phone each entry is one line with all its counts, instead of a card
 * of eight. The ARIA roles are explicit because changing `display` removes them.
 */
export function StandingsTable({ caption, rows, sport, isRanked, onExplain }: StandingsTableProps) {
  const { set, game } = sportWords[sport]
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
              <Head className="text-right max-lg:sr-only">{`${capitalized(set)}s`}</Head>
              <Head className="pr-4 text-right max-lg:sr-only">{`${capitalized(game)}s`}</Head>
            </>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:flex max-sm:flex-col max-sm:gap-2">
        {rows.map((row) => (
          <Row key={row.entry_id} row={row} sport={sport} isRanked={isRanked} onExplain={onExplain} />
        ))}
      </tbody>
    </table>
  )
}

function Head({ className = '', children }: { className?: string; children: string }) {
  return (
    <th role="columnheader" scope="col" className={`px-3 py-2.5 font-[650] ${className}`}>
      {children}
    </th>
  )
}

/** One entry of the table; on a phone, one line of a card. */
function Row({
  row,
  sport,
  isRanked,
  onExplain,
}: Pick<StandingsTableProps, 'sport' | 'isRanked' | 'onExplain'> & { row: StandingLine | FullStandingLine }) {
  const changed = useChanged(row)
  return (
    <tr
      role="row"
      className={`${changed} border-b border-line max-sm:grid max-sm:grid-cols-[2.25rem_minmax(0,1fr)_repeat(4,1.875rem)] max-sm:items-center max-sm:rounded-md max-sm:border max-sm:py-2.5 max-sm:pr-1.5 ${
        row.is_me ? 'bg-live/25 [box-shadow:inset_4px_0_0_var(--color-ink)]' : 'bg-surface'
      }`}
    >
      <td role="cell" className="figures px-3 py-2.5 pl-4 text-2xl max-sm:py-0 max-sm:pr-0 max-sm:pl-3 max-sm:text-xl">
        {isRanked(row) ? row.rank : '–'}
      </td>
      <th
        role="rowheader"
        scope="row"
        className="min-w-[8ch] px-3 py-2 font-[650] wrap-anywhere max-sm:min-w-0 max-sm:px-2 max-sm:py-0"
      >
        <StandingsEntry row={row} sport={sport} onExplain={onExplain} />
      </th>
      <Figure label="W" value={row.wins} strong />
      <Figure label="L" value={row.losses} />
      <Figure label="T" value={row.ties} />
      <Figure label="P" value={row.played} />
      {isFull(row) && (
        <>
          <Quiet>
            {row.sets_won}–{row.sets_lost}
          </Quiet>
          <Quiet>
            {row.games_won}–{row.games_lost}
          </Quiet>
        </>
      )}
    </tr>
  )
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

/** A figure that smaller screens show below the name instead. */
function Quiet({ children }: { children: ReactNode }) {
  return (
    <td
      role="cell"
      className="figures px-3 py-2.5 text-right text-lg whitespace-nowrap text-ink-soft last:pr-4 max-lg:sr-only"
    >
      {children}
    </td>
  )
}
