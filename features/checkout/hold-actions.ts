import { lockOrder } from '#/features/refunds/queries.ts'
import { lockLeagues } from '#/features/refunds/returns.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import { runPublicAction, type Visitor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { completeFreeOrder } from './free-order-actions.ts'
import { deleteUnpaidGuest } from './guest-actions.ts'
import { isHeld, listHeldOrders } from './queries.ts'

/** Enters the buyer of a held order, whose email has been proved. Does nothing if the order is no longer held. */
export async function confirmHeldOrder(visitor: Visitor, { order_id }: { order_id: string }): Promise<void> {
  await runPublicAction(visitor, async (action) => {
    const { tx, now } = action
    const order = await lockOrder(tx, order_id)
    if (!order || !(await isHeld(tx, order_id))) return
    await lockLeagues(tx, order.lines)
    await endHold(tx, order_id, now)
    await tx.updateTable('purchases').set({ status: 'Confirmed' }).where('order_id', '=', order_id).execute()
    await completeFreeOrder(action, { order_id })
  })
}

/** Gives back the places of a held order whose buyer has not proved the email in time. */
export async function endHeldOrder(visitor: Visitor, { order_id }: { order_id: string }): Promise<void> {
  await runPublicAction(visitor, async ({ tx, now }) => {
    await releaseHold(tx, order_id, neverProved, now)
  })
  await deleteUnpaidGuest(visitor, { order_id })
}

const neverProved = 'The email was not confirmed in time, so the place went back. You can order it again.'

/** Gives back the places of a player who closes the account before the email is proved. */
export async function releaseHoldsOf(tx: Tx, player_id: number, now: Date): Promise<void> {
  for (const { id } of await listHeldOrders(tx, player_id)) await releaseHold(tx, id, 'The account was closed.', now)
}

async function releaseHold(tx: Tx, order_id: string, decline_reason: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, order_id)
  if (!order || !(await isHeld(tx, order_id))) return
  await lockLeagues(tx, order.lines)
  await endHold(tx, order_id, now, decline_reason)
  await tx.updateTable('purchases').set({ status: 'Closed' }).where('order_id', '=', order_id).execute()
  for (const { league_id } of order.lines) await offerFreePlaces(tx, league_id)
}

function endHold(tx: Tx, order_id: string, now: Date, decline_reason: string | null = null) {
  return tx
    .updateTable('orders')
    .set({ settled_at: now, held_until: null, held_from: null, decline_reason })
    .where('id', '=', order_id)
    .execute()
}
