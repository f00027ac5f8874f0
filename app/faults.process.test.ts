import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/db-pool.ts'
import { startJob } from '#/server/queue.ts'
import { freshDatabase } from '#/test/app.ts'
import { makeCaller, processesOn } from '#/test/process.ts'
import { startProxy } from '#/test/tcp-proxy.ts'

// The whole app with a proxy between it and its database: the proxy is the network that breaks.
const url = await freshDatabase()
const proxy = await startProxy(url)
const direct = openDatabase(url, { ...JOB_LIMITS, connections: 4 })
const processes = processesOn(proxy.url, { NOW: '' })
const { origin, child } = await processes.start(Date.now())
const { headers } = await makeCaller(direct, 'player@example.com', new Date())
afterAll(async () => {
  proxy.stop()
  await direct.destroy()
})

/** Milliseconds: a second on a machine with nothing else to do. */
const slow = 4_000

/** Milliseconds: five seconds on such a machine. */
const queueSlow = 8_000

const read = async () => (await fetch(`${origin}/api/users`, { headers })).status
const ready = async () => {
  const answer = await fetch(`${origin}/health/ready`)
  return { status: answer.status, failing: ((await answer.json()) as { failing?: string[] }).failing ?? [] }
}
const isUp = async () => {
  await expect.poll(read, { timeout: slow, interval: 20 }).toBe(200)
}
/** Whether the job queue's connection for notifications is there: it holds this lock. */
const isListening = async () =>
  (
    await sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.mode = 'ShareLock'`.execute(direct)
  ).rows.length > 0
/** Whether the clock's rounds go on: they release a job of a dead process. */
async function roundsAreMade() {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key = 'orphan' and locked_by is not null`.execute(direct)
  return rows.length === 0
}
/** The statuses of reads that begin one after the other for some milliseconds, and the longest of them. */
async function readFor(ms: number) {
  const statuses: Record<number, number> = {}
  let longest = 0
  const reads: Promise<void>[] = []
  for (const until = performance.now() + ms; performance.now() < until; await wait(10)) {
    const from = performance.now()
    reads.push(
      read().then((status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        longest = Math.max(longest, performance.now() - from)
      }),
    )
  }
  await Promise.all(reads)
  return { statuses: Object.keys(statuses).map(Number), longest }
}

test('it says that it lives and is ready, and stores nothing of it anywhere', async () => {
  const live = await fetch(`${origin}/health/live`)
  expect([live.status, live.headers.get('cache-control'), await live.json()]).toEqual([
    200,
    'no-store',
    { status: 'live' },
  ])
  await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 200, failing: [] })
})

test('a session is never called ended because connections are cut, and every request is answered', async () => {
  const reading = readFor(3_000)
  for (let n = 0; n < 12; n += 1) {
    proxy.cut()
    await isUp()
  }
  const { statuses } = await reading
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await isUp()
  expect(child.exitCode).toBeNull()
})

test.each(['refuse', 'silence', 'lose_answers'] as const)(
  'while the database is away by "%s" requests get 503 soon; then all is as before, the queue too',
  async (fault) => {
    await isUp()
    await proxy.set(fault)
    await expect.poll(read, { timeout: slow }).toBe(503)
    const { statuses, longest } = await readFor(2_000)
    expect(statuses).toEqual([503])
    expect(longest).toBeLessThan(slow)
    expect(await ready()).toMatchObject({ status: 503, failing: expect.arrayContaining(['database']) })
    expect((await fetch(`${origin}/health/live`)).status).toBe(200)

    const key = `after ${fault}`
    await startJob(direct, 'open_seasons', {}, { key })
    await startJob(direct, 'open_seasons', {}, { key: 'orphan' })
    await sql`
      update graphile_worker._private_jobs set locked_by = 'a dead worker', locked_at = now() - interval '1 minute'
      where key = 'orphan'`.execute(direct)
    await proxy.set('none')
    await isUp()
    await expect
      .poll(async () => (await sql`select from graphile_worker.jobs where key = ${key}`.execute(direct)).rows.length, {
        timeout: queueSlow,
      })
      .toBe(0)
    await expect.poll(isListening, { timeout: queueSlow }).toBe(true)
    await expect.poll(roundsAreMade, { timeout: queueSlow }).toBe(true)
    await expect.poll(ready, { timeout: queueSlow }).toEqual({ status: 200, failing: [] })
    expect(child.exitCode).toBeNull()
  },
)

test('a locked row holds up its writers alone, and they are told that too much is going on', async () => {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = direct.transaction().execute(async (tx) => {
    await sql`select from players where email = 'player@example.com' for update`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const writing = Array.from({ length: 3 }, async () => {
    const body = JSON.stringify({ shows_phone: true, shows_email: false })
    const answer = await fetch(`${origin}/api/users/settings/privacy`, { method: 'PUT', headers, body })
    return { status: answer.status, ...((await answer.json()) as { code: string }) }
  })
  expect((await readFor(500)).statuses).toEqual([200])
  for (const answer of await Promise.all(writing)) expect(answer).toMatchObject({ status: 503, code: 'busy' })
  released.resolve()
  await holder
})

test('asked to stop, it answers what is under way, takes nothing new, and ends with 0', async () => {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = direct.transaction().execute(async (tx) => {
    await sql`lock table seasons in access exclusive mode`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const underWay = fetch(`${origin}/api/public/seasons`)
  await wait(300)
  child.kill('SIGTERM')
  await wait(300)
  await expect(fetch(`${origin}/api/public/seasons`)).rejects.toThrow('fetch failed')
  released.resolve()
  await holder
  expect((await underWay).status).toBe(200)
  expect(await once(child, 'exit')).toEqual([0, null])
})
