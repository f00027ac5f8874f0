import { formatDays } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { formatStoredTime } from '#/features/arranging/format.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { findEmailedClosedDays } from './queries.ts'

/** Notifies a player that a match is set for a day on which the area does not play. Null once it is not. */
export async function daysClosed(app: App, about: { closed_day_id: number; player_id: number }): Promise<Words | null> {
  const [player, closed] = await Promise.all([
    findAddressee(app.db, about.player_id),
    findEmailedClosedDays(app.db, about),
  ])
  const [first, ...others] = closed?.matches ?? []
  if (!player || !closed || !first) return null
  return {
    ...addressTo(player),
    subject: `No play planned: ${closed.name}`,
    paragraphs: [
      `The organizers plan no play on ${formatDays(wireDay(closed.from), wireDay(closed.to))}: ${closed.name}. You have ${others.length === 0 ? 'a match' : 'matches'} then:`,
      ...[first, ...others].map((match) => `${match.one} against ${match.two}: ${formatStoredTime(match)}.`),
      'Your date stays as it is. Check that the courts are open, or agree on another day.',
    ],
    action: { label: 'See the match', url: app.config.site + paths.match(first.match_id) },
    reason: 'You are receiving this because you have a match on a day without play.',
    stop: 'One email is sent for each day or span of days that is added.',
  }
}
