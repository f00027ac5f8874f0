import { formatCents } from '#/contract/money.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { formatOrderNumber } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { findOrderLine, findRefund, findWithdrawal, type OrderLine, type Refund } from './queries.ts'
import { organization } from '#/contract/organization.ts'

/** Confirms that the player has left a league, and where the refund goes. */
export async function withdrawn(app: App, { purchase_id }: { purchase_id: number }): Promise<Words | null> {
  const line = await findOrderLine(app.db, purchase_id)
  const player = line && (await findAddressee(app.db, line.player_id))
  if (!player) return null
  const refund = await findWithdrawal(app.db, purchase_id)
  return {
    ...addressTo(player),
    ...(line.counts
      ? {
          subject: `Your payment for ${line.level_name} is closed`,
          paragraphs: [
            `The season is over, so your results and your place in ${line.level_name} stay.`,
            ...formatReturn(line, refund),
          ],
        }
      : {
          subject: line.canceled ? `${line.level_name} is canceled` : `You have left ${line.level_name}`,
          paragraphs: [
            line.canceled
              ? `The organizer has canceled ${line.level_name}, ${line.league_name} ${line.year}. We are sorry.`
              : `You are no longer in ${line.level_name}.`,
            ...formatReturn(line, refund),
          ],
        }),
    action: { label: 'Open the receipt', url: app.config.site + paths.receipt(line.order_id) },
    reason: `You are receiving this because you have left a league at ${organization().name}.`,
    stop: 'One email is sent for each league you leave.',
  }
}

function formatReturn(line: OrderLine, refund: Refund | undefined): string[] {
  if (line.is_free) return []
  if (line.by_card)
    return refund && refund.amount_cents > 0
      ? [
          `${formatCents(refund.amount_cents)} of order ${formatOrderNumber(line.order_id)} is on its way back to your card. Banks take 5 to 10 days to show it.`,
        ]
      : []
  if (!line.by_organizer) return ['The free season that paid for it is yours again.']
  return line.price_cents > 0
    ? [`You paid ${formatCents(line.price_cents)} in cash. The organizer will return it to you in person.`]
    : []
}

/** Notifies the player of a partial refund; the player stays in the league. */
export async function refundedInPart(app: App, { refund_id }: { refund_id: number }): Promise<Words | null> {
  const found = await findRefundOf(app, refund_id)
  if (!found) return null
  const { refund, line, player } = found
  const amount = formatCents(refund.amount_cents)
  return {
    ...addressTo(player),
    subject: `${amount} comes back to you`,
    paragraphs: [
      `${amount} of order ${formatOrderNumber(refund.order_id)} is on its way back to your card. Banks take 5 to 10 days to show it.`,
      ...(refund.reason === null ? [] : [`The organizer's reason: ${refund.reason}`]),
      ...(!line || line.withdrawn ? [] : [`Nothing else changes: you are still in ${line.level_name}.`]),
    ],
    action: { label: 'Open the receipt', url: app.config.site + paths.receipt(refund.order_id) },
    reason: `You are receiving this because you paid for a league at ${organization().name}.`,
    stop: 'One email is sent for each refund.',
  }
}

/**
 * Notifies the player that the refund failed permanently: the player keeps the place, and organizers see the failed
 * refund.
 */
export async function refundFailed(app: App, { refund_id }: { refund_id: number }): Promise<Words | null> {
  const found = await findRefundOf(app, refund_id)
  if (!found) return null
  const { refund, line, player } = found
  const amount = formatCents(refund.amount_cents)
  return {
    ...addressTo(player),
    subject: `We could not refund ${amount} yet`,
    paragraphs: [
      refund.kind === 'failed_order'
        ? `Your order ${formatOrderNumber(refund.order_id)} did not go through, but your card was charged ${amount}. The card service refused to refund it.`
        : `The card service refused to refund ${amount} of your order ${formatOrderNumber(refund.order_id)}.`,
      'The organizers can see this and will find another way. You do not have to do anything.',
      ...(line && (line.status === 'Paid' || line.status === 'Confirmed')
        ? [`Until then you are still in ${line.level_name}.`]
        : []),
    ],
    action: { label: 'Open the receipt', url: app.config.site + paths.receipt(refund.order_id) },
    reason: `You are receiving this because you paid for a league at ${organization().name}.`,
    stop: 'One email is sent for each refund that fails.',
  }
}

async function findRefundOf({ db }: App, refund_id: number) {
  const refund = await findRefund(db, refund_id)
  const player = refund && (await findAddressee(db, refund.player_id))
  if (!player) return null
  const line = refund.purchase_id === null ? undefined : await findOrderLine(db, refund.purchase_id)
  return { refund, line, player }
}
