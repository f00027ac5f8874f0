import { formatDate } from '#/contract/locale.ts'
import { areaName } from '#/contract/areas.ts'
import { formatLeague } from '#/contract/format.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { findSecondDivision } from '#/features/seasons/second-division-queries.ts'
import { secondDivisionDiscounts } from '#/rules/second-division.ts'
import { formatJoining } from './format.ts'
import { findHeldPlace } from './queries.ts'
import { organization } from '#/contract/organization.ts'

/** Notifies the next player on a wait-list that a place is reserved for them, and until when. */
export async function placeFree(
  app: App,
  { wait_list_entry_id }: { wait_list_entry_id: number },
): Promise<Words | null> {
  const held = await findHeldPlace(app.db, wait_list_entry_id, app.clock.now())
  const player = held && (await findAddressee(app.db, held.player_id))
  if (!player) return null
  const { league_slug, year, area, time_zone, price_cents, early_ends, held_until } = held
  const second = await findSecondDivision(app.db, held)
  const [off_cents = 0] = secondDivisionDiscounts([price_cents], second, organization().currency)
  const league = formatLeague(held)
  const until = formatDate(held_until, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: time_zone,
    timeZoneName: 'short',
  })
  return {
    ...addressTo(player),
    subject: `A place is free: ${league}`,
    paragraphs: [
      `A place is free in ${league}, in ${areaName(area)}, and you are next on the wait-list.`,
      `We keep it for you until ${until}. After that it goes to the next player on the list. ${formatJoining({ price_cents, off_cents, may_change: early_ends || off_cents > 0 })}`,
    ],
    action: { label: 'Join the league', url: app.config.site + paths.divisions(league_slug, year) },
    reason: `You are receiving this because you joined a wait-list at ${organization().name}.`,
    stop: 'To stop these emails, leave the wait-list on the same page.',
  }
}
