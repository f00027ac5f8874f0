import type { NotificationKind } from '#/contract/notification-kinds.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import type { Notifications } from '#/server/notifications.ts'

/** What became of the email of a notification. `in_app`: it was read in the app before. */
export type MailOutcome = {
  kind: NotificationKind
  about: Notifications[NotificationKind]
  outcome: 'delivered' | 'bounced' | 'opted_out' | 'digest' | 'in_app'
}

/** Whether the email belongs to an organizer's message, whose log keeps the outcome for each recipient. */
export function isOfMessage({ kind }: Pick<MailOutcome, 'kind'>): boolean {
  return kind === 'league_message'
}

/** Stores the outcome with the message. A repeat of the job keeps the first one. */
export async function recordOutcome(tx: Tx, { outcome, ...mail }: MailOutcome, now: Date): Promise<void> {
  if (!isOfMessage(mail)) return
  const { message_id, player_id } = mail.about as Notifications['league_message']
  await tx
    .updateTable('message_recipients')
    .set({ outcome, outcome_at: now })
    .where('message_id', '=', message_id)
    .where('player_id', '=', player_id)
    .where('outcome', 'is', null)
    .execute()
}

/**
 * Marks an account whose email the mail server refused, or clears the mark once it accepts one. A change of the email
 * clears it too (migration 172).
 */
export async function updateBounced(
  db: Db,
  { player_id, email, bounced_at }: { player_id: number; email: string; bounced_at: Date | null },
): Promise<void> {
  const { email_bounced_at } = (await db
    .selectFrom('players')
    .select('email_bounced_at')
    .where('id', '=', player_id)
    .executeTakeFirst()) ?? { email_bounced_at: null }
  if ((email_bounced_at === null) === (bounced_at === null)) return
  await inTurn(db, [`player ${player_id}`], (writable) =>
    writable
      .updateTable('players')
      .set({ email_bounced_at: bounced_at })
      .where('id', '=', player_id)
      .where('email', '=', email)
      .execute(),
  )
}
