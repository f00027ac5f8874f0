import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, run, type Runner, type Task, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { ShortUsePool, USE_TIMEOUT_MS } from './short-use-pool.ts'
import { playForward } from '#/organizer/demo-league/play-forward.ts'
import { forgetMailTokens } from '#/features/accounts/jobs.ts'
import { deleteUnpaidGuests } from '#/features/checkout/guest-actions.ts'
import { sendCalendars } from '#/features/calendar/jobs.ts'
import { completeOrder, followPayment } from '#/features/checkout/jobs.ts'
import { forgetFiles, workOnExport } from '#/organizer/exchange/export-jobs.ts'
import { workOnCheck, workOnStore } from '#/organizer/exchange/import-jobs.ts'
import { failBrokenTasks, workTask, type TaskWork } from '#/organizer/desk/tasks.ts'
import { deleteExpiredEntryInvitationLinks } from '#/features/invitations/links.ts'
import { deleteExpiredMergeLinks } from '#/organizer/merges/links.ts'
import { deleteExpiredOfferLinks } from '#/features/arranging/links.ts'
import { deleteExpiredPairLinks } from '#/features/pairs/links.ts'
import { makeRefundLater, resumeRefunds } from '#/features/refunds/refund-actions.ts'
import { makeDuePlayoffs, notifyBracket } from '#/features/playoffs/jobs.ts'
import { drawSeasonWork } from '#/organizer/schedule/draw.ts'
import { drawLeagues } from '#/features/schedule/jobs.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { sendReminders } from '#/features/reminders/jobs.ts'
import { settleUnplayed } from '#/features/unplayed/jobs.ts'
import { offerPlaces } from '#/features/wait-list/jobs.ts'
import type { App } from '#/server/context.ts'
import { makeDailyBackup } from '#/server/backup/daily.ts'
import { untilAborted, type Db } from '#/server/db.ts'
import { writeNotification } from './emails.ts'
import { deliver, sendDigest, sendWaitingEmail } from '#/features/notifications/jobs.ts'
import { pushNotification } from '#/features/notifications/push-jobs.ts'
import { deleteOldNotifications } from '#/features/notifications/queries.ts'
import { deleteOldKeys } from '#/server/idempotency.ts'
import { observed } from '#/server/observe.ts'
import { removePhoto } from '#/server/outside/photos.ts'
import { Undeliverable } from '#/server/outside/mail.ts'
import { deleteEndedSessions } from '#/server/session.ts'
import { releaseHeldJobs, type JobName, type Jobs } from '#/server/queue.ts'
import { deliverWebhook, spreadWebhookEvents } from '#/organizer/webhooks/jobs.ts'
import { deleteOldEvents, noteSilentConfirmations } from '#/organizer/webhooks/queries.ts'
import { rebuildSeason } from '#/organizer/seasons/actions.ts'
import { settleAllWork } from '#/organizer/unplayed/actions.ts'
import { deleteExpiredScoreLinks } from '#/features/confirmation/links.ts'

/** The work of each job. A job may run twice: after a crash it starts again. */
const jobs: { [N in JobName]: (app: App, payload: Jobs[N], log: FastifyBaseLogger) => Promise<void> } = {
  open_seasons: (app) => openSeasons(app.db, saleDay(app.clock.now())),
  forget_mail_tokens: async (app) => {
    await forgetMailTokens(app.db, app.clock.now())
    await deleteExpiredScoreLinks(app.db, app.clock.now())
    await deleteExpiredOfferLinks(app.db, app.clock.now())
    await deleteExpiredPairLinks(app.db, app.clock.now())
    await deleteExpiredEntryInvitationLinks(app.db, app.clock.now())
    await deleteExpiredMergeLinks(app.db, app.clock.now())
    await forgetFiles(app.db, app.clock.now())
    await deleteOldNotifications(app.db, app.clock.now())
    await deleteEndedSessions(app.db, app.clock.now())
    await deleteOldEvents(app.db, app.clock.now())
  },
  draw_leagues: (app) => drawLeagues(app.db, app.clock.now()),
  send_calendars: sendCalendars,
  send_reminders: sendReminders,
  settle_unplayed: (app) => settleUnplayed(app),
  make_playoffs: (app) => makeDuePlayoffs(app.db, app.clock.now()),
  tell_playoffs: notifyBracket,
  offer_places: offerPlaces,
  forget_guests: (app) => deleteUnpaidGuests({ app, now: app.clock.now() }),
  forget_keys: (app) => deleteOldKeys(app.db, app.clock.now()),
  notify: (app, notice) => deliver(app, notice, writeNotification),
  send_mail: (app, email) => sendWaitingEmail(app, email, writeNotification),
  send_digest: sendDigest,
  push: pushNotification,
  spread_webhook_events: spreadWebhookEvents,
  note_silent_confirmations: (app) => noteSilentConfirmations(app.db, app.clock.now()),
  deliver_webhook: deliverWebhook,
  remove_photo: (app, { hash }) => removePhoto(app.photos, hash),
  work_task: (app, { task_id }) => workTask(app, task_id, works),
  complete_order: completeOrder,
  follow_payment: followPayment,
  make_refund: makeRefundLater,
  resume_refunds: resumeRefunds,
  back_up: (app, _payload, log) => makeDailyBackup(app, log),
}

