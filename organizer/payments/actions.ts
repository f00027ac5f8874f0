import { formatCents } from '#/contract/money.ts'
import { formatLeague } from '#/contract/format.ts'
import { sql } from 'kysely'
import { requestWithdrawal } from '#/features/refunds/actions.ts'
import {
  copyRefunds,
  findOrderLine,
  findRefund,
  insertRefund,
  lockOrder,
  type OrderLine,
  type Refund,
} from '#/features/refunds/queries.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { withTimeout } from '#/server/outside/payments.ts'
import { refuse } from '#/server/refuse.ts'

type PartRefund = { purchase_id: number; amount_cents: number; reason: string; key: string }

/**
 * Requests a partial refund of a line whose entry stays. Returns the refund's id, the same for the same key.
 * `makeRefund` makes it. Refuses not_found, payment_disputed, nothing_to_refund, line_refunded and refund_too_large.
 */
export function requestPartRefund(actor: Actor, request: PartRefund): Promise<number> {
  const { purchase_id, amount_cents, reason, key } = request
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const line = await lockLine(tx, purchase_id, player)
    const known = await tx
      .selectFrom('refunds')
      .select(['id', 'purchase_id', 'amount_cents'])
      .where('request_key', '=', key)
      .executeTakeFirst()
    if (known)
      return known.purchase_id === purchase_id && known.amount_cents === amount_cents ? known.id : refuse('conflict')
    if (amount_cents > line.left_cents) refuse('refund_too_large', tooLarge(line))
    await audit({
      kind: 'refund',
      summary: `Refunded ${formatCents(amount_cents)} to ${line.player} of ${formatLeague(line)}; the entry stays`,
      reason,
      ...auditedLine(line, amount_cents),
    })
    const { order_id } = line
    const requested = { kind: 'part', order_id, purchase_id, amount_cents, reason, request_key: key } as const
    return insertRefund(tx, { ...requested, requested_by_id: player.id }, now)
  })
}

/**
 * Retries a refund. One that the provider has refused permanently becomes a new row with a new key; one that is still
 * requested is reused. Returns the id of the row to make. Refuses not_found, payment_disputed, line_refunded,
 * refund_too_large, and for the same reasons as `requestWithdrawal`.
 */
export function retryRefund(actor: Actor, { refund_id }: { refund_id: number }): Promise<number> {
  return runAction(actor, async (action) => {
    const { tx, player } = action
    const known = (await findRefund(tx, refund_id, player.organizer_areas)) ?? refuse('not_found')
    const order = (await lockOrder(tx, known.order_id)) ?? refuse('not_found')
    const refund = (await findRefund(tx, refund_id)) ?? refuse('not_found')
    if (refund.state !== 'failed') return refund.id
    const retry = await tx.selectFrom('refunds').select('id').where('retry_of_id', '=', refund_id).executeTakeFirst()
    if (retry) return retry.id
    if (order.disputed_at !== null) refuse('payment_disputed')
    return insertRetry(action, refund)
  })
}

async function insertRetry(action: Action, refund: Refund): Promise<number> {
  const { tx, audit, player, now } = action
  const { kind, order_id, purchase_id, reason } = refund
  if (kind === 'withdrawal' && purchase_id !== null) {
    const again = { by: 'organizer', reason: reason ?? 'Trying the refund again', retry_of_id: refund.id } as const
    const withdrawal = await requestWithdrawal(action, { purchase_id, ...again })
    return withdrawal.refund?.id ?? refuse('line_refunded')
  }
  if (kind !== 'part' && kind !== 'failed_order') refuse('line_refunded')
  const line = purchase_id === null ? null : ((await findOrderLine(tx, purchase_id)) ?? refuse('not_found'))
  if (line?.refund_requested) refuse('line_refunded')
  if (line && refund.amount_cents > line.left_cents) refuse('refund_too_large', tooLarge(line))
  const { area, player: name, amount_cents } = refund
  await audit({
    area: line?.area ?? area,
    kind: 'refund',
    subject: `order ${order_id}`,
    summary: `Tried the refund of ${formatCents(amount_cents)} to ${name} again`,
    ...(reason === null ? {} : { reason }),
  })
  const retry = { kind, order_id, purchase_id, amount_cents, reason, retry_of_id: refund.id } as const
  return insertRefund(tx, { ...retry, requested_by_id: player.id }, now)
}

type Assignment = { refund: string; purchase_id: number; reason: string }

/**
 * Assigns a refund made by hand at the provider to a line, up to the amount the line has left. Returns the cents. No
 * money moves. Refuses not_found, refund_ours, refund_assigned, and for the same reasons as `requestPartRefund`.
 */
export async function assignRefundByHand(actor: Actor, { refund, purchase_id, reason }: Assignment): Promise<number> {
  const { app, player } = actor
  const known = (await findOrderLine(app.db, purchase_id, { areas: player.organizer_areas })) ?? refuse('not_found')
  const movement = await withTimeout(app.payments.findRefund(refund)).catch(() => refuse('payments_unavailable'))
  if (!movement || movement.payment === null || movement.payment !== known.provider_payment) refuse('not_found')
  if (movement.idempotency_key !== null) refuse('refund_ours')
  return runAction(actor, async ({ tx, audit, now }) => {
    const line = await lockLine(tx, purchase_id, player)
    const { assigned } = await tx
      .selectFrom('refunds')
      .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('assigned'))
      .where('provider_refund', '=', movement.id)
      .executeTakeFirstOrThrow()
    const amount_cents = Math.min(-movement.amount_cents - assigned, line.left_cents)
    if (-movement.amount_cents <= assigned) refuse('refund_assigned')
    if (amount_cents <= 0) refuse('refund_too_large', tooLarge(line))
    await tx
      .insertInto('refunds')
      .values({
        kind: 'by_hand',
        order_id: line.order_id,
        purchase_id,
        amount_cents,
        reason,
        state: 'done',
        provider_refund: movement.id,
        requested_by_id: player.id,
        requested_at: now,
        done_at: movement.at,
      })
      .execute()
    await copyRefunds(tx, purchase_id)
    await audit({
      kind: 'assign_refund',
      summary: `Assigned a refund by hand of ${formatCents(amount_cents)} to ${formatLeague(line)} of ${line.player}`,
      reason,
      ...auditedLine(line, amount_cents),
    })
    return amount_cents
  })
}

/**
 * Finds a line and locks its order, so that no other money of the order moves until the transaction ends. Refuses for
 * the same reasons as `requestPartRefund`.
 */
async function lockLine(tx: Tx, id: number, { organizer_areas }: Actor['player']): Promise<OrderLine> {
  const known = (await findOrderLine(tx, id, { areas: organizer_areas })) ?? refuse('not_found')
  const order = await lockOrder(tx, known.order_id)
  const line = await findOrderLine(tx, id)
  if (!order || !line) refuse('not_found')
  if (line.taken_cents === 0 || line.provider_payment === null) refuse('nothing_to_refund')
  if (line.status === 'Refunded' || line.refund_requested) refuse('line_refunded')
  if (order.disputed_at !== null) refuse('payment_disputed')
  return line
}

function tooLarge({ left_cents }: OrderLine) {
  return { message: `The refund is larger than the amount left on this purchase: ${formatCents(left_cents)}.` }
}

function auditedLine({ order_id, area, left_cents }: OrderLine, cents: number) {
  return {
    area,
    subject: `order ${order_id}`,
    before: { left: formatCents(left_cents) },
    after: { left: formatCents(left_cents - cents) },
  }
}
