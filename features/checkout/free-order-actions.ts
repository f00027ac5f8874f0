import { invitePartners } from '#/features/pairs/actions.ts'
import type { PublicAction } from '#/server/action.ts'
import { enterConfirmed } from './entry-actions.ts'
import { findGuestToWelcome } from './guest-queries.ts'
import { isHeld } from './queries.ts'

/** Completes a free order in the transaction that stores it, or asks its buyer to confirm the email first. */
export async function completeFreeOrder(action: PublicAction, { order_id }: { order_id: string }): Promise<void> {
  const { tx, notify, now } = action
  if (await isHeld(tx, order_id)) return notify('place_held', { order_id })
  await enterConfirmed(tx, order_id, now)
  await notify('receipt', { order_id })
  await welcomeGuest(action, { order_id })
  await invitePartners(action, { order_id })
}

/** Emails the buyer a link to choose a password if the settled order opened the account. Never emails a password. */
export async function welcomeGuest({ tx, notify }: PublicAction, { order_id }: { order_id: string }): Promise<void> {
  const player_id = await findGuestToWelcome(tx, order_id)
  if (player_id !== undefined) await notify('set_password', { player_id })
}
