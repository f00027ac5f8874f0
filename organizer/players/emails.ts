import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import type { Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'

/** Tells a player of a free season that an organizer has given. */
export async function freeSeasonGiven(app: App, { free_season_id }: { free_season_id: number }): Promise<Words | null> {
  const gift = await app.db
    .selectFrom('free_seasons')
    .select(['player_id', 'reason'])
    .where('id', '=', free_season_id)
    .executeTakeFirst()
  const player = gift && (await findAddressee(app.db, gift.player_id))
  if (!player) return null
  return {
    to: { name: player.name, email: player.email },
    greet: player.first_name,
    subject: 'A free season for you',
    paragraphs: [
      'The organizer has given you a free season. It pays for one division once: you are offered it when you join a league.',
      ...(gift.reason ? [`The organizer says: “${gift.reason}”`] : []),
    ],
    action: { label: 'Join a league', url: app.config.site + paths.joinLeague },
    reason: 'You get this because an organizer gave you a free season at Deuce.',
    stop: 'There is one such email for each free season.',
  }
}

/** Tells the mailbox of either account that an organizer has made the two one: ways to sign in have changed hands. */
export async function accountsMerged(
  app: App,
  { name, email, kept }: { name: string; email: string; kept: boolean },
): Promise<Words> {
  return {
    to: { name, email },
    subject: 'Two accounts of yours are one now',
    paragraphs: [
      kept
        ? 'The organizer has found two accounts of yours at Deuce and made them one. The one with this e-mail stays; leagues, results, payments and free seasons of the other are in it now, and who signed in to the other with Google or the like comes in here.'
        : 'The organizer has found two accounts of yours at Deuce and made them one. The one with this e-mail is closed, and all that was in it is in the other one: sign in there.',
      `If you have never had two accounts, write to us at once: ${app.config.SUPPORT_EMAIL}.`,
    ],
    action: { label: 'Sign in', url: app.config.site + paths.signIn },
    reason: 'You get this because an account with this e-mail was changed.',
    stop: 'It is sent for your safety and can not be turned off.',
  }
}
