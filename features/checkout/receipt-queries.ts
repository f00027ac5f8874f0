import { toAmount } from '#/contract/money.ts'
import { sql } from 'kysely'
import { wireDay } from '#/contract/wire-day.ts'
import { includedTax } from '#/rules/price.ts'
import { canWithdraw } from '#/rules/withdrawal.ts'
import type { Db } from '#/server/db.ts'
import type { Receipt, PurchaseRow } from './contract.ts'
import { findOrder } from './queries.ts'
import { taxNameSql, taxRateSql } from './tax-queries.ts'
import type { PageQuery } from '#/contract/page.ts'
import { skipOf } from '#/contract/page.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { nameFor, namesOf } from '#/features/leagues/sides.ts'

/** The receipt of a player's order. Undefined if it is another player's. */
export async function findReceipt(
  db: Db,
  player_id: number,
  order_id: string,
  now: Date,
): Promise<Receipt | undefined> {
  const known = await findOrder(db, player_id, order_id)
  if (!known) return undefined
  const order = await db
    .selectFrom('orders as o')
    .innerJoin('seasons', 'seasons.id', 'o.season_id')
    .innerJoin('areas', 'areas.slug', 'o.area')
    .innerJoin('players', 'players.id', 'o.player_id')
    .leftJoin('coupons', 'coupons.id', 'o.coupon_id')
    .select([
      'coupons.code as coupon',
      taxNameSql().as('tax_name'),
      taxRateSql().as('tax_rate'),
      'o.settled_at',
      'o.area',
      'o.disputed_at',
      'o.entered_by_id',
      'seasons.name as league_name',
      'seasons.year',
      'seasons.starting_date',
      'seasons.ending_date',
      'areas.time_zone',
      'players.name as buyer',
      'players.email',
    ])
    .where('o.id', '=', order_id)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('purchases')
    .innerJoin('leagues', 'leagues.id', 'purchases.league_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select([
      'purchases.id',
      'divisions.name as level_name',
      'purchases.price_cents',
      'purchases.second_division_cents',
      'purchases.discount_cents',
      'purchases.is_free',
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
  const discount = rows.reduce((cents, { discount_cents }) => cents + discount_cents, 0)
  const second_division = rows.reduce((cents, { second_division_cents }) => cents + second_division_cents, 0)
  return {
    order_id,
    created_at: known.created_at.toISOString(),
    settled_at: order.settled_at?.toISOString() ?? null,
    ...(known.held_until && { held_until: known.held_until.toISOString() }),
    buyer: { name: order.buyer, email: order.email },
    league_name: order.league_name,
    year: order.year,
    area: order.area,
    starting_date: wireDay(order.starting_date),
    ending_date: wireDay(order.ending_date),
    payment_status: known.status,
    total: toAmount(known.total_cents),
    tax: taxIn(known.total_cents - refunded, order),
    second_division: toAmount(second_division),
    coupon: order.coupon === null ? null : { code: order.coupon, discount: toAmount(discount) },
    refunded: toAmount(refunded),
    by_card: known.confirmation_token !== null && known.total_cents > 0,
    // An entry that the desk has moved leaves a closed line in its order.
    is_free: rows.some(({ is_free }) => is_free) && rows.every(({ is_free, status }) => is_free || status === 'Closed'),
    by_organizer: order.entered_by_id !== null,
    lines: rows.map(({ status, ...line }) => ({
      id: line.id,
      level_name: line.level_name,
      price: toAmount(line.price_cents),
      second_division: toAmount(line.second_division_cents),
      discount: toAmount(line.discount_cents),
      payment_status: status,
      is_free: line.is_free,
      refunded: toAmount(line.refunded_cents),
      refund_requested: line.refund_requested_at !== null,
      refunded_at: line.refunded_at?.toISOString() ?? null,
      can_withdraw: open && line.refund_requested_at === null && (status === 'Paid' || status === 'Confirmed'),
    })),
  }
}

/** The divisions of an order that still count, and who else is in them, newest first. */
export type JoinedLeague = {
  level_name: string
  is_ladder: boolean
  /** Whether the season has begun where it is played. */
  has_begun: boolean
  names: string[]
  others: number
}

/** `MOST_NAMED` of the others by name; the reader sees short names before their email is proved. */
export async function listJoinedLeagues(
  db: Db,
  order_id: string,
  reader: { email_proved: boolean },
  now: Date,
): Promise<JoinedLeague[]> {
  const { rows } = await sql<JoinedLeague>`
    select d.name as level_name, coalesce(l.format ->> 'kind' = 'ladder', false) as is_ladder,
      se.starting_date <= (${now}::timestamptz at time zone a.time_zone)::date as has_begun,
      coalesce(mates.names[:${sql.lit(MOST_NAMED)}], '{}') as names, coalesce(cardinality(mates.names), 0) as others
    from purchases mine
    join leagues l on l.id = mine.league_id ${joinSeasonAndDivision} join areas a on a.slug = l.area
    cross join lateral (
      select array_agg(${namesOf(sql`e.id`, nameFor(reader))} order by e.id desc) as names
      from entries e join purchases p on p.id = e.purchase_id and p.counts
      where e.league_id = l.id and p.id <> mine.id) mates
    where mine.order_id = ${order_id} and mine.counts
    order by d.position`.execute(db)
  return rows
}

/** Maximum league-mates to name in an email. */
const MOST_NAMED = 5

/** The tax in the net revenue, in cents. */
function taxIn(
  kept: number,
  { tax_name: name, tax_rate: rate }: { tax_name: string; tax_rate: number },
): Receipt['tax'] {
  return rate === 0 ? null : { name, rate, amount: toAmount(includedTax(kept, rate)) }
}

/** A page of the player's purchases, newest first. */
export async function listPurchasesPage(
  db: Db,
  player_id: number,
  page: PageQuery,
): Promise<{ purchases: PurchaseRow[]; total: number; skip: number }> {
  const skip = skipOf(page)
  const rows = await db
    .selectFrom('purchases')
    .innerJoin('leagues', 'leagues.id', 'purchases.league_id')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .innerJoin('orders', 'orders.id', 'purchases.order_id')
    .leftJoin('coupons', 'coupons.id', 'orders.coupon_id')
    .select([
      'purchases.id',
      'purchases.order_id',
      'seasons.name as league_name',
      'divisions.name as level_name',
      'purchases.price_cents',
      'purchases.second_division_cents',
      'purchases.discount_cents',
      'coupons.code as coupon',
      'purchases.status as payment_status',
      'seasons.year',
      'purchases.created_at',
      'leagues.area',
      'orders.held_until',
      sql<boolean>`purchases.refund_requested_at is not null`.as('refund_requested'),
    ])
    .where('purchases.player_id', '=', player_id)
    .orderBy('purchases.created_at', 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(page.per_page)
    .offset(skip)
    .execute()
  const { total } = await db
    .selectFrom('purchases')
    .select(sql<number>`count(*)`.as('total'))
    .where('player_id', '=', player_id)
    .executeTakeFirstOrThrow()
  const purchases = rows.map(
    ({ price_cents, second_division_cents, discount_cents, created_at, held_until, ...row }) => ({
      ...row,
      ...(held_until && { held_until: held_until.toISOString() }),
      price: toAmount(price_cents),
      ...(second_division_cents > 0 && { second_division: toAmount(second_division_cents) }),
      discount: toAmount(discount_cents),
      created_at: created_at.toISOString(),
    }),
  )
  return { purchases, total, skip }
}
