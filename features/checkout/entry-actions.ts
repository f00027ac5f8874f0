import { notifyReturn } from '#/features/leaving/actions.ts'
import { giveUpFormerEntry, reopenPair } from '#/features/pairs/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import type { Tx } from '#/server/db.ts'
import { endEnteredWaitListEntry } from '#/features/wait-list/queries.ts'

/**
 * Enters the buyer of a line in its league. A player who left the league and joins again gets the old entry back, with
 * its matches. A former partner gets a new entry.
 */
export async function enterLeague(
  tx: Tx,
  purchase: { id: number; league_id: number; player_id: number },
  now: Date,
): Promise<void> {
  const { league_id, player_id } = purchase
  await giveUpFormerEntry(tx, league_id, player_id)
  await endEnteredWaitListEntry(tx, league_id, player_id, now)
  const kept = await tx
    .selectFrom('entry_players')
    .select('entry_id')
    .where('league_id', '=', league_id)
    .where('player_id', '=', player_id)
    .where('position', '=', 1)
    .executeTakeFirst()
  if (kept) {
    await reopenPair(tx, kept.entry_id, now)
    await tx.updateTable('entries').set({ purchase_id: purchase.id }).where('id', '=', kept.entry_id).execute()
    await notifyReturn(tx, { entry_id: kept.entry_id, league_id })
    return
  }
  const entry = await tx
    .insertInto('entries')
    .values({ league_id, purchase_id: purchase.id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('entry_players').values({ entry_id: entry.id, player_id, league_id, position: 1 }).execute()
}

/** Enters the buyer of a free order in all its leagues, which the caller has locked. */
export async function enterConfirmed(tx: Tx, order_id: string, now: Date): Promise<void> {
  const lines = await tx
    .selectFrom('purchases')
    .select(['id', 'league_id', 'player_id'])
    .where('order_id', '=', order_id)
    .where('status', '=', 'Confirmed')
    .orderBy('league_id')
    .execute()
  for (const line of lines) {
    await enterLeague(tx, line, now)
    await rebuildLeague(tx, line.league_id)
  }
}
