import { sql } from 'kysely'
import { withTimeout } from '#/features/checkout/payment.ts'
import { lockOrder } from '#/features/checkout/settle-queries.ts'
import { findLine, type WithdrawalLine } from '#/features/checkout/withdrawal-queries.ts'
import { audit } from '#/server/audit.ts'
import { formatCents } from '#/rules/price.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { RefundRefused } from '#/server/outside/payments.ts'
import { queueEmail, startJob } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'

type Organizer = Pick<SignedIn, 'id' | 'organizer_areas'>
type Asked = { organizer: Organizer; purchase_id: number; amount_cents: number; reason: string; key: string }

// Milliseconds; longer than the organizer's own request takes.
const retry = 15_000

/**
 * Notes that a part of a line's money is to go back while its entry stays; answers the refund's id, the same for the same
 * key. `giveRefund` moves the money, now and by a job until it succeeded. Refuses not_found, payment_disputed,
 * nothing_to_refund, line_refunded and refund_too_large.
 */
export async function askPartRefund(
  app: App,
  { organizer, purchase_id, amount_cents, reason, key }: Asked,
  now: Date,
): Promise<number> {
  const known = (await findLine(app.db, purchase_id, { areas: organizer.organizer_areas })) ?? refuse('not_found')
  return inTransaction(app.db, async (tx) => {
    const line = await holdLine(tx, known)
    const again = await tx
      .selectFrom('refunds')
      .select(['id', 'purchase_id', 'amount_cents'])
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    if (again)
      return again.purchase_id === purchase_id && again.amount_cents === amount_cents ? again.id : refuse('conflict')
    if (amount_cents > line.left_cents) refuse('refund_too_large', tooMuch(line))
    const { id } = await tx
      .insertInto('refunds')
      .values({ purchase_id, amount_cents, reason, idempotency_key: key, asked_by_id: organizer.id, asked_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const summary = `Refunded ${formatCents(amount_cents)} to ${line.player} of ${leagueOf(line)}; the entry stays`
    await audit(tx, { organizer, kind: 'refund', summary, reason, ...aboutLine(line, amount_cents) }, now)
    const run_at = new Date(now.getTime() + retry)
    await startJob(tx, 'give_refund', { refund_id: id }, { key: `give_refund ${id}`, run_at, last: true })
    return id
  })
}

/** The line with its order held: nothing else of the order's money moves until the transaction ends. */
async function holdLine(tx: Tx, { id, order_id }: WithdrawalLine): Promise<WithdrawalLine> {
  const order = await lockOrder(tx, order_id)
  const line = await findLine(tx, id)
  const taken = order?.lines.find((each) => each.id === id)?.taken_cents ?? 0
  if (!order || !line) refuse('not_found')
  if (taken === 0 || line.provider_payment === null) refuse('nothing_to_refund')
  if (line.status === 'Refunded' || line.refund_asked) refuse('line_refunded')
  if (order.disputed_at !== null) refuse('payment_disputed')
  return line
}

function tooMuch({ left_cents }: WithdrawalLine) {
  return { message: `The refund is larger than the amount left on this purchase: ${formatCents(left_cents)}.` }
}

function leagueOf({ level_name, league_name, year }: WithdrawalLine): string {
  return `${level_name}, ${league_name} ${year}`
}

function aboutLine({ order_id, area, left_cents }: WithdrawalLine, cents: number) {
  return {
    area,
    subject: `order ${order_id}`,
    before: { left: formatCents(left_cents) },
    after: { left: formatCents(left_cents - cents) },
  }
}

/** The idempotency key by which a part goes back. */
export function partKey(refund_id: number): string {
  return `part-${refund_id}`
}

/**
 * Gives the money of a refund in part back to the card. Asked again, at once or late, nothing more is given. Refused for
 * good by the provider the refund has failed; throws when there is no answer: it then stays asked.
 */
export async function giveRefund(app: App, refund_id: number, now: Date): Promise<void> {
  const asked = giving.get(refund_id)
  if (asked) return asked
  const given = give(app, refund_id, now).finally(() => giving.delete(refund_id))
  giving.set(refund_id, given)
  return given
}

// Refunds that this process is making: the provider refuses two requests with one key at the same time.
const giving = new Map<number, Promise<void>>()

async function give(app: App, refund_id: number, now: Date): Promise<void> {
  const refund = await app.db
    .selectFrom('refunds')
    .innerJoin('purchases', 'purchases.id', 'refunds.purchase_id')
    .innerJoin('orders', 'orders.id', 'purchases.order_id')
    .select([
      'refunds.state',
      'refunds.amount_cents',
      'refunds.purchase_id',
      'orders.id as order_id',
      'orders.provider_payment',
    ])
    .where('refunds.id', '=', refund_id)
    .executeTakeFirst()
  if (refund?.state !== 'asked' || refund.provider_payment === null) return
  const { provider_payment: payment, amount_cents } = refund
  let provider_refund: string
  try {
    provider_refund = await withTimeout(
      app.payments.refund({ payment, amount_cents, idempotency_key: partKey(refund_id) }, now),
    )
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    return failRefund(app.db, refund_id, error.message, now)
  }
  await inTransaction(app.db, async (tx) => {
    await lockOrder(tx, refund.order_id)
    const done = await tx
      .updateTable('refunds')
      .set({ state: 'done', provider_refund, done_at: now })
      .where('id', '=', refund_id)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return
    await countRefunds(tx, refund.purchase_id)
    await queueEmail(tx, app.config, 'refunded_in_part', { refund_id })
  })
}

/** Writes down that the provider never gives this refund: it counts no more, and the record says so. */
async function failRefund(db: Db, refund_id: number, failed_reason: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const failed = await tx
      .updateTable('refunds')
      .set({ state: 'failed', failed_reason })
      .where('id', '=', refund_id)
      .where('state', '=', 'asked')
      .returning(['purchase_id', 'amount_cents', 'asked_by_id'])
      .executeTakeFirst()
    const line = failed && (await findLine(tx, failed.purchase_id))
    if (!line) return
    const { area, order_id, player } = line
    const summary = `The card service refused the refund of ${formatCents(failed.amount_cents)} to ${player}`
    const act = { organizer: { id: failed.asked_by_id }, area, kind: 'refund_failed', subject: `order ${order_id}` }
    await audit(tx, { ...act, summary, reason: failed_reason }, now)
  })
}

