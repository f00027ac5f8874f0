import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { PurchaseStatus } from '#/contract/choices.ts'
import type { Refunds } from '#/db/types.ts'
import type { Db, Tx } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'

/** An order line with everything that its refunds depend on. */
export type OrderLine = {
  id: number
  order_id: string
  player_id: number
  league_id: number
  area: AreaSlug
  player: string
  league_name: string
  year: number
  level_name: string
  status: PurchaseStatus
  /** Whether its entry is in the league. In a sealed league it stays, whatever the status. */
  counts: boolean
  /** Whether an organizer has canceled the league. */
  canceled: boolean
  /** Whether a withdrawal is in progress: the provider has not made its refund yet. */
  refund_requested: boolean
  /** Whether an organizer has taken the entry out without a refund. */
  withdrawn: boolean
  by_card: boolean
  /** Whether there was nothing to pay for it. */
  is_free: boolean
  /** Whether an organizer entered the player, who paid in cash or nothing. */
  by_organizer: boolean
  price_cents: number
  taken_cents: number
  /** The amount charged for the line, minus refunds done or in progress. */
  left_cents: number
  provider_payment: string | null
  /** The season's first day, yyyy-mm-dd, and its time zone. */
  starting_date: string
  time_zone: string
}

/** A line by id. Undefined if it is not the player's, or not in these areas. */
export async function findOrderLine(
  db: Db | Tx,
  id: number,
  scope: { player_id: number } | { areas: readonly AreaSlug[] } | null = null,
): Promise<OrderLine | undefined> {
  const inScope = !scope
    ? sql`true`
    : 'player_id' in scope
      ? sql`p.player_id = ${scope.player_id}`
      : sql`l.area = any (${scope.areas}::text[])`
  const { rows } = await sql<OrderLine>`
    select p.id, p.order_id, p.player_id, p.league_id, l.area, w.name as player, se.name as league_name, se.year,
      d.name as level_name, p.status, p.counts, l.canceled_at is not null as canceled, p.refund_requested_at is not null as refund_requested, p.withdrawn_at is not null as withdrawn,
      o.confirmation_token is not null and not p.is_free as by_card, p.is_free, o.entered_by_id is not null as by_organizer, p.price_cents, p.taken_cents, o.provider_payment,
      p.taken_cents - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.purchase_id = p.id and r.state <> 'failed') as left_cents,
      se.starting_date, a.time_zone
    from purchases p
    join orders o on o.id = p.order_id
    join players w on w.id = p.player_id
    join leagues l on l.id = p.league_id ${joinSeasonAndDivision}
    join areas a on a.slug = l.area
    where p.id = ${id} and ${inScope}`.execute(db)
  return rows[0]
}

/** Locks an order until the transaction ends. Returns it with its lines, by ascending league. */
export async function lockOrder(tx: Tx, order_id: string) {
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'total_cents', 'provider_payment', 'disputed_at'])
    .where('id', '=', order_id)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return undefined
  const lines = await tx
    .selectFrom('purchases')
    .select(['id', 'league_id', 'player_id', 'status', 'price_cents', 'taken_cents'])
    .select(
      // Partial refunds, done or in progress: the entry stays.
      sql<number>`(
        select coalesce(sum(r.amount_cents), 0) from refunds r
        where r.purchase_id = purchases.id and r.kind in ('part', 'by_hand') and r.state <> 'failed')`.as(
        'parts_cents',
      ),
    )
    .where('order_id', '=', order_id)
    .orderBy('league_id')
    .execute()
  return { ...order, lines }
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

export type RefundKind = Refunds['kind']

/** A row of the refund ledger, with its order's data. */
export type Refund = {
  id: number
  kind: RefundKind
  order_id: string
  purchase_id: number | null
  amount_cents: number
  reason: string | null
  state: Refunds['state']
  failed_reason: string | null
  /** The provider's idempotency key. */
  idempotency_key: string
  requested_by_id: number | null
  /** The buyer. */
  player_id: number
  player: string
  area: AreaSlug
  provider_payment: string | null
  /** Whether the buyer's bank has opened a dispute that is undecided. */
  disputed: boolean
}

