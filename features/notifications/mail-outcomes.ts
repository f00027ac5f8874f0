import type { NotNull } from 'kysely'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import { fillMessage, type MessageValues } from '#/rules/message-text.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import type { Notifications } from '#/server/notifications.ts'

/** The outcome of a notification's email. `in_app`: it was read in the app before. */
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
  if (((await findBounce(db, player_id)) === null) === (bounced_at === null)) return
  await inTurn(db, [`player ${player_id}`], (writable) =>
    writable
      .updateTable('players')
      .set({ email_bounced_at: bounced_at })
      .where('id', '=', player_id)
      .where('email', '=', email)
      .execute(),
  )
}

/** When the mail server refused the player's email. Null if it accepts it. */
export async function findBounce(db: Db, player_id: number): Promise<string | null> {
  const row = await db.selectFrom('players').select('email_bounced_at').where('id', '=', player_id).executeTakeFirst()
  return row?.email_bounced_at?.toISOString() ?? null
}

/** The messages of organizers to a player, as the player reads them, for the export of personal data. */
export async function listMessagesTo(db: Db, player_id: number, limit: number) {
  const rows = await db
    .selectFrom('message_recipients as r')
    .innerJoin('league_messages as m', 'm.id', 'r.message_id')
    .innerJoin('players as by', 'by.id', 'm.organizer_id')
    .select(['by.name as organizer', 'm.subject', 'm.body', 'r.fields', 'r.notified_at', 'r.outcome'])
    .where('r.player_id', '=', player_id)
    .where('r.notified_at', 'is not', null)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id')
    .limit(limit)
    .$narrowType<{ notified_at: NotNull }>()
    .execute()
  return rows.map(({ subject, body, fields, notified_at, ...row }) => ({
    ...row,
    subject: fillMessage(subject, fields as MessageValues),
    text: fillMessage(body, fields as MessageValues),
    sent_at: notified_at.toISOString(),
  }))
}

/** Deletes the rows of a player in the logs of messages. The messages keep their totals. */
export async function deleteMessagesTo(tx: Tx, player_id: number): Promise<void> {
  await tx.deleteFrom('message_recipients').where('player_id', '=', player_id).execute()
}
