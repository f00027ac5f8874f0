import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { PurchaseStatus } from '#/contract/fields.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { centsToDollars } from '#/rules/price.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { giveUpFormerEntry, reopenPair } from '#/features/pairs/queries.ts'
import { takePlaces, endEnteredWaitListEntry } from '#/features/wait-list/queries.ts'
import type { CartItem, PurchaseRow } from './contract.ts'

/** One thing to buy: a league and what it costs, in cents; in doubles, who is to be asked to play along. */
export type Line = {
  league_id: number
  price_cents: number
  partner_name?: string
  partner_email?: string
}

/** A line with the division that the cart means by it. */
export type CartLine = Line & { id: number; slug: string; kind: 'singles' | 'doubles' }

/**
 * The leagues of that season and area that the cart means, in the cart's order. Refuses an unknown division,
 * one that is named twice or not for sale any more, and an id and slug that disagree (422, by field).
 */
export async function findLines(
  db: Db,
  cart: readonly CartItem[],
  season_id: number,
  area: AreaSlug,
): Promise<CartLine[]> {
  const leagues = await db
    .selectFrom('leagues')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select([
      'leagues.id as league_id',
      'divisions.id',
      'divisions.slug',
      'divisions.kind',
      'divisions.price_cents',
      'divisions.retired_at',
    ])
    .where('leagues.season_id', '=', season_id)
    .where('leagues.area', '=', area)
    .execute()
  const fields: Record<string, string> = {}
  const lines: CartLine[] = []
  for (const [index, item] of cart.entries()) {
    const league = leagues.find(({ id, slug }) => (item.id ?? id) === id && (item.slug ?? slug) === slug)
    if (!league) fields[`cart.${index}`] = 'We do not know this division.'
    else if (lines.some(({ league_id }) => league_id === league.league_id))
      fields[`cart.${index}`] = 'This division is in the cart twice.'
    else if (league.retired_at !== null) fields[`cart.${index}`] = 'This division is not for sale any more.'
    else {
      const { retired_at: _, ...line } = league
      lines.push(line)
    }
  }
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  return lines
}

export type Order = {
  id: string
  player_id: number
  total_cents: number
  /** Null: settled without a card. */
  confirmation_token: string | null
  /** The buyer had no account: it was made with this order. */
  opened_account: boolean
  provider_payment: string | null
  decline_reason: string | null
  created_at: Date
  /** Of all its lines together: Pending as long as one is, then Paid as long as one is. */
  status: PurchaseStatus
}

type NewOrder = {
  player_id: number
  season_id: number
  area: AreaSlug
  /** Null: no card is asked, the lines are Confirmed at once. */
  confirmation_token: string | null
  opened_account?: boolean
  lines: readonly Line[]
}

/**
 * Stores an order with its lines, Pending until the card is charged; answers its id, or null when the confirmation
 * token already has an order. Refuses already_in_league and order_open: nobody stands, or is about to stand, in a
 * league twice; and league_full.
 */
export async function insertOrder(db: Db | Tx, { lines, ...order }: NewOrder, now: Date): Promise<string | null> {
  const league_ids = lines.map(({ league_id }) => league_id)
  const confirmed = order.confirmation_token === null
  try {
    return await inTransaction(db, async (tx) => {
      const stored = await tx
        .insertInto('orders')
        .values({ ...order, total_cents: totalOf(lines), created_at: now, settled_at: confirmed ? now : null })
        .onConflict((conflict) => conflict.constraint('orders_one_per_confirmation_token').doNothing())
        .returning('id')
        .executeTakeFirst()
      // The token's own order comes first: its second request is answered like its first, which is in the league by now.
      if (!stored) return null
      // The row has waited for the player's: by now the account may be closed, and its session gone.
      const buyer = await tx
        .selectFrom('players')
        .select('id')
        .where('id', '=', order.player_id)
        .where('deleted_at', 'is', null)
        .where('suspended_at', 'is', null)
        .executeTakeFirst()
      if (!buyer) refuse('not_signed_in')
      if (await standsInOneOf(tx, order.player_id, league_ids)) refuse('already_in_league')
      await takePlaces(tx, order.player_id, league_ids, now)
      // In one order of leagues for everybody, so that two orders never wait for each other.
      const sorted = lines.toSorted((a, b) => a.league_id - b.league_id)
      await tx
        .insertInto('purchases')
        .values(
          sorted.map((line) => ({
            ...line,
            order_id: stored.id,
            player_id: order.player_id,
            status: confirmed ? ('Confirmed' as const) : ('Pending' as const),
            created_at: now,
          })),
        )
        .execute()
      if (!confirmed) await completeLater(tx, stored.id, now)
      return stored.id
    })
  } catch (error) {
    // The other tab was faster: it holds the league, paid or not yet. A caller's transaction can not be asked any more.
    if (isLeagueTaken(error) && !db.isTransaction && (await standsInOneOf(db, order.player_id, league_ids)))
      refuse('already_in_league')
    throw error
  }
}

// Longer than the buyer's own request takes, short enough that a lost answer is found within half a minute.
const firstLook = 15_000

/** Starts the job that finds out what an open order became; `wait` in milliseconds. */
export async function completeLater(tx: Db | Tx, order_id: string, now: Date, wait = firstLook): Promise<void> {
  const run_at = new Date(now.getTime() + wait)
  await startJob(tx, 'complete_order', { order_id }, { key: `complete_order ${order_id}`, run_at, last: true })
}

function isLeagueTaken(error: unknown): boolean {
  return (
    error instanceof Error && 'constraint_name' in error && error.constraint_name === 'purchases_one_live_per_league'
  )
}

/** What the lines cost together, in cents. */
export function totalOf(lines: readonly Line[]): number {
  return lines.reduce((total, line) => total + line.price_cents, 0)
}

/** Whether the player, or the pair the player is half of, stands in one of these leagues. */
async function standsInOneOf(db: Db | Tx, player_id: number, league_ids: readonly number[]): Promise<boolean> {
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
      'opened_account',
      'provider_payment',
      'decline_reason',
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

/** A player's order; undefined for another player's. */
export async function findOrder(db: Db, player_id: number, id: string): Promise<Order | undefined> {
  return selectOrders(db).where('orders.id', '=', id).where('orders.player_id', '=', player_id).executeTakeFirst()
}

/** The order that this confirmation token was used for, whoever's it is. */
export async function findOrderByToken(db: Db, confirmation_token: string): Promise<Order | undefined> {
  return selectOrders(db).where('orders.confirmation_token', '=', confirmation_token).executeTakeFirst()
}

/** An order whoever's it is, by its id or by the provider's name for its payment. */
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

/** Notes an event of the payment provider; answers whether it is news. */
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

/**
 * Makes the entry of a purchase stand. Who left the league and joins again gets the old entry back, with its matches;
 * who was a partner in it gets one of their own.
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
    return
  }
  const entry = await tx
    .insertInto('entries')
    .values({ league_id, purchase_id: purchase.id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('entry_players').values({ entry_id: entry.id, player_id, league_id, position: 1 }).execute()
}

/** A page of what the player bought, newest first. */
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
    .select([
      'purchases.id',
      'purchases.order_id',
      'seasons.name as league_name',
      'divisions.name as level_name',
      'purchases.price_cents',
      'purchases.status as payment_status',
      'seasons.year',
      'purchases.created_at',
      'leagues.area',
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
  const purchases = rows.map(({ price_cents, created_at, ...row }) => ({
    ...row,
    price: centsToDollars(price_cents),
    created_at: created_at.toISOString(),
  }))
  return { purchases, total, skip }
}
