import { formatCents } from '#/contract/money.ts'
import type { FastifyBaseLogger } from 'fastify'
import { notifyPartnersLeft } from '#/features/pairs/actions.ts'
import { audit } from '#/server/audit.ts'
import type { App } from '#/server/context.ts'
import { runPublicAction, type PublicAction } from '#/server/action.ts'
import { RefundRefused, withTimeout } from '#/server/outside/payments.ts'
import { closeRefundedLines, followReturns, notifyReturned } from './returns.ts'
import {
  copyRefunds,
  findOrderLine,
  findRefund,
  listRequestedRefunds,
  lockOrder,
  startRefund,
  updateRefundDone,
  updateRefundFailed,
  type Refund,
} from './queries.ts'

/**
 * Makes a requested refund at the provider and stores the outcome. Nothing else refunds money. Safe to repeat,
 * concurrently, later or in another process: the idempotency key belongs to the row. Throws if the provider does not
 * respond: the refund then stays requested, and the job retries.
 */
export async function makeRefund(app: App, refund_id: number, now: Date): Promise<void> {
  const known = underWay.get(refund_id)
  if (known) return known
  const made = make(app, refund_id, now).finally(() => underWay.delete(refund_id))
  underWay.set(refund_id, made)
  return made
}

/** Makes a refund while the caller waits. Returns its state; the job continues with one that stays requested. */
export async function makeRefundNow(
  app: App,
  refund_id: number,
  now: Date,
  log: FastifyBaseLogger,
): Promise<Pick<Refund, 'state' | 'failed_reason' | 'amount_cents'>> {
  await makeRefund(app, refund_id, now).catch((error: unknown) => {
    log.warn({ err: error, refund_id }, 'the payment provider did not answer a refund; it will be retried')
  })
  return app.db
    .selectFrom('refunds')
    .select(['state', 'failed_reason', 'amount_cents'])
    .where('id', '=', refund_id)
    .executeTakeFirstOrThrow()
}

/** Job: makes a refund that the first request could not. */
export async function makeRefundLater(
  app: App,
  { refund_id }: { refund_id: number },
  log: FastifyBaseLogger,
): Promise<void> {
  const refund = await findRefund(app.db, refund_id)
  if (refund?.kind === 'failed_order' && refund.state === 'requested')
    log.error({ refund_id, order_id: refund.order_id }, 'a failed order was charged; the money is refunded')
  await makeRefund(app, refund_id, app.clock.now())
}

/** Job: restarts refunds whose own job was lost, or has failed too often. */
export async function resumeRefunds({ db, clock }: App): Promise<void> {
  for (const id of await listRequestedRefunds(db, clock.now())) await startRefund(db, id)
}

// Refunds in progress in this process: the provider refuses concurrent requests with one key.
const underWay = new Map<number, Promise<void>>()

async function make(app: App, refund_id: number, now: Date): Promise<void> {
  const refund = await findRefund(app.db, refund_id)
  // The provider makes no refunds during a dispute; followReturns starts the job again.
  if (refund?.state !== 'requested' || refund.provider_payment === null || refund.disputed) return
  const { provider_payment: payment, amount_cents, idempotency_key } = refund
  let provider_refund: string | null = null
  try {
    if (amount_cents > 0)
      provider_refund = await withTimeout(app.payments.refund({ payment, amount_cents, idempotency_key }, now))
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    return failRefund(app, { ...refund, provider_payment: payment }, error.message, now)
  }
  await runPublicAction({ app, now }, (action) => completeRefund(action, refund, provider_refund))
}

async function completeRefund(
  action: PublicAction,
  { id, kind, order_id, purchase_id }: Refund,
  provider_refund: string | null,
): Promise<void> {
  const { tx, notify, now } = action
  const order = await lockOrder(tx, order_id)
  if (!(await updateRefundDone(tx, id, { provider_refund }, now)) || purchase_id === null) return
  if (kind === 'part') {
    await copyRefunds(tx, purchase_id)
    await notify('refunded_in_part', { refund_id: id })
    return
  }
  const lines = order?.lines.filter((line) => line.id === purchase_id) ?? []
  await closeRefundedLines(tx, order_id, lines, now)
  await notify('withdrawn', { purchase_id })
  await notifyPartnersLeft(action, { purchase_id })
}

/**
 * Marks a refund that the provider refuses as failed, and emails the player. First it looks up the payment: its money
 * may have been returned another way, or there may be a dispute, for which the refund waits.
 */
async function failRefund(
  app: App,
  refund: Refund & { provider_payment: string },
  failed_reason: string,
  now: Date,
): Promise<void> {
  const answer = await withTimeout(app.payments.retrieve(refund.provider_payment)).catch(() => null)
  await runPublicAction({ app, now }, async (action) => {
    const { tx } = action
    const order = await lockOrder(tx, refund.order_id)
    if (order && answer?.status === 'succeeded') {
      if (await followReturns(tx, order, answer, now))
        await notifyReturned(action, { order_id: order.id, refunded_at: now })
      if (answer.disputed) return
    }
    if (!(await updateRefundFailed(tx, refund.id, failed_reason))) return
    if (refund.purchase_id !== null) await copyRefunds(tx, refund.purchase_id)
    await action.notify('refund_failed', { refund_id: refund.id })
    if (refund.requested_by_id === null || refund.requested_by_id === refund.player_id) return
    const line = refund.purchase_id === null ? undefined : await findOrderLine(tx, refund.purchase_id)
    await audit(
      tx,
      {
        organizer: { id: refund.requested_by_id },
        area: line?.area ?? refund.area,
        kind: 'refund_failed',
        subject: `order ${refund.order_id}`,
        summary: `The card service refused the refund of ${formatCents(refund.amount_cents)} to ${refund.player}`,
        reason: failed_reason,
      },
      now,
    )
  })
}
