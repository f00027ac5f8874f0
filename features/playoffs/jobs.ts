import { saleDay } from '#/features/seasons/queries.ts'
import type { Db } from '#/server/db.ts'
import { workOnEach } from '#/server/queue.ts'
import { listLeaguesToPlayOff, makePlayoffs } from './making-queries.ts'

/**
 * Makes the play-offs of every league whose season has closed and whose results are final. Safe twice and
 * in several processes; a league that fails holds up no other.
 */
export async function makeDuePlayoffs(db: Db, now: Date): Promise<void> {
  // All areas have one calendar, as for the sale.
  await workOnEach(await listLeaguesToPlayOff(db, saleDay(now)), (league_id) => makePlayoffs(db, league_id, now))
}