/** How a refund in part stands at the provider, and why it failed; undefined: it has gone back some other way. */
export async function findRefundState(
  db: Db,
  refund_id: number,
): Promise<{ state: 'asked' | 'done' | 'failed'; failed_reason: string | null } | undefined> {
  return db.selectFrom('refunds').select(['state', 'failed_reason']).where('id', '=', refund_id).executeTakeFirst()
}

/** Brings the copy on the line up to date: what went back of it. */
async function countRefunds(tx: Tx, purchase_id: number): Promise<void> {
  await tx
    .updateTable('purchases')
    .set({
      refunded_cents: sql`(select coalesce(sum(r.amount_cents), 0) from refunds r where r.purchase_id = purchases.id and r.state = 'done')`,
    })
    .where('id', '=', purchase_id)
    .where('status', '<>', 'Refunded')
    .execute()
}

/** A job: gives the money back that the first request could not. */
export async function giveRefundLater(app: App, { refund_id }: { refund_id: number }): Promise<void> {
  await giveRefund(app, refund_id, app.clock.now())
}

/**
 * Writes down that a refund which was made by hand at the provider belongs to a line, as far as the line has money left;
 * answers the cents. No money moves. Refuses not_found, refund_ours, refund_assigned, and as askPartRefund.
 */
export async function assignRefundByHand(
  app: App,
  {
    organizer,
    refund,
    purchase_id,
    reason,
  }: { organizer: Organizer; refund: string; purchase_id: number; reason: string },
  now: Date,
): Promise<number> {
  const known = (await findLine(app.db, purchase_id, { areas: organizer.organizer_areas })) ?? refuse('not_found')
  const movement = await withTimeout(app.payments.findRefund(refund)).catch(() => refuse('payments_unavailable'))
  if (!movement || movement.payment === null || movement.payment !== known.provider_payment) refuse('not_found')
  if (movement.idempotency_key !== null) refuse('refund_ours')
  return inTransaction(app.db, async (tx) => {
    const line = await holdLine(tx, known)
    const { assigned } = await tx
      .selectFrom('refunds')
      .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('assigned'))
      .where('provider_refund', '=', movement.id)
      .executeTakeFirstOrThrow()
    const amount_cents = Math.min(-movement.amount_cents - assigned, line.left_cents)
    if (-movement.amount_cents <= assigned) refuse('refund_assigned')
    if (amount_cents <= 0) refuse('refund_too_large', tooMuch(line))
    await tx
      .insertInto('refunds')
      .values({
        purchase_id,
        amount_cents,
        reason,
        idempotency_key: `${movement.id} ${purchase_id}`,
        state: 'done',
        provider_refund: movement.id,
        asked_by_id: organizer.id,
        asked_at: now,
        done_at: movement.at,
      })
      .execute()
    await countRefunds(tx, purchase_id)
    const summary = `Assigned ${formatCents(amount_cents)} that went back by hand to ${leagueOf(line)} of ${line.player}`
    await audit(tx, { organizer, kind: 'assign_refund', summary, reason, ...aboutLine(line, amount_cents) }, now)
    return amount_cents
  })
}
