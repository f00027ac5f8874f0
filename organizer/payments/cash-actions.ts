import { formatLeague } from '#/contract/format.ts'
import { formatCents } from '#/contract/money.ts'
import { findOrderLine, lockOrder } from '#/features/refunds/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { findBooking, lockHeldCash } from './cash-queries.ts'

type BookingRequest = {
  order_id: string
  purchase_id: number
  direction: 'received' | 'returned'
  kind: 'cash' | 'transfer'
  /** Cents. */
  amount: number
  reason: string
  key: string
}

/**
 * Books money by hand for a line whose entry stays. Returns a sentence, the same for the same key. Refuses not_found,
 * conflict, nothing_to_refund for a line that a card paid, and refund_too_large.
 */
export function bookMoneyByHand(actor: Actor, request: BookingRequest): Promise<string> {
  const { order_id, purchase_id, direction, kind, amount, reason, key } = request
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const known = await findOrderLine(tx, purchase_id, { areas: player.organizer_areas })
    if (!known || known.order_id !== order_id || !(await lockOrder(tx, order_id))) refuse('not_found')
    const line = (await findOrderLine(tx, purchase_id)) ?? refuse('not_found')
    const amount_cents = direction === 'received' ? amount : -amount
    const message = `${formatCents(amount)} ${direction === 'received' ? 'is booked' : 'is booked as given back'}.`
    const booked = await findBooking(tx, key)
    if (booked)
      return booked.purchase_id === purchase_id && booked.amount_cents === amount_cents && booked.kind === kind
        ? message
        : refuse('conflict')
    if (line.taken_cents > 0 || (direction === 'received' && line.status !== 'Confirmed')) refuse('conflict')
    const values = { purchase_id, kind, amount_cents, reason, request_key: key, booked_at: now }
    await tx
      .insertInto('cash_bookings')
      .values({ ...values, organizer_id: player.id, booked_by_id: player.id })
      .execute()
    await audit({
      area: line.area,
      kind: 'book_money',
      subject: `order ${order_id}`,
      summary: `${direction === 'received' ? 'Booked' : 'Gave back'} ${formatCents(amount)} ${kind === 'cash' ? 'in cash' : 'by transfer'} for ${line.player} in ${formatLeague(line)}`,
      reason,
      after: { amount: formatCents(amount_cents), kind },
    })
    return message
  })
}

/** Books cash that the actor has handed over. Refuses refund_too_large if it is more than the actor has, and conflict. */
export function handOver(actor: Actor, request: { amount: number; reason: string; key: string }): Promise<string> {
  const { amount, reason, key } = request
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const held_cents = await lockHeldCash(tx, player.id)
    const message = `${formatCents(amount)} is booked as handed over.`
    const booked = await findBooking(tx, key)
    if (booked)
      return booked.kind === 'handover' && booked.amount_cents === -amount && booked.booked_by_id === player.id
        ? message
        : refuse('conflict')
    if (amount > held_cents)
      refuse('refund_too_large', { message: `You have ${formatCents(Math.max(held_cents, 0))} in cash to hand over.` })
    const values = { kind: 'handover', amount_cents: -amount, reason, request_key: key, booked_at: now } as const
    await tx
      .insertInto('cash_bookings')
      .values({ ...values, organizer_id: player.id, booked_by_id: player.id })
      .execute()
    await audit({
      area: null,
      kind: 'hand_over_cash',
      subject: `player ${player.id}`,
      summary: `Handed over ${formatCents(amount)} in cash`,
      reason,
      before: { held: formatCents(held_cents) },
      after: { held: formatCents(held_cents - amount) },
    })
    return message
  })
}
