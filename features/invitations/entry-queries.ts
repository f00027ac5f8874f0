import type { AreaSlug } from '#/contract/areas.ts'
import { holdCurrency, taxOfNow } from '#/server/organization.ts'
import type { Tx } from '#/server/db.ts'

/** Inserts an order without a card, made by an organizer, and returns its id. */
export async function insertOrganizerOrder(
  tx: Tx,
  order: { player_id: number; season_id: number; area: AreaSlug; total_cents: number; entered_by_id: number },
  now: Date,
): Promise<string> {
  await holdCurrency(tx)
  const { id } = await tx
    .insertInto('orders')
    .values({ ...order, ...taxOfNow(), confirmation_token: null, created_at: now, settled_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a line of an order without a card, Confirmed or Closed, and returns its id. */
export async function insertLine(
  tx: Tx,
  line: {
    order_id: string
    player_id: number
    league_id: number
    price_cents: number
    status: 'Confirmed' | 'Closed'
    withdrawn_at?: Date
    partner_name?: string
    partner_email?: string
  },
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('purchases')
    .values({ ...line, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The entry of an order line. */
export async function findEntryOfLine(tx: Tx, purchase_id: number): Promise<number> {
  const { id } = await tx
    .selectFrom('entries')
    .select('id')
    .where('purchase_id', '=', purchase_id)
    .executeTakeFirstOrThrow()
  return id
}
