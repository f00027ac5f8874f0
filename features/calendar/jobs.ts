import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { uidHost } from './entries.ts'
import { syncEvents } from './queries.ts'

/**
 * Emails the appointments that were set, moved or called off to both sides' calendars, whatever changed them, and the
 * cancellation to a player who has left the match. Safe to run twice and in several processes.
 */
export async function sendCalendars({ db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { id, sequence, player_ids } of await syncEvents(tx, { host: uidHost(config), now: clock.now() }))
      for (const player_id of player_ids)
        await notify(tx, 'appointment_changed', { calendar_event_id: id, sequence, player_id })
  })
}
