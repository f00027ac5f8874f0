import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words, SECURITY_STOP } from '#/server/outside/email-layout.ts'

/** Notifies a player that a passkey was added or removed, in case somebody else did it. */
export async function passkeyChanged(
  app: App,
  { player_id, added }: { player_id: number; added: boolean },
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  return {
    ...addressTo(player),
    subject: added
      ? `A passkey for ${organization().name} was added`
      : `A passkey for ${organization().name} was removed`,
    paragraphs: [
      added
        ? `Somebody who was signed in to your ${organization().name} account has added a passkey. It signs in without the password.`
        : `Somebody who was signed in to your ${organization().name} account has removed a passkey. It no longer signs in.`,
      'If that was you, you do not need to do anything. If not, remove the passkeys that you do not know, and choose a new password.',
    ],
    action: { label: 'See my passkeys', url: app.config.site + paths.passkeySettings },
    reason: 'You are receiving this because a way to sign in to your account changed.',
    stop: SECURITY_STOP,
  }
}
