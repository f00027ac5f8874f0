import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { Pool } from 'pg'
import postgres from 'postgres'
import type { FastifyInstance } from 'fastify'
import { afterAll, inject } from 'vitest'
import { pathOf, type CallInput, type Endpoint, type Reply } from '#/contract/endpoint.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { findOrMakePushKeys } from '#/features/notifications/push-keys.ts'
import { openLive } from '#/features/live/queries.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { buildServer } from '#/app/server.ts'
import type { App } from '#/server/context.ts'
import { prepareCatalogue } from '#/organizer/setup/jobs.ts'
import { Admission } from '#/server/admission.ts'
import { readAreas } from '#/server/areas.ts'
import { readSeasons } from '#/server/seasons.ts'
import { pushContact, readOrganization } from '#/server/organization.ts'
import { readConfig } from '#/server/config.ts'
import { openDatabase, type Db } from '#/server/db.ts'
import type { PoolLimits } from '#/server/pool-limits.ts'
import { tasksOf } from '#/app/jobs.ts'
import { Line } from '#/server/line.ts'
import { openLimits } from '#/server/limits.ts'
import { followReplica, REPLICA_LIMITS } from '#/server/replica.ts'
import type { LogOutput } from '#/server/log.ts'
import { openSessions } from '#/server/session.ts'
import { openSecretBox } from '#/server/secret-box.ts'
import { observeMail, observePayments, observePush } from '#/server/observe.ts'
import type { Email } from '#/server/outside/mail.ts'
import { openStripe } from '#/server/outside/payments-stripe.ts'
import { openTestPayments } from '#/server/outside/payments-test.ts'
import { openPhotoFolder } from '#/server/outside/photos-folder.ts'
import { openPublicHttp } from '#/server/outside/public-http.ts'
import { openPush } from '#/server/outside/push-http.ts'
import { openSocial } from '#/server/outside/social.ts'
import { releaseHeldJobs } from '#/server/queue.ts'
import { checkedLog } from './log-check.ts'
import { devToken } from './dev-secrets.ts'

/** Creates a database for this test file, a copy of the migrated template or empty, and drops it at the end. Returns its URL. */
export async function freshDatabase(template: 'template' | 'template0' = 'template'): Promise<string> {
  const maintenance = inject('postgres')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const server = postgres(maintenance, { max: 1, onnotice: () => {} })
  await server`create database ${server(name)} template ${server(template)}`
  afterAll(async () => {
    await dropDatabase(server, name)
    await server.end()
  })
  const url = new URL(maintenance)
  url.pathname = `/${name}`
  return url.href
}

/** Drops a database once its last connection has closed: an interrupted connection throws where nothing catches it. */
export async function dropDatabase(maintenance: postgres.Sql, name: string): Promise<void> {
  const connections = async () =>
    (await maintenance`select from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`).length
  const deadline = Date.now() + 5_000
  while ((await connections()) > 0 && Date.now() < deadline) await wait(20)
  await maintenance`drop database ${maintenance(name)} with (force)`
}

/** Longer than a player would wait, because tests run side by side on busy machines. Milliseconds. */
const patient: PoolLimits = {
  connections: 6,
  transactions: 5,
  per_lock: 2,
  acquire: 60_000,
  statement: 120_000,
  transaction: 120_000,
  lock: 120_000,
}

type Answer<E extends Endpoint> = { status: number; body: Reply<E> & Partial<RefusalBody> }
type Input<E extends Endpoint> = CallInput<E> & { token?: string | undefined }

/** The input of `send`. `params` is refused, because `send` takes a complete `path`. */
type RawInput = {
  path?: string | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  token?: string | undefined
  params?: never
}

/**
 * Starts the real app on a separate database, with a caller typed by the endpoint. `at` sets the clock, which tests
 * move with `clock.set`. `send` accepts any body, for garbage. Rate limits are off, because all tests come from one
 * address. Moving the clock ahead does not expire idle sessions unless `idle_sessions_end`. `url`: a database other
 * than a fresh one. `admission`: refuses calls; by default none is refused. `log` receives the log. `replica_lag`: how far a replica may be behind, in milliseconds. `built`: a folder
 * other than that of `npm run build`. Jobs run
 * when the test calls `runJobs`; their emails are in `emails`.
 */
