import { EntryNames } from '#/features/leagues/PlayerName.tsx'
import { useChanged } from '#/web/ui/updates.ts'
import type { PlayoffRow } from './contract.ts'
import { sideOf } from './format.ts'

export type BracketEntry = Pick<ReturnType<typeof sideOf>, 'name' | 'entry_id' | 'seed'>

/** A bye: the slot of a match that is not played, with the entry that advances. */
export function BracketBye({ entry }: { entry: BracketEntry | null }) {
  if (!entry) return null
  return (
    <p className="flex w-full items-baseline gap-2 rounded-md border border-dashed border-edge bg-sunk px-3 py-1.5 text-ink-soft">
      <Seed seed={entry.seed} />
      <span className="min-w-0 flex-1">
        <EntryNames entry_id={entry.entry_id} names={entry.name ?? 'To be decided'} />
      </span>
      <span className="text-sm">Bye</span>
    </p>
  )
}

function Seed({ seed }: { seed: number | null }) {
  return (
    <span className="tabular w-4 shrink-0 text-right text-xs text-ink-soft">
      {seed !== null && <span className="sr-only">seed </span>}
      {seed}
    </span>
  )
}

/** A match in the bracket: both sides and the score. */
export function BracketMatch({ row }: { row: PlayoffRow }) {
  const changed = useChanged(row)
  return (
    <div className={`${changed} w-full overflow-hidden rounded-md border border-line bg-surface`}>
      <Side row={row} side="player_one" />
      <Side row={row} side="player_two" />
      <p className="min-h-7 border-t border-line px-3 py-1 text-sm text-ink-soft">
        {row.score ? (
          <span className="figures [word-spacing:0.3em]">{row.score}</span>
        ) : row.live ? (
          <>
            {row.live.is_over ? 'Played' : 'Live'}{' '}
            <span className="figures text-base text-ink [word-spacing:0.3em]">{row.live.line}</span>
          </>
        ) : (
          'Not played yet'
        )}
        {row.provisional && ', provisional'}
      </p>
    </div>
  )
}

function Side({ row, side }: { row: PlayoffRow; side: 'player_one' | 'player_two' }) {
  const { name, entry_id, seed, won, lost, withdrew } = sideOf(row, side)
  return (
    <p
      className={`flex items-baseline gap-2 px-3 py-1.5 ${won ? 'font-[680] [box-shadow:inset_4px_0_0_var(--color-good)]' : ''} ${lost ? 'text-ink-soft' : ''}`}
    >
      <Seed seed={seed} />
      <span className="min-w-0 flex-1">
        {name === null ? (
          <span className="text-ink-soft">To be decided</span>
        ) : (
          <EntryNames entry_id={entry_id} names={name} />
        )}
      </span>
      {won && <span className="text-sm text-good">Won</span>}
      {withdrew && <span className="text-sm">Withdrew</span>}
    </p>
  )
}
