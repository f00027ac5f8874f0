import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { syncEvents } from './queries.ts'

/**
 * Emails the appointments that were set, moved or called off to both sides' calendars, whatever changed them. Safe to
 * run twice and in several processes.
 */
export async function sendCalendars({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { id, sequence, player_ids } of await syncEvents(tx, clock.now()))
      for (const player_id of player_ids)
        await notify(tx, 'appointment_changed', { calendar_event_id: id, sequence, player_id })
  })
}
