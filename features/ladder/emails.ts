import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { findChallenge } from './queries.ts'

/** Notifies a player of a challenge. Sends nothing once it is played or called off. */
export async function challenged(
  app: App,
  { match_id, player_id }: { match_id: number; player_id: number },
): Promise<Words | null> {
  const [player, about] = await Promise.all([findAddressee(app.db, player_id), findChallenge(app.db, match_id)])
  if (!player || !about) return null
  return {
    ...addressTo(player),
    subject: 'You are challenged',
    paragraphs: [
      `${about.challenger} challenges you in ${about.league}. Please play the match by ${formatDay(wireDay(about.play_by))}.`,
      ...about.rules.slice(1),
    ],
    action: { label: 'Offer times', url: app.config.site + paths.match(match_id) },
    reason: 'You are receiving this because you are on a ladder.',
    stop: 'One email is sent for each challenge.',
  }
}
