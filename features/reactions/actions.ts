import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { ReactionKind, Reactions } from './contract.ts'
import { listReactionsTo, updateReaction } from './queries.ts'

/** Stores the actor's reaction to a result and returns all reactions to it. Refuses `not_found` and `not_allowed`. */
export function setReaction(
  actor: Actor,
  { match_id, kind }: { match_id: number; kind: ReactionKind | null },
): Promise<Reactions> {
  return runAction(actor, async ({ tx, player, now }) => {
    const [before] = await listReactionsTo(tx, [match_id], player.id)
    if (!before) refuse('not_found')
    if (!before.may_react && kind !== null)
      refuse('not_allowed', { message: 'You can react to results of your leagues that others have played.' })
    await updateReaction(tx, { match_id, player_id: player.id, kind }, now)
    const [after] = await listReactionsTo(tx, [match_id], player.id)
    return after ?? refuse('not_found')
  })
}
