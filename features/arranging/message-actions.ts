import { listOrganizersToNotify } from '#/features/confirmation/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { insertEvent, updateReported } from './change-queries.ts'
import { lockOwnMatch, notifyEvent, type OfMatch } from './locked-match.ts'
import { countMessages } from './queries.ts'

const MESSAGES_A_DAY = 30
const dayMs = 86_400_000

/** Sends a message to the other side. Refuses `too_many_messages`. */
export function sendMessage(actor: Actor, { id, text }: OfMatch & { text: string }): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const { side } = await lockOwnMatch(action, id)
    const sent = await countMessages(tx, id, player.id, new Date(now.getTime() - dayMs))
    if (sent >= MESSAGES_A_DAY) refuse('too_many_messages', { retryAfter: 3600 })
    const event = { match_id: id, kind: 'message', side, player_id: player.id, text } as const
    await notifyEvent(action, 'match_message', await insertEvent(tx, event, now), id, side)
  })
}

/** Reports a message from the other side to the area's organizers. Refuses `not_found`, `message_reported`. */
export function reportMessage(
  actor: Actor,
  { id, message_id, reason }: OfMatch & { message_id: number; reason: string },
): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, now, notify } = action
    const { side, area } = await lockOwnMatch(action, id)
    const reported = await updateReported(tx, { match_id: id, message_id, side, player_id: player.id, reason }, now)
    if (reported === 'missing') refuse('not_found')
    if (reported === 'already') refuse('message_reported')
    for (const player_id of await listOrganizersToNotify(tx, area))
      await notify('message_reported', { event_id: message_id, player_id })
  })
}
