import type { AreaSlug } from '#/contract/areas.ts'
import type { User } from '#/features/accounts/contract.ts'
import { findUser, insertPlayer, type NewPlayer } from '#/features/accounts/queries.ts'
import type { Config } from '#/server/config.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { startSession } from '#/server/session.ts'
import { findOrderByToken, insertOrder, type Line, type Order } from './queries.ts'

/** Milliseconds for which the same request again is answered like the first: with a session of the account it opened. */
const replayTime = 3_600_000

/**
 * The order that a guest's confirmation token opened an account for. Refuses token_used when the token belongs to
 * somebody else's order, and to a guest's own once the account has a password or an hour has passed: from then on a
 * token that leaked would be a way in.
 */
export async function findGuestOrder(
  db: Db,
  { confirmation_token, email }: { confirmation_token: string; email: string },
  now: Date,
): Promise<Order | undefined> {
  const order = await findOrderByToken(db, confirmation_token)
  if (!order) return undefined
  const owner = await db
    .selectFrom('orders')
    .innerJoin('players', 'players.id', 'orders.player_id')
    .select('players.email')
    .where('orders.id', '=', order.id)
    .where('orders.opened_account', '=', true)
    .where('orders.created_at', '>', new Date(now.getTime() - replayTime))
    .where('players.password_hash', 'is', null)
    .executeTakeFirst()
  // Declined between the two looks: the account went, and its order with it.
  if (!owner && !(await findOrderByToken(db, confirmation_token))) return undefined
  return owner?.email.toLowerCase() === email.toLowerCase() ? order : refuse('token_used')
}

type GuestOrder = { season_id: number; area: AreaSlug; confirmation_token: string; lines: readonly Line[] }

/** Opens the account and stores its order, both or neither. Refuses email_in_use, and token_used. */
export async function insertGuestOrder(
  db: Db,
  { player, order }: { player: Omit<NewPlayer, 'password_hash'>; order: GuestOrder },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const player_id = await insertPlayer(tx, { ...player, password_hash: null }, now)
    const stored = await insertOrder(tx, { ...order, player_id, opened_account: true }, now)
    // Another email with the same token was faster: this account goes back with the transaction.
    if (stored === null) refuse('token_used')
  })
}

/** Signs the guest in. Refuses payment_declined when the account has gone: a twin of the request was declined. */
export async function startGuestSession(db: Db, player_id: number, now: Date): Promise<{ token: string; user: User }> {
  return inTransaction(db, async (tx) => {
    const kept = await tx
      .selectFrom('players')
      .select('id')
      .where('id', '=', player_id)
      .forKeyShare()
      .executeTakeFirst()
    if (!kept) refuse('payment_declined')
    return { token: await startSession(tx, player_id, now), user: await findUser(tx, player_id) }
  })
}

/** Mails the buyer of a paid order, if it opened the account, a link to choose a password; never a password. */
export async function welcomeGuest(tx: Tx, config: Config, order_id: string): Promise<void> {
  const guest = await tx
    .selectFrom('orders')
    .innerJoin('players', 'players.id', 'orders.player_id')
    .select('players.id')
    .where('orders.id', '=', order_id)
    .where('orders.opened_account', '=', true)
    .where('players.password_hash', 'is', null)
    .executeTakeFirst()
  if (guest) await queueEmail(tx, config, 'set_password', { player_id: guest.id })
}

/**
 * Removes the account that an order opened and did not pay for, with the order, if that is all there is of it: no
 * password, no verified email, no other order, nothing that points at it. Answers whether it is gone.
 */
export async function forgetGuest(db: Db, order_id: string): Promise<boolean> {
  try {
    return await inTransaction(db, async (tx) => {
      const order = await tx
        .selectFrom('orders')
        .select('player_id')
        .where('id', '=', order_id)
        .where('opened_account', '=', true)
        .forUpdate()
        .executeTakeFirst()
      if (!order) return false
      const guest = await tx
        .selectFrom('players')
        .select('id')
        .where('id', '=', order.player_id)
        .where('password_hash', 'is', null)
        .where('email_verified_at', 'is', null)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      const unpaid = await tx
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
      if (!guest || unpaid || social) return false
      await tx.deleteFrom('purchases').where('order_id', '=', order_id).execute()
      await tx.deleteFrom('orders').where('id', '=', order_id).execute()
      await tx.deleteFrom('players').where('id', '=', guest.id).execute()
      return true
    })
  } catch (error) {
    // Another order, an entry, a friend who was referred: more than a guest by now, so the account stays.
    if (isStillNeeded(error)) return false
    throw error
  }
}

/** SQLSTATE foreign_key_violation, restrict_violation. */
function isStillNeeded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23001')
}

/** Removes the accounts of guests whose orders came to nothing while nobody was looking: expired, or cut short by a crash. */
export async function forgetGuests(db: Db): Promise<void> {
  const over = await db
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
  for (const { id } of over) await forgetGuest(db, id)
}
