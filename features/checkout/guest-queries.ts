import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { findOrderByToken, type Order } from './queries.ts'

/** How long a repeated request gets the same response as the first, with a new session of the opened account. */
const REPLAY_MS = 3_600_000

/** Identifies repeats of one guest's request. */
export type GuestRequest = { confirmation_token: string | null; email: string; guest_secret_hash: Buffer | null }

/**
 * The order for which a guest's confirmation token opened an account, if any. Refuses token_used to every other
 * browser, and to the guest's own once an hour has passed, the account has a password, or its email was verified: a
 * leaked token must not open the account.
 */
export async function findGuestOrder(
  db: Db,
  { confirmation_token, email, guest_secret_hash }: GuestRequest,
  now: Date,
): Promise<Order | undefined> {
  if (confirmation_token === null) return undefined
  const order = await findOrderByToken(db, confirmation_token)
  if (!order) return undefined
  const owner = await db
    .selectFrom('orders')
    .innerJoin('players', 'players.id', 'orders.player_id')
    .select('players.email')
    .where('orders.id', '=', order.id)
    .where('orders.opened_account', '=', true)
    .where('orders.created_at', '>', new Date(now.getTime() - REPLAY_MS))
    .where('orders.guest_secret_hash', '=', guest_secret_hash)
    .where('players.password_hash', 'is', null)
    .where('players.email_verified_at', 'is', null)
    .executeTakeFirst()
  // The order was declined between the two reads, so the account and the order are deleted.
  if (!owner && !(await findOrderByToken(db, confirmation_token))) return undefined
  return owner?.email.toLowerCase() === email.toLowerCase() ? order : refuse('token_used')
}

/** Locks a guest's account until the transaction ends. Returns whether it still exists and is not yet owned. */
export async function lockGuest(tx: Tx, player_id: number): Promise<'open' | 'proved' | 'deleted'> {
  const guest = await tx
    .selectFrom('players')
    .select(['password_hash', 'email_verified_at'])
    .where('id', '=', player_id)
    .forShare()
    .executeTakeFirst()
  if (!guest) return 'deleted'
  return guest.password_hash === null && guest.email_verified_at === null ? 'open' : 'proved'
}

/** Whether somebody has verified the email since a guest's order opened the account. */
export async function hasOwner(db: Db, player_id: number): Promise<boolean> {
  const proved = await db
    .selectFrom('players')
    .select('id')
    .where('id', '=', player_id)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return proved !== undefined
}

/** The player whose account this order opened, if it has no password yet. */
export async function findGuestToWelcome(tx: Tx, order_id: string): Promise<number | undefined> {
  const guest = await tx
    .selectFrom('orders')
    .innerJoin('players', 'players.id', 'orders.player_id')
    .select('players.id')
    .where('orders.id', '=', order_id)
    .where('orders.opened_account', '=', true)
    .where('players.password_hash', 'is', null)
    .executeTakeFirst()
  return guest?.id
}

/** Deletes an unpaid order and the account that it opened. Throws if something else references the account. */
export async function deleteGuestOfOrder(tx: Tx, order_id: string): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select('player_id')
    .where('id', '=', order_id)
    .where('opened_account', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return
  const guest = await tx
    .selectFrom('players')
    .select('id')
    .where('id', '=', order.player_id)
    .where('password_hash', 'is', null)
    .where('email_verified_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const liveLine = await tx
    .selectFrom('purchases')
    .select('id')
    .where('order_id', '=', order_id)
    .where('status', 'not in', ['Failed', 'Closed'])
    .executeTakeFirst()
  const social = await tx
    .selectFrom('social_identities')
    .select('subject')
    .where('player_id', '=', order.player_id)
    .executeTakeFirst()
  if (!guest || liveLine || social) return
  await tx.deleteFrom('purchases').where('order_id', '=', order_id).execute()
  await tx.deleteFrom('orders').where('id', '=', order_id).execute()
  await tx.deleteFrom('players').where('id', '=', guest.id).execute()
}

/** Unpaid orders whose new account has not been used since, 500 at a time. */
export async function listUnpaidGuestOrders(db: Db): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('players', 'players.id', 'orders.player_id')
    .select('orders.id')
    .where('orders.opened_account', '=', true)
    .where('players.password_hash', 'is', null)
    .where('players.email_verified_at', 'is', null)
    .where('players.deleted_at', 'is', null)
    .where((order) =>
      order.not(
        order.exists(
          order
            .selectFrom('purchases')
            .select('purchases.id')
            .whereRef('purchases.order_id', '=', 'orders.id')
            .where('purchases.status', 'not in', ['Failed', 'Closed']),
        ),
      ),
    )
    .orderBy('orders.id')
    .limit(500)
    .execute()
  return orders.map(({ id }) => id)
}
