import type { NotificationKind } from '#/contract/notification-kinds.ts'
import type { MailText } from '#/features/notifications/mail-texts.ts'
import type { Db, Tx } from '#/server/db.ts'

export async function listStoredMailTexts(db: Db): Promise<(MailText & { kind: NotificationKind })[]> {
  return db.selectFrom('mail_texts').select(['kind', 'subject', 'opening']).orderBy('kind').execute()
}

export async function upsertMailText(
  tx: Tx,
  text: MailText & { kind: NotificationKind; changed_by_id: number },
  now: Date,
): Promise<void> {
  const stored = { ...text, changed_at: now }
  await tx
    .insertInto('mail_texts')
    .values(stored)
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(stored))
    .execute()
}

export async function deleteMailText(tx: Tx, kind: NotificationKind): Promise<void> {
  await tx.deleteFrom('mail_texts').where('kind', '=', kind).execute()
}

/**
 * The number of recent notifications searched for one of a kind: no index covers the kind, and some kinds are never
 * stored.
 */
const MOST_READ = 50_000

/** The newest notification of a kind, as the program wrote it, if it is among the recent ones. */
export async function findNewestOf(
  db: Db,
  kind: NotificationKind,
): Promise<{ title: string; text: string } | undefined> {
  return db
    .selectFrom((all) =>
      all
        .selectFrom('notifications')
        .select(['id', 'kind', 'title', 'text'])
        .orderBy('id', 'desc')
        .limit(MOST_READ)
        .as('newest'),
    )
    .select(['title', 'text'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
