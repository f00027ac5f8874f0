import type { StandingLine } from './contract.ts'

/** The table of one league; a list of plates on a phone. Roles are spelled out: changing `display` would drop them. */
export function StandingsTable({ caption, rows }: { caption: string; rows: readonly StandingLine[] }) {
  return (
    <table role="table" className="w-full border-collapse text-left max-sm:block">
      <caption className="lettering pb-3 text-left text-lg max-sm:block">{caption}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="border-b-2 border-ink text-sm text-ink-soft">
          <Head className="w-20 pl-4">Rank</Head>
          <Head>Player</Head>
          <Head className="w-24 text-right">Wins</Head>
          <Head className="w-24 text-right">Losses</Head>
          <Head className="w-20 text-right">Ties</Head>
          <Head className="w-24 pr-4 text-right">Played</Head>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:flex max-sm:flex-col max-sm:gap-2">
        {rows.map((row) => (
          <Line key={row.entry_id} row={row} />
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

function Line({ row }: { row: StandingLine }) {
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
      <th role="rowheader" scope="row" className="min-w-0 px-3 py-2.5 font-[650] max-sm:px-2 max-sm:py-0">
        <span className="block">
          {row.first_name} {row.last_name}
          {row.is_me && <span className="ml-2 text-sm font-normal text-ink-soft">You</span>}
        </span>
        {row.partner_first_name !== null && (
          <span className="block">
            {row.partner_first_name} {row.partner_last_name}
          </span>
        )}
      </th>
      <Figure label="W" value={row.wins} strong />
      <Figure label="L" value={row.losses} />
      <td role="cell" className="figures px-3 py-2.5 text-right text-lg text-ink-soft max-sm:sr-only">
        {row.ties}
      </td>
      <td role="cell" className="figures px-3 py-2.5 pr-4 text-right text-lg text-ink-soft max-sm:sr-only">
        {row.played}
      </td>
    </tr>
  )
}

/** A count; on a phone its letter stands under it. */
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
