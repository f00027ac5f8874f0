import { saleDay } from '#/features/seasons/queries.ts'
import type { Db } from '#/server/db.ts'
import { listLeaguesToPlayOff, makePlayoffs } from './making-queries.ts'

/** Makes the play-offs of every league whose season has closed and whose results are final. Safe twice and in several processes. */
export async function makeDuePlayoffs(db: Db, now: Date): Promise<void> {
  // All areas have one calendar, as for the sale.
  for (const league_id of await listLeaguesToPlayOff(db, saleDay(now))) await makePlayoffs(db, league_id, now)
}
