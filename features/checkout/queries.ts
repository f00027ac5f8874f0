import { holdCurrency, taxOfNow } from '#/server/organization.ts'
import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { PurchaseStatus } from '#/contract/choices.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { isOnSale, priceSql, refuseClosedArea, saleDay } from '#/features/seasons/queries.ts'
import { takePlaces } from '#/features/wait-list/queries.ts'
import { takeCoupon, type Coupon } from '#/features/coupons/queries.ts'
import type { SecondDivision } from '#/rules/second-division.ts'
import { refusePrice, totalOf, withCoupon, withSecondDivision, type Line } from './cart-queries.ts'
import { holdSecondDivision } from '#/features/seasons/second-division-queries.ts'

export type Order = {
  id: string
  player_id: number
  total_cents: number
  /** Null if settled without a card. A free order may have a token, with no card behind it. */
  confirmation_token: string | null
  /** The provider's ids of the charged saved card and of its customer. Null if the card was entered. */
  saved_card: string | null
  saved_card_customer: string | null
  /** Whether the account was created with this order. */
  opened_account: boolean
  /** How often the order got a new idempotency key at the provider. */
  payment_attempt: number
  provider_payment: string | null
  decline_reason: string | null
  /** Until when a free order is held for a buyer whose email is unproved. Null otherwise. */
  held_until: Date | null
  created_at: Date
  /** Combined status of its lines: Pending while any line is, then Paid while any line is. */
  status: PurchaseStatus
}

export type NewOrder = {
  player_id: number
  season_id: number
  area: AreaSlug
  /** Null if no card is charged. A free order may have one, so that it is stored once. */
  confirmation_token: string | null
  /** Whether free seasons pay for it, one for each line that has a price. */
  claimed?: boolean
  /** The parts of a line's `discount_cents`. */
  coupon?: Coupon | null
  /** The saved card to charge, instead of an entered one. */
  saved_card?: string
  saved_card_customer?: string
  opened_account?: boolean
  /** For a guest: SHA-256 of the secret that the browser keeps. Null if none was sent. */
  guest_secret_hash?: Buffer | null
  /** The buyer's network, of which only a few orders can be held. Null without a limit. */
  network?: string | null
  lines: readonly Line[]
}

/**
 * Stores an order with its lines: Pending until the card is charged, Confirmed if it is free. A free order is held
 * (Pending, `held_until`) until the buyer has proved to own the account's email. Returns its id, or null if the
 * confirmation token already has an order. Refuses already_in_league, order_open, league_full, price_changed,
 * area_archived, email_unproved for a free season, too_many_holds, a missing confirmation token (with its field), and
 * for the same reasons as `takeCoupon`.
 */
export async function insertOrder(
  tx: Tx,
  { lines, claimed = false, coupon = null, network = null, ...order }: NewOrder,
  now: Date,
): Promise<string | null> {
  const league_ids = lines.map(({ league_id }) => league_id)
  await holdCurrency(tx)
  const total_cents = claimed ? 0 : totalOf(lines)
  const isFree = total_cents === 0
  if (!isFree && order.confirmation_token === null)
    refuse('invalid', { fields: { confirmationToken: 'Confirmation token is missing' } })
  const stored = await tx
    .insertInto('orders')
    .values({
      ...order,
      ...taxOfNow(),
      coupon_id: coupon?.id ?? null,
      total_cents,
      created_at: now,
      settled_at: isFree ? now : null,
    })
    .onConflict((conflict) => conflict.constraint('orders_one_per_confirmation_token').doNothing())
    .returning('id')
    .executeTakeFirst()
  // Checks the token before any refusal, because a repeated request gets the first one's response even if its buyer is
  // in the league by now.
  if (!stored) return null
  // The insert waited for a lock on the player: the account may have been closed in the meantime.
  const buyer = await tx
    .selectFrom('players')
    .select('email_verified_at')
    .where('id', '=', order.player_id)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (!buyer) refuse('not_signed_in')
  const held = isFree && buyer.email_verified_at === null
  if (held && claimed) refuse('email_unproved')
  if (await hasEntryInOneOf(tx, order.player_id, league_ids)) refuse('already_in_league')
  // The order references its area, so the area is archived either before this statement or after the order.
  await refuseClosedArea(tx, order.area, saleDay(now))
  // Decides this before the leagues are locked. A player's orders run one after the other.
  const isCostly = lines.some((line) => fullPriceOf(line) > 0)
  const second = isCostly
    ? await holdSecondDivision(tx, order)
    : { terms: null, has_division: false, highest_cents: null }
  await takePlaces(tx, order.player_id, league_ids, now)
  // The leagues are locked now: an owner's change of the schedule is either visible already or comes after the order.
  await refuseUnsold(tx, { season_id: order.season_id, lines, second, coupon }, now)
  if (coupon) await refuseChangedCoupon(tx, { ...order, lines, coupon }, now)
  if (held) await holdOrder(tx, stored.id, network, now)
  // Locks leagues always in the same order, to avoid deadlocks.
  const sorted = lines.toSorted((a, b) => a.league_id - b.league_id)
  await tx
    .insertInto('purchases')
    .values(
      sorted.map((line) => ({
        ...line,
        price_cents: claimed ? 0 : line.price_cents,
        second_division_cents: claimed && line.price_cents > 0 ? 0 : (line.second_division_cents ?? 0),
        discount_cents: line.discount_cents ?? 0,
        is_free: line.price_cents === 0,
        order_id: stored.id,
        player_id: order.player_id,
        status: isFree && !held ? ('Confirmed' as const) : ('Pending' as const),
        created_at: now,
      })),
    )
    .execute()
  if (!isFree || held) await completeLater(tx, stored.id, now, held ? HOLD_MS : undefined)
  return stored.id
}

