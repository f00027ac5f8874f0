import { areaName, listedAreas } from '#/contract/areas.ts'
import type { Received } from '#/contract/endpoint.ts'
import { formatDay } from '#/contract/format.ts'
import { organization } from '#/contract/organization.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { eraseWords } from '#/features/arranging/change-queries.ts'
import { endAccess } from '#/features/accounts/access.ts'
import { countMailTokens, endMailTokens } from '#/features/accounts/mail-tokens.ts'
import { hashPassword, passwordFits, refuseGuessablePassword } from '#/features/accounts/password.ts'
import { toColumns } from '#/features/accounts/profile-columns.ts'
import { completeOpenOrders } from '#/features/accounts/proof-actions.ts'
import { findPasswordHash, findSessionCredentials, findUser, updateAccount } from '#/features/accounts/queries.ts'
import { reauthenticate } from '#/features/accounts/reauthenticate.ts'
import { releaseHoldsOf } from '#/features/checkout/hold-actions.ts'
import { deleteReactionsOf } from '#/features/reactions/queries.ts'
import { deleteSearchesOf } from '#/features/partner-search/queries.ts'
import { deleteInvitationsAbout } from '#/features/pairs/queries.ts'
import { deleteNotificationsOf } from '#/features/notifications/queries.ts'
import { deleteRatingChanges } from '#/features/ratings/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { runAction, runPublicAction, type Actor, type Visitor } from '#/server/action.ts'
import type { App } from '#/server/context.ts'
import { removePhoto } from '#/server/outside/photos.ts'
import { refuseLastOwner } from '#/server/permissions.ts'
import { checkPhone } from '#/server/phone.ts'
import { findMailToken, spendMailToken } from '#/server/mail-tokens.ts'
import { refuse } from '#/server/refuse.ts'
import { deleteStoredRepliesOf } from '#/server/idempotency.ts'
import type { SignedIn } from '#/server/session.ts'
import type * as calls from './contract.ts'
import type { EmergencyContact } from './contract.ts'
import { FINGERPRINTED_SIZE, fingerprintOf } from './fingerprint.ts'
import { makePhotos } from './picture.ts'
import {
  erasedColumns,
  hasEmail,
  isBlockedPhoto,
  swapPassword,
  findPhoto,
  findUncontested,
  swapPhoto,
  updateEmail,
  updateEmergencyContact as storeEmergencyContact,
} from './queries.ts'

/** Changes of email that a player can request in an hour. Each emails an address of their choice. */
export const EMAIL_CHANGES_PER_HOUR = 5

/**
 * Saves the fields of the profile that are given. Refuses 422 on `email`, which only `changeEmail` changes, on
 * `location` to move into an archived area, and for the same reasons as `toColumns`.
 */
export async function updateProfile(
  { app, player, now }: Actor<SignedIn>,
  { email, ...profile }: Received<typeof calls.updateProfile>['body'],
): Promise<void> {
  const present = await findSessionCredentials(app.db, player.id, player.token_hash)
  if (email.toLowerCase() !== present.email.toLowerCase())
    refuse('invalid', {
      fields: { email: 'To use another email, choose “Change email”: we ask for your password and email you a link.' },
    })
  const { location } = profile
  if (location !== player.area && !listedAreas().some(({ slug }) => slug === location))
    refuse('invalid', { fields: { location: `Leagues are no longer sold in ${areaName(location)}.` } })
  const change = toColumns(profile, now)
  await runAction({ app, player, now }, ({ tx }) => updateAccount(tx, player.id, change))
}

/** Changes or removes the emergency contact. Refuses 422 on the phone. */
export async function updateEmergencyContact(actor: Actor, contact: EmergencyContact): Promise<void> {
  const phone = contact && checkPhone(contact.phone, 'emergency_contact.phone')
  const stored = contact && phone !== null ? { ...contact, phone } : null
  await runAction(actor, ({ tx, player }) => storeEmergencyContact(tx, player.id, stored))
}

/**
 * Stores a photo in all sizes and deletes the previous one. Stores nothing if any size fails. Refuses 422 on `image`, one
 * that an organizer has removed included.
 */
