import { listReactions } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { ReactionCounts } from './ReactionCounts.tsx'

type ReactionsInRowProps = {
  match_id: number
  /** The results of the whole page, which are asked for together. */
  page: readonly number[]
}

/** The reactions to one result of a list. */
export default function ReactionsInRow({ match_id, page }: ReactionsInRowProps) {
  const read = useRead(listReactions, { query: { match_ids: page.join(',') } })
  const reactions = read.data?.reactions.find((each) => each.match_id === match_id)
  return reactions ? <ReactionCounts counts={reactions.counts} /> : null
}