/**
 * Refuses not_on_sale and price_changed if a league is no longer sold or its price, including the discount on
 * additional divisions, has changed: both were read before this transaction.
 */
async function refuseUnsold(
  tx: Tx,
  { season_id, lines, second, coupon }: Pick<NewOrder, 'season_id' | 'lines' | 'coupon'> & { second: SecondDivision },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; price_cents: number; sold: boolean }>`
    select l.id, d.name, ${priceSql(saleDay(now))} as price_cents, l.offered and d.retired_at is null and ${isOnSale(saleDay(now))} as sold
    from leagues l join divisions d on d.id = l.division_id join seasons se on se.id = l.season_id
    where l.season_id = ${season_id} and l.id = any(${lines.map(({ league_id }) => league_id)}::int[])`.execute(tx)
  const unsold = rows.find(({ sold }) => !sold)
  if (unsold) refuse('not_on_sale', { message: `${unsold.name} is no longer on sale. You have not been charged.` })
  const prices = new Map(rows.map(({ id, price_cents }) => [id, price_cents]))
  const full = lines.map((line) => ({ ...line, price_cents: prices.get(line.league_id) ?? 0, discount_cents: 0 }))
  const priced = withSecondDivision(full, second)
  if (lines.every((line, index) => isSamePrice(line, priced[index]))) return
  refusePrice(totalOf(coupon ? withCoupon(priced, coupon) : priced), totalOf(lines))
}

/** Takes the coupon. Refuses like `takeCoupon`, and with price_changed if its discount is different by now. */
async function refuseChangedCoupon(
  tx: Tx,
  { season_id, player_id, lines, coupon }: Pick<NewOrder, 'season_id' | 'player_id' | 'lines'> & { coupon: Coupon },
  now: Date,
): Promise<void> {
  const priced = lines.map((line) => ({ ...line, price_cents: beforeCoupon(line), discount_cents: 0 }))
  const use = { id: coupon.id, code: coupon.code, season_id, by: { player_id }, without_cents: totalOf(priced) }
  const taken = await takeCoupon(tx, use, saleDay(now))
  if (taken.percent === coupon.percent && taken.amount_cents === coupon.amount_cents) return
  refusePrice(totalOf(withCoupon(priced, taken)), totalOf(lines))
}

const beforeCoupon = ({ price_cents, discount_cents = 0 }: Line) => price_cents + discount_cents

const fullPriceOf = (line: Line) => beforeCoupon(line) + (line.second_division_cents ?? 0)

function isSamePrice(line: Line, other: Line | undefined): boolean {
  return other !== undefined && fullPriceOf(line) === fullPriceOf(other) && beforeCoupon(line) === beforeCoupon(other)
}

/** How long a free place is held for a buyer whose email is unproved. */
const HOLD_MS = 24 * 3_600_000
/** Orders that one network can have held at a time, so in a day. */
const MOST_HOLDS = 3

/** Marks an order as held. Refuses too_many_holds: the emails that a stranger makes up must not fill a league. */
async function holdOrder(tx: Tx, order_id: string, network: string | null, now: Date): Promise<void> {
  if (network !== null) {
    await sql`select pg_advisory_xact_lock(hashtextextended('holds ' || ${network}::text, 0))`.execute(tx)
    const { holds } = await tx
      .selectFrom('orders')
      .select((select) => select.fn.countAll<number>().as('holds'))
      .where('held_from', '=', network)
      .where('held_until', 'is not', null)
      .executeTakeFirstOrThrow()
    if (holds >= MOST_HOLDS) refuse('too_many_holds', { retryAfter: 3600 })
  }
  const held_until = new Date(now.getTime() + HOLD_MS)
  await tx
    .updateTable('orders')
    .set({ settled_at: null, held_until, held_from: network })
    .where('id', '=', order_id)
    .execute()
}

