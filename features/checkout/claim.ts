import type { AreaSlug } from '#/contract/areas.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { enterLeague, insertOrder, type Line } from './queries.ts'
import { invitePartners } from '#/features/pairs/actions.ts'
import { lockFreeSeasons, spendFreeSeason } from '#/features/referrals/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'

type Claim = { player_id: number; season_id: number; area: AreaSlug; lines: readonly Line[] }

/**
 * Joins leagues with a free season each, all of them or none; answers the order's id. The lines are Confirmed and cost
 * nothing. Refuses no_free_season, already_in_league and order_open.
 */
export async function claimFreeSeasons({ db, config }: App, claim: Claim, now: Date): Promise<string> {
  return inTransaction(db, async (tx) => {
    const credits = await lockFreeSeasons(tx, claim.player_id, claim.lines.length)
    const free = claim.lines.map((line) => ({ ...line, price_cents: 0 }))
    const order_id =
      (await insertOrder(tx, { ...claim, lines: free, confirmation_token: null }, now)) ?? refuse('conflict')
    const lines = await tx
      .selectFrom('purchases')
      .select(['id', 'league_id', 'player_id'])
      .where('order_id', '=', order_id)
      .orderBy('league_id')
      .execute()
    for (const [index, credit] of credits.entries()) {
      const line = lines[index]
      if (!line) throw new Error(`order ${order_id} has fewer lines than were claimed`)
      await spendFreeSeason(tx, credit, line.id)
      await enterLeague(tx, line, now)
      await rebuildLeague(tx, line.league_id)
    }
    await invitePartners(tx, config, order_id, now)
    return order_id
  })
}
