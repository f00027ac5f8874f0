import { passwordFits } from '#/features/accounts/password.ts'
import type { App } from '#/server/context.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { findCredentials } from './queries.ts'

/** Without a password, a sign-in within the last ten minutes counts as re-authentication. */
const recentSignInMs = 600_000

/**
 * Verifies that the caller is the account's owner, not somebody at an unlocked phone: by the password or, if the
 * account has none, by a recent sign-in. Refuses 422 on `password`, and sign_in_again.
 */
export async function reauthenticate(
  app: App,
  player: SignedIn,
  password: string | undefined,
  now: Date,
): Promise<{ email: string; password_hash: string | null }> {
  const credentials = await findCredentials(app.db, player.id, player.token_hash)
  if (credentials.password_hash === null) {
    if (now.getTime() - credentials.signed_in_at.getTime() > recentSignInMs) refuse('sign_in_again')
    return credentials
  }
  if (!password) refuse('invalid', { fields: { password: 'Please enter your password.' } })
  await app.limits.spend('password_check', player.id)
  if (!(await passwordFits(password, credentials.password_hash)))
    refuse('invalid', { fields: { password: 'This is not your current password.' }, event: 'reauthentication_failed' })
  return credentials
}
