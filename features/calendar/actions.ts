import { lockPlayer } from '#/features/accounts/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuseUnproved, type SignedIn } from '#/server/session.ts'
import { findOrMakeToken, renewToken } from './queries.ts'

/** The token of the player's calendar, created on the first call. Refuses email_unproved. */
export function openCalendar(actor: Actor<SignedIn>): Promise<string> {
  refuseUnproved(actor.player)
  return runAction(actor, async ({ app, tx, player, now }) => {
    // Concurrent first calls create one token.
    await lockPlayer(tx, player.id)
    return findOrMakeToken(tx, app.secrets, player.id, now)
  })
}

/** Replaces the token of the player's calendar, which disables the old address. */
export function renewCalendar(actor: Actor<SignedIn>): Promise<string> {
  refuseUnproved(actor.player)
  return runAction(actor, async ({ app, tx, player, now }) => {
    await lockPlayer(tx, player.id)
    return renewToken(tx, app.secrets, player.id, now)
  })
}
