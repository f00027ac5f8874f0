import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { PurchaseStatus } from '#/contract/fields.ts'
import type { Db, Tx } from '#/server/db.ts'

/** A line with all that its withdrawal is decided by. */
export type WithdrawalLine = {
  id: number
  order_id: string
  league_id: number
  area: AreaSlug
  player: string
  league_name: string
  year: number
  level_name: string
  status: PurchaseStatus
  refund_asked: boolean
  /** An organizer has taken the entry out, and the money has stayed. */
  withdrawn: boolean
  by_card: boolean
  /** An organizer entered the player: paid in cash, or nothing. */
  by_organizer: boolean
  price_cents: number
  provider_payment: string | null
  /** What the provider took for it and has not been asked to give back in part. */
  left_cents: number
  /** The season's first day, yyyy-mm-dd, and where it begins. */
  starting_date: string
  time_zone: string
}

/** A line by its id; undefined for one that is not the player's, or not of these areas. */
export async function findLine(
  db: Db | Tx,
  id: number,
  seen: { player_id: number } | { areas: readonly AreaSlug[] } | null = null,
): Promise<WithdrawalLine | undefined> {
  const mine = !seen
    ? sql`true`
    : 'player_id' in seen
      ? sql`p.player_id = ${seen.player_id}`
      : sql`l.area = any (${seen.areas}::text[])`
  const { rows } = await sql<WithdrawalLine>`
    select p.id, p.order_id, p.league_id, l.area, w.name as player, se.name as league_name, se.year,
      d.name as level_name, p.status, p.refund_asked_at is not null as refund_asked, p.withdrawn_at is not null as withdrawn,
      o.confirmation_token is not null as by_card, o.entered_by_id is not null as by_organizer, p.price_cents, o.provider_payment,
      p.taken_cents - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.purchase_id = p.id and r.state <> 'failed') as left_cents,
      se.starting_date, a.time_zone
    from purchases p
    join orders o on o.id = p.order_id
    join players w on w.id = p.player_id
    join leagues l on l.id = p.league_id
    join areas a on a.slug = l.area
    join seasons se on se.id = l.season_id
    join divisions d on d.id = l.division_id
    where p.id = ${id} and ${mine}`.execute(db)
  return rows[0]
}

/** Notes that the player has left; once. */
export async function askRefund(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('purchases').set({ refund_asked_at: now }).where('id', '=', id).execute()
}
