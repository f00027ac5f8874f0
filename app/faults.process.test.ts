import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { startJob } from '#/server/queue.ts'
import { freshDatabase } from '#/test/app.ts'
import { formatSeconds, printFigure, secondsSince } from '#/test/figures.ts'
import { makeCaller, processesOn } from '#/test/process.ts'
import { event, newCustomer, paymentIntent } from '#/test/stripe/shapes.ts'
import { sign, startStripe } from '#/test/stripe/stand-in.ts'
import { startProxy } from '#/test/tcp-proxy.ts'

// The whole app with a proxy before its database: the proxy simulates network faults.
const url = await freshDatabase()
const proxy = await startProxy(url)
const direct = openDatabase(url, { ...JOB_LIMITS, connections: 4 })
const stripe = await startStripe()
const processes = processesOn(proxy.url, { NOW: '', ...stripe.settings })
const { origin, child } = await processes.start(Date.now())
const { headers } = await makeCaller(direct, 'player@example.com', new Date())
// Ends the fault even if the test failed midway.
afterEach(() => proxy.set('none'))
afterAll(async () => {
  proxy.stop()
  await stripe.close()
  await direct.destroy()
})

/** Milliseconds; an idle machine needs one second. */
const slow = 4_000

/** The limit in milliseconds for the recovery of the job queue. */
const queueSlow = 5_000

const read = async () => (await fetch(`${origin}/api/users`, { headers })).status
const ready = async () => {
  const answer = await fetch(`${origin}/health/ready`)
  return { status: answer.status, failing: ((await answer.json()) as { failing?: string[] }).failing ?? [] }
}
const isUp = async () => {
  await expect.poll(read, { timeout: slow, interval: 20 }).toBe(200)
}
/** Whether the job queue's connection for notifications exists: it holds this lock. */
const isListening = async () =>
  (
    await sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.mode = 'ShareLock'`.execute(direct)
  ).rows.length > 0
/** Whether the scheduler still makes its rounds, which release a job of a dead process. */
async function roundsAreMade() {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key = 'orphan' and locked_by is not null`.execute(direct)
  return rows.length === 0
}
/**
 * Reads one after the other for `ms` milliseconds. Returns their statuses and counts, and the longest duration in
 * seconds.
 */
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
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return { statuses: Object.keys(statuses).map(Number), longest: longest / 1000, total }
}

test('the app’s health checks report that it is alive and ready, and are not cached', async () => {
  const live = await fetch(`${origin}/health/live`)
  expect([live.status, live.headers.get('cache-control'), await live.json()]).toEqual([
    200,
    'no-store',
    { status: 'live' },
  ])
  await expect.poll(ready).toEqual({ status: 200, failing: [] })
})

test('cut connections never end a session, and every request gets a response', async () => {
  const reading = readFor(3_000)
  let slowest = 0
  for (let n = 0; n < 12; n += 1) {
    const from = performance.now()
    proxy.cut()
    await isUp()
    slowest = Math.max(slowest, secondsSince(from))
  }
  const { statuses, longest, total } = await reading
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await isUp()
  expect(child.exitCode).toBeNull()
  printFigure(
    'database',
    `cut 12 times under ${total} reads: back within ${formatSeconds(slowest)}, no session ended, longest answer ${formatSeconds(longest)}`,
  )
})

test.each(['refuse', 'silence', 'lose_answers'] as const)(
  'while the database fails with "%s", requests soon get 503; afterwards everything works again, including the queue',
  async (fault) => {
    await isUp()
    const left = performance.now()
    await proxy.set(fault)
    await expect.poll(read, { timeout: slow, interval: 20 }).toBe(503)
    const noticed = secondsSince(left)
    const { statuses, longest, total } = await readFor(2_000)
    expect(statuses).toEqual([503])
    expect(longest).toBeLessThan(slow / 1000)
    expect(await ready()).toMatchObject({ status: 503, failing: expect.arrayContaining(['database']) })
    expect((await fetch(`${origin}/health/live`)).status).toBe(200)

    const key = `after ${fault}`
    await startJob(direct, 'open_seasons', {}, { key })
    await startJob(direct, 'open_seasons', {}, { key: 'orphan' })
    await sql`
      update graphile_worker._private_jobs set locked_by = 'a dead worker', locked_at = now() - interval '1 minute'
      where key = 'orphan'`.execute(direct)
    await proxy.set('none')
    const returned = performance.now()
    await isUp()
    const back = secondsSince(returned)
    const isDone = async () =>
      (await sql`select from graphile_worker.jobs where key = ${key}`.execute(direct)).rows.length === 0
    const recovered = async (check: () => Promise<boolean>) => {
      await expect.poll(check, { timeout: queueSlow, interval: 50 }).toBe(true)
      return formatSeconds(secondsSince(returned))
    }
    const [done, listening, rounds] = await Promise.all([isDone, isListening, roundsAreMade].map(recovered))
    await expect.poll(ready, { timeout: queueSlow }).toEqual({ status: 200, failing: [] })
    expect(child.exitCode).toBeNull()
    printFigure(
      'database',
      `"${fault}": noticed after ${formatSeconds(noticed)}, then ${total} reads refused within ${formatSeconds(longest)}, back ${formatSeconds(back)} after the database`,
    )
    printFigure(
      'jobs',
      `"${fault}": a waiting job done after ${done}, listening again after ${listening}, the clock's rounds after ${rounds}`,
    )
  },
)