/** The work of each kind of long-running task. */
const works: Record<string, TaskWork> = {
  import_check: workOnCheck,
  import_store: workOnStore,
  export: workOnExport,
  draw_season: drawSeasonWork,
  play_forward: playForward,
  rebuild_season: rebuildSeason,
  settle_unplayed: settleAllWork,
}

const MINUTE_MS = 60_000

/** Timeout in milliseconds for one attempt. Jobs not listed go through all leagues. */
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
  back_up: 30 * MINUTE_MS,
}

/** Scheduled jobs (UTC), each run in only one process. */
const timetable: { task: JobName; match: string }[] = [
  { task: 'open_seasons', match: '0 * * * *' },
  { task: 'draw_leagues', match: '*/5 * * * *' },
  { task: 'send_calendars', match: '* * * * *' },
  { task: 'make_playoffs', match: '10 * * * *' },
  { task: 'send_reminders', match: '*/5 * * * *' },
  { task: 'settle_unplayed', match: '*/15 * * * *' },
  { task: 'note_silent_confirmations', match: '*/5 * * * *' },
  { task: 'offer_places', match: '*/5 * * * *' },
  { task: 'resume_refunds', match: '*/15 * * * *' },
  { task: 'forget_guests', match: '* * * * *' },
  { task: 'forget_keys', match: '35 * * * *' },
  { task: 'forget_mail_tokens', match: '20 8 * * *' },
  { task: 'back_up', match: '40 * * * *' },
]

/** The jobs in the library's format. An attempt that exceeds its timeout fails, and its database work is canceled. */
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

/** The trace that a job belongs to. Undefined if it was queued outside of one. */
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

/** Milliseconds between two checks for held, orphaned and broken jobs. */
const ROUND_MS = 2_000

/**
 * Milliseconds within which a job that this process has locked must arrive here: longer than any use of a connection.
 */
const ARRIVAL_MS = 3_000

/** Jobs attempted in this process, by the pools of its workers. */
type Begun = { pools: Set<string>; attempts: Set<string> }

