import { sql } from 'kysely'
import { wireDay, type AreaSlug, type PurchaseStatus } from '#/contract/fields.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { centsToDollars } from '#/rules/price.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import type { PaymentAnswer } from '#/server/outside/payments.ts'
import { refuse } from '#/server/refuse.ts'
import { grantReferralCredit } from '#/features/referrals/queries.ts'
import { rebuildStandings } from '#/features/standings/queries.ts'
import type { CartItem, LeagueEntry, PurchaseRow } from './contract.ts'

/** One thing to buy: a league and what it costs, in cents. */
export type Line = { league_id: number; price_cents: number }

/**
 * The leagues of that season and area that the cart means, in the cart's order. Refuses an unknown division,
 * one that is named twice, and an id and slug that disagree (422, by field).
 */
export async function findLines(db: Db, cart: readonly CartItem[], season_id: number, area: AreaSlug): Promise<Line[]> {
  const leagues = await db
    .selectFrom('leagues')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['leagues.id as league_id', 'divisions.id', 'divisions.slug', 'divisions.price_cents'])
    .where('leagues.season_id', '=', season_id)
    .where('leagues.area', '=', area)
    .execute()
  const fields: Record<string, string> = {}
  const lines: Line[] = []
  for (const [index, item] of cart.entries()) {
    const league = leagues.find(({ id, slug }) => (item.id ?? id) === id && (item.slug ?? slug) === slug)
    if (!league) fields[`cart.${index}`] = 'We do not know this division.'
    else if (lines.some(({ league_id }) => league_id === league.league_id))
      fields[`cart.${index}`] = 'This division is in the cart twice.'
    else lines.push({ league_id: league.league_id, price_cents: league.price_cents })
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
  /** The first line's: until an order is settled its lines change together. */
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
 * league twice.
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
      if (await standsInOneOf(tx, order.player_id, league_ids)) refuse('already_in_league')
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
      return stored.id
    })
  } catch (error) {
    // The other tab was faster: it holds the league, paid or not yet. A caller's transaction can not be asked any more.
    if (isLeagueTaken(error) && !db.isTransaction && (await standsInOneOf(db, order.player_id, league_ids))) refuse('already_in_league')
    throw error
  }
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
    .where('purchases.status', 'in', ['Paid', 'Confirmed'])
    .executeTakeFirst()
  return found !== undefined
}

function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .select(['id', 'player_id', 'total_cents', 'confirmation_token', 'opened_account', 'provider_payment', 'decline_reason'])
    .select((order) =>
      order
        .selectFrom('purchases')
        .select('status')
        .whereRef('purchases.order_id', '=', 'orders.id')
        .orderBy('purchases.id')
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

/**
 * Writes down what the provider said. Paid: the lines are Paid and the entries stand. Declined: the lines are Failed.
 * requires_action: the order stays Pending and remembers the payment. An order that is settled stays as it is,
 * whatever is said later, and however many say it at once.
 */
export async function settleOrder(db: Db, order_id: string, answer: PaymentAnswer, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('orders').select('id').where('id', '=', order_id).forUpdate().executeTakeFirst()
    const lines = await tx
      .selectFrom('purchases')
      .select(['id', 'league_id', 'player_id'])
      .where('order_id', '=', order_id)
      .where('status', '=', 'Pending')
      .orderBy('league_id')
      .execute()
    if (lines.length === 0) return
    if (answer.status === 'requires_action') {
      await tx.updateTable('orders').set({ provider_payment: answer.payment }).where('id', '=', order_id).execute()
      return
    }
    const paid = answer.status === 'succeeded'
    await tx
      .updateTable('orders')
      .set({ provider_payment: answer.payment, decline_reason: paid ? null : answer.reason, settled_at: now })
      .where('id', '=', order_id)
      .execute()
    await tx
      .updateTable('purchases')
      .set({ status: paid ? 'Paid' : 'Failed' })
      .where('order_id', '=', order_id)
      .where('status', '=', 'Pending')
      .execute()
    if (!paid) return
    for (const line of lines) {
      await enterLeague(tx, line, now)
      await rebuildStandings(tx, line.league_id)
    }
    await grantReferralCredit(tx, order_id, now)
  })
}

/** Makes the entry of a purchase stand. Who left the league and joins again gets the old entry back, with its matches. */
export async function enterLeague(
  tx: Tx,
  purchase: { id: number; league_id: number; player_id: number },
  now: Date,
): Promise<void> {
  const { league_id, player_id } = purchase
  const kept = await tx
    .selectFrom('entry_players')
    .select('entry_id')
    .where('league_id', '=', league_id)
    .where('player_id', '=', player_id)
    .where('position', '=', 1)
    .executeTakeFirst()
  if (kept) {
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

// Thirteen divisions in four seasons a year; nobody plays long enough to reach it.
const mostLeagues = 500

/** The leagues in which the player stands, newest first: by first day, then by entry. */
export async function listLeagueEntries(db: Db, player_id: number): Promise<LeagueEntry[]> {
  const rows = await db
    .selectFrom('entry_players')
    .innerJoin('entries', 'entries.id', 'entry_players.entry_id')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .innerJoin('leagues', 'leagues.id', 'entries.league_id')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select([
      'leagues.id as league_id',
      'seasons.name as league_name',
      'seasons.slug as league_slug',
      'divisions.name as level_name',
      'divisions.slug as level_slug',
      'seasons.year',
      'leagues.area',
      'seasons.starting_date',
      'seasons.ending_date',
      'divisions.kind',
    ])
    .where('entry_players.player_id', '=', player_id)
    .where('purchases.status', 'in', ['Paid', 'Confirmed'])
    .orderBy('seasons.starting_date', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(mostLeagues)
    .execute()
  return rows.map((row) => ({
    ...row,
    starting_date: wireDay(row.starting_date),
    ending_date: wireDay(row.ending_date),
  }))
}
