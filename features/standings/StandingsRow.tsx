import type { ReactNode } from 'react'
import { formatName } from '#/contract/format.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import type { StandingLine } from './contract.ts'
import type { FullStandingLine } from './place-contract.ts'

type StandingsRowProps = {
  row: StandingLine | FullStandingLine
  onExplain: (entry_id: number) => void
}

/** Whether the row has sets, games and who is in the play-offs. */
export function isFull(row: StandingLine | FullStandingLine): row is FullStandingLine {
  return 'sets_won' in row
}

/** One entry of the table; on a phone one line of a card. */
export function StandingsRow({ row, onExplain }: StandingsRowProps) {
  const name = formatName(row)
  const partner = formatPartner(row)
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
        {partner !== null && <span className="block">{partner}</span>}
        {isFull(row) && (
          <span aria-hidden="true" className="tabular block text-sm font-normal text-ink-soft lg:hidden">
            Sets {row.sets_won}–{row.sets_lost}, games {row.games_won}–{row.games_lost}
          </span>
        )}
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-normal">
          <button
            type="button"
            onClick={() => onExplain(row.entry_id)}
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

function formatPartner({ partner_first_name, partner_last_name }: StandingLine): string | null {
  if (partner_first_name === null || partner_last_name === null) return null
  return formatName({ first_name: partner_first_name, last_name: partner_last_name })
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
