import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { kindOfNotification, PUSH_HOURS } from '#/contract/notification-kinds.ts'
import { organization } from '#/contract/organization.ts'
import type { PushPayload } from '#/contract/push.ts'
import { cutText } from '#/server/cut-text.ts'
import type { App } from '#/server/context.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { PushJob } from '#/server/notifications.ts'
import type { PushMessage } from '#/server/outside/push.ts'
import { startJob } from '#/server/queue.ts'
import {
  deleteGoneDevice,
  findDuePush,
  listDeviceIds,
  listNewerKinds,
  updatePushed,
  type DuePush,
} from './device-queries.ts'
import { countUnreadNotifications, findChannels, findNextTime, findQuietHours } from './queries.ts'
import { isolateNames } from '#/rules/direction.ts'

/** Seconds between attempts at a push service that is busy or does not respond; after the last one it is dropped. */
export const PUSH_PAUSES_S = [30, 120, 600, 1_800, 7_200]

/** Maximum characters of a notification's text: push services accept 4 kB in all. */
const MOST_TEXT = 300

/** Queues pushes of a new notification to each of the player's devices. */
export async function startPushes(
  tx: Tx,
  { notification_id, player_id }: { notification_id: number; player_id: number },
) {
  for (const device_id of await listDeviceIds(tx, player_id))
    await startPush(tx, { notification_id, device_id, attempts: 0 })
}

/** A retry replaces the queued job. Pushes run after other jobs, so that a slow push service does not delay emails. */
function startPush(db: Db | Tx, job: PushJob, run_at?: Date): Promise<void> {
  const key = `push ${job.notification_id} ${job.device_id}`
  return startJob(db, 'push', job, { key, last: true, ...(run_at && { run_at }) })
}

/**
 * Sends a notification to one device, unless it was read in the app, replaced by a newer one about the same subject,
 * turned off, or is too old; during quiet hours only after they end. A repeat has the same id and is shown once.
 */
export async function pushNotification(app: App, job: PushJob, log: FastifyBaseLogger): Promise<void> {
  const { notification_id, device_id, attempts } = job
  const now = app.clock.now()
  const due = await findDuePush(app.db, job, now)
  if (!due || !(await findChannels(app.db, due.player_id, due.kind)).push || (await isReplaced(app.db, job, due)))
    return
  const { push_hours = PUSH_HOURS } = kindOfNotification(due.kind)
  const until = new Date(due.at.getTime() + push_hours * 3_600_000)
  const laterAt = async (at: Date, next: PushJob) => {
    if (at < until) await startPush(app.db, next, at)
  }
  const quietUntil = await findQuietEnd(app.db, due.player_id, now)
  if (quietUntil) return laterAt(quietUntil, job)
  if (now >= until) return

  const unread = await countUnreadNotifications(app.db, due.player_id)
  const ttl_s = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const outcome = await app.push.send(due, messageOf({ ...due, notification_id, unread, ttl_s }, job))
  // Device endpoints are secret: anyone who knows one can send to it.
  const about = { push_service: new URL(due.endpoint).host, attempts: attempts + 1 }
  if (outcome.kind === 'sent') await updatePushed(app.db, device_id, now)
  else if (outcome.kind === 'gone') await deleteGoneDevice(app.db, device_id)
  else if (outcome.kind === 'too_large' && !job.without_text) await startPush(app.db, { ...job, without_text: true })
  else if (outcome.kind === 'later' && PUSH_PAUSES_S[attempts] !== undefined) {
    const pause = Math.max(PUSH_PAUSES_S[attempts], outcome.retry_after_s ?? 0)
    log.info({ ...about, why: outcome.why, pause }, 'a push will be tried again')
    await laterAt(new Date(now.getTime() + pause * 1000), { ...job, attempts: attempts + 1 })
  } else log.warn({ ...about, why: 'why' in outcome ? outcome.why : outcome.kind }, 'a push was given up')
}

/** Whether a newer notification about the same subject is pushed as well. */
async function isReplaced(db: Db, { notification_id }: PushJob, { player_id, subject }: DuePush): Promise<boolean> {
  for (const kind of await listNewerKinds(db, { notification_id, player_id, subject }))
    if ((await findChannels(db, player_id, kind)).push) return true
  return false
}

/**
 * The end of the player's current quiet hours. Null outside them. During quiet hours, the next end comes before the
 * next beginning.
 */
async function findQuietEnd(db: Db, player_id: number, now: Date): Promise<Date | null> {
  const quiet = await findQuietHours(db, player_id)
  if (!quiet) return null
  const [from, to] = await Promise.all([
    findNextTime(db, player_id, quiet.from, now),
    findNextTime(db, player_id, quiet.to, now),
  ])
  return to < from ? to : null
}

type Written = Pick<DuePush, 'kind' | 'subject' | 'title' | 'text' | 'path' | 'at' | 'shows_text' | 'player_id'> & {
  notification_id: number
  unread: number
  ttl_s: number
}

/** The device's message: with text only if the player allows it on the lock screen. */
function messageOf(
  { notification_id, player_id, kind, subject, title, text, path, at, shows_text, unread, ttl_s }: Written,
  { without_text = false }: PushJob,
): PushMessage {
  // A message replaces earlier ones about the same subject, on the device and in the push service.
  const topic = hash('sha256', `${player_id} ${subject ?? notification_id}`, 'base64url').slice(0, 32)
  const shown =
    shows_text && !without_text
      ? { title: isolateNames(title), text: isolateNames(cutText(text, MOST_TEXT)) }
      : { title: organization().name, text: 'Something new in your league' }
  const payload: PushPayload = { id: notification_id, tag: topic, path, unread, at: at.getTime(), ...shown }
  const { weight } = kindOfNotification(kind)
  return { payload: JSON.stringify(payload), ttl_s, urgency: weight === 'answer' ? 'high' : 'normal', topic }
}
