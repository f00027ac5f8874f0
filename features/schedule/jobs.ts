import { saleDay } from '#/features/seasons/queries.ts'
import { inTransaction, type Db } from '#/server/db.ts'
import { planDraw, applyDraw } from './draw.ts'
import { listLeaguesToDraw } from './queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'

/**
 * Draws the missing match cards of the leagues of running seasons: all of them on the season's first day, later those of
 * new entries, and the next rounds where a format draws round by round. Deletes the open, undated cards of withdrawn entries. Safe to run twice and in several processes.
 */
export async function drawLeagues(db: Db, now: Date): Promise<void> {
  // All areas share one calendar, as for the sale.
  const today = saleDay(now)
  for (const league_id of await listLeaguesToDraw(db, today))
    await inTransaction(db, async (tx) => {
      await lockLeague(tx, league_id)
      await applyDraw(tx, await planDraw(tx, league_id, today), now)
    })
}
