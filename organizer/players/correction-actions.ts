import type { Received } from '#/contract/endpoint.ts'
import { paths } from '#/contract/paths.ts'
import { countMailTokens, endMailTokens, insertAccountToken } from '#/features/accounts/mail-tokens.ts'
import { hashPassword, refuseGuessablePassword } from '#/features/accounts/password.ts'
import { toColumns } from '#/features/accounts/profile-columns.ts'
import { findCredentials, findUser, updateAccount } from '#/features/accounts/queries.ts'
import { EMAIL_CHANGES_PER_HOUR } from '#/features/settings/actions.ts'
import { runAction, runPublicAction, type Actor, type Visitor } from '#/server/action.ts'
import { spendMailToken } from '#/server/mail-tokens.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { lockPlayer, refuseOrganizer, subjectOf } from './actions.ts'
import { CLAIM_DAYS, type claimAccount as claimCall, type correctPlayer as correctCall } from './correction-contract.ts'
import { findPlayer } from './queries.ts'

/** The parts of a profile that organizers correct, as the email to the player calls them. */
const correctable = { name: 'name', phone: 'phone', gender: 'gender' } as const
type Correctable = { first_name: string; last_name: string; phone: string | null; gender: string | null }

/**
 * Corrects a player's name, phone and gender, and notifies the player. Returns a sentence. Refuses not_found,
 * account_closed, not_allowed for an organizer's account unless the actor is an owner, and 422 on `phone` and `gender`.
 */
export function correctPlayer(
  actor: Actor<SignedIn>,
  { id, reason, ...given }: { id: number } & Received<typeof correctCall>['body'],
): Promise<string> {
  return runAction(actor, async (action) => {
    const { tx, now, audit, notify } = action
    const player = await lockPlayer(action, id)
    if (id !== action.player.id) refuseOrganizer(player, action)
    const stored = await findUser(tx, id)
    if (stored.phone !== null && given.phone === null)
      refuse('invalid', { fields: { phone: 'Please enter a phone number.' } })
    const change = toColumns({ ...given, gender: given.gender ?? stored.gender }, now)
    const before: Correctable & { one_name: boolean } = stored
    const after = { ...before, ...change } as typeof before
    const changed = (['first_name', 'last_name', 'one_name', 'phone', 'gender'] as const).filter(
      (column) => before[column] !== after[column],
    )
    if (changed.length === 0) return 'Nothing has changed.'
    await updateAccount(tx, id, change)
    const parts = Object.values(correctable).filter((part) =>
      changed.some((column) => column === part || (part === 'name' && column.endsWith('name'))),
    )
    const valuesOf = (row: typeof before) => Object.fromEntries(changed.map((column) => [column, row[column]]))
    await audit({
      ...subjectOf(player, action),
      kind: 'correct_player',
      summary: `Corrected the ${parts.join(', ')} of ${player.name}`,
      reason,
      before: valuesOf(before),
      after: valuesOf(after),
    })
    if (id !== action.player.id) await notify('profile_corrected', { player_id: id, parts, reason })
    return `Saved. ${player.email === null ? 'There is no email to notify.' : 'We will email the player.'}`
  })
}

/**
 * Emails a link to a new email of the player, and a note to the present one. Returns a sentence. Refuses not_found,
 * account_closed, not_allowed for an organizer's account unless the actor is an owner, email_in_use with the account in
 * `state` if the actor may see it, too_many_requests, and 422 on `email` for the present one.
 */
