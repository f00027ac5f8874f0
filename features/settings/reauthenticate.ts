import { passwordFits } from '#/features/accounts/password.ts'
import type { App } from '#/server/context.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { findCredentials } from './queries.ts'

/** Milliseconds for which a sign-in is fresh. */
const fresh = 600_000

/**
 * Makes sure that the caller is the owner, not somebody at an unlocked phone: by the password, or, where the account has
 * none, by a sign-in of the last ten minutes. Refuses 422 on `password`, and sign_in_again.
 */
export async function reauthenticate(
  app: App,
  player: SignedIn,
  password: string | undefined,
  now: Date,
): Promise<{ email: string; password_hash: string | null }> {
  const proof = await findCredentials(app.db, player.id, player.token_hash)
  if (proof.password_hash === null) {
    if (now.getTime() - proof.signed_in_at.getTime() > fresh) refuse('sign_in_again')
    return proof
  }
  if (!password) refuse('invalid', { fields: { password: 'Please enter your password.' } })
  await app.limits.spend('password_check', player.id)
  if (!(await passwordFits(password, proof.password_hash)))
    refuse('invalid', { fields: { password: 'That is not your present password.' } })
  return proof
}
