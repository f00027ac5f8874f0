import { formatCents } from '#/contract/money.ts'
import { formatLeague } from '#/contract/format.ts'
import { lockSecondDivision, refuseCheaperRest } from '#/features/seasons/second-division-queries.ts'
import { notifyPartnersLeft } from '#/features/pairs/actions.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { canWithdraw } from '#/rules/withdrawal.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { closeRefundedLines } from './returns.ts'
import { findOrderLine, findWithdrawal, insertRefund, lockOrder, type OrderLine, type Refund } from './queries.ts'

/** A withdrawal, by the player or, with a reason, by an organizer. */
type WithdrawalRequest = { purchase_id: number } & (
  | { by: 'player' }
  | { by: 'organizer'; reason: string; retry_of_id?: number }
)

/** `refund`: the row for `makeRefund`. Null if no money has to move. `sealed`: the entry stays, only the money moves. */
type Withdrawal = { line: OrderLine; refund: Refund | null; sealed: boolean }

/** The sentence for an organizer after a withdrawal or refund in a sealed league. */
export const tableStays = 'The season is over: the table stays, and only the money moves.'

/** Withdraws a player from a league. Refuses for the same reasons as `requestWithdrawal`. */
export function withdraw(actor: Actor, request: WithdrawalRequest): Promise<Withdrawal> {
  return runAction(actor, (action) => requestWithdrawal(action, request))
}

/**
 * Withdraws a player from a league with a full refund (docs/product.md, "Withdrawal"): players before the season's
 * first day, an organizer at any time. A card payment becomes a row of the ledger, and the entry leaves once the
 * provider has made the refund; without a card the line is Refunded at once. In a sealed league the entry stays. A repeat changes nothing and returns the
 * same row. Refuses not_found, season_begun, first_division to a player, payment_disputed, nothing_to_withdraw and, if the entry is already out,
 * nothing_to_refund.
 */
export async function requestWithdrawal(action: Action, request: WithdrawalRequest): Promise<Withdrawal> {
  const { tx, audit, notify, player, now } = action
  const { purchase_id } = request
  const byOrganizer = request.by === 'organizer'
  const scope = byOrganizer ? { areas: player.organizer_areas } : { player_id: player.id }
  const known = (await findOrderLine(tx, purchase_id, scope)) ?? refuse('not_found')
  if (!byOrganizer) await lockSecondDivision(tx, known.player_id)
  const order = (await lockOrder(tx, known.order_id)) ?? refuse('not_found')
  const sealed = await lockSealed(tx, known.league_id, now)
  const line = (await findOrderLine(tx, purchase_id)) ?? refuse('not_found')
  if (line.status === 'Refunded' || line.refund_requested)
    return { line, refund: (await findWithdrawal(tx, purchase_id)) ?? null, sealed }
  // A line left behind by a move to another league cost nothing, and its player has not left.
  if (line.status === 'Closed' && line.withdrawn && line.left_cents <= 0 && byOrganizer)
    refuse('nothing_to_refund', { message: 'All the money of this line has been refunded.' })
  // Money that was kept when an organizer took the entry out can only be refunded by an organizer.
  if (line.status !== 'Confirmed' && !(isRefundable(line) && (byOrganizer || !line.withdrawn)))
    refuse('nothing_to_withdraw')
  if (!byOrganizer && !canWithdraw(line, now)) refuse('season_begun')
  if (order.disputed_at !== null) refuse('payment_disputed')
  if (!byOrganizer) await refuseCheaperRest(tx, { player_id: known.player_id, purchase_id })
  if (byOrganizer) await audit(withdrawalAudit(line, request.reason, sealed))
  if (line.status === 'Confirmed' || line.is_free || order.provider_payment === null) {
    await closeRefundedLines(tx, order.id, [line], now)
    await notify('withdrawn', { purchase_id })
    await notifyPartnersLeft(action, { purchase_id })
    return { line, refund: null, sealed }
  }
  await insertRefund(
    tx,
    {
      kind: 'withdrawal',
      order_id: order.id,
      purchase_id,
      amount_cents: line.left_cents,
      ...(byOrganizer && { reason: request.reason }),
      ...(byOrganizer && request.retry_of_id !== undefined && { retry_of_id: request.retry_of_id }),
      requested_by_id: player.id,
    },
    now,
  )
  return { line, refund: (await findWithdrawal(tx, purchase_id)) ?? null, sealed }
}

function withdrawalAudit(line: OrderLine, reason: string, sealed: boolean) {
  const league = formatLeague(line)
  const stays = sealed ? '; the season is over and the table stays' : ''
  return {
    area: line.area,
    kind: 'refund' as const,
    subject: `order ${line.order_id}`,
    summary:
      line.left_cents > 0
        ? `Refunded ${formatCents(line.left_cents)} to ${line.player}: all of ${league}${stays}`
        : sealed
          ? `Closed the payment of ${line.player} for ${league}${stays}`
          : `Took ${line.player} out of ${league}`,
    reason,
    before: { status: line.status },
    after: { status: 'Refunded' },
  }
}

/** Whether the card paid for the line, and its entry counts or was taken out without a refund. */
export function isRefundable({ status, withdrawn }: OrderLine): boolean {
  return status === 'Paid' || (status === 'Closed' && withdrawn)
}
