import { giveBackNow, leaveLeague } from '#/features/checkout/withdrawal.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { dayInZone } from '#/rules/day.ts'
import { formatCents } from '#/rules/price.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { assignRefund, getPaymentOrder, getReconciliation, listPayments, refundPurchase } from './contract.ts'
import { bookZone, findPaymentOrder, listPaymentsPage } from './queries.ts'
import { readReconciliation } from './reconciliation-queries.ts'
import { askPartRefund, assignRefundByHand, findRefundState, giveRefund } from './refunds.ts'

const notTaken =
  'Noted. The card service did not answer just now; it is asked again by itself, and nothing goes back twice.'

export const paymentOrganizerRoutes = [
  serve(listPayments, async ({ query, player, app }) =>
    listPaymentsPage(app.db, { ...query, areas: organizerAreas(player, query.area) }),
  ),

  serve(getPaymentOrder, async ({ params, player, app }) => ({
    order: (await findPaymentOrder(app.db, params.order_id, player.organizer_areas)) ?? refuse('not_found'),
  })),

  serve(refundPurchase, async ({ params, body, player, app, now, log }) => {
    const { amount: amount_cents, reason, key } = body
    if (amount_cents === undefined) {
      const line = await leaveLeague(app, { organizer: player, reason }, params.id, now)
      if (!(await giveBackNow(app, params.id, now, log))) return { message: notTaken }
      const left = `${line.player} is out of ${line.level_name}.`
      return { message: line.left_cents > 0 ? `${left} ${formatBack(line.left_cents)}` : left }
    }
    const refund_id = await askPartRefund(
      app,
      { organizer: player, purchase_id: params.id, amount_cents, reason, key },
      now,
    )
    await giveRefund(app, refund_id, now).catch((error: unknown) => {
      log.warn({ err: error, refund_id }, 'the payment provider did not take a refund; it is tried again')
    })
    const refund = await findRefundState(app.db, refund_id)
    if (refund?.failed_reason) refuse('refund_refused', { message: formatRefused(refund.failed_reason) })
    return { message: refund?.state === 'done' ? formatBack(amount_cents) : notTaken }
  }),

  serve(getReconciliation, async ({ query, app, now }) =>
    readReconciliation(app, query.month ?? dayInZone(now, bookZone).slice(0, 7)),
  ),

  serve(assignRefund, async ({ body, player, app, now }) => {
    const cents = await assignRefundByHand(app, { organizer: player, ...body }, now)
    return { message: `${formatCents(cents)} are assigned to that line.` }
  }),
]

function formatRefused(why: string): string {
  return `${why} Nothing has gone back, and the line is as it was.`
}

function formatBack(cents: number): string {
  return `${formatCents(cents)} goes back to the card; banks take 5 to 10 days.`
}
