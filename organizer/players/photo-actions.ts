import { FINGERPRINTED_SIZE, fingerprintOf } from '#/features/settings/fingerprint.ts'
import { findPhoto, swapPhoto } from '#/features/settings/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { removePhoto } from '#/server/outside/photos.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { lockPlayer, subjectOf } from './actions.ts'
import { settlePhotoReports } from './queries.ts'

/**
 * Removes a player's photo, closes its reports and blocks the picture. Refuses not_found, account_closed, and conflict if
 * there is none or the player changes it at the same moment.
 */
export async function removePlayerPhoto(
  actor: Actor<SignedIn>,
  { id, reason }: { id: number; reason: string },
): Promise<string> {
  const { app } = actor
  const photo = await findPhoto(app.db, id)
  const picture = photo === null ? null : await app.photos.get({ hash: photo, size: FINGERPRINTED_SIZE })
  const fingerprint = picture && (await fingerprintOf(picture))
  const name = await runAction(actor, async (action) => {
    const { tx, now, notify, audit } = action
    const player = await lockPlayer(action, id)
    if (photo === null || (await swapPhoto(tx, id, null)) !== photo)
      refuse('conflict', { message: `${player.name} has no photo, or has just changed it.` })
    if (fingerprint !== null)
      await tx.insertInto('blocked_photos').values({ player_id: id, fingerprint, blocked_at: now }).execute()
    await settlePhotoReports(tx, id, now)
    const summary = `Removed the photo of ${player.name}`
    await audit({ ...subjectOf(player, action), kind: 'remove_photo', summary, reason })
    await notify('photo_removed', { player_id: id, reason })
    return player.name
  })
  await removePhoto(app.photos, photo)
  return `The photo of ${name} is removed. We will tell them why.`
}

/** Closes the reports of a player's photo. Refuses not_found and account_closed. */
export function keepPhoto(actor: Actor<SignedIn>, { id, reason }: { id: number; reason: string }): Promise<string> {
  return runAction(actor, async (action) => {
    const player = await lockPlayer(action, id)
    await settlePhotoReports(action.tx, id, action.now)
    const summary = `Kept the photo of ${player.name}`
    await action.audit({ ...subjectOf(player, action), kind: 'keep_photo', summary, reason })
    return `The photo of ${player.name} stays, and its reports are closed.`
  })
}
