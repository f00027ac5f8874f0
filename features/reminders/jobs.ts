import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { workOnEach } from '#/server/queue.ts'
import { insertDueReminders, reminderKinds } from './queries.ts'

/**
 * Reminds players of their matches, once for each occasion. A reminder is stored with the notification that it queues,
 * so a second process, a second run or a crash repeats nothing.
 */
export async function sendReminders({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await workOnEach(reminderKinds, (kind) =>
    inTransaction(db, async (tx) => {
      for (const reminder of await insertDueReminders(tx, kind, now)) await notify(tx, kind, reminder)
    }),
  )
}
