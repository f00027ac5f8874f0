import { findAddressee } from '#/features/accounts/queries.ts'
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
