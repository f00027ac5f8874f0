import { listReactions, setReaction } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { useHydrated } from '#/web/served-page.ts'
import { ReactionIcon } from '#/web/ui/ReactionIcon.tsx'
import type { Reactions } from './contract.ts'
import { reactionFaces, ReactionCounts } from './ReactionCounts.tsx'

/** The reactions to one result, as buttons for a league-mate who has not played in it. */
export default function ReactionButtons({ match_id }: { match_id: number }) {
  // A press on a button of the server's page would be lost until this part is hydrated, later than the rest.
  const enabled = useHydrated()
  const read = useRead(listReactions, { query: { match_ids: `${match_id}` } }, { enabled })
  const [reactions] = read.data?.reactions ?? []
  if (!reactions) return null
  const { may_react, counts } = reactions
  if (!may_react && reactionFaces.every(({ kind }) => counts[kind] === 0)) return null
  return (
    <section aria-label="Reactions">
      {may_react ? <Buttons reactions={reactions} /> : <ReactionCounts counts={counts} />}
    </section>
  )
}

function Buttons({ reactions: { match_id, mine, counts } }: { reactions: Reactions }) {
  const react = useAction(setReaction, { stale: [listReactions], toast: null })
  return (
    <div className="flex flex-wrap gap-2">
      {reactionFaces.map(({ kind, name }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={mine === kind}
          onClick={() => react.run({ params: { match_id }, body: { kind: mine === kind ? null : kind } })}
          className={`inline-flex min-h-11 items-center gap-2 rounded-sm border px-3 ${
            mine === kind
              ? 'border-court bg-court-soft font-[650] text-ink'
              : 'border-edge text-ink-soft hover:border-ink'
          }`}
        >
          <ReactionIcon kind={kind} size={18} />
          {name}
          {counts[kind] > 0 && <span className="tabular">{counts[kind]}</span>}
        </button>
      ))}
    </div>
  )
}
