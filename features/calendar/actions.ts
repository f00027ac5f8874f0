import { lockPlayer } from '#/features/accounts/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { findOrMakeToken, renewToken } from './queries.ts'

/** The token of the player's calendar, made at the first call. */
export function openCalendar(actor: Actor): Promise<string> {
  return runAction(actor, async ({ app, tx, player, now }) => {
    // Two calls at once make one address.
    await lockPlayer(tx, player.id)
    return findOrMakeToken(tx, app.secrets, player.id, now)
  })
}

/** A new token for the player's calendar; the one before stops. */
export function renewCalendar(actor: Actor): Promise<string> {
  return runAction(actor, async ({ app, tx, player, now }) => {
    await lockPlayer(tx, player.id)
    return renewToken(tx, app.secrets, player.id, now)
  })
}
