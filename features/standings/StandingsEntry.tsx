import { formatName, formatReplaced } from '#/contract/format.ts'
import { formatNumber } from '#/contract/locale.ts'
import { Face } from '#/features/leagues/Face.tsx'
import { PlayerName } from '#/features/leagues/PlayerName.tsx'
import { capitalized, sportWords, type Sport } from '#/rules/sports/formats.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import type { StandingLine } from './contract.ts'
import type { FullStandingLine } from './place-contract.ts'

type StandingsEntryProps = {
  sport: Sport
  row: StandingLine | FullStandingLine
  onExplain: (entry_id: number) => void
}

/** Whether the row has sets, games and play-off status. */
export function isFull(row: StandingLine | FullStandingLine): row is FullStandingLine {
  return 'sets_won' in row
}

/** An entry's names, with links to explain its position and pending changes. */
export function StandingsEntry({ row, sport, onExplain }: StandingsEntryProps) {
  const { set, game } = sportWords[sport]
  const name = formatName(row)
  const partner = formatPartner(row)
  return (
    // The names are below the face where the longest word does not fit beside it.
    <span className="flex flex-wrap items-center gap-2">
      <span className="flex shrink-0 flex-col gap-1">
        <Face entry_id={row.entry_id} name={name} />
        {partner !== null && <Face entry_id={row.entry_id} name={partner} />}
      </span>
      <span className="min-w-[11ch] flex-1 wrap-anywhere">
        <span className="block">
          <PlayerName entry_id={row.entry_id} name={name} />
          {row.is_me && (
            <span className="ml-2 inline-block text-sm font-normal whitespace-nowrap text-ink-soft">You</span>
          )}
        </span>
        <Replaced row={row} name={name} />
        {partner !== null && (
          <>
            <span className="block">
              <PlayerName entry_id={row.entry_id} name={partner} />
            </span>
            <Replaced row={row} name={partner} />
          </>
        )}
        {isFull(row) && (
          <span aria-hidden="true" className="tabular block text-sm font-normal text-ink-soft lg:hidden">
            {capitalized(set)}s{' '}
            <span className="whitespace-nowrap">
              {row.sets_won}–{row.sets_lost},
            </span>{' '}
            {game}s{' '}
            <span className="whitespace-nowrap">
              {row.games_won}–{row.games_lost}
            </span>
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
          <Marks row={row} />
          {row.unconfirmed > 0 && (
            <span className="text-sm text-warn">
              {row.unconfirmed} {row.unconfirmed === 1 ? 'result' : 'results'} unconfirmed
            </span>
          )}
          {isFull(row) && <PlayoffBadge row={row} />}
        </span>
      </span>
    </span>
  )
}

/** The figures that decide the order beside wins: points or strength, and rounds without an opponent. */
function Marks({ row: { points, strength, byes, deducted } }: { row: StandingLine }) {
  const marks = [
    points === null ? null : `${points} ${points === 1 ? 'point' : 'points'}`,
    strength ? `strength ${formatNumber(strength)}` : null,
    deducted === 0 ? null : `${deducted} taken away`,
    byes === 0 ? null : `${byes} ${byes === 1 ? 'bye' : 'byes'}`,
  ].filter((mark) => mark !== null)
  return marks.length === 0 ? null : <span className="tabular text-sm">{marks.join(', ')}</span>
}

/** The player whose place this one has taken, and the day. */
function Replaced({ row, name }: { row: StandingLine; name: string }) {
  const replacement = row.replacements?.find((each) => each.name === name)
  if (!replacement) return null
  return <span className="block text-sm font-normal text-ink-soft">{formatReplaced(replacement)}</span>
}

function formatPartner({ partner_first_name, partner_last_name }: StandingLine): string | null {
  if (partner_first_name === null || partner_last_name === null) return null
  return formatName({ first_name: partner_first_name, last_name: partner_last_name })
}

function PlayoffBadge({ row: { playoffs, provisional } }: { row: FullStandingLine }) {
  if (playoffs !== 'in' && playoffs !== 'out') return null
  const word = playoffs === 'in' ? 'In the play-offs' : 'Out'
  return <Badge tone={playoffs === 'in' ? 'good' : 'neutral'}>{provisional ? `${word}, as it stands` : word}</Badge>
}
