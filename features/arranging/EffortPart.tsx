import type { Arranging } from '#/features/matches/arranging-contract.ts'

/** The record of both sides so far: what decides if the match is not played. */
export function EffortPart({ effort: { sides, advice } }: { effort: NonNullable<Arranging['effort']> }) {
  return (
    <div className="flex flex-col gap-1">
      {advice && <p className="font-[620]">{advice}</p>}
      <p className="text-sm text-ink-soft">If this match is not played, the record decides:</p>
      {sides.map(({ text }) => (
        <p key={text} className="text-sm text-ink-soft">
          {text}
        </p>
      ))}
    </div>
  )
}
