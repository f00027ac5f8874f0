import * as z from 'zod/mini'
import { taskKind, taskWork } from '#/organizer/desk/tasks.ts'
import { inTransaction } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { countNotified, lockUnnotified, markNotified } from './queries.ts'

export const sendTask = taskKind('send_message', {
  input: z.object({ message_id: z.uuid() }),
  outcome: z.object({ message_id: z.uuid(), notified: z.int() }),
})

/** Players notified in one transaction. */
const BATCH_SIZE = 100

/**
 * Notifies the players of a message, 100 at a time. The mark of each is stored with the notification, so the work can
 * restart anywhere and notifies nobody twice.
 */
export const sendWork = taskWork(sendTask, async ({ db }, { input: { message_id } }, progress, now) => {
  let isWorking = true
  while (isWorking) {
    const { done, total } = await countNotified(db, message_id)
    await progress(done, total)
    isWorking = await inTransaction(db, async (tx) => {
      const players = await lockUnnotified(tx, message_id, BATCH_SIZE)
      if (players.length === 0) return false
      for (const player_id of players) await notify(tx, 'league_message', { message_id, player_id })
      await markNotified(tx, message_id, players, now)
      return true
    })
  }
  return { message_id, notified: (await countNotified(db, message_id)).done }
})
