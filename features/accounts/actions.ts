import { organization } from '#/contract/organization.ts'
import type { Received } from '#/contract/endpoint.ts'
import { runAction, runPublicAction, type Actor, type Visitor } from '#/server/action.ts'
import { findMailToken, spendMailToken } from '#/server/mail-tokens.ts'
import { refuse } from '#/server/refuse.ts'
import type { Db } from '#/server/db.ts'
import { startSession, type SignedIn } from '#/server/session.ts'
import { checkYearOfBirth } from '#/server/year-of-birth.ts'
import type * as accessCalls from './access-contract.ts'
import { endAccessById } from './access.ts'
import type * as calls from './contract.ts'
import { countMailTokens } from './mail-tokens.ts'
import { hashPassword, passwordFits, refuseGuessablePassword } from './password.ts'
import {
  findCredentials,
  findPasswordHash,
  findUser,
  insertPlayer,
  lockPassword,
  updateAccount,
  updatePassword,
} from './queries.ts'
import type { User } from './contract.ts'
import { proveEmail } from './proof-actions.ts'
import { acceptAll } from '#/features/texts/accept.ts'

/** Links that lead to the page for a new password. */
const passwordLinks = ['reset_password', 'set_password'] as const

/** Confirmation links that a player can request in an hour. The email may be somebody else's. */
const RESENDS_PER_HOUR = 5

/** Opens an account and emails a link that confirms its email. Refuses email_in_use, and 422 by field. */
export async function signUp(
  visitor: Visitor,
  { password, accepted, confirms_age, ...player }: Received<typeof calls.signUp>['body'],
): Promise<void> {
  if (!organization().is_open) refuse('being_set_up')
  refuseGuessablePassword(password, player)
  const password_hash = await hashPassword(password)
  await runPublicAction(visitor, async ({ tx, notify, now }) => {
    const player_id = await insertPlayer(tx, { ...player, password_hash }, now)
    await acceptAll(tx, player_id, { accepted, confirms_age }, now)
    await notify('verify_email', { player_id })
  })
}

/**
 * Saves only the year of birth, or removes it. Refuses with 422 on a year that has not begun, and for the same reasons
 * as `updateAccount`.
 */
export async function updateYearOfBirth(actor: Actor, year_of_birth: number | null): Promise<void> {
  const change = { year_of_birth: checkYearOfBirth(year_of_birth, actor.now) }
  await runAction(actor, ({ tx, player }) => updateAccount(tx, player.id, change))
}

/** Ends one thing that acts for the actor. Returns its title. Refuses not_found. */
export function endOneAccess(
  actor: Actor,
  { kind, id }: Received<typeof accessCalls.endOneAccess>['params'],
): Promise<string> {
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const title = (await endAccessById(tx, player.id, { kind, id }, now)) ?? refuse('not_found')
    if (kind === 'api_key')
      await audit({
        area: null,
        kind: 'revoke_api_key',
        subject: `api key ${id}`,
        summary: `Revoked the API key “${title}”`,
      })
    return title
  })
}

/** Starts a session by email and password. Refuses wrong_credentials and `suspended`. */
export async function signIn(
  visitor: Visitor,
  { email, password }: Received<typeof calls.signIn>['body'],
): Promise<{ token: string; user: User }> {
  const { db } = visitor.app
  const known = await findCredentials(db, email)
  if (!(await passwordFits(password, known?.password_hash)) || !known?.password_hash) refuse('wrong_credentials')
  const { id, password_hash } = known
  const token = await runPublicAction(visitor, async ({ tx, now }) => {
    // A password reset ends every session, so none may start with the old password while the new one is being stored.
    if (!(await lockPassword(tx, id, password_hash))) refuse('wrong_credentials')
    return startSession(tx, id, now)
  })
  return { token, user: await findUser(db, id) }
}

/**
 * Confirms an email by its link. Somebody else may have signed up with it, so every earlier way into the account ends,
 * except for a caller who is signed in to it. Any other caller gives a password, which becomes the account's. Returns
 * whether the password is new. Refuses link_dead, and 422 on `password`.
 */
