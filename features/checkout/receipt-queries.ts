import { wireDay } from '#/contract/fields.ts'
import { canWithdraw } from '#/rules/withdrawal.ts'
import { centsToDollars } from '#/rules/price.ts'
import type { Db } from '#/server/db.ts'
import type { Receipt } from './contract.ts'
import { findOrder } from './queries.ts'

/** The receipt of a player's order; undefined for another player's. */
export async function findReceipt(
  db: Db,
  player_id: number,
  order_id: string,
  now: Date,
): Promise<Receipt | undefined> {
  const known = await findOrder(db, player_id, order_id)
  if (!known) return undefined
  const order = await db
    .selectFrom('orders')
    .innerJoin('seasons', 'seasons.id', 'orders.season_id')
    .innerJoin('areas', 'areas.slug', 'orders.area')
    .innerJoin('players', 'players.id', 'orders.player_id')
    .select([
      'orders.settled_at',
      'orders.area',
      'orders.disputed_at',
      'orders.entered_by_id',
      'seasons.name as league_name',
      'seasons.year',
      'seasons.starting_date',
      'seasons.ending_date',
      'areas.time_zone',
      'players.name as buyer',
      'players.email',
    ])
    .where('orders.id', '=', order_id)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('purchases')
    .innerJoin('leagues', 'leagues.id', 'purchases.league_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select([
      'purchases.id',
      'divisions.name as level_name',
      'purchases.price_cents',
      'purchases.refunded_cents',
      'purchases.status',
      'purchases.refund_requested_at',
      'purchases.refunded_at',
    ])
    .where('purchases.order_id', '=', order_id)
    .orderBy('divisions.position')
    .execute()
  const open = canWithdraw(order, now) && order.disputed_at === null
  const refunded = rows.reduce((cents, { refunded_cents }) => cents + refunded_cents, 0)
  return {
    order_id,
    created_at: known.created_at.toISOString(),
    settled_at: order.settled_at?.toISOString() ?? null,
    buyer: { name: order.buyer, email: order.email },
    league_name: order.league_name,
    year: order.year,
    area: order.area,
    starting_date: wireDay(order.starting_date),
    ending_date: wireDay(order.ending_date),
    payment_status: known.status,
    total: centsToDollars(known.total_cents),
    refunded: centsToDollars(refunded),
    by_card: known.confirmation_token !== null,
    by_organizer: order.entered_by_id !== null,
    lines: rows.map(({ id, level_name, price_cents, refunded_cents, status, refund_requested_at, refunded_at }) => ({
      id,
      level_name,
      price: centsToDollars(price_cents),
      payment_status: status,
      refunded: centsToDollars(refunded_cents),
      refund_requested: refund_requested_at !== null,
      refunded_at: refunded_at?.toISOString() ?? null,
      can_withdraw: open && refund_requested_at === null && (status === 'Paid' || status === 'Confirmed'),
    })),
  }
}
