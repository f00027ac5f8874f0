import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { loadClasses, type Admission } from './admission.ts'
import { poolCounts, type Db } from './db.ts'
import { RELEASE } from './log.ts'
import { isUndeliverable, observe, outcomeOf, pushOutcomeOf, type Work } from './observe.ts'

/** How long the figures from the database are reused, because several scrapers may ask. */
const KEEP_MS = 5_000

/** Timeout of the statements for these figures. */
const ASK_TIMEOUT_MS = 2_000

export type Metrics = {
  /** Counts the requests of a server. */
  watch: (server: FastifyInstance) => void
  /** All metrics in Prometheus' text format. */
  read: () => Promise<{ type: string; text: string }>
  close: () => void
}

/**
 * Counts events in this process, and waiting work in the database (docs/operating.md, "Metrics"). Each label has a fixed set
 * of values: routes by their pattern, never by their address.
 */
export function countMetrics(
  dbs: { requests: Db; jobs: Db; replica?: Db },
  { live, admission }: { live: { readonly size: number }; admission: Pick<Admission, 'refused'> },
): Metrics {
  const registry = new Registry()
  const of = (name: string, help: string) => ({ name: `deuce_${name}`, help, registers: [registry] })
  collectDefaultMetrics({ register: registry })
  new Gauge({ ...of('info', 'The version of the app'), labelNames: ['release'] }).set({ release: RELEASE }, 1)

  const requests = new Counter({
    ...of('http_requests_total', 'Requests by route and status'),
    labelNames: ['method', 'route', 'status'],
  })
  const requestSeconds = new Histogram({
    ...of('http_request_duration_seconds', 'Seconds until a request is answered'),
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  new Counter({
    ...of('refused_for_load_total', 'Calls that were refused because the process was overloaded'),
    labelNames: ['class'],
    collect() {
      this.reset()
      for (const each of loadClasses) this.inc({ class: each }, admission.refused[each])
    },
  })
  const work = watchWork(of)
  const pools = new Gauge({
    ...of('db_connections', 'Connections to the database'),
    labelNames: ['pool', 'state'],
  })
  const streams = new Gauge(of('open_streams', 'Open pages that are notified of changes'))
  const waiting = new Gauge({ ...of('db_waiting', 'Callers waiting for a connection'), labelNames: ['pool'] })
  const stored = storedGauges(of, dbs.jobs)

  return {
    watch(server) {
      server.addHook('onResponse', (request, reply, done) => {
        const labels = { method: methodOf(request), route: routeOf(request) }
        requests.inc({ ...labels, status: String(reply.statusCode) })
        // The duration of a stream is not counted as the time of a response.
        if (!request.routeOptions.config.streams) requestSeconds.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    async read() {
      for (const [pool, db] of Object.entries(dbs)) {
        const counts = poolCounts(db)
        pools.set({ pool, state: 'in_use' }, counts.in_use)
        pools.set({ pool, state: 'idle' }, counts.idle)
        waiting.set({ pool }, counts.waiting)
      }
      streams.set(live.size)
      await stored.refresh()
      return { type: registry.contentType, text: await registry.metrics() }
    },
    close: work.end,
  }
}

type Of = (name: string, help: string) => { name: string; help: string; registers: Registry[] }

/** Counts jobs, emails, pushes, calls of the payment provider and standings as they end. */
function watchWork(of: Of): { end: () => void } {
  const jobs = new Histogram({
    ...of('job_duration_seconds', 'Seconds that a job takes'),
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
  })
  const emails = new Counter({
    ...of('emails_total', 'Emails that were sent, that failed, and that cannot be delivered'),
    labelNames: ['outcome'],
  })
  for (const outcome of ['sent', 'failed', 'undeliverable']) emails.inc({ outcome }, 0)
  const pushes = new Counter({
    ...of('pushes_total', 'Messages to devices that were sent, that failed, and whose device is gone'),
    labelNames: ['outcome'],
  })
  for (const outcome of ['sent', 'failed', 'gone']) pushes.inc({ outcome }, 0)
  const payments = new Counter({
    ...of('payment_calls_total', 'Calls of the payment provider by the state that it answered'),
    labelNames: ['call', 'outcome'],
  })
  const standings = new Histogram({
    ...of('standings_rebuild_duration_seconds', 'Seconds that a league is rebuilt'),
    buckets: [0.005, 0.025, 0.1, 0.5, 2],
  })
  const lag = new Histogram({
    ...of('payment_event_lag_seconds', 'Seconds between an event at the payment provider and its arrival here'),
    buckets: [1, 5, 30, 120, 600, 3_600, 86_400],
  })
  const doubled = new Counter(of('doubled_payments_total', 'Events about a second payment of one order'))

  const count: Record<
    Work['kind'],
    (name: string, seconds: number, end: { result?: unknown; error?: unknown }) => void
  > = {
    job: (task, seconds, { error }) =>
      jobs.observe({ task, outcome: error === undefined ? 'done' : 'failed' }, seconds),
    email: (_, __, { error }) =>
      emails.inc({ outcome: error === undefined ? 'sent' : isUndeliverable(error) ? 'undeliverable' : 'failed' }),
    push: (_, __, { result }) => pushes.inc({ outcome: pushOutcomeOf(result) }),
    payments: (call, _, { result, error }) =>
      payments.inc({ call, outcome: error === undefined ? outcomeOf(result) : 'failed' }),
    standings: (_, seconds) => standings.observe(seconds),
    sql: () => {},
  }
  const end = observe({
    async around({ kind, name }, run) {
      const since = performance.now()
      const seconds = () => (performance.now() - since) / 1000
      try {
        const result = await run()
        count[kind](name, seconds(), { result })
        return result
      } catch (error) {
        count[kind](name, seconds(), { error })
        throw error
      }
    },
    note(fact) {
      if (fact.kind === 'payment_event') lag.observe(Math.max(0, fact.lag_seconds))
      else doubled.inc()
    },
  })
  return { end }
}

type Row = {
  kind: 'due' | 'failed' | 'purchases' | 'open' | 'refunds' | 'checks' | 'proved'
  name: string
  count: number
  seconds: number
}

/** Waiting work in the database. The same for all processes, so a dashboard takes the largest figure. */
function storedGauges(of: Of, db: Db): { refresh: () => Promise<void> } {
  const up = new Gauge(of('db_up', 'Whether the database answers'))
  const due = new Gauge({ ...of('jobs_due', 'Jobs that wait for a worker'), labelNames: ['task'] })
  const oldest = new Gauge({
    ...of('jobs_oldest_seconds', 'Seconds that the oldest of them has been due'),
    labelNames: ['task'],
  })
  const failed = new Gauge({ ...of('jobs_failed', 'Jobs that have failed permanently'), labelNames: ['task'] })
  const purchases = new Gauge({
    ...of('purchases_last_day', 'Purchases of the last 24 hours by state'),
    labelNames: ['status'],
  })
  const open = new Gauge(of('purchases_open', 'Purchases whose payment is not decided'))
  const openSeconds = new Gauge(of('purchases_open_oldest_seconds', 'Seconds that the oldest of them has been open'))
  const refunds = new Gauge({ ...of('refunds', 'Refunds that are requested or have failed'), labelNames: ['state'] })
  const found = new Gauge({ ...of('check_found', 'Rows that a check of the data found'), labelNames: ['check'] })
  const age = new Gauge({
    ...of('check_age_seconds', 'Seconds since that check was last completed'),
    labelNames: ['check'],
  })
  const proved = new Gauge(
    of('backup_proved_age_seconds', 'Age of the newest backup that was restored and found right'),
  )
  const all = [due, oldest, failed, purchases, open, openSeconds, refunds, found, age, proved]
  let asked: { at: number; done: Promise<void> } | null = null

  async function ask(): Promise<void> {
    try {
      const { rows } = await withinTime(readStored(db))
      for (const gauge of all) gauge.reset()
      for (const { kind, name, count, seconds } of rows) {
        if (kind === 'due') {
          due.set({ task: name }, count)
          oldest.set({ task: name }, seconds)
        } else if (kind === 'failed') failed.set({ task: name }, count)
        else if (kind === 'purchases') purchases.set({ status: name }, count)
        else if (kind === 'refunds') refunds.set({ state: name }, count)
        else if (kind === 'checks') {
          found.set({ check: name }, count)
          age.set({ check: name }, seconds)
        } else if (kind === 'proved') proved.set(seconds)
        else {
          open.set(count)
          openSeconds.set(seconds)
        }
      }
      up.set(1)
    } catch {
      for (const gauge of all) gauge.reset()
      up.set(0)
    }
  }

  return {
    refresh() {
      const now = performance.now()
      if (!asked || now - asked.at > KEEP_MS) asked = { at: now, done: ask() }
      return asked.done
    },
  }
}

function readStored(db: Db): Promise<{ rows: Row[] }> {
  return sql<Row>`
    select case when j.attempts >= j.max_attempts then 'failed' else 'due' end as kind, t.identifier as name,
      count(*)::int as count, greatest(0, extract(epoch from now() - min(j.run_at)))::float8 as seconds
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.locked_at is null and j.run_at <= now() and not coalesce(j.flags ? 'held', false)
    group by 1, 2
    union all
    select 'purchases', status, count(*)::int, 0 from purchases where created_at > now() - interval '24 hours' group by status
    union all
    select 'open', '', count(*)::int, coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::float8
    from purchases where status = 'Pending' and not exists (
      select from orders o where o.id = purchases.order_id and o.held_until is not null)
    union all
    select 'refunds', state, count(*)::int, 0 from refunds where state in ('requested', 'failed') group by state
    union all
    select 'checks', c.check_key, c.found, greatest(0, extract(epoch from now() - c.checked_at))::float8
    from (select distinct on (check_key) * from data_checks where found is not null order by check_key, checked_at desc) c
    union all
    select 'proved', '', 0, greatest(0, extract(epoch from now() - max(backup_at)))::float8
    from data_checks where backup_at is not null and found = 0 having max(backup_at) is not null`.execute(db)
}

async function withinTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the database did not answer in time')), ASK_TIMEOUT_MS)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function methodOf({ method }: FastifyRequest): string {
  return methods.has(method) ? method : 'other'
}

/** The label of a route: its pattern, one label for all files of the page, and one for unknown addresses. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none'
  return /^\/(api|health|metrics)(\/|$)/.test(url) ? url : 'files'
}

/** Whether a request may read the metrics. Always if no token is configured, otherwise with the token. */
function mayRead(token: string | undefined, authorization: string | undefined): boolean {
  if (token === undefined) return true
  const digest = (text: string) => Buffer.from(hash('sha256', text), 'hex')
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization ?? ''))
}

/** GET /metrics on the product's port, for scrapers with the token. */
export function serveMetrics(server: FastifyInstance, metrics: Metrics, token: string): void {
  server.get('/metrics', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (!mayRead(token, request.headers.authorization))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('The token is wrong.\n')
    const { type, text } = await metrics.read()
    return reply.type(type).send(text)
  })
}

/** GET /metrics on a separate port. */
export async function listenForMetrics(
  metrics: Metrics,
  { port, host, token }: { port: number; host: string; token: string | undefined },
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, text: string) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    }
    if (request.method !== 'GET' || request.url !== '/metrics') return answer(404, 'text/plain', 'Not found.\n')
    if (!mayRead(token, request.headers.authorization)) return answer(401, 'text/plain', 'The token is wrong.\n')
    metrics.read().then(
      ({ type, text }) => answer(200, type, text),
      () => answer(500, 'text/plain', 'The metrics could not be read.\n'),
    )
  })
  server.listen({ port, host })
  await once(server, 'listening')
  return server
}
