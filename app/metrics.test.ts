import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { forgotPassword } from '#/features/accounts/contract.ts'
import { purchase } from '#/features/checkout/contract.ts'
import { Admission } from '#/server/admission.ts'
import { JOB_LIMITS, REQUEST_LIMITS } from '#/server/pool-limits.ts'
import { openDatabase } from '#/server/db.ts'
import { countMetrics, listenForMetrics, serveMetrics } from '#/server/metrics.ts'
import { note, observeMail, observePush } from '#/server/observe.ts'
import { Undeliverable } from '#/server/outside/mail.ts'
import type { PushOutcome } from '#/server/outside/push.ts'
import { startJob } from '#/server/queue.ts'
import { freshDatabase, runJobs, startApp } from '#/test/app.ts'
import { makePlayer, makeToken } from '#/test/make.ts'

const url = await freshDatabase()
const dbs = { requests: openDatabase(url, REQUEST_LIMITS), jobs: openDatabase(url, JOB_LIMITS) }
/** The number of open streams. */
const live = { size: 3 }
const admission = new Admission({ now: () => 0, waitMs: () => 0, atLocks: () => 0 })
const metrics = countMetrics(dbs, { live, admission })
const token = 'a-token-of-the-tests'
const t = await startApp('2026-07-15T16:00:00Z', {}, url, {
  observe(server) {
    metrics.watch(server)
    serveMetrics(server, metrics, token)
  },
})
afterAll(async () => {
  metrics.close()
  await Promise.all([dbs.requests.destroy(), dbs.jobs.destroy()])
})

