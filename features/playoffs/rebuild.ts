import { lockLeague } from '#/features/leagues/queries.ts'
import { rebuildTable } from '#/features/standings/rebuild-table.ts'
import type { AddedResult } from '#/features/standings/stored-league.ts'
import type { Tx } from '#/server/db.ts'
import { observed } from '#/server/observe.ts'
import { moveWinnersOn } from './bracket.ts'

/**
 * Rebuilds a league's stored data from its entries and results: its table, its number of results, and its bracket. Call
 * it in the transaction that changed them. Locks the league until the transaction ends; a transaction that changes
 * several leagues must lock them by ascending id. A sealed league stays as it is: only a correction rebuilds it
 * (`rebuildAfterChange` in features/sealing).
 */
export async function rebuildLeague(tx: Tx, league_id: number): Promise<void> {
  if (!(await lockLeague(tx, league_id))) await rebuildLockedLeague(tx, league_id)
}

/**
 * Like rebuildLeague, for a league that the transaction has already locked (lockLeague), sealed or not. `keep_after`: a
 * play-off match; refuses `playoff_moved_on` if a result after it would stop counting. `added`: the result that is the
 * transaction's only change to the league, which then need not be read from the database.
 */
export async function rebuildLockedLeague(
  tx: Tx,
  league_id: number,
  { keep_after = null, added = null }: { keep_after?: number | null; added?: AddedResult | null } = {},
): Promise<void> {
  await observed({ kind: 'standings', name: 'rebuild' }, async () => {
    const { table, has_playoffs } = await rebuildTable(tx, league_id, added)
    if (has_playoffs) await moveWinnersOn(tx, league_id, table, keep_after)
  })
}