/** A row of the ledger. Undefined if it is not in these areas. */
export async function findRefund(
  db: Db | Tx,
  id: number,
  areas: readonly AreaSlug[] | null = null,
): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`
    select r.id, r.kind, r.order_id, r.purchase_id, r.amount_cents, r.reason, r.state, r.failed_reason, r.idempotency_key, r.requested_by_id,
      o.player_id, w.name as player, o.area, o.provider_payment, o.disputed_at is not null as disputed
    from refunds r
    join orders o on o.id = r.order_id
    join players w on w.id = o.player_id
    where r.id = ${id} and ${areas === null ? sql`true` : sql`o.area = any (${areas}::text[])`}`.execute(db)
  return rows[0]
}

/** The refund of a line's withdrawal, in progress or done. */
export async function findWithdrawal(db: Db | Tx, purchase_id: number): Promise<Refund | undefined> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('purchase_id', '=', purchase_id)
    .where('kind', '=', 'withdrawal')
    .where('state', '<>', 'failed')
    .executeTakeFirst()
  return row && findRefund(db, row.id)
}

type NewRefund = {
  kind: 'withdrawal' | 'part' | 'failed_order'
  order_id: string
  purchase_id: number | null
  amount_cents: number
  reason?: string | null
  request_key?: string
  requested_by_id?: number
  retry_of_id?: number
}

/**
 * Requests a refund: inserts a row in the ledger, and queues the job that makes it unless the caller does so first.
 * Returns its id.
 */
export async function insertRefund(tx: Tx, refund: NewRefund, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('refunds')
    .values({ ...refund, state: 'requested', requested_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (refund.purchase_id !== null) await copyRefunds(tx, refund.purchase_id)
  await startRefund(tx, id, { run_at: new Date(now.getTime() + retryDelayMs) })
  return id
}

/** Longer than the player's or organizer's own request takes, which tries the refund first. */
const retryDelayMs = 15_000

/** Queues the job that makes a refund, replacing a queued one. Runs at once unless `run_at` is given. */
export async function startRefund(tx: Db | Tx, refund_id: number, when: { run_at?: Date } = {}): Promise<void> {
  await startJob(tx, 'make_refund', { refund_id }, { key: `make_refund ${refund_id}`, last: true, ...when })
}

/** Records that the provider has made a refund. Returns whether it was still requested. */
export async function updateRefundDone(
  tx: Tx,
  id: number,
  { provider_refund }: { provider_refund: string | null },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ state: 'done', provider_refund, done_at: now })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records that the provider will never make a refund. Returns whether it was still requested. */
export async function updateRefundFailed(tx: Tx, id: number, failed_reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ state: 'failed', failed_reason })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Rebuilds the line's copy of the ledger. Call it after every change of its refunds. */
export async function copyRefunds(tx: Tx, purchase_id: number): Promise<void> {
  await tx
    .updateTable('purchases')
    .set({
      refunded_cents: sql`(
        select coalesce(sum(r.amount_cents), 0) from refunds r where r.purchase_id = purchases.id and r.state = 'done')`,
      refund_requested_at: sql`(
        select r.requested_at from refunds r
        where r.purchase_id = purchases.id and r.kind = 'withdrawal' and r.state = 'requested')`,
    })
    .where('id', '=', purchase_id)
    .execute()
}

/** Refunds requested more than a minute ago that no dispute blocks. */
export async function listRequestedRefunds(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select('refunds.id')
    .where('refunds.state', '=', 'requested')
    .where('refunds.requested_at', '<', new Date(now.getTime() - 60_000))
    .where('orders.disputed_at', 'is', null)
    .orderBy('refunds.id')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}