// Longer than the buyer's own request takes, and short enough to find a lost response within half a minute.
const FIRST_CHECK_MS = 15_000

/** Schedules the job that settles an open order. */
export async function completeLater(tx: Db | Tx, order_id: string, now: Date, waitMs = FIRST_CHECK_MS): Promise<void> {
  const run_at = new Date(now.getTime() + waitMs)
  await startJob(tx, 'complete_order', { order_id }, { key: `complete_order ${order_id}`, run_at, last: true })
}

/** Whether the player, alone or in a pair, has an entry that counts in one of these leagues. */
export async function hasEntryInOneOf(db: Db | Tx, player_id: number, league_ids: readonly number[]): Promise<boolean> {
  const found = await db
    .selectFrom('entry_players')
    .innerJoin('entries', 'entries.id', 'entry_players.entry_id')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .select('entries.id')
    .where('entry_players.player_id', '=', player_id)
    .where('entry_players.league_id', 'in', league_ids)
    .where('purchases.counts', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .select([
      'id',
      'player_id',
      'total_cents',
      'confirmation_token',
      'saved_card',
      'saved_card_customer',
      'opened_account',
      'payment_attempt',
      'provider_payment',
      'decline_reason',
      'held_until',
      'created_at',
    ])
    .select((order) =>
      order
        .selectFrom('purchases')
        .select('status')
        .whereRef('purchases.order_id', '=', 'orders.id')
        .orderBy(sql`array_position(array['Pending', 'Paid', 'Confirmed', 'Refunded', 'Closed'], purchases.status)`)
        .limit(1)
        .$asScalar()
        .$notNull()
        .as('status'),
    )
}

/** A player's order. Undefined if it is another player's. */
export async function findOrder(db: Db, player_id: number, id: string): Promise<Order | undefined> {
  return selectOrders(db).where('orders.id', '=', id).where('orders.player_id', '=', player_id).executeTakeFirst()
}

/** Whether the order is held until its buyer has proved the email. */
export async function isHeld(tx: Tx, order_id: string): Promise<boolean> {
  const held = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', order_id)
    .where('held_until', 'is not', null)
    .executeTakeFirst()
  return held !== undefined
}

/** A player's orders that are held until the email is proved. */
export function listHeldOrders(tx: Tx, player_id: number): Promise<{ id: string }[]> {
  return tx
    .selectFrom('orders')
    .select('id')
    .where('player_id', '=', player_id)
    .where('held_until', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Any player's order for this confirmation token. */
export async function findOrderByToken(db: Db, confirmation_token: string): Promise<Order | undefined> {
  return selectOrders(db).where('orders.confirmation_token', '=', confirmation_token).executeTakeFirst()
}

/** Any player's order, by its id or by the provider's id of its payment. */
export async function findOrderOf(
  db: Db,
  of: { id: string } | { provider_payment: string },
): Promise<Order | undefined> {
  const orders = selectOrders(db)
  return (
    'id' in of
      ? orders.where('orders.id', '=', of.id)
      : orders.where('orders.provider_payment', '=', of.provider_payment)
  ).executeTakeFirst()
}

/**
 * Counts an additional attempt to charge an open order. Returns its number, or null if another process was faster or
 * the order is no longer open.
 */
export async function addPaymentAttempt(db: Db, { id, payment_attempt }: Order): Promise<number | null> {
  const stored = await inTurn(db, [`order ${id}`], (writable) =>
    writable
      .updateTable('orders')
      .set({ payment_attempt: payment_attempt + 1 })
      .where('id', '=', id)
      .where('payment_attempt', '=', payment_attempt)
      .where('provider_payment', 'is', null)
      .where((order) =>
        order.exists(
          order
            .selectFrom('purchases')
            .select('id')
            .whereRef('purchases.order_id', '=', 'orders.id')
            .where('purchases.status', '=', 'Pending'),
        ),
      )
      .returning('payment_attempt')
      .executeTakeFirst(),
  )
  return stored?.payment_attempt ?? null
}

/** Stores a webhook event. Returns whether this is the first delivery. */
export async function insertEvent(
  tx: Tx,
  { id, type, payment }: { id: string; type: string; payment: string },
  now: Date,
): Promise<boolean> {
  const stored = await tx
    .insertInto('payment_events')
    .values({ id, type, payment, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}
