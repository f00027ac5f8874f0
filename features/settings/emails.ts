import { insertAccountToken } from '#/features/accounts/mail-tokens.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words, SECURITY_STOP } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'

/** Asks a player to confirm a new email. Omits the name: the address may be a stranger's. */
export async function changeOfEmail(
  app: App,
  { player_id, email }: { player_id: number; email: string },
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player || player.email.toLowerCase() === email.toLowerCase()) return null
  const token = await insertAccountToken(app.db, { purpose: 'change_email', player_id, email }, app.clock.now())
  if (token === null) return null
  return {
    to: { name: '', email },
    subject: `Confirm your new email for ${organization().name}`,
    paragraphs: [
      `Someone wants to use this email for their ${organization().name} account. If that was you, please confirm it. From then on, you sign in with this email, and we send scores and schedules to it.`,
      'The link works once and expires in one day. You confirm in the browser in which you are signed in, or with the password of the account.',
      'If that was not you, do not open the link: it opens their account, not yours.',
    ],
    action: { label: 'Use this email', url: app.config.site + paths.confirmEmail(token) },
    reason: `You are receiving this because a player of ${organization().name} entered your email in the settings.`,
    stop: 'Without your confirmation nothing changes, and we send nothing else to this email.',
  }
}

/** Notifies an account's current email that a change was requested. */
export async function emailChangeAsked(
  app: App,
  { player_id, email, new_email }: { player_id: number; email: string; new_email: string },
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  return {
    ...addressTo({ ...player, email }),
    subject: `Your ${organization().name} email is about to change`,
    paragraphs: [
      `We sent a link to ${new_email}. Once it is opened, your ${organization().name} account uses that email.`,
      'If that was you, you do not need to do anything. If not, someone knows your password. Choose a new one now, and the link stops working.',
    ],
    action: { label: 'Reset my password', url: app.config.site + paths.forgotPassword },
    reason: 'You are receiving this because another email was entered for your account.',
    stop: SECURITY_STOP,
  }
}
