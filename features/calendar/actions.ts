import { lockPlayer } from '#/features/accounts/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { findOrMakeToken, renewToken } from './queries.ts'

/** The token of the player's calendar, created on the first call. */
export function openCalendar(actor: Actor): Promise<string> {
  return runAction(actor, async ({ app, tx, player, now }) => {
    // Concurrent first calls create one token.
    await lockPlayer(tx, player.id)
    return findOrMakeToken(tx, app.secrets, player.id, now)
  })
}

/** Replaces the token of the player's calendar, which disables the old address. */
export function renewCalendar(actor: Actor): Promise<string> {
  return runAction(actor, async ({ app, tx, player, now }) => {
    await lockPlayer(tx, player.id)
    return renewToken(tx, app.secrets, player.id, now)
  })
}
