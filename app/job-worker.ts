import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import { sql } from 'kysely'
import { failBrokenTasks } from '#/organizer/desk/tasks.ts'
import type { App } from '#/server/context.ts'
import { inTurn, type Db } from '#/server/db.ts'
import { releaseHeldJobs } from '#/server/queue.ts'
import { JOB_TIMEOUTS_MS, tasksOf, timetable } from './jobs.ts'
import { ShortUsePool, USE_TIMEOUT_MS } from './short-use-pool.ts'

/** Time between two checks for held, orphaned and broken jobs. */
const CHECK_INTERVAL_MS = 2_000

/** Time within which a job that this process has locked must arrive here. Longer than any use of a connection. */
const ARRIVAL_MS = 3_000

/** The attempts at jobs that this process has begun, by the pools of its workers. */
type Begun = { pools: Set<string>; attempts: Set<string> }

/** Runs jobs in this process until stopped. Stopping waits for running jobs. Any number of processes may run jobs. */
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

  async function keepChecking(): Promise<void> {
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
      await wait(CHECK_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const done = Promise.all([keepRunning(), keepChecking()])
  return {
    async stop() {
      stopping.abort()
      // The runner may already have stopped because of a fault.
      await runner?.stop().catch(() => {})
      await done
    },
  }
}

/** How long an idle worker may go without looking for a job. Longer than any use of a connection. */
const LOOK_TIMEOUT_MS = 5_000

/**
 * Calls `onStall` when idle workers have not looked for a job for too long, or when they never will: the library keeps the error
 * of its first query about tasks and throws it each time (graphile-worker 0.18.0, `getTaskDetails` in taskIdentifiers.js).
 */
function watchWorkers({ events }: Runner, onStall: () => void): NodeJS.Timeout {
  let active = 0
  let seenAt = performance.now()
  const see = () => (seenAt = performance.now())
  const errors = new WeakSet<object>()
  for (const event of ['worker:getJob:start', 'worker:getJob:empty'] as const) events.on(event, see)
  events.on('worker:getJob:error', ({ error }) => {
    see()
    if (typeof error !== 'object' || error === null) return
    if (errors.has(error)) onStall()
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
    if (active < CONCURRENCY && performance.now() - seenAt > LOOK_TIMEOUT_MS) onStall()
  }, 500)
}

/** How long the library may take to stop after a fault. */
const END_TIMEOUT_MS = 500

/**
 * Waits until the library has stopped. After a fault it stops automatically, but it miscounts and waits forever if the
 * ends of several jobs were lost (graphile-worker 0.18.0, `batch` in main.js). Its running jobs continue. If their ends
 * are lost too, they start again like those of a dead process.
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
  // Without this, the runner's timers would continue.
  runner.stop().catch(() => {})
  throw await fault.promise
}

/** Jobs that run in a process at once. */
const CONCURRENCY = 3

/** Time between two checks for jobs, in case the notification of a new one is lost. */
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
    // Without batches, a finished job that cannot be deleted (no database) is an unhandled rejection and ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  runner.events.on('job:start', ({ worker, job }) => {
    begun.pools.add(worker.workerPool.id)
    begun.attempts.add(attemptOf(job))
  })
  runner.events.on('pool:listen:success', ({ workerPool, client }) => {
    begun.pools.add(workerPool.id)
    pgPool.watch(client)
    // Takes the lock after the library's own LISTEN. The lock lives as long as this process and marks its jobs as not
    // orphaned. It is shared because a broken connection may stay open on the server for a while.
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
 * Releases the jobs of a killed process. The library would wait four hours. A process that has just started has five seconds to
 * take its lock.
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
 * Releases the jobs that this process has locked but never got, because the response was lost with its connection. It still
 * completes those that it has begun, even if the database is unavailable at the moment.
 */
async function releaseLostJobs(db: Db, begun: Begun): Promise<void> {
  const { rows } = await sql<{ id: string; attempts: number; late: boolean }>`
    select id::text, attempts, locked_at < now() - ${`${ARRIVAL_MS} ms`}::interval as late
    from graphile_worker._private_jobs where locked_by = any(${[...begun.pools]}::text[])`.execute(db)
  const locked = new Set(rows.map(attemptOf))
  for (const attempt of begun.attempts) if (!locked.has(attempt)) begun.attempts.delete(attempt)
  const lost = rows.filter((row) => row.late && !begun.attempts.has(attemptOf(row))).map(({ id }) => id)
  if (lost.length === 0) return
  await inTurn(db, [], (writable) =>
    sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
    where id = any(${lost}::bigint[]) and locked_by = any(${[...begun.pools]}::text[])`.execute(writable),
  )
}

/** Logs the library's own errors. Those of jobs are logged above, without the payload. */
function loggerOf(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.['failure'] === true) return
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })
}
