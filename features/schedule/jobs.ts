import { saleDay } from '#/features/seasons/queries.ts'
import { inTransaction, type Db } from '#/server/db.ts'
import { carryOutDraw, planDraw } from './draw.ts'
import { listLeaguesToDraw } from './queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'

/**
 * Gives the leagues of running seasons the match cards that they lack: all on the season's first day, a new player's when
 * one joins late. What is open and undated of those who have withdrawn vanishes. Safe twice and in several processes.
 */
export async function drawLeagues(db: Db, now: Date): Promise<void> {
  // All areas have one calendar, as for the sale.
  const today = saleDay(now)
  for (const league_id of await listLeaguesToDraw(db, today))
    await inTransaction(db, async (tx) => {
      await lockLeague(tx, league_id)
      await carryOutDraw(tx, await planDraw(tx, league_id, today), now)
    })
}
