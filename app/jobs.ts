import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { playForward } from '#/organizer/demo-league/play-forward.ts'
import { forgetMailTokens } from '#/features/accounts/jobs.ts'
import { forgetGuests } from '#/features/checkout/guest-queries.ts'
import { completeOrder, followPayment } from '#/features/checkout/jobs.ts'
import { forgetFiles, workOnExport } from '#/organizer/exchange/exports.ts'
import { workOnCheck, workOnStore } from '#/organizer/exchange/imports.ts'
import { failBrokenTasks, workTask, type TaskWork } from '#/organizer/desk/tasks.ts'
import { forgetPairLinks } from '#/features/pairs/links.ts'
import { readDemoClock } from '#/organizer/demo/queries.ts'
import { makeRefundLater, resumeRefunds } from '#/features/refunds/make-refund.ts'
import { makeDuePlayoffs, notifyBracket } from '#/features/playoffs/jobs.ts'
import { drawSeasonWork } from '#/organizer/schedule/draw.ts'
import { drawLeagues } from '#/features/schedule/jobs.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { offerPlaces } from '#/features/wait-list/jobs.ts'
import type { App } from '#/server/context.ts'
import { readAreas } from '#/server/areas.ts'
import type { Db } from '#/server/db.ts'
import { sendMail } from './emails.ts'
import { Undeliverable } from '#/server/outside/mail.ts'
import { releaseHeldJobs, type JobName, type Jobs } from '#/server/queue.ts'
import { rebuildSeason } from '#/organizer/seasons/actions.ts'
import { deleteExpiredScoreLinks } from '#/features/confirmation/links.ts'

/** The table of contents: what each job does. A job may run twice: after a crash it begins again. */
const jobs: { [N in JobName]: (app: App, payload: Jobs[N], log: FastifyBaseLogger) => Promise<void> } = {
  open_seasons: (app) => openSeasons(app.db, saleDay(app.clock.now())),
  forget_mail_tokens: async (app) => {
    await forgetMailTokens(app.db, app.clock.now())
    await deleteExpiredScoreLinks(app.db, app.clock.now())
    await forgetPairLinks(app.db, app.clock.now())
    await forgetFiles(app.db, app.clock.now())
  },
  draw_leagues: (app) => drawLeagues(app.db, app.clock.now()),
  make_playoffs: (app) => makeDuePlayoffs(app.db, app.clock.now()),
  tell_playoffs: notifyBracket,
  offer_places: offerPlaces,
  forget_guests: (app) => forgetGuests(app.db),
  send_mail: sendMail,
  work_task: (app, { task_id }) => workTask(app, task_id, works),
  complete_order: completeOrder,
  follow_payment: followPayment,
  make_refund: makeRefundLater,
  resume_refunds: resumeRefunds,
}

/** What each kind of long work of the desk does. */
const works: Record<string, TaskWork> = {
  import_check: workOnCheck,
  import_store: workOnStore,
  export: workOnExport,
  draw_season: drawSeasonWork,
  play_forward: playForward,
  rebuild_season: rebuildSeason,
}

/** Jobs that the clock starts (UTC), in one process only, whichever is first. */
const timetable: { task: JobName; match: string }[] = [
  { task: 'open_seasons', match: '0 * * * *' },
  { task: 'draw_leagues', match: '*/5 * * * *' },
  { task: 'make_playoffs', match: '10 * * * *' },
  { task: 'offer_places', match: '*/5 * * * *' },
  { task: 'resume_refunds', match: '*/15 * * * *' },
  { task: 'forget_guests', match: '* * * * *' },
  { task: 'forget_mail_tokens', match: '20 8 * * *' },
]

/** The jobs as the library wants them. */
export function tasksOf(app: App, log: FastifyBaseLogger): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, work]) => [
      name,
      async (payload: unknown) => {
        try {
          await (work as (app: App, payload: unknown, log: FastifyBaseLogger) => Promise<void>)(app, payload, log)
        } catch (error) {
          if (!(error instanceof Undeliverable)) throw error
          log.warn({ err: error, job: name }, 'an email that nobody takes')
        }
      },
    ]),
  )
}

/** Milliseconds between two looks for held, orphaned and broken jobs, and for areas that another process has opened. */
const round = 5_000

/** Runs jobs in this process until stopped; stopping waits for those under way. Any number of processes may run one. */
export function startWorker(app: App, url: string, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let runner: Runner | null = null

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pool = openPool(url, log)
      try {
        runner = await runJobs(app, pool, log)
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        log.error({ err: error }, 'the job queue stopped; it starts again')
      }
      runner = null
      await pool.end()
      await wait(1_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function makeRounds(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await releaseHeldJobs(app.db, app.clock.now())
        await releaseOrphanedJobs(app.db)
        await failBrokenTasks(app.db, app.clock.now())
        await readAreas(app.db)
        await readDemoClock(app)
      } catch (error) {
        log.warn({ err: error }, 'a round of the job queue failed')
      }
      await wait(round, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const done = Promise.all([keepRunning(), makeRounds()])
  return {
    async stop() {
      stopping.abort()
      // It may have stopped by itself a moment ago; then there is nothing to stop.
      await runner?.stop().catch(() => {})
      await done
    },
  }
}

/** The library's connections: closed before the database stops, and one that breaks is no reason to end the process. */
function openPool(url: string, log: FastifyBaseLogger): Pool {
  const pool = new Pool({ connectionString: url, max: 3 })
  const broken = (error: Error) => log.warn({ err: error }, 'a connection of the job queue broke')
  pool.on('error', broken)
  pool.on('connect', (client) => client.on('error', broken))
  return pool
}

async function runJobs(app: App, pgPool: Pool, log: FastifyBaseLogger): Promise<Runner> {
  const runner = await run({
    pgPool,
    concurrency: 3,
    noHandleSignals: true,
    forbiddenFlags: ['held'],
    taskList: tasksOf(app, log),
    parsedCronItems: parseCronItems(timetable.map((item) => ({ ...item, identifier: item.task }))),
    logger: loggerOf(log),
    // Without batches a finished job that can not be struck off (no database) is a rejection that nobody catches, and
    // ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  runner.events.on('pool:listen:success', ({ workerPool, client }) => {
    // After the library's own LISTEN. Held as long as this process lives: what it has locked is not orphaned.
    // Shared: a connection that broke may linger on the server.
    client.once('drain', () => {
      client
        .query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [workerPool.id])
        .catch((error: unknown) => log.warn({ err: error }, 'the job queue could not say that it lives'))
    })
  })
  runner.events.on('job:error', ({ job, error }) => {
    const about = { err: error, job: job.task_identifier, id: job.id, attempt: job.attempts, of: job.max_attempts }
    if (job.attempts < 5) log.warn(about, 'a job failed; it will be tried again')
    else if (job.attempts < job.max_attempts) log.error(about, 'a job keeps failing; it will be tried again')
    else log.error(about, 'a job failed for good')
  })
  return runner
}

/**
 * Hands on what a killed process had begun. The library itself waits four hours. Seconds of grace, for a process that
 * has just started and not yet said that it lives.
 */
async function releaseOrphanedJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs
      where locked_at < now() - interval '5 seconds' and pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))))`.execute(
    db,
  )
}

/** The library's own troubles; a job's are told above, without its payload. */
function loggerOf(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.['failure'] === true) return
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })
}
