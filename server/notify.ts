import { randomUUID } from 'node:crypto'
import type { NotificationKind } from '#/contract/notification-kinds.ts'
import type { Db, Tx } from './db.ts'
import type { Notifications } from './notifications.ts'
import { startJob } from './queue.ts'

/** Replaces a notification that has not been made yet under this key. */
export type NoticeTerms = { key?: string }

/**
 * Notifies somebody: in the app, by email and on their devices, as they have chosen for this kind. It is a job of the
 * caller's transaction, so it happens after the commit, and not at all when the transaction fails.
 */
export function notify<K extends NotificationKind>(
  tx: Db | Tx,
  kind: K,
  about: Notifications[K],
  terms: NoticeTerms = {},
): Promise<void> {
  return startJob(tx, 'notify', { id: randomUUID(), kind, about }, terms)
}