export async function updatePhoto(
  actor: Actor,
  { image, crop_left, crop_top, crop_size }: Received<typeof calls.updatePhoto>['body'],
): Promise<void> {
  const { app, player } = actor
  const bytes = new Uint8Array(await image.arrayBuffer())
  const photos = await makePhotos(bytes, { left: crop_left, top: crop_top, size: crop_size }, player.id)
  const hash = photos[0]?.key.hash ?? null
  const largest = photos.find(({ key }) => key.size === FINGERPRINTED_SIZE)
  if (largest && (await isBlockedPhoto(app.db, await fingerprintOf(largest.webp))))
    refuse('invalid', { fields: { image: 'An organizer has removed this picture. Please choose another one.' } })
  try {
    for (const { key, webp } of photos) await app.photos.put(key, webp)
    const before = await runAction(actor, ({ tx }) => swapPhoto(tx, player.id, hash))
    if (before !== hash) await removePhoto(app.photos, before)
  } catch (error) {
    // If the player uploaded the same picture again, their photo needs these files.
    if ((await findPhoto(app.db, player.id)) !== hash) await removePhoto(app.photos, hash).catch(() => {})
    throw error
  }
}

export async function deletePhoto(actor: Actor): Promise<void> {
  const before = await runAction(actor, ({ tx, player }) => swapPhoto(tx, player.id, null))
  await removePhoto(actor.app.photos, before)
}

/**
 * Emails a link that changes the account's email, and a warning to the current email. Refuses like `reauthenticate`,
 * and with email_in_use, too_many_requests, and 422 on `email` for the current one.
 */
export async function changeEmail(
  actor: Actor<SignedIn>,
  { email: new_email, password }: Received<typeof calls.changeEmail>['body'],
): Promise<void> {
  const { app, player, now } = actor
  const present = await reauthenticate(app, player, password, now)
  if (new_email.toLowerCase() === present.email.toLowerCase())
    refuse('invalid', { fields: { email: 'This is your email already.' } })
  if (await hasEmail(app.db, new_email)) refuse('email_in_use', { message: 'This email already has an account.' })
  const hourAgo = new Date(now.getTime() - 3_600_000)
  if ((await countMailTokens(app.db, player.id, 'change_email', hourAgo)) >= EMAIL_CHANGES_PER_HOUR)
    refuse('too_many_requests', { retryAfter: 3600 })
  await runAction(actor, async ({ tx, notify }) => {
    await endMailTokens(tx, player.id, ['change_email'], now)
    const key = `change_of_email:${player.id}`
    await notify('change_of_email', { player_id: player.id, email: new_email }, { key })
    await notify('email_change_asked', { player_id: player.id, email: present.email, new_email })
  })
}

/**
 * Changes the email by the link sent to it and returns the email. The link proves the mailbox. The session or the
 * password proves the account, because the player may have entered a stranger's email. An email that an organizer has
 * entered needs neither once it is uncontested; every other way into the account then ends. Refuses link_dead,
 * email_in_use, sign_in_again, and 422 on `password`.
 */
export async function confirmEmail(
  visitor: Visitor & { caller: SignedIn | null },
  { token, password }: Received<typeof calls.confirmEmail>['body'],
): Promise<string> {
  const { app, now, caller } = visitor
  const purposes = ['change_email', 'correct_email'] as const
  const { player_id, purpose } = (await findMailToken(app.db, token, purposes, now)) ?? refuse('link_dead')
  const uncontested_at = purpose === 'correct_email' ? await findUncontested(app.db, token) : null
  const isUncontested = uncontested_at !== null && uncontested_at <= now && caller?.id !== player_id && !password
  if (caller?.id !== player_id && !isUncontested) {
    if (!password && uncontested_at !== null)
      refuse('invalid', {
        fields: {
          password: `Please enter the password of the account. Without it, this link works after ${formatDay(wireDay(dayInZone(uncontested_at, organization().time_zone)))}.`,
        },
      })
    await checkPasswordOf(app, player_id, password)
  }
  return runPublicAction(visitor, async ({ tx }) => {
    const link = (await spendMailToken(tx, token, purposes, now)) ?? refuse('link_dead')
    await updateEmail(tx, link, now)
    if (isUncontested) {
      await tx.updateTable('players').set({ password_hash: null }).where('id', '=', player_id).execute()
      await endAccess(tx, player_id, 'password_reset', { now })
    }
    await completeOpenOrders(tx, link.player_id)
    await endAccess(tx, link.player_id, 'email_changed', { now })
    return link.email
  })
}