export async function startApp(
  at = '2026-07-15T16:00:00Z',
  settings: Record<string, string> = {},
  url?: string,
  {
    idle_sessions_end = false,
    log,
    observe,
    replica_lag,
    built,
    admission,
  }: {
    idle_sessions_end?: boolean
    log?: LogOutput
    observe?: (server: FastifyInstance) => void
    replica_lag?: number
    built?: string
    admission?: Admission
  } = {},
) {
  let instant = new Date(at)
  let usedAt = instant
  const clock = {
    now: () => instant,
    set: (iso: string) => (instant = new Date(iso)),
    setAhead: (ms: number) => void (instant = new Date(new Date(at).getTime() + ms)),
  }
  url ??= await freshDatabase()
  const db = openDatabase(url, patient)
  const emails: Email[] = []
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    RATE_LIMITS: 'off',
    ...settings,
  })
  const photos = join(tmpdir(), `deuce-photos-${randomUUID()}`)
  const replicaDb =
    config.DATABASE_REPLICA_URL === undefined ? null : openDatabase(config.DATABASE_REPLICA_URL, REPLICA_LIMITS)
  const replica = replicaDb && followReplica(db, replicaDb, replica_lag)
  const sessions = openSessions(db, config)
  const live = openLive({ db, sessions, clock }, config)
  const secrets = openSecretBox(randomBytes(32))
  const app: App = {
    config,
    db,
    replica,
    clock,
    payments: observePayments(config.stripe ? openStripe(config.stripe) : openTestPayments(db)),
    mail: observeMail({ send: async (email) => void emails.push(email) }),
    push: observePush(
      openPush({
        keys: config.push_keys ?? (await findOrMakePushKeys(db, secrets, clock.now())),
        contact: pushContact,
        allows_loopback: config.CALLS_TO_LOOPBACK,
      }),
    ),
    publicHttp: openPublicHttp({ allows_loopback: config.CALLS_TO_LOOPBACK }),
    photos: openPhotoFolder(photos),
    social: openSocial(config),
    limits: openLimits(config, db),
    sessions,
    live,
    secrets,
    health: { stopping: false, queueSeenAt: null },
    admission: admission ?? new Admission({ now: () => 0, waitMs: () => 0, atLocks: () => 0 }),
    saleLine: new Line({ waitMs: 600_000 }),
    dev_token: devToken,
  }
  await prepareCatalogue(db, { production: false, now: clock.now() })
  await readOrganization(app)
  await readAreas(db)
  await openSeasons(db, saleDay(clock.now()))
  await readSeasons(db)
  const server = await buildServer(app, {
    log: log ?? checkedLog,
    ...(observe && { observe }),
    ...(built !== undefined && { built }),
  })
  // Kept between runs of the queue: a new connection is most of what a short one costs.
  const jobPool = new Pool({ connectionString: url, max: 3 })
  jobPool.on('error', () => {})
  jobPool.on('connect', (client) => client.on('error', () => {}))
  afterAll(async () => {
    live.stop()
    await server.close()
    await jobPool.end()
    await replica?.stop()
    await replicaDb?.destroy()
    await db.destroy()
    await rm(photos, { recursive: true, force: true })
  })

  async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
    const { params, query, body, token } = input as {
      params?: Record<string, unknown>
      query?: Record<string, unknown>
      body?: unknown
      token?: string
    }
    return send(endpoint, { path: pathOf(endpoint, params), query, body, token }) as Promise<Answer<E>>
  }

  async function send(endpoint: Endpoint, input: RawInput = {}): Promise<{ status: number; body: unknown }> {
    if ('params' in input) throw new Error('t.send fills in no params. Use t.call, or put them into `path`.')
    const { path = endpoint.path, query, body, token } = input
    if (!idle_sessions_end && instant.getTime() - usedAt.getTime() > 3_600_000) {
      // Counts the test users as active in the meantime.
      await sql`update sessions set last_seen_at = ${instant} where coalesce(last_seen_at, created_at) < ${instant}`.execute(
        db,
      )
    }
    usedAt = instant
    const answer = await server.inject({
      method: endpoint.method,
      url: `/api${path}`,
      query: Object.fromEntries(
        Object.entries(query ?? {})
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      ),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? null : JSON.parse(answer.body) }
  }

  return { app, db, url, clock, server, call, send, emails, jobPool }
}

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Runs of the queue before a locked one is given up. */
const MOST_RUNS = 500

/** Runs every job that is due by the test's clock, and the jobs they start. Throws the errors of jobs. */
export async function runJobs(t: TestApp): Promise<void> {
  const failures: unknown[] = []
  const tasks = Object.entries(tasksOf(t.app, t.server.log)).map(([name, task]) => [
    name,
    async (...given: Parameters<NonNullable<typeof task>>) => {
      try {
        await task?.(...given)
      } catch (error) {
        failures.push(error)
        throw error
      }
    },
  ])
  await releaseHeldJobs(t.db, t.clock.now())
  const run = () =>
    runOnce({
      pgPool: t.jobPool,
      taskList: Object.fromEntries(tasks),
      forbiddenFlags: ['held'],
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      // With batches, the runner waits until the completion of its last jobs is stored.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
  await run()
  // A run ends while the next job of a queue still waits for the previous one.
  for (let left = MOST_RUNS; left > 0 && (await hasQueuedJobs(t.db)); left -= 1) await run()
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures)
}

/** Whether a job in a named queue is due, even if that queue is busy. */
async function hasQueuedJobs(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs j
    where j.job_queue_id is not null and j.is_available and j.run_at <= now() and not coalesce(j.flags ? 'held', false) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The jobs that have not ended, with the process that works on each. */
export async function listWaitingJobs(
  app: TestApp,
): Promise<{ task_identifier: string; key: string | null; attempts: number; locked_by: string | null }[]> {
  return (
    await sql<{
      task_identifier: string
      key: string | null
      attempts: number
      locked_by: string | null
    }>`select task_identifier, key, attempts, locked_by from graphile_worker.jobs`.execute(app.db)
  ).rows
}
