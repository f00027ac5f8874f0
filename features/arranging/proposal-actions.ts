import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { insertEvent } from './change-queries.ts'
import { lockOwnMatch, type OfMatch } from './locked-match.ts'

/**
 * Objects to the outcome announced for a player's match, so that an organizer decides. Refuses `not_found`, and
 * `no_proposal` if none is announced or it has been applied.
 */
export function objectToProposal(actor: Actor, { id, reason }: OfMatch & { reason: string }): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const match = await lockOwnMatch(action, id)
    const [objected] = await tx
      .updateTable('match_settlements')
      .set({ objected_at: now })
      .where('match_id', '=', id)
      .where('noticed_at', 'is not', null)
      .where('objected_at', 'is', null)
      .where('settled_at', 'is', null)
      .where('undone_at', 'is', null)
      .returning('id')
      .execute()
    if (!objected || match.score_id !== null) refuse('no_proposal')
    await insertEvent(
      tx,
      { match_id: id, kind: 'contested', side: match.side, player_id: player.id, text: reason },
      now,
    )
  })
}
