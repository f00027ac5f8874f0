import type { StandingLine } from './contract.ts'
import type { FullStandingLine } from './place-contract.ts'
import { isFull, StandingsRow } from './StandingsRow.tsx'

type StandingsTableProps = {
  caption: string
  /** Full rows have sets, games and who is in the play-offs. */
  rows: readonly (StandingLine | FullStandingLine)[]
  onExplain: (entry_id: number) => void
}

/**
 * The table of one league. Not a Table: on a phone each entry is one line with rank, name, wins and losses, not a card of
 * eight. The ARIA roles are explicit because changing `display` removes them.
 */
export function StandingsTable({ caption, rows, onExplain }: StandingsTableProps) {
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
          <StandingsRow key={row.entry_id} row={row} onExplain={onExplain} />
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
