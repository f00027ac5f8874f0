import type { PurchaseStatus } from '#/contract/fields.ts'
import type { Db, Tx } from '#/server/db.ts'

/** A line with all that its withdrawal is decided by. */
export type WithdrawalLine = {
  id: number
  order_id: string
  league_id: number
  level_name: string
  price_cents: number
  status: PurchaseStatus
  refund_asked: boolean
  by_card: boolean
  provider_payment: string | null
  /** The season's first day, yyyy-mm-dd, and where it begins. */
  starting_date: string
  time_zone: string
}

/** A line by its id; with `player_id` undefined for another player's. */
export async function findLine(db: Db | Tx, id: number, player_id?: number): Promise<WithdrawalLine | undefined> {
  const row = await db
    .selectFrom('purchases')
    .innerJoin('orders', 'orders.id', 'purchases.order_id')
    .innerJoin('leagues', 'leagues.id', 'purchases.league_id')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .innerJoin('areas', 'areas.slug', 'leagues.area')
    .select([
      'purchases.id',
      'purchases.order_id',
      'purchases.league_id',
      'divisions.name as level_name',
      'purchases.price_cents',
      'purchases.status',
      'purchases.refund_asked_at',
      'orders.confirmation_token',
      'orders.provider_payment',
      'seasons.starting_date',
      'areas.time_zone',
    ])
    .where('purchases.id', '=', id)
    .$if(player_id !== undefined, (query) => query.where('purchases.player_id', '=', player_id ?? 0))
    .executeTakeFirst()
  if (!row) return undefined
  const { refund_asked_at, confirmation_token, ...line } = row
  return { ...line, refund_asked: refund_asked_at !== null, by_card: confirmation_token !== null }
}

/** Notes that the player has left; once. */
export async function askRefund(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('purchases').set({ refund_asked_at: now }).where('id', '=', id).execute()
}
