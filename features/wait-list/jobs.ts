import { saleDay } from '#/features/seasons/queries.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { queueEmail, startJob, workOnEach } from '#/server/queue.ts'
import { holdPlaces, listLeaguesWaitedFor } from './queries.ts'

/**
 * Keeps the free places of a league, or of every league that somebody waits for, for those who wait longest, and mails
 * them; when a place was kept long enough it goes to the next. Safe twice and in several processes;
 * a league that fails holds up no other.
 */
export async function offerPlaces({ db, config, clock }: App, { league_id }: { league_id?: number }): Promise<void> {
  const now = clock.now()
  await workOnEach(league_id === undefined ? await listLeaguesWaitedFor(db) : [league_id], (id) =>
    inTransaction(db, async (tx) => {
      const { wait_ids, next } = await holdPlaces(tx, id, { today: saleDay(now), now })
      for (const wait_list_entry_id of wait_ids) await queueEmail(tx, config, 'place_free', { wait_list_entry_id })
      if (next) await startJob(tx, 'offer_places', { league_id: id }, { key: `offer_places ${id}`, run_at: next })
    }),
  )
}
