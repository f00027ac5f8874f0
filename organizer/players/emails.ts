import { formatList } from '#/contract/locale.ts'
import { insertAccountToken } from '#/features/accounts/mail-tokens.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { CONTEST_DAYS } from '#/features/settings/queries.ts'
import type { App } from '#/server/context.ts'
import type { Notifications } from '#/server/notifications.ts'
import { addressTo, type Words, SECURITY_STOP } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'

/** Notifies a player of a free season from an organizer. */
export async function freeSeasonGiven(app: App, { free_season_id }: { free_season_id: number }): Promise<Words | null> {
  const gift = await app.db
    .selectFrom('free_seasons')
    .select(['player_id', 'reason'])
    .where('id', '=', free_season_id)
    .executeTakeFirst()
  const player = gift && (await findAddressee(app.db, gift.player_id))
  if (!player) return null
  return {
    ...addressTo(player),
    subject: 'A free season for you',
    paragraphs: [
      'The organizer has given you a free season. It pays for one division. You can use it the next time you join a league.',
      ...(gift.reason ? [`The organizer wrote: “${gift.reason}”`] : []),
    ],
    action: { label: 'Join a league', url: app.config.site + paths.joinLeague },
    reason: `You are receiving this because an organizer gave you a free season at ${organization().name}.`,
    stop: 'This email is sent once for each free season.',
  }
}

/** Notifies both accounts' mailboxes that an organizer has merged the two, because ways to sign in have moved. */
export async function accountsMerged(
  app: App,
  { name, email, kept, confirmed }: Notifications['accounts_merged'],
): Promise<Words> {
  return {
    to: { name, email },
    subject: `We merged your two ${organization().name} accounts`,
    paragraphs: [
      kept
        ? `You had two accounts at ${organization().name}, and the organizer has merged them. The account with this email stays: it now has the leagues, results, payments and free seasons of the other one. ${confirmed ? 'A Google sign-in of the other account now opens this one.' : 'You sign in as before; the ways to sign in to the other account no longer work.'}`
        : `You had two accounts at ${organization().name}, and the organizer has merged them. The account with this email is closed, and everything in it has moved to the other one. Please sign in there.`,
      `If you never had two accounts, write to us right away: ${organization().support_email}.`,
    ],
    action: { label: 'Sign in', url: app.config.site + paths.signIn },
    reason: 'You are receiving this because an account with this email was changed.',
    stop: SECURITY_STOP,
  }
}

/** Tells a player why an organizer has removed the photo. */
export async function photoRemoved(
  app: App,
  { player_id, reason }: Notifications['photo_removed'],
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  return {
    ...addressTo(player),
    subject: 'Your photo was removed',
    paragraphs: [
      'An organizer has removed your photo. Lists and your page show your initials now.',
      `The organizer wrote: “${reason}”`,
      'You can choose another picture. The removed one is refused.',
    ],
    action: { label: 'Choose another photo', url: app.config.site + paths.settings },
    reason: `You are receiving this because an organizer of ${organization().name} changed your profile.`,
    stop: 'This email is sent once for each photo that is removed.',
  }
}

/** Tells a player what an organizer has corrected, and why. */
export async function profileCorrected(
  app: App,
  { player_id, parts, reason }: Notifications['profile_corrected'],
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  return {
    ...addressTo(player),
    subject: 'Your profile was corrected',
    paragraphs: [
      `An organizer has corrected your profile: ${formatList(parts)}. You see it in the settings.`,
      `The organizer wrote: “${reason}”`,
      'If something is wrong, change it there, or write to us.',
    ],
    action: { label: 'See my profile', url: app.config.site + paths.settings },
    reason: `You are receiving this because an organizer of ${organization().name} changed your profile.`,
    stop: 'This email is sent once for each correction.',
  }
}

/** Asks the reader of a mailbox to confirm an email that an organizer has entered. Omits the name: the address may be a stranger's. */
export async function emailToConfirm(
  app: App,
  { player_id, email }: Notifications['email_to_confirm'],
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  const token = await insertAccountToken(app.db, { purpose: 'correct_email', player_id, email }, app.clock.now())
  if (token === null) return null
  return {
    to: { name: '', email },
    subject: `Confirm your email for ${organization().name}`,
    paragraphs: [
      `An organizer of ${organization().name} has entered this email for a player’s account. If you are that player, please confirm it. From then on, you sign in with this email.`,
      `The link works once and expires in ten days. If you are not signed in and do not know the password of the account, it may work only after ${CONTEST_DAYS} days.`,
      'If you do not know what this is about, do not open the link.',
    ],
    action: { label: 'Use this email', url: app.config.site + paths.confirmEmail(token) },
    reason: `You are receiving this because an organizer of ${organization().name} entered your email.`,
    stop: 'Without your confirmation nothing changes, and we send nothing else to this email.',
  }
}

/** Notifies the present email of an account that an organizer has entered another one, and how to stop it. */
export async function emailCorrection(
  app: App,
  { player_id, email, new_email, reason }: Notifications['email_correction'],
): Promise<Words | null> {
  const player = await findAddressee(app.db, player_id)
  if (!player) return null
  return {
    ...addressTo({ ...player, email }),
    subject: `An organizer entered another email for your ${organization().name} account`,
    paragraphs: [
      `We sent a link to ${new_email}. Once it is opened, your account uses that email. Until then, this one works as before.`,
      `The organizer wrote: “${reason}”`,
      `If that is not your email, choose a new password within ${CONTEST_DAYS} days: the link then stops working. Please also write to us: ${organization().support_email}.`,
    ],
    action: { label: 'This was not me', url: app.config.site + paths.forgotPassword },
    reason: 'You are receiving this because another email was entered for your account.',
    stop: SECURITY_STOP,
  }
}