export function correctEmail(
  actor: Actor<SignedIn>,
  { id, email, reason }: { id: number; email: string; reason: string },
): Promise<string> {
  return runAction(actor, async (action) => {
    const { tx, now, audit, notify } = action
    const player = await lockPlayer(action, id)
    if (id === action.player.id) refuse('not_allowed', { message: 'Change your own email in the settings.' })
    refuseOrganizer(player, action)
    if (player.email?.toLowerCase() === email.toLowerCase())
      refuse('invalid', { fields: { email: 'The account has this email already.' } })
    const other = await findCredentials(tx, email)
    if (other) {
      const seen = await findPlayer(tx, action.player, other.id)
      refuse('email_in_use', {
        message: seen
          ? `${seen.name} has this email. If both are one person, merge the two accounts.`
          : 'Another account has this email. If both are one person, ask an owner to merge the two.',
        ...(seen && { state: { player_id: seen.id } }),
      })
    }
    const hourAgo = new Date(now.getTime() - 3_600_000)
    if ((await countMailTokens(tx, id, 'correct_email', hourAgo)) >= EMAIL_CHANGES_PER_HOUR)
      refuse('too_many_requests', { retryAfter: 3600 })
    await endMailTokens(tx, id, ['change_email', 'correct_email', 'claim'], now)
    await audit({
      ...subjectOf(player, action),
      kind: 'correct_email',
      summary: `Entered another email for ${player.name}, which has to confirm it`,
      reason,
      before: { email: player.email },
      after: { email },
    })
    await notify('email_to_confirm', { player_id: id, email }, { key: `email_to_confirm:${id}` })
    if (player.email !== null)
      await notify('email_correction', { player_id: id, email: player.email, new_email: email, reason })
    return `We sent a link to ${email}. The email changes when it is opened.`
  })
}

/**
 * Makes a link with which a player without an email claims the account, and ends earlier ones. Refuses not_found,
 * account_closed, and conflict for a player who has an email or a password.
 */
export function makeClaimLink(
  actor: Actor<SignedIn>,
  { id }: { id: number },
): Promise<{ url: string; expires_at: string }> {
  return runAction(actor, async (action) => {
    const { tx, app, now, audit } = action
    const player = await lockPlayer(action, id)
    const { email, password_hash, suspended_at } = await tx
      .selectFrom('players')
      .select(['email', 'password_hash', 'suspended_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (player.email !== null || password_hash !== null || suspended_at !== null)
      refuse('conflict', {
        message: suspended_at
          ? `${player.name} is suspended.`
          : `${player.name} has an email, and can choose a password with “Forgot password?” on the sign-in page.`,
      })
    await endMailTokens(tx, id, ['claim'], now)
    const token = (await insertAccountToken(tx, { purpose: 'claim', player_id: id, email }, now)) ?? refuse('not_found')
    const summary = `Made a link with which ${player.name} claims the account`
    await audit({ ...subjectOf(player, action), kind: 'make_claim_link', summary })
    const expires_at = new Date(now.getTime() + CLAIM_DAYS * 86_400_000).toISOString()
    return { url: app.config.site + paths.claim(token), expires_at }
  })
}

/** Ends the link with which a player claims the account. Refuses not_found, and account_closed. */
export function endClaimLink(actor: Actor<SignedIn>, { id }: { id: number }): Promise<string> {
  return runAction(actor, async (action) => {
    const player = await lockPlayer(action, id)
    await endMailTokens(action.tx, id, ['claim'], action.now)
    const summary = `Ended the link with which ${player.name} claims the account`
    await action.audit({ ...subjectOf(player, action), kind: 'end_claim_link', summary })
    return 'The link no longer works.'
  })
}

/**
 * Sets the email and password of an account by its claim link, and emails a link that confirms the email. Refuses
 * link_dead, email_in_use, and 422 on `password`.
 */
export async function claimAccount(
  visitor: Visitor,
  { token, email, password }: Received<typeof claimCall>['body'],
): Promise<void> {
  const password_hash = await hashPassword(password)
  await runPublicAction(visitor, async ({ tx, notify, now }) => {
    const link = (await spendMailToken(tx, token, ['claim'], now)) ?? refuse('link_dead')
    refuseGuessablePassword(password, { ...(await findUser(tx, link.player_id)), email })
    const { numUpdatedRows } = await tx
      .updateTable('players')
      .set({ email, password_hash })
      .where('id', '=', link.player_id)
      .where('email', '=', link.email)
      .where('password_hash', 'is', null)
      .where('deleted_at', 'is', null)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse('link_dead')
    await endMailTokens(tx, link.player_id, ['correct_email'], now)
    await notify('verify_email', { player_id: link.player_id })
  })
}