/** Runs jobs in this process until stopped; stopping waits for running jobs. Any number of processes may run jobs. */
export function startWorker(
  app: App,
  url: string,
  log: FastifyBaseLogger,
  timeouts = JOB_TIMEOUTS_MS,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const begun: Begun = { pools: new Set(), attempts: new Set() }
  let runner: Runner | null = null

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pool = new ShortUsePool(url, log)
      try {
        runner = await runJobs(app, pool, log, begun, timeouts)
        if (stopping.signal.aborted) await runner.stop()
        await endOf(runner)
      } catch (error) {
        log.error({ err: error }, 'the job queue stopped; restarting it')
      }
      runner = null
      await Promise.race([pool.end(), wait(USE_TIMEOUT_MS, undefined, { ref: false })])
      await wait(1_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function makeRounds(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await releaseHeldJobs(app.db, app.clock.now())
        await releaseOrphanedJobs(app.db)
        await releaseLostJobs(app.db, begun)
        await failBrokenTasks(app.db, app.clock.now())
        if (runner) app.health.queueSeenAt = performance.now()
      } catch (error) {
        log.warn({ err: error }, 'a check of the job queue failed')
      }
      await wait(ROUND_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const done = Promise.all([keepRunning(), makeRounds()])
  return {
    async stop() {
      stopping.abort()
      // It may already have stopped by itself.
      await runner?.stop().catch(() => {})
      await done
    },
  }
}

/** Milliseconds within which an idle worker must poll: longer than any use of a connection. */
const LOOK_TIMEOUT_MS = 5_000

/**
 * Calls `onStand` if an idle worker has not polled for too long, or if none ever will: the library keeps the error of
 * its first query about tasks and throws it at each poll (graphile-worker 0.18.0, `getTaskDetails` in
 * taskIdentifiers.js).
 */
function watchWorkers({ events }: Runner, onStand: () => void): NodeJS.Timeout {
  let active = 0
  let seenAt = performance.now()
  const see = () => (seenAt = performance.now())
  const errors = new WeakSet<object>()
  for (const event of ['worker:getJob:start', 'worker:getJob:empty'] as const) events.on(event, see)
  events.on('worker:getJob:error', ({ error }) => {
    see()
    if (typeof error !== 'object' || error === null) return
    if (errors.has(error)) onStand()
    errors.add(error)
  })
  events.on('job:start', () => {
    active += 1
    see()
  })
  events.on('job:complete', () => {
    active -= 1
    see()
  })
  return setInterval(() => {
    if (active < CONCURRENCY && performance.now() - seenAt > LOOK_TIMEOUT_MS) onStand()
  }, 500)
}

/** Milliseconds for the library to stop by itself after an error. */
const END_TIMEOUT_MS = 500

/**
 * Waits until the library has stopped. After an error it stops by itself, but it miscounts and waits forever if the
 * completions of several jobs were lost (graphile-worker 0.18.0, `batch` in main.js). Running jobs continue; if their
 * completion is lost too, they are started again like those of a dead process.
 */
async function endOf(runner: Runner): Promise<void> {
  const fault = Promise.withResolvers<unknown>()
  runner.events.once('pool:fatalError', ({ error }) => fault.resolve(error))
  const watch = watchWorkers(runner, () => fault.resolve(new Error('The workers of the job queue have stalled.')))
  const isOver = await Promise.race([runner.promise.then(() => true), fault.promise.then(() => false)]).finally(() =>
    clearInterval(watch),
  )
  if (isOver) return
  const ended = runner.promise.then(() => true)
  if (await Promise.race([ended, wait(END_TIMEOUT_MS, false, { ref: false })])) return
  // Its scheduler would continue.
  runner.stop().catch(() => {})
  throw await fault.promise
}

/** Jobs that a process runs in parallel. */
const CONCURRENCY = 3

/** Milliseconds between polls, in case a notification is lost. */
const POLL_INTERVAL_MS = 1_000

async function runJobs(
  app: App,
  pgPool: ShortUsePool,
  log: FastifyBaseLogger,
  begun: Begun,
  timeouts: typeof JOB_TIMEOUTS_MS,
): Promise<Runner> {
  const runner = await run({
    pgPool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    forbiddenFlags: ['held'],
    taskList: tasksOf(app, log, timeouts),
    pollInterval: POLL_INTERVAL_MS,
    parsedCronItems: parseCronItems(timetable.map((item) => ({ ...item, identifier: item.task }))),
    logger: loggerOf(log),
    // Without batches, a finished job that cannot be deleted (no database) is an unhandled rejection and ends the
    // process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  runner.events.on('job:start', ({ worker, job }) => {
    begun.pools.add(worker.workerPool.id)
    begun.attempts.add(attemptOf(job))
  })
  runner.events.on('pool:listen:success', ({ workerPool, client }) => {
    begun.pools.add(workerPool.id)
    pgPool.watch(client)
    // Runs after the library's own LISTEN. The lock lives as long as this process and marks its jobs as not orphaned.
    // It is shared because a broken connection may stay open on the server for a while.
    client.once('drain', () => {
      client
        .query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [workerPool.id])
        .catch((error: unknown) => log.warn({ err: error }, 'the job queue could not take its lock'))
    })
  })
  runner.events.on('job:error', ({ job, error }) => {
    const about = { err: error, job: job.task_identifier, id: job.id, attempt: job.attempts, of: job.max_attempts }
    if (job.attempts < 5) log.warn(about, 'a job failed; it will be retried')
    else if (job.attempts < job.max_attempts) log.error(about, 'a job keeps failing; it will be retried')
    else log.error(about, 'a job failed permanently')
  })
  return runner
}

/**
 * Releases the jobs of a killed process; the library itself waits four hours. A process that has just started gets five
 * seconds to take its lock.
 */
async function releaseOrphanedJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs
      where locked_at < now() - interval '5 seconds' and pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))))`.execute(
    db,
  )
}

function attemptOf({ id, attempts }: { id: string; attempts: number }): string {
  return `${id} ${attempts}`
}

/**
 * Releases jobs that this process has locked but never received, because the response was lost with its connection.
 * Jobs that it has begun stay locked, even if the database is unavailable when they finish.
 */
async function releaseLostJobs(db: Db, begun: Begun): Promise<void> {
  const { rows } = await sql<{ id: string; attempts: number; late: boolean }>`
    select id::text, attempts, locked_at < now() - ${`${ARRIVAL_MS} ms`}::interval as late
    from graphile_worker._private_jobs where locked_by = any(${[...begun.pools]}::text[])`.execute(db)
  const locked = new Set(rows.map(attemptOf))
  for (const attempt of begun.attempts) if (!locked.has(attempt)) begun.attempts.delete(attempt)
  const lost = rows.filter((row) => row.late && !begun.attempts.has(attemptOf(row))).map(({ id }) => id)
  if (lost.length === 0) return
  await sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
    where id = any(${lost}::bigint[]) and locked_by = any(${[...begun.pools]}::text[])`.execute(db)
}

/** The library's own errors; those of jobs are logged above, without the payload. */
function loggerOf(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.['failure'] === true) return
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })
}
