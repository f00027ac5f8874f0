import { ReactionIcon } from '#/web/ui/ReactionIcon.tsx'
import type { Reactions } from './contract.ts'

/** The reactions, in the order of the buttons. */
export const reactionFaces = [
  { kind: 'well_played', name: 'Well played' },
  { kind: 'great_match', name: 'Great match' },
  { kind: 'surprise', name: 'A surprise' },
  { kind: 'fair_play', name: 'Fair play' },
] as const

/** How often a result got each reaction. */
export function ReactionCounts({ counts }: Pick<Reactions, 'counts'>) {
  return (
    <span className="inline-flex flex-wrap gap-3 text-sm text-ink-soft">
      {reactionFaces
        .filter(({ kind }) => counts[kind] > 0)
        .map(({ kind, name }) => (
          <span key={kind} title={name} className="inline-flex items-center gap-1">
            <ReactionIcon kind={kind} size={16} />
            <span className="tabular">{counts[kind]}</span>
            <span className="sr-only">{name}</span>
          </span>
        ))}
    </span>
  )
}
