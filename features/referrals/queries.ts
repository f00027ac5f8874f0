import { sql } from 'kysely'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'

/** The number of free seasons that the player has left. */
export async function countFreeSeasons(db: Db, player_id: number): Promise<number> {
  const { left } = await db
    .selectFrom('free_seasons')
    .select(sql<number>`count(*)`.as('left'))
    .where('player_id', '=', player_id)
    .where('purchase_id', 'is', null)
    .where('taken_back_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** The player's referral code, and how many signed up with it. */
export async function findReferral(
  db: Db,
  player_id: number,
): Promise<{ referral_count: number; referral_code: string }> {
  return db
    .selectFrom('players')
    .select('referral_code')
    .select((player) =>
      player
        .selectFrom('players as friends')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('friends.referred_by_id', '=', 'players.id')
        .$asScalar()
        .$notNull()
        .as('referral_count'),
    )
    .where('id', '=', player_id)
    .executeTakeFirstOrThrow()
}

/**
 * Grants the referrer of a paid order's buyer one free season: once per friend, for the first paid order. Call it for
 * every settlement that charges money; later ones of the same friend change nothing.
 */
export async function grantReferralCredit(tx: Tx, order_id: string, now: Date): Promise<void> {
  await tx
    .insertInto('free_seasons')
    .columns(['player_id', 'friend_id', 'order_id', 'granted_at'])
    .expression(
      tx
        .selectFrom('orders')
        .innerJoin('players as friends', 'friends.id', 'orders.player_id')
        .innerJoin('players', 'players.id', 'friends.referred_by_id')
        .select(['players.id', 'friends.id as friend_id', 'orders.id as order_id', sql<Date>`${now}`.as('granted_at')])
        .where('orders.id', '=', order_id)
        .where('players.deleted_at', 'is', null)
        .whereRef('players.id', '<>', 'friends.id'),
    )
    .onConflict((conflict) => conflict.constraint('free_seasons_once_a_friend').doNothing())
    .execute()
}

/** Locks the player's oldest free seasons, `count` of them. Refuses no_free_season if there are fewer. */
export async function lockFreeSeasons(tx: Tx, player_id: number, count: number): Promise<number[]> {
  // A concurrent claim waits here, and then finds that the credits are spent.
  const credits = await tx
    .selectFrom('free_seasons')
    .select('id')
    .where('player_id', '=', player_id)
    .where('purchase_id', 'is', null)
    .where('taken_back_at', 'is', null)
    .orderBy('id')
    .limit(count)
    .forUpdate()
    .execute()
  return credits.length === count ? credits.map(({ id }) => id) : refuse('no_free_season')
}

/** Pays for a line with a free season that this transaction has locked. */
export async function spendFreeSeason(tx: Tx, id: number, purchase_id: number): Promise<void> {
  await tx.updateTable('free_seasons').set({ purchase_id }).where('id', '=', id).execute()
}

/**
 * Removes the unspent free season that a friend's order earned, once all of its lines are refunded. Call it for every
 * refund, after the lines were changed.
 */
export async function takeCreditBack(tx: Tx, order_id: string, now: Date): Promise<void> {
  await lockCredit(tx, 'order_id', order_id)
  await tx
    .updateTable('free_seasons')
    .set({ taken_back_at: now })
    .where('order_id', '=', order_id)
    .where('purchase_id', 'is', null)
    .where('taken_back_at', 'is', null)
    .where((credit) => credit.not(credit.exists(paidLine(tx))))
    .execute()
}

/**
 * Returns the free season that paid for a line, if one did; removes it at once if the friend's order has been refunded.
 * Returns whether one had paid. Call it for every withdrawal.
 */
export async function giveCreditBack(tx: Tx, purchase_id: number, now: Date): Promise<boolean> {
  await lockCredit(tx, 'purchase_id', purchase_id)
  const given = await tx
    .updateTable('free_seasons')
    .set((credit) => ({
      purchase_id: null,
      taken_back_at: credit
        .case()
        // A gift does not depend on an order, so it becomes unspent again.
        .when(credit.or([credit('order_id', 'is', null), credit.exists(paidLine(tx))]))
        .then(null)
        .else(sql<Date>`${now}::timestamptz`)
        .end(),
    }))
    .where('purchase_id', '=', purchase_id)
    .executeTakeFirst()
  return given.numUpdatedRows === 1n
}

/** Locks a credit before it is read, so that a refund and a withdrawal of the same credit run one after the other. */
async function lockCredit(tx: Tx, column: 'order_id' | 'purchase_id', value: string | number): Promise<void> {
  await tx.selectFrom('free_seasons').select('id').where(column, '=', value).forUpdate().execute()
}

/** A line, in the order that earned the credit, whose money has not been refunded. */
function paidLine(tx: Tx) {
  return (
    tx
      .selectFrom('purchases')
      .select('purchases.id')
      .where('purchases.order_id', '=', sql.ref<string>('free_seasons.order_id'))
      // Closed but not refunded: an organizer has taken the entry out and kept the money.
      .where('status', 'in', ['Paid', 'Closed'])
      .where('taken_cents', '>', 0)
  )
}
