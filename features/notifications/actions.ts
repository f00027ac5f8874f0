import type { Received } from '#/contract/endpoint.ts'
import { runAction, runPublicAction, type Actor, type Visitor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import type { markRead as markReadCall, updatePreferences as updatePreferencesCall } from './contract.ts'
import {
  findKeptAccount,
  listChannels,
  updateEmailStopped,
  updateRead,
  upsertChannels,
  upsertQuietHours,
} from './queries.ts'
import { readUnsubscribeToken, titleOf, type UnsubscribeLink } from './unsubscribe.ts'

export function markRead(actor: Actor, { ids }: Received<typeof markReadCall>['body']): Promise<void> {
  return runAction(actor, ({ tx, player, now }) => updateRead(tx, player.id, ids, now))
}

/** Stores the player's channels by kind. Refuses `invalid` unless each optional kind is listed once. */
export function updatePreferences(
  actor: Actor<SignedIn>,
  { quiet, kinds }: Received<typeof updatePreferencesCall>['body'],
): Promise<void> {
  return runAction(actor, async ({ tx, player }) => {
    const known = await listChannels(tx, player.id, { runs_leagues: player.role !== 'player' })
    const given = new Set(kinds.map(({ kind }) => kind))
    const isWhole =
      given.size === kinds.length && given.size === known.length && known.every(({ kind }) => given.has(kind))
    if (!isWhole) refuse('invalid', { fields: { kinds: 'Please send the whole table, with each kind once.' } })
    await upsertQuietHours(tx, player.id, quiet)
    await upsertChannels(tx, player.id, kinds)
  })
}

/** Turns off the emails behind a link; idempotent. Refuses link_dead. Returns their title. */
export function unsubscribe(visitor: Visitor, { token }: { token: string }): Promise<string> {
  const link = readLink(visitor, token)
  return runPublicAction(visitor, async ({ tx }) => {
    await updateEmailStopped(tx, { ...link, player_id: await findKeptAccount(tx, link.player_id) })
    return titleOf(link.kind)
  })
}

/** The subscription behind a link. Refuses link_dead. */
export function readLink({ app }: Visitor, token: string): UnsubscribeLink {
  return (
    readUnsubscribeToken(app.secrets, token) ??
    refuse('link_dead', { message: 'It is incomplete, or not from us. You can choose your emails in the settings.' })
  )
}
