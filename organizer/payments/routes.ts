import { formatCents } from '#/contract/money.ts'
import { organization } from '#/contract/organization.ts'
import { tableStays, withdraw } from '#/features/refunds/actions.ts'
import { makeRefundNow } from '#/features/refunds/refund-actions.ts'
import { dayInZone } from '#/rules/day.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { assignRefundByHand, requestPartRefund, retryRefund } from './actions.ts'
import { bookMoneyByHand, handOver } from './cash-actions.ts'
import { readCashUp } from './cash-queries.ts'
import {
  assignRefund,
  bookMoney,
  getCashUp,
  getPaymentOrder,
  getReconciliation,
  handOverCash,
  listPayments,
  listPaymentSums,
  refundPurchase,
  retryPaymentRefund,
} from './contract.ts'
import { findPaymentOrder } from './order-queries.ts'
import { listPaymentsPage, sumPaymentsByArea } from './queries.ts'
import { readReconciliation } from './reconciliation-queries.ts'

const notAnswered =
  'The refund is saved. The card service did not respond. We will try again, and nothing is refunded twice.'

export const routes = [
  serve(listPayments, async ({ query, player, app }) =>
    listPaymentsPage(app.db, { ...query, areas: organizerAreas(player, query.area) }),
  ),

  serve(listPaymentSums, async ({ query, player, app }) => ({
    areas: await sumPaymentsByArea(app.db, { ...query, areas: organizerAreas(player, query.area) }),
  })),

  serve(getPaymentOrder, async ({ params, player, app }) => ({
    order: (await findPaymentOrder(app.db, params.order_id, player.organizer_areas)) ?? refuse('not_found'),
  })),

  serve(refundPurchase, async (call) => {
    const { amount: amount_cents, reason, key } = call.body
    const purchase_id = call.params.id
    if (amount_cents !== undefined) {
      const id = await requestPartRefund(call, { purchase_id, amount_cents, reason, key })
      return { message: formatOutcome(await makeRefundNow(call.app, id, call.now, call.log), amount_cents) }
    }
    const { line, refund, sealed } = await withdraw(call, { purchase_id, by: 'organizer', reason })
    const left = sealed ? tableStays : `${line.player} has been withdrawn from ${line.level_name}.`
    if (refund === null) return { message: left }
    const made = await makeRefundNow(call.app, refund.id, call.now, call.log)
    const outcome = formatOutcome(made, refund.amount_cents)
    return { message: made.state === 'done' ? `${left} ${outcome}`.trim() : outcome }
  }),

  serve(retryPaymentRefund, async (call) => {
    const id = await retryRefund(call, { refund_id: call.params.id })
    const made = await makeRefundNow(call.app, id, call.now, call.log)
    return { message: formatOutcome(made, made.amount_cents) }
  }),

  serve(bookMoney, async (call) => ({ message: await bookMoneyByHand(call, { ...call.params, ...call.body }) })),

  serve(getCashUp, async ({ query, player, app, now }) =>
    readCashUp(app.db, player, query.month ?? dayInZone(now, organization().time_zone).slice(0, 7)),
  ),

  serve(handOverCash, async (call) => ({ message: await handOver(call, call.body) })),

  serve(getReconciliation, async ({ query, app, now }) =>
    readReconciliation(app, query.month ?? dayInZone(now, organization().time_zone).slice(0, 7)),
  ),

  serve(assignRefund, async (call) => ({
    message: `${formatCents(await assignRefundByHand(call, call.body))} is assigned to that line.`,
  })),
]

type MadeRefund = Awaited<ReturnType<typeof makeRefundNow>>

/** The outcome of a refund, as a sentence. Empty if no money had to move. Refuses refund_refused. */
function formatOutcome({ state, failed_reason }: MadeRefund, cents: number): string {
  if (state === 'requested') return notAnswered
  if (state === 'failed') refuse('refund_refused', { message: `${failed_reason} Nothing was refunded.` })
  return cents > 0 ? `${formatCents(cents)} goes back to the card; banks take 5 to 10 days.` : ''
}