export async function verifyEmail(
  visitor: Visitor & { caller: SignedIn | null },
  { token, password }: Received<typeof calls.verifyEmail>['body'],
): Promise<boolean> {
  const { app, now, caller } = visitor
  const { player_id } = (await findMailToken(app.db, token, ['verify_email'], now)) ?? refuse('link_dead')
  const kept = caller?.id === player_id ? caller : null
  const chosen = kept ? null : await choosePassword(app.db, player_id, password)
  return runPublicAction(visitor, async (action) => {
    const { tx, notify } = action
    const link = (await spendMailToken(tx, token, ['verify_email'], now)) ?? refuse('link_dead')
    const proof = await proveEmail(action, link, { kept, profileIsTheirs: kept !== null || chosen?.isNew === false })
    if (proof === 'none') refuse('link_dead')
    if (proof === 'later' || !chosen) return false
    await updatePassword(tx, player_id, chosen.password_hash, now)
    if (chosen.isNew) await notify('password_changed', { player_id })
    return chosen.isNew
  })
}

/** Returns the hash of the current password if it matches, otherwise of a new one. Refuses 422 on `password`. */
async function choosePassword(
  db: Db,
  player_id: number,
  password: string | undefined,
): Promise<{ password_hash: string; isNew: boolean }> {
  if (password === undefined) refuse('invalid', { fields: { password: 'Please enter a password.' } })
  const stored = await findPasswordHash(db, player_id)
  if (stored !== null && (await passwordFits(password, stored))) return { password_hash: stored, isNew: false }
  refuseGuessablePassword(password, await findUser(db, player_id))
  return { password_hash: await hashPassword(password), isNew: true }
}

/** Emails a new link that confirms the email. Returns false if it is confirmed already. Refuses too_many_requests. */
export function resendVerifyEmail(actor: Actor): Promise<boolean> {
  return runAction(actor, async ({ tx, notify, player, now }) => {
    if ((await findUser(tx, player.id)).email_verified) return false
    const hourAgo = new Date(now.getTime() - 3_600_000)
    if ((await countMailTokens(tx, player.id, 'verify_email', hourAgo)) >= RESENDS_PER_HOUR)
      refuse('too_many_requests', { retryAfter: 3600 })
    await notify('verify_email', { player_id: player.id }, { key: `verify_email:${player.id}` })
    return true
  })
}

/** Emails a link to choose a new password if the email has an account. Older links work until one is used. */
export function requestPasswordReset(visitor: Visitor, request: { email: string }): Promise<void> {
  // The account is looked up when the email is written, so the response takes as long with an account as without one.
  const address = request.email.toLowerCase()
  return runPublicAction(visitor, ({ notify }) =>
    notify('reset_password', { email: address }, { key: `reset_password:${address}` }),
  )
}

/** Sets a new password by a link, and ends every session. Refuses link_dead, and 422 on `password`. */
export async function resetPassword(
  visitor: Visitor & { caller: SignedIn | null },
  { token, password }: Received<typeof calls.resetPassword>['body'],
): Promise<void> {
  await runPublicAction(visitor, async (action) => {
    const { tx, notify, now } = action
    const link = (await spendMailToken(tx, token, passwordLinks, now)) ?? refuse('link_dead')
    // The email about a first password lists the contents of the profile.
    const cardsAreTheirs = visitor.caller?.id === link.player_id
    const profileIsTheirs = link.purpose === 'set_password' || cardsAreTheirs
    // The link was sent to that email. It is useless once the account has another one.
    if ((await proveEmail(action, link, { profileIsTheirs, cardsAreTheirs })) === 'none') refuse('link_dead')
    refuseGuessablePassword(password, await findUser(tx, link.player_id))
    await updatePassword(tx, link.player_id, await hashPassword(password), now)
    await notify('password_changed', { player_id: link.player_id })
  })
}