/** Refuses 422 on `password`, and sign_in_again for an account without one. */
async function checkPasswordOf(app: App, player_id: number, password: string | undefined): Promise<void> {
  const stored = await findPasswordHash(app.db, player_id)
  if (stored === null)
    refuse('sign_in_again', {
      message: 'Sign in to the account whose email is to change, and open the link again in the same browser.',
    })
  if (!password) refuse('invalid', { fields: { password: 'Please enter the password of the account.' } })
  await app.limits.spend('password_check', player_id)
  if (!(await passwordFits(password, stored)))
    refuse('invalid', {
      fields: { password: 'This is not the password of the account.' },
      event: 'reauthentication_failed',
    })
}

/**
 * Changes the password and signs other devices out. Refuses with `password_missing`, with 422 on `new_password`, or for
 * any reason of `reauthenticate`.
 */
export async function changePassword(
  actor: Actor<SignedIn>,
  { password, new_password }: Received<typeof calls.changePassword>['body'],
): Promise<void> {
  const { app, player, now } = actor
  const { password_hash } = await findSessionCredentials(app.db, player.id, player.token_hash)
  if (password_hash === null) refuse('password_missing')
  await reauthenticate(app, player, password, now)
  refuseGuessablePassword(new_password, await findUser(app.db, player.id), 'new_password')
  const new_hash = await hashPassword(new_password)
  await runAction(actor, async ({ tx, notify }) => {
    await swapPassword(tx, player.id, password_hash, new_hash)
    await endAccess(tx, player.id, 'password_changed', { now, kept: player.token_hash })
    await notify('password_changed', { player_id: player.id })
  })
}

/**
 * Closes an account and erases the person: name, email, phone, photo, partner, level, area, password and every way to
 * sign in. Entries, matches and orders stay. Refuses like `reauthenticate`, and with last_owner, and order_open while
 * an order is being paid.
 */
export async function deleteAccount(
  actor: Actor<SignedIn>,
  { password }: Received<typeof calls.deleteAccount>['body'],
): Promise<void> {
  await reauthenticate(actor.app, actor.player, password, actor.now)
  const photo = await runAction(actor, async ({ tx, player: { id }, now }) => {
    // An order that is being stored locks this row by its foreign key. This waits for the order and then sees it.
    const player = await tx
      .selectFrom('players')
      .select(['photo', 'role'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!player) refuse('not_signed_in')
    if (player.role === 'owner') await refuseLastOwner(tx)
    await releaseHoldsOf(tx, id, now)
    const open = await tx
      .selectFrom('purchases')
      .select('id')
      .where('player_id', '=', id)
      .where('status', '=', 'Pending')
      .executeTakeFirst()
    if (open)
      refuse('order_open', {
        message:
          'One of your orders is still being paid. Finish it in Billing first, and then you can delete your account.',
      })
    await deleteInvitationsAbout(tx, id)
    await deleteSearchesOf(tx, id)
    await deleteReactionsOf(tx, id)
    await eraseWords(tx, id)
    await tx
      .deleteFrom('photo_reports')
      .where((of) => of.or([of('player_id', '=', id), of('reported_by_id', '=', id)]))
      .execute()
    await tx.deleteFrom('player_notes').where('player_id', '=', id).execute()
    await tx.deleteFrom('entry_invitations').where('player_id', '=', id).execute()
    await tx
      .deleteFrom('merge_requests')
      .where((of) => of.or([of('keep_id', '=', id), of('from_id', '=', id)]))
      .execute()
    await tx
      .updateTable('players')
      .set({
        ...erasedColumns,
        first_name: 'Former',
        last_name: 'player',
        email: `former-player-${id}@deleted.invalid`,
        role: 'player',
        deleted_at: now,
      })
      .where('id', '=', id)
      .execute()
    await endAccess(tx, id, 'account_closed', { now })
    await deleteNotificationsOf(tx, id)
    await deleteStoredRepliesOf(tx, id)
    await deleteRatingChanges(tx, id)
    return player.photo
  })
  await removePhoto(actor.app.photos, photo)
}
