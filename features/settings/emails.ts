import { insertMailToken } from '#/features/accounts/mail-tokens.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import type { Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'

/** Asks the new e-mail of an account whether it is the player's. The name is not said: the address may be a stranger's. */
export async function changeOfEmail(
  app: App,
  { player_id, email }: { player_id: number; email: string },
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player || player.email.toLowerCase() === email.toLowerCase()) return null
  const token = await insertMailToken(app.db, { purpose: 'change_email', player_id, email }, app.clock.now())
  return {
    to: { name: '', email },
    subject: 'Confirm your new e-mail for Deuce',
    paragraphs: [
      'Somebody wants to use this e-mail for a Deuce account. Confirm it if that was you; from then on you sign in with it.',
      'The link works once, for one day.',
    ],
    action: { label: 'Use this e-mail', url: app.config.site + paths.confirmEmail(token) },
    reason: 'You get this because a player of Deuce entered your e-mail in the settings.',
    stop: 'If that was not you, do nothing: without the link nothing changes.',
  }
}

/** Tells the present e-mail of an account that another one was asked for. */
export async function emailChangeAsked(
  app: App,
  { player_id, email, new_email }: { player_id: number; email: string; new_email: string },
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  return {
    to: { name: player.name, email },
    greet: player.first_name,
    subject: 'Your Deuce e-mail is about to change',
    paragraphs: [
      `We mailed a link to ${new_email}. When it is opened, your Deuce account moves to that e-mail.`,
      'If it was you, all is well. If it was not, somebody knows your password: choose another one now, and the link is dead.',
    ],
    action: { label: 'Reset my password', url: app.config.site + paths.forgotPassword },
    reason: 'You get this because another e-mail was entered for your account.',
    stop: 'It is sent for your safety and can not be turned off.',
  }
}
