import type { App } from '#/server/context.ts'
import { refuse } from '#/server/refuse.ts'
import { isRecentlyAuthenticated, type SignedIn } from '#/server/session.ts'
import { passwordFits } from './password.ts'
import { findSessionCredentials } from './queries.ts'

/**
 * Verifies that the caller is the account's owner, not somebody at an unlocked phone: by the password, or by a passkey
 * within the last ten minutes. An account without a password may also have signed in within that time. Refuses 422 on
 * `password`, and sign_in_again.
 */
export async function reauthenticate(
  app: App,
  player: SignedIn,
  password: string | undefined,
  now: Date,
): Promise<{ email: string; password_hash: string | null }> {
  const { used_passkey_at, ...credentials } = await findSessionCredentials(app.db, player.id, player.token_hash)
  if (!password && isRecentlyAuthenticated({ reauthenticated_at: used_passkey_at }, now)) return credentials
  if (credentials.password_hash === null) {
    if (!isRecentlyAuthenticated(player, now)) refuse('sign_in_again')
    return credentials
  }
  if (!password) refuse('invalid', { fields: { password: 'Please enter your password.' } })
  await app.limits.spend('password_check', player.id)
  if (!(await passwordFits(password, credentials.password_hash)))
    refuse('invalid', { fields: { password: 'This is not your current password.' }, event: 'reauthentication_failed' })
  return credentials
}
