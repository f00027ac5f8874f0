import { saleDay } from '#/features/seasons/queries.ts'
import { lockLeague } from '#/features/standings/queries.ts'
import { drawCards } from '#/rules/schedule.ts'
import { inTransaction, type Db } from '#/server/db.ts'
import { deleteOpenCards, findLeagueToDraw, insertCards, listLeaguesToDraw, noteDrawn } from './queries.ts'

/**
 * Gives the leagues of running seasons the match cards that they lack: all on the season's first day, a newcomer's when
 * one joins late. What is open and undated of those who have withdrawn vanishes. Safe twice and in several processes.
 */
export async function drawLeagues(db: Db, now: Date): Promise<void> {
  // All areas have one calendar, as for the sale.
  const today = saleDay(now)
  for (const league_id of await listLeaguesToDraw(db, today)) await drawLeague(db, league_id, today, now)
}

/** Draws what is missing in one league, in one transaction; whoever comes second finds it done. */
async function drawLeague(db: Db, league_id: number, today: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockLeague(tx, league_id)
    const { standing, withdrawn, ...league } = await findLeagueToDraw(tx, league_id)
    if (withdrawn.length > 0) await deleteOpenCards(tx, withdrawn)
    const newcomers = new Set(standing.filter(({ drawn }) => !drawn).map(({ entry_id }) => entry_id))
    if (newcomers.size > 0) {
      const entry_ids = standing.map(({ entry_id }) => entry_id)
      await insertCards(tx, league_id, drawCards({ ...league, entry_ids, newcomers, today }), now)
    }
    await noteDrawn(tx, league_id, now)
  })
}
