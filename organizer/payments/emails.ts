import { findAddressee } from '#/features/accounts/queries.ts'
import { orderNumber } from '#/features/checkout/order-number.ts'
import { formatCents } from '#/rules/price.ts'
import type { App } from '#/server/context.ts'
import type { Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'

/** Tells that some of the money comes back, and that the player stays in the league. */
export async function refundedInPart(app: App, { refund_id }: { refund_id: number }): Promise<Words | null> {
  const refund = await app.db
    .selectFrom('refunds')
    .innerJoin('purchases', 'purchases.id', 'refunds.purchase_id')
    .innerJoin('leagues', 'leagues.id', 'purchases.league_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select([
      'refunds.amount_cents',
      'refunds.reason',
      'purchases.player_id',
      'purchases.order_id',
      'divisions.name as level_name',
      'purchases.withdrawn_at',
    ])
    .where('refunds.id', '=', refund_id)
    .executeTakeFirst()
  const player = refund && (await findAddressee(app.db, refund.player_id))
  if (!player) return null
  const amount = formatCents(refund.amount_cents)
  return {
    to: { name: player.name, email: player.email },
    greet: player.first_name,
    subject: `${amount} comes back to you`,
    paragraphs: [
      `${amount} of order ${orderNumber(refund.order_id)} is on its way back to your card. Banks take 5 to 10 days to show it.`,
      `The organizer says: ${refund.reason}`,
      ...(refund.withdrawn_at ? [] : [`Nothing else changes: you are still in ${refund.level_name}.`]),
    ],
    action: { label: 'Open the receipt', url: app.config.site + paths.receipt(refund.order_id) },
    reason: 'You get this because you paid for a league at Deuce.',
    stop: 'There is one such email for each refund.',
  }
}