test('a database that returns while there are no calls is ready for the first one', async () => {
  await proxy.set('silence')
  await expect.poll(read, { timeout: slow, interval: 20 }).toBe(503)
  await wait(1_500)
  await proxy.set('none')
  await wait(1_000)
  const from = performance.now()
  // A busy machine may need more than the second that has passed.
  await isUp()
  printFigure(
    'database',
    `back while nobody calls: a call one second later is answered after ${formatSeconds(secondsSince(from))}`,
  )
})

test('a slow network delays responses and refuses none', async () => {
  await proxy.set('slow')
  const seconds: number[] = []
  for (let n = 0; n < 10; n += 1) {
    const from = performance.now()
    expect(await read()).toBe(200)
    seconds.push(secondsSince(from))
  }
  printFigure(
    'database',
    `each packet 0.05 s late: ten of ten reads answered, the longest after ${formatSeconds(Math.max(...seconds))}`,
  )
})

test('while the database is silent, a payment event gets 503 within three seconds', async () => {
  const { id: customer } = newCustomer('Ada Moreno', 'ada@example.com')
  const ofAnother = paymentIntent({ amount: 3900, customer, metadata: {}, payment_method: 'pm_1' })
  const { payload, signature } = sign(event('payment_intent.succeeded', ofAnother))
  const receive = async () => {
    const from = performance.now()
    const request = { method: 'POST', headers: { 'stripe-signature': signature }, body: payload }
    const { status } = await fetch(`${origin}/api/payments/webhook`, request)
    return { status, seconds: secondsSince(from) }
  }
  await proxy.set('silence')
  const { status, seconds } = await receive()
  expect(status).toBe(503)
  expect(seconds).toBeLessThan(3)
  await proxy.set('none')
  await isUp()
  expect((await receive()).status).toBe(200)
  printFigure('payments', `an event while the database is silent is answered 503 after ${formatSeconds(seconds)}`)
})

