import { areaName } from '#/contract/areas.ts'
import { formatCents } from '#/rules/price.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import type { Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { findPlaceNews } from './queries.ts'

/** Tells whoever is next on a wait-list that a place is kept, and until when. */
export async function placeFree(
  app: App,
  { wait_list_entry_id }: { wait_list_entry_id: number },
): Promise<Words | null> {
  const news = await findPlaceNews(app.db, wait_list_entry_id, app.clock.now())
  const player = news && (await findAddressee(app.db, news.player_id))
  if (!player) return null
  const { league_name, league_slug, level_name, year, area, time_zone, price_cents, held_until } = news
  const until = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: time_zone,
    timeZoneName: 'short',
  }).format(held_until)
  return {
    to: { name: player.name, email: player.email },
    greet: player.first_name,
    subject: `A place for you: ${level_name}, ${league_name} ${year}`,
    paragraphs: [
      `You are next on the wait-list of ${level_name}, ${league_name} ${year}, in ${areaName(area)}, and a place has become free.`,
      `It is kept for you until ${until}. It costs ${formatCents(price_cents)}. After that it goes to the next on the list.`,
    ],
    action: { label: 'Join the league', url: app.config.site + paths.divisions(league_slug) },
    reason: 'You get this because you joined a wait-list at Deuce.',
    stop: 'There is one such email for each place. You can leave the wait-list on the same page.',
  }
}
