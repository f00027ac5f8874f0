import { sql } from 'kysely'
import { holdsPlace } from '#/features/leagues/queries.ts'
import { refuseFull } from '#/features/wait-list/queries.ts'
import type { App } from '#/server/context.ts'
import { inLines } from '#/server/line.ts'
import { Refusal } from '#/server/refuse.ts'

/** A player, or a guest by email. */
type Buyer = { player_id: number; email?: never } | { player_id?: never; email: string }

/**
 * Places an order in its turn of its leagues' lines, so that a sale in which hundreds press at once is served in order, and
 * a full league is known without its lock (docs/decisions/113). Refuses league_full and in_line.
 */
export async function placeInTurn<T>(
  app: App,
  order: Buyer & { lines: readonly { league_id: number }[] },
  now: Date,
  place: () => Promise<T>,
): Promise<T> {
  const league_ids = order.lines.map(({ league_id }) => league_id)
  await refuseLateBuyer(app, order, league_ids, now)
  const names = league_ids.map((id) => `league ${id}`)
  return inLines(app.db, names, order.email?.toLowerCase() ?? `player ${order.player_id}`, async () => {
    // Those ahead may have taken the last place in the meantime.
    await refuseLateBuyer(app, order, league_ids, now)
    return place()
  })
}

/** Refuses league_full, except to buyers who have an order or a place there: the transaction knows what to tell them. */
async function refuseLateBuyer({ db }: App, buyer: Buyer, league_ids: readonly number[], now: Date): Promise<void> {
  try {
    await refuseFull(db, buyer.player_id ?? null, league_ids, now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { rows } = await sql`
      select from purchases p join players w on w.id = p.player_id
      where p.league_id = any(${league_ids}::int[]) and ${holdsPlace} and (w.id = ${buyer.player_id ?? null}
        or w.email = ${buyer.email?.toLowerCase() ?? null}
        or exists (select from entries e join entry_players ep on ep.entry_id = e.id and not ep.former
          where e.purchase_id = p.id and ep.player_id = ${buyer.player_id ?? null}))
      limit 1`.execute(db)
    if (rows.length === 0) throw error
  }
}
