import { lockLeague } from '#/features/leagues/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { startJob, workOnEach } from '#/server/queue.ts'
import { endEntriesOffSale, endLapsedEntries, findNextLapse, listLeaguesWithWaitList, updateHeld } from './queries.ts'

/**
 * Offers the free places of one league, or of every league with a wait-list, to the players who have waited longest,
 * and emails them. An expired place goes to the next player. Any number of processes may run it at once, and a league
 * that fails does not stop the others.
 */
export async function offerPlaces({ db, clock }: App, { league_id }: { league_id?: number }): Promise<void> {
  const now = clock.now()
  await workOnEach(league_id === undefined ? await listLeaguesWithWaitList(db) : [league_id], (id) =>
    inTransaction(db, async (tx) => {
      await lockLeague(tx, id)
      await endLapsedEntries(tx, id, now)
      await endEntriesOffSale(tx, id, { today: saleDay(now), now })
      for (const wait_list_entry_id of await updateHeld(tx, id, now))
        await notify(tx, 'place_free', { wait_list_entry_id })
      const next_lapse = await findNextLapse(tx, id)
      if (next_lapse)
        await startJob(tx, 'offer_places', { league_id: id }, { key: `offer_places ${id}`, run_at: next_lapse })
    }),
  )
}
