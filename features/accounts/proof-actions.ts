import { sql } from 'kysely'
import type { PublicAction } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { endAccess } from './access.ts'

/** `first` ends every earlier claim, `later` changes nothing, and `none` means that the account no longer has this email. */
type Proof = 'first' | 'later' | 'none'

type Session = { token_hash: Buffer }

/** Kinds that the person who proves the email in a session has set up in it. */
const keptBySession = [
  'password',
  'passkeys',
  'emergency_contact',
  'times',
  'calendar_feed',
  'notification_choices',
] as const

/**
 * Makes the person who has just proved to own an email the only owner of its account (docs/product.md, "Accounts and
 * sessions"). Until then anybody may have opened it, so the first proof ends the password, passkeys, sessions, mailed
 * links and open guest orders, and empties the profile. `kept` is a session of the same person, who therefore knows the password:
 * the session, the password and the passkeys stay. `profileIsTheirs` says that the person filled in the profile or has read it,
 * `cardsAreTheirs` that they also saved the cards.
 */
export async function proveEmail(
  { tx, now }: Pick<PublicAction, 'tx' | 'now'>,
  { player_id, email }: { player_id: number; email: string },
  {
    kept = null,
    profileIsTheirs = kept !== null,
    cardsAreTheirs = profileIsTheirs,
  }: { kept?: Session | null; profileIsTheirs?: boolean; cardsAreTheirs?: boolean } = {},
): Promise<Proof> {
  const account = await tx
    .selectFrom('players')
    .select(['email_verified_at', 'photo'])
    .where('id', '=', player_id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return 'none'
  if (account.email_verified_at !== null) return 'later'
  await tx.updateTable('players').set({ email_verified_at: now }).where('id', '=', player_id).execute()
  await endAccess(tx, player_id, 'claim', {
    now,
    kept: kept?.token_hash,
    spares: [
      ...(kept ? keptBySession : []),
      ...(profileIsTheirs ? (['profile', 'answers'] as const) : []),
      ...(cardsAreTheirs ? (['saved_cards'] as const) : []),
    ],
  })
  if (!profileIsTheirs && account.photo !== null) await startJob(tx, 'remove_photo', { hash: account.photo })
  await completeOpenOrders(tx, player_id)
  return 'first'
}

/**
 * Completes the orders that waited for a proof of the email: a guest's unpaid one is closed, a held one confirmed, and
 * the partners of a paid one are invited.
 */
export async function completeOpenOrders(tx: Tx, player_id: number): Promise<void> {
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('player_id', '=', player_id)
    .where((order) =>
      order.or([
        order.and([
          order('settled_at', 'is', null),
          order.or([order('opened_account', '=', true), order('held_until', 'is not', null)]),
        ]),
        order.exists(
          order
            .selectFrom('purchases')
            .select('purchases.id')
            .whereRef('purchases.order_id', '=', 'orders.id')
            .where('purchases.counts', '=', true)
            .where('purchases.partner_email', 'is not', null),
        ),
      ]),
    )
    .execute()
  // It has the key of `completeLater`, so it replaces a later check.
  for (const { id } of orders)
    await startJob(tx, 'complete_order', { order_id: id }, { key: `complete_order ${id}`, last: true })
}
