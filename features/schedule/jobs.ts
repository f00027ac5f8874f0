import { saleDay } from '#/features/seasons/queries.ts'
import { inTransaction, type Db } from '#/server/db.ts'
import { planDraw, applyDraw } from './draw.ts'
import { listLadders, runLadder } from './ladder-clock.ts'
import { listLeaguesToDraw } from './queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'

/**
 * Draws the missing match cards of current seasons' leagues: all of them on the first day, later those of new entries,
 * and next rounds in formats drawn round by round. Applies the rules of ladders that follow from time. Deletes open, undated cards of withdrawn entries. Safe to run twice
 * and in several processes.
 */
export async function drawLeagues(db: Db, now: Date): Promise<void> {
  // All areas share one calendar, as for sales.
  const today = saleDay(now)
  for (const league_id of await listLeaguesToDraw(db, today))
    await inTransaction(db, async (tx) => {
      await lockLeague(tx, league_id)
      await applyDraw(tx, await planDraw(tx, league_id, today), now)
    })
  for (const league_id of await listLadders(db, today))
    await inTransaction(db, (tx) => runLadder(tx, league_id, today, now))
}
