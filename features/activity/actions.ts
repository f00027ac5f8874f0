import { visitAt } from '#/rules/activity.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { lockVisit, upsertVisit } from './queries.ts'

/** Records that the player opened the dashboard. */
export function noteVisit(actor: Actor): Promise<void> {
  return runAction(actor, async ({ tx, player, now }) => {
    await upsertVisit(tx, player.id, visitAt(await lockVisit(tx, player.id), now))
  })
}