test('a locked row delays only its own writers, who are refused as too busy', async () => {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = direct.transaction().execute(async (tx) => {
    await sql`select from players where email = 'player@example.com' for update`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const from = performance.now()
  const writing = Array.from({ length: 3 }, async () => {
    const body = JSON.stringify({ shows_phone: true, shows_email: false })
    const answer = await fetch(`${origin}/api/users/settings/privacy`, { method: 'PUT', headers, body })
    return { status: answer.status, ...((await answer.json()) as { code: string }) }
  })
  expect((await readFor(500)).statuses).toEqual([200])
  for (const answer of await Promise.all(writing)) expect(answer).toMatchObject({ status: 503, code: 'busy' })
  printFigure(
    'fairness',
    `one locked row: reads go on, its writers get "busy" within ${formatSeconds(secondsSince(from))}`,
  )
  released.resolve()
  await holder
})

test('no fault reached the last-resort handler, and none was an unhandled error', () => {
  const lines = processes.log().split('\n').filter(Boolean)
  expect(lines.filter((line) => /unexpected error|UnhandledPromiseRejection/.test(line))).toEqual([])
  expect(lines.filter((line) => line.includes('"msg":"unhandled error"'))).toEqual([])
  printFigure(
    'database',
    `no fault reached the last resort, and none of ${lines.length} lines of the log is an unhandled error`,
  )
})

test('when asked to stop, the app finishes open requests, accepts no new ones, and exits with 0', async () => {
  const seasons = await lockSeasons()
  const underWay = fetch(`${origin}/api/public/seasons`)
  await wait(300)
  const asked = performance.now()
  child.kill('SIGTERM')
  await wait(300)
  await expect(fetch(`${origin}/api/public/seasons`)).rejects.toThrow('fetch failed')
  await seasons.release()
  expect((await underWay).status).toBe(200)
  expect(await once(child, 'exit')).toEqual([0, null])
  printFigure(
    'stop',
    `SIGTERM: what is under way is answered, ended with 0 after ${formatSeconds(secondsSince(asked))}, 0.3 s of them behind a lock`,
  )
})

test('a second signal stops the app at once, unfinished work is cut off after eight seconds, and both exit with 1', async () => {
  const started = await Promise.all([processes.start(Date.now()), processes.start(Date.now())])
  const sockets = await Promise.all(started.map((each) => beginRequest(each.origin)))
  const [waited, signaled] = await Promise.all(
    started.map(async (each, index) => {
      const exit = once(each.child, 'exit')
      const from = performance.now()
      each.child.kill('SIGTERM')
      if (index === 1) {
        await wait(1_200)
        each.child.kill('SIGTERM')
      }
      const [code] = (await exit) as [number | null]
      return { code, seconds: secondsSince(from) }
    }),
  )
  for (const socket of sockets) socket.destroy()
  expect([waited?.code, signaled?.code]).toEqual([1, 1])
  expect(waited?.seconds).toBeGreaterThan(7.5)
  expect(waited?.seconds).toBeLessThan(14)
  expect(signaled?.seconds).toBeLessThan(5)
  printFigure(
    'stop',
    `a request that never ends: cut off after ${formatSeconds(waited?.seconds ?? 0)}; a second signal after 1.2 s ends it after ${formatSeconds(signaled?.seconds ?? 0)}; both with 1`,
  )
})

/** Settings for a process that throws on SIGUSR2, in promises that nothing awaits. */
const failAtSignal = `--import=data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => setInterval(() => void Promise.reject(new Error('broken on purpose')), 10))`,
)}`

test('an unhandled error is logged, open requests are finished, and the process exits with 1', async () => {
  const broken = processesOn(url, { NOW: '', NODE_OPTIONS: failAtSignal })
  const one = await broken.start(Date.now())
  const exit = once(one.child, 'exit')
  const seasons = await lockSeasons()
  const underWay = fetch(`${one.origin}/api/public/seasons`)
  await seasons.awaited()
  one.child.kill('SIGUSR2')
  await expect.poll(broken.log, { timeout: slow }).toContain('after an unexpected error. Error: broken on purpose')
  await seasons.release()
  expect((await underWay).status).toBe(200)
  expect(await exit).toEqual([1, null])
  printFigure('stop', 'a fault of the program: logged, what is under way is answered, ended with 1')
})

test('an unhandled error ends the process even if nothing reads its output', async () => {
  const broken = processesOn(url, { NOW: '', NODE_OPTIONS: failAtSignal })
  const { child: one, origin: address } = await broken.start(Date.now())
  const exit = once(one, 'exit')
  for (const output of [one.stdout, one.stderr]) output?.destroy()
  const seasons = await lockSeasons()
  const underWay = fetch(`${address}/api/public/seasons`)
  await seasons.awaited()
  one.kill('SIGUSR2')
  await expect.poll(() => isTaken(address)).toBe(false)
  await seasons.release()
  expect((await underWay).status).toBe(200)
  expect(await exit).toEqual([1, null])
})

/** Whether the address accepts a new connection. */
async function isTaken(address: string): Promise<boolean> {
  const socket = connect(Number(new URL(address).port), new URL(address).hostname)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Locks the seasons, so that a call that reads them waits. */
async function lockSeasons() {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = direct.transaction().execute(async (tx) => {
    await sql`lock table seasons in access exclusive mode`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const isAwaited = async () =>
    (
      await sql`select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and not l.granted`.execute(direct)
    ).rows.length > 0
  return {
    /** Waits until a call is blocked by the lock. */
    async awaited() {
      await expect.poll(isAwaited, { timeout: slow }).toBe(true)
    },
    release: () => (released.resolve(), holder),
  }
}

/** Begins a request whose body never arrives. */
async function beginRequest(address: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = [
    'POST /api/users/signin HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    'content-length: 100',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{"`)
  await wait(300)
  return socket
}
