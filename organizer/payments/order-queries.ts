import { toAmount, toCents } from '#/contract/money.ts'
import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { PurchaseStatus } from '#/contract/choices.ts'
import type { Db } from '#/server/db.ts'
import type { PaymentOrder } from './contract.ts'
import { listBookings } from './cash-queries.ts'
import { cashReturnedSql, cashSql } from './queries.ts'

/** Finds an order in one of these areas. */
export async function findPaymentOrder(
  db: Db,
  order_id: string,
  areas: readonly AreaSlug[],
): Promise<PaymentOrder | undefined> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('players', 'players.id', 'orders.player_id')
    .innerJoin('seasons', 'seasons.id', 'orders.season_id')
    .leftJoin('players as organizers', 'organizers.id', 'orders.entered_by_id')
    .leftJoin('coupons', 'coupons.id', 'orders.coupon_id')
    .select([
      'orders.id as order_id',
      'orders.player_id',
      'players.name as player',
      'players.email',
      'seasons.name as league_name',
      'seasons.year',
      'orders.area',
      'orders.created_at',
      'orders.settled_at',
      'orders.held_until',
      'orders.disputed_at',
      'orders.total_cents',
      sql<boolean>`orders.confirmation_token is not null and orders.total_cents > 0`.as('by_card'),
      'orders.provider_payment',
      'orders.decline_reason',
      'organizers.name as entered_by',
      'coupons.code as coupon',
    ])
    .where('orders.id', '=', order_id)
    .where('orders.area', '=', sql<AreaSlug>`any (${areas}::text[])`)
    .executeTakeFirst()
  if (!order) return undefined
  const [lines, refunds, bookings] = await Promise.all([
    listOrderLines(db, order_id),
    listRefunds(db, order_id),
    listBookings(db, order_id),
  ])
  const events = await db
    .selectFrom('payment_events')
    .select(['id', 'type', 'received_at'])
    .where('payment', '=', order.provider_payment)
    .orderBy('received_at')
    .orderBy('id')
    .limit(100)
    .execute()
  const { total_cents, coupon, created_at, settled_at, held_until, disputed_at, ...known } = order
  const discount = lines.reduce((sum, line) => sum + toCents(line.discount), 0)
  const second_division = lines.reduce((sum, line) => sum + toCents(line.second_division), 0)
  return {
    ...known,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
    held_until: held_until?.toISOString() ?? null,
    disputed_at: disputed_at?.toISOString() ?? null,
    total: toAmount(total_cents),
    second_division: toAmount(second_division),
    coupon: coupon === null ? null : { code: coupon, discount: toAmount(discount) },
    payment_status: statusOf(lines),
    lines,
    refunds,
    bookings,
    events: events.map(({ received_at, ...event }) => ({ ...event, received_at: received_at.toISOString() })),
  }
}

const weight: readonly PurchaseStatus[] = ['Pending', 'Paid', 'Confirmed', 'Refunded', 'Closed', 'Failed']

/** The status of an order: Pending if any line is; otherwise Paid if any line is. */
function statusOf(lines: PaymentOrder['lines']): PurchaseStatus {
  return weight.find((status) => lines.some(({ payment_status }) => payment_status === status)) ?? 'Closed'
}

async function listOrderLines(db: Db, order_id: string): Promise<PaymentOrder['lines']> {
  const rows = await db
    .selectFrom('purchases as p')
    .innerJoin('leagues', 'leagues.id', 'p.league_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select([
      'p.id',
      'p.league_id',
      'divisions.name as level_name',
      'p.price_cents',
      'p.second_division_cents',
      'p.discount_cents',
      'p.is_free',
      'p.taken_cents',
      'p.refunded_cents',
      'p.status',
      'p.refund_requested_at',
      'p.refunded_at',
      'p.withdrawn_at',
      cashSql.as('cash_cents'),
      cashReturnedSql.as('cash_returned_cents'),
      sql<number>`(
        select coalesce(sum(r.amount_cents), 0) from refunds r
        where r.purchase_id = p.id and r.state <> 'failed')`.as('live_cents'),
    ])
    .where('p.order_id', '=', order_id)
    .orderBy('divisions.position')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    league_id: row.league_id,
    level_name: row.level_name,
    price: toAmount(row.price_cents),
    second_division: toAmount(row.second_division_cents),
    discount: toAmount(row.discount_cents),
    is_free: row.is_free,
    taken: toAmount(row.taken_cents),
    refunded: toAmount(row.refunded_cents),
    cash: toAmount(row.cash_cents),
    cash_returned: toAmount(row.cash_returned_cents),
    left: toAmount(row.taken_cents - row.live_cents),
    payment_status: row.status,
    refund_requested: row.refund_requested_at !== null,
    refunded_at: row.refunded_at?.toISOString() ?? null,
    withdrawn: row.withdrawn_at !== null,
  }))
}

async function listRefunds(db: Db, order_id: string): Promise<PaymentOrder['refunds']> {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('purchases', 'purchases.id', 'refunds.purchase_id')
    .leftJoin('leagues', 'leagues.id', 'purchases.league_id')
    .leftJoin('divisions', 'divisions.id', 'leagues.division_id')
    .leftJoin('players', 'players.id', 'refunds.requested_by_id')
    .leftJoin('refunds as retries', 'retries.retry_of_id', 'refunds.id')
    .select([
      'refunds.id',
      'refunds.kind',
      'refunds.purchase_id',
      'divisions.name as level_name',
      'refunds.amount_cents',
      'refunds.reason',
      'refunds.state',
      'refunds.failed_reason',
      sql<boolean>`retries.id is not null`.as('retried'),
      'refunds.provider_refund',
      'players.name as requested_by',
      'refunds.requested_at',
    ])
    .where('refunds.order_id', '=', order_id)
    .orderBy('refunds.id')
    .execute()
  return rows.map(({ amount_cents, requested_at, ...refund }) => ({
    ...refund,
    amount: toAmount(amount_cents),
    requested_at: requested_at.toISOString(),
  }))
}