/** The value of a series, if it exists. */
async function valueOf(series: string): Promise<number | undefined> {
  const { text } = await metrics.read()
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const namesIn = (text: string) => new Set(text.match(/^# TYPE (\S+)/gm)?.map((line) => line.slice(7)))

test('a purchase is measured: request, payment, email, job and standings', async () => {
  const player = await makePlayer(t)
  const cart = [{ slug: 'womens-singles-3-5' }]
  const body = { league_slug: 'fall', cart, price: 39, confirmationToken: await makeToken(t) }
  expect((await t.call(purchase, { token: player.token, body })).status).toBe(201)
  await runJobs(t)
  const route = '/api/users/purchases'
  expect(await valueOf(`deuce_http_requests_total{method="POST",route="${route}",status="201"}`)).toBe(1)
  expect(await valueOf(`deuce_http_request_duration_seconds_count{method="POST",route="${route}"}`)).toBe(1)
  expect(await valueOf('deuce_payment_calls_total{call="charge",outcome="succeeded"}')).toBe(1)
  expect(await valueOf('deuce_emails_total{outcome="sent"}')).toBe(1)
  expect(await valueOf('deuce_job_duration_seconds_count{task="notify",outcome="done"}')).toBe(1)
  expect(await valueOf('deuce_standings_rebuild_duration_seconds_count')).toBe(1)
  expect(await valueOf('deuce_db_connections{pool="requests",state="in_use"}')).toBe(0)
  expect(await valueOf('deuce_db_waiting{pool="requests"}')).toBe(0)
  expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
})

test('failed and undeliverable emails, late events and second payments are counted', async () => {
  const player = await makePlayer(t)
  const { mail } = t.app
  t.app.mail = observeMail({ send: () => Promise.reject(new Undeliverable('550 no such mailbox')) })
  await t.call(forgotPassword, { body: { email: player.email } })
  await runJobs(t)
  t.app.mail = observeMail({ send: () => Promise.reject(new Error('421 try later')) })
  await t.call(forgotPassword, { body: { email: player.email } })
  await expect(runJobs(t)).rejects.toThrow('421')
  t.app.mail = mail
  expect(await valueOf('deuce_emails_total{outcome="undeliverable"}')).toBe(1)
  expect(await valueOf('deuce_emails_total{outcome="failed"}')).toBe(1)
  note({ kind: 'payment_event', lag_seconds: 40 })
  note({ kind: 'doubled_payment' })
  expect(await valueOf('deuce_payment_event_lag_seconds_bucket{le="30"}')).toBe(0)
  expect(await valueOf('deuce_payment_event_lag_seconds_bucket{le="120"}')).toBe(1)
  expect(await valueOf('deuce_doubled_payments_total')).toBe(1)
})

test('pushes are counted by outcome', async () => {
  const to = { endpoint: 'https://push.example/a', p256dh: '', auth: '' }
  const message = { payload: '', ttl_s: 0, urgency: 'normal', topic: 'a' } as const
  const outcomes: PushOutcome[] = [
    { kind: 'sent' },
    { kind: 'sent' },
    { kind: 'gone' },
    { kind: 'too_large' },
    { kind: 'refused', why: 'It answered 400.' },
    { kind: 'later', why: 'It answered 503.', retry_after_s: null },
  ]
  for (const outcome of outcomes)
    await observePush({ ...t.app.push, send: () => Promise.resolve(outcome) }).send(to, message)
  const series = ['sent', 'gone', 'failed'].map((outcome) => `deuce_pushes_total{outcome="${outcome}"}`)
  expect(await Promise.all(series.map(valueOf))).toEqual([2, 1, 3])
})

test('pending work in the database is measured: due jobs, open payments', async () => {
  await startJob(t.db, 'open_seasons', {})
  const fresh = countMetrics(dbs, { live, admission })
  const { text } = await fresh.read()
  fresh.close()
  expect(text).toMatch(/^deuce_jobs_due\{task="open_seasons"\} 1$/m)
  expect(text).toMatch(/^deuce_jobs_oldest_seconds\{task="open_seasons"\} \d/m)
  expect(text).toMatch(/^deuce_purchases_open 0$/m)
  expect(text).toMatch(/^deuce_db_up 1$/m)
})

test('the age of the newest proved backup is measured from its snapshot', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const run = { check_key: 'backup', took_ms: 1, found: 0, problem: null }
  await t.db
    .insertInto('data_checks')
    .values([
      { ...run, checked_at: hoursAgo(30), backup_at: hoursAgo(40) },
      { ...run, checked_at: hoursAgo(10), backup_at: hoursAgo(20), found: 1 },
      { ...run, checked_at: hoursAgo(5), backup_at: hoursAgo(6), found: null, problem: 'no room' },
    ])
    .execute()
  const fresh = countMetrics(dbs, { live, admission })
  const { text } = await fresh.read()
  fresh.close()
  expect(Number(/^deuce_backup_proved_age_seconds (\S+)$/m.exec(text)?.[1]) / 3_600).toBeCloseTo(40, 1)
  expect(text).toMatch(/^deuce_check_found\{check="backup"\} 1$/m)
})

test('while the database is unavailable, the metrics are still served on time, and report the outage', async () => {
  const nowhere = openDatabase('postgres://x:x@127.0.0.1:1/x', JOB_LIMITS)
  const alone = countMetrics({ requests: nowhere, jobs: nowhere }, { live, admission })
  const before = performance.now()
  const { text } = await alone.read()
  expect(performance.now() - before).toBeLessThan(3_000)
  expect(text).toMatch(/^deuce_db_up 0$/m)
  alone.close()
  await nowhere.destroy()
})

test('the set of series does not depend on the requests: no label contains an address', async () => {
  const ask = async (round: number) => {
    for (let call = 0; call < 20; call++)
      for (const path of ['/api/x', '/api/users/scores/', '/', '/assets/', '/api/public/play-offs?city='])
        await t.server.inject({ url: `${path}${round}-${call}-Zq7Marked`, headers: { host: `h${call}.example` } })
    await t.server.inject({ method: 'PROPFIND' as 'GET', url: '/api/users' })
  }
  await ask(1)
  const count = async () =>
    (await metrics.read()).text.split('\n').filter((line) => line.startsWith('deuce_http')).length
  const before = await count()
  await ask(2)
  expect(await count()).toBe(before)
  expect((await metrics.read()).text).not.toContain('Zq7Marked')
})

test('/metrics requires the token, and does not exist without one', async () => {
  const right = await t.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(right.statusCode).toBe(200)
  expect(right.headers).toMatchObject({
    'content-type': expect.stringContaining('text/plain'),
    'cache-control': 'no-store',
  })
  for (const authorization of [undefined, 'Bearer', 'Bearer guess', `Basic ${token}`, `bearer ${token}x`])
    expect(
      (await t.server.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } }))
        .statusCode,
    ).toBe(401)
  const without = await startApp()
  expect((await without.server.inject({ url: '/metrics' })).statusCode).toBe(404)
})

test('on a separate port the metrics need no token, unless one is set', async () => {
  const statusOf = async (secret: string | undefined, path: string, headers: Record<string, string> = {}) => {
    const server = await listenForMetrics(metrics, { port: 0, host: '127.0.0.1', token: secret })
    const { port } = server.address() as AddressInfo
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...headers, connection: 'close' } })
    server.close()
    await once(server, 'close')
    return status
  }
  expect(await statusOf(undefined, '/metrics')).toBe(200)
  expect(await statusOf(undefined, '/api/users')).toBe(404)
  expect(await statusOf(token, '/metrics')).toBe(401)
  expect(await statusOf(token, '/metrics', { authorization: `Bearer ${token}` })).toBe(200)
})

test('every metric in the alerts and on the dashboard exists, and every alert is described', async () => {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const [alerts, dashboard, guide] = [
    read('ops/monitoring/alerts.yml'),
    read('ops/monitoring/dashboard.json'),
    read('docs/operating.md'),
  ]
  const known = namesIn((await metrics.read()).text)
  const used = `${alerts}${dashboard}`.match(/\b(deuce|nodejs|process)_[a-z_0-9]+/g) ?? []
  expect(used.length).toBeGreaterThan(30)
  const missing = used.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))
  expect([...new Set(missing)]).toEqual([])
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(names.filter((name) => !guide.includes(`### ${name}\n`))).toEqual([])
  const described = [...known].filter((name) => name.startsWith('deuce_') && !guide.includes(`\`${name}`))
  expect(described).toEqual([])
})
