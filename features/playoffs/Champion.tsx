import { EntryNames } from '#/features/leagues/PlayerName.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import type { StageOfPlayoffs } from './contract.ts'
import { finalOf, formatProvisional } from './format.ts'

/** The champion and the final's result. */
export function Champion({ stages }: { stages: readonly StageOfPlayoffs[] }) {
  const last = stages.find(({ stage }) => stage === 4)?.rows[0]
  const champion = last?.player_one
  const final = finalOf(stages)
  if (!champion) return <p className="text-ink-soft">The champion is known when the final has been played.</p>
  return (
    <div className="on-board flex flex-col gap-3 rounded-md border border-board-line p-6 sm:p-10">
      <p className="flex items-center gap-2 font-[620] text-live">
        <Icon name="result" />
        {final?.provisional ? 'Champion, provisional' : 'Champion'}
      </p>
      <p className="lettering text-3xl">
        <EntryNames entry_id={last?.entry_one ?? null} names={champion} />
      </p>
      {final && (
        <p className="text-on-board-soft">
          beat {final.opponent} in the final,{' '}
          <span className="figures text-xl whitespace-nowrap text-on-board [word-spacing:0.3em]">{final.score}</span>
        </p>
      )}
      {final?.provisional && <p className="text-on-board-soft">{formatProvisional({ played: true })}</p>}
    </div>
  )
}
