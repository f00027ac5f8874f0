import { endMailTokens, countMailTokens, spendMailToken } from '#/features/accounts/mail-tokens.ts'
import { hashPassword, refuseCommonPassword } from '#/features/accounts/password.ts'
import { inTransaction } from '#/server/db.ts'
import { photoSizes, type Photos } from '#/server/outside/photos.ts'
import { checkPhone } from '#/server/phone.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { endSessionsOf } from '#/server/session.ts'
import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  deletePhoto,
  endAllSessions,
  endOneSession,
  exportData,
  getSettings,
  listSessions,
  updatePhoto,
  updatePrivacy,
  updateProfile,
} from './contract.ts'
import { makePhotos } from './picture.ts'
import { reauthenticate } from './reauthenticate.ts'
import {
  anonymizePlayer,
  collectData,
  endSessionOf,
  findCredentials,
  findSettings,
  hasEmail,
  listLiveSessions,
  storePrivacy,
  swapPassword,
  swapPhoto,
  updateEmail,
  updatePlayer,
} from './queries.ts'

/** Emails that a player can have mailed to addresses of their choice in an hour. */
const changesAnHour = 5

export const settingsRoutes = [
  serve(updateProfile, async ({ body: { email, ...profile }, player, app }) => {
    const present = await findCredentials(app.db, player.id, player.token_hash)
    if (email.toLowerCase() !== present.email.toLowerCase())
      refuse('invalid', {
        fields: {
          email: 'To use another e-mail, choose "Change e-mail": it asks for your password and mails you a link.',
        },
      })
    await updatePlayer(app.db, player.id, { ...profile, phone: checkPhone(profile.phone) })
    return { message: 'Your profile is saved.' }
  }),

  serve(updatePhoto, async ({ body, player, app }) => {
    const bytes = new Uint8Array(await body.image.arrayBuffer())
    const made = await makePhotos(bytes, { left: body.crop_left, top: body.crop_top, size: body.crop_size }, player.id)
    for (const { key, webp } of made) await app.photos.put(key, webp)
    const hash = made[0]?.key.hash ?? null
    const before = await swapPhoto(app.db, player.id, hash)
    if (before !== hash) await removePhotos(app.photos, before)
    return { message: 'Your photo is saved.' }
  }),

  serve(deletePhoto, async ({ player, app }) => {
    await removePhotos(app.photos, await swapPhoto(app.db, player.id, null))
    return { message: 'Your photo is removed.' }
  }),

  serve(changeEmail, async ({ body: { email, password }, player, app, now }) => {
    const present = await reauthenticate(app, player, password, now)
    if (email.toLowerCase() === present.email.toLowerCase())
      refuse('invalid', { fields: { email: 'This is your e-mail already.' } })
    if (await hasEmail(app.db, email)) refuse('email_in_use', { message: 'That e-mail already has an account.' })
    const hourAgo = new Date(now.getTime() - 3_600_000)
    if ((await countMailTokens(app.db, player.id, 'change_email', hourAgo)) >= changesAnHour)
      refuse('too_many_requests', { retryAfter: 3600 })
    await inTransaction(app.db, async (tx) => {
      await endMailTokens(tx, player.id, ['change_email'], now)
      await queueEmail(
        tx,
        app.config,
        'change_of_email',
        { player_id: player.id, email },
        { key: `change_of_email:${player.id}` },
      )
      await queueEmail(tx, app.config, 'email_change_asked', {
        player_id: player.id,
        email: present.email,
        new_email: email,
      })
    })
    return { message: `We sent a link to ${email}. Your e-mail changes when you open it.` }
  }),

  serve(confirmEmail, async ({ body: { token }, app, now }) => {
    const email = await inTransaction(app.db, async (tx) => {
      const spent = await spendMailToken(tx, token, ['change_email'], now)
      await updateEmail(tx, spent, now)
      // Links that went to the old address end with it.
      await endMailTokens(tx, spent.player_id, ['change_email', 'reset_password', 'set_password', 'verify_email'], now)
      return spent.email
    })
    return { message: 'Your e-mail is changed.', email }
  }),

  serve(changePassword, async ({ body, player, app, now }) => {
    const { password_hash } = await findCredentials(app.db, player.id, player.token_hash)
    if (password_hash === null) refuse('password_missing')
    await reauthenticate(app, player, body.password, now)
    refuseCommonPassword(body.new_password, 'new_password')
    const hashed = await hashPassword(body.new_password)
    await inTransaction(app.db, async (tx) => {
      await swapPassword(tx, player, password_hash, hashed)
      // Whoever knew the old password may have asked for these.
      await endMailTokens(tx, player.id, ['reset_password', 'set_password', 'change_email'], now)
      await queueEmail(tx, app.config, 'password_changed', { player_id: player.id })
    })
    return { message: 'Your password is changed. Other devices are signed out.' }
  }),

  serve(getSettings, async ({ player, app }) => findSettings(app.db, player.id)),

  serve(updatePrivacy, async ({ body, player, app }) => {
    await storePrivacy(app.db, player.id, body)
    return { message: 'Saved. League-mates see it from now on.' }
  }),

  serve(listSessions, async ({ player, app, now }) => ({ items: await listLiveSessions(app.db, player, now) })),

  serve(endOneSession, async ({ params, player, app }) => {
    await endSessionOf(app.db, player.id, params.id)
    return { message: 'That device is signed out.' }
  }),

  serve(endAllSessions, async ({ player, app }) => {
    await endSessionsOf(app.db, player.id)
    return { message: 'You are signed out everywhere.' }
  }),

  serve(exportData, async ({ body, player, app, now }) => {
    await reauthenticate(app, player, body.password, now)
    return collectData(app.db, player, now)
  }),

  serve(deleteAccount, async ({ body, player, app, now }) => {
    await reauthenticate(app, player, body.password, now)
    await removePhotos(app.photos, await anonymizePlayer(app.db, player.id, now))
    return { message: 'Your account is deleted. Thank you for playing.' }
  }),
]

async function removePhotos(photos: Photos, hash: string | null): Promise<void> {
  if (hash !== null) await Promise.all(photoSizes.map((size) => photos.remove({ hash, size })))
}
