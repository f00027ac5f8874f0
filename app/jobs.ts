import type { FastifyBaseLogger } from 'fastify'
import type { Task, TaskList } from 'graphile-worker'
import { deliver, sendWaitingEmail } from '#/features/notifications/jobs.ts'
import { workTask } from '#/organizer/desk/tasks.ts'
import { makeDailyBackup } from '#/server/backup/daily.ts'
import type { App } from '#/server/context.ts'
import { untilAborted } from '#/server/db.ts'
import type { JobWork } from '#/server/feature.ts'
import { deleteOldKeys } from '#/server/idempotency.ts'
import { deleteExpiredMailTokens } from '#/server/mail-tokens.ts'
import { observed } from '#/server/observe.ts'
import { Undeliverable } from '#/server/outside/mail.ts'
import { removePhoto } from '#/server/outside/photos.ts'
import { workOnEach, type JobName } from '#/server/queue.ts'
import { deleteEndedSessions } from '#/server/session.ts'
import { writeNotification } from './emails.ts'
import { features, merge } from './features.ts'

/** Deletions of expired rows, by folder. */
const deletions = [
  deleteEndedSessions,
  deleteExpiredMailTokens,
  ...features.flatMap((feature) => ('deleteExpired' in feature ? [feature.deleteExpired] : [])),
]

/** The work of each kind of long-running task. */
const taskWorks = merge(features.flatMap((feature) => ('tasks' in feature ? [feature.tasks] : [])))

/** The work of each job: the features' jobs, the server's, and the job that needs the list of all features. */
const jobs: { [N in JobName]: JobWork<N> } = {
  ...merge(features.flatMap((feature) => ('jobs' in feature ? [feature.jobs] : []))),
  forget_mail_tokens: ({ db, clock }) => workOnEach(deletions, (deleteExpired) => deleteExpired(db, clock.now())),
  forget_keys: ({ db, clock }) => deleteOldKeys(db, clock.now()),
  notify: (app, notice) => deliver(app, notice, writeNotification),
  send_mail: (app, email) => sendWaitingEmail(app, email, writeNotification),
  work_task: (app, { task_id }) => workTask(app, task_id, taskWorks),
  remove_photo: (app, { hash }) => removePhoto(app.photos, hash),
  back_up: (app, _payload, log) => makeDailyBackup(app, log),
}

const MINUTE_MS = 60_000

/** Timeouts for one attempt. The jobs listed work on one thing, the others on all leagues. */
export const JOB_TIMEOUTS_MS: Partial<Record<JobName, number>> & { others: number } = {
  others: 10 * MINUTE_MS,
  notify: MINUTE_MS,
  send_mail: MINUTE_MS,
  send_digest: MINUTE_MS,
  push: MINUTE_MS,
  deliver_webhook: MINUTE_MS,
  remove_photo: MINUTE_MS,
  complete_order: MINUTE_MS,
  follow_payment: MINUTE_MS,
  make_refund: MINUTE_MS,
  work_task: 30 * MINUTE_MS,
  rate_results: 30 * MINUTE_MS,
  back_up: 30 * MINUTE_MS,
  check_data: 30 * MINUTE_MS,
  prove_backup: 60 * MINUTE_MS,
}

/** Scheduled jobs (UTC), each run in only one process. */
export const timetable: { task: JobName; match: string }[] = [
  { task: 'open_seasons', match: '0 * * * *' },
  { task: 'draw_leagues', match: '*/5 * * * *' },
  { task: 'send_calendars', match: '* * * * *' },
  { task: 'make_playoffs', match: '10 * * * *' },
  { task: 'seal_leagues', match: '15 * * * *' },
  // Work that a stopped process has left, and the results of an older release.
  { task: 'rate_results', match: '* * * * *' },
  { task: 'send_reminders', match: '*/5 * * * *' },
  { task: 'settle_unplayed', match: '*/15 * * * *' },
  { task: 'note_silent_confirmations', match: '*/5 * * * *' },
  { task: 'offer_places', match: '*/5 * * * *' },
  { task: 'resume_refunds', match: '*/15 * * * *' },
  { task: 'forget_guests', match: '* * * * *' },
  { task: 'forget_keys', match: '35 * * * *' },
  { task: 'forget_mail_tokens', match: '20 8 * * *' },
  { task: 'check_books', match: '50 * * * *' },
  { task: 'check_data', match: '25 9 * * *' },
  { task: 'back_up', match: '40 * * * *' },
  // Once a backup that began at 40 has ended (JOB_TIMEOUTS_MS).
  { task: 'prove_backup', match: '25 10 * * 0' },
]

/** The jobs in the library's format. An attempt that takes too long fails, and its statements end. */
export function tasksOf(app: App, log: FastifyBaseLogger, timeouts = JOB_TIMEOUTS_MS): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => {
      const work = job as (app: App, payload: unknown, log: FastifyBaseLogger) => Promise<void>
      const timeout = timeouts[name as JobName] ?? timeouts.others
      const task: Task = async (payload) => {
        try {
          await observed({ kind: 'job', name, parent: traceOf(payload) }, () =>
            withinTime(timeout, (signal) => work({ ...app, db: untilAborted(app.db, signal) }, payload, log)),
          )
        } catch (error) {
          if (!(error instanceof Undeliverable)) throw error
          log.warn({ err: error, job: name }, 'undeliverable email')
        }
      }
      return [name, task]
    }),
  )
}

/** The trace that a job belongs to. Undefined if there was none when it was started. */
function traceOf(payload: unknown): string | undefined {
  const trace = typeof payload === 'object' && payload !== null && 'traceparent' in payload ? payload.traceparent : null
  return typeof trace === 'string' ? trace : undefined
}

/** Aborts the work at the timeout, and stops waiting for it. */
async function withinTime(timeout: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const limit = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`The job took longer than ${timeout / 1000} s and was ended.`)
    limit.abort(error)
    reject(error)
  }, timeout)
  await Promise.race([work(limit.signal), promise]).finally(() => clearTimeout(timer))
}
