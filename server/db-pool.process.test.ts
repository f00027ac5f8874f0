import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '#/test/app.ts'
import { startProxy } from '#/test/tcp-proxy.ts'
import { openDatabase, untilAborted, type Db } from './db.ts'
import { DatabaseUnavailable } from './db-errors.ts'
import { REQUEST_LIMITS } from './pool-limits.ts'

const url = await freshDatabase()
const direct = openDatabase(url, { ...REQUEST_LIMITS, connections: 3 })
const proxy = await startProxy(url)
const connections = 4
const db = openDatabase(proxy.url, {
  ...REQUEST_LIMITS,
  connections,
  acquire: 1_000,
  statement: 1_500,
  transaction: 3_000,
  lock: 400,
})
// Ends the fault even if the test failed midway. A connection that was cut may look idle for a moment longer.
afterEach(async () => {
  await proxy.set('none')
  const useAll = () => Promise.all(Array.from({ length: connections }, () => sql`select pg_sleep(0.01)`.execute(db)))
  await vi.waitFor(useAll, { timeout: 20_000, interval: 5 })
})
afterAll(async () => {
  await db.destroy()
  await direct.destroy()
  proxy.stop()
})
await sql`create table notes (id int primary key, text text not null default '')`.execute(direct)
await sql`insert into notes values (1), (2)`.execute(direct)

const read = async (of: Db = db) =>
  (await sql<{ id: number }>`select id from notes where id <= 2`.execute(of)).rows.length
const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db)
const isFulfilled = <T>(outcome: PromiseSettledResult<T>): outcome is PromiseFulfilledResult<T> =>
  outcome.status === 'fulfilled'
/** Keeps a transaction open after its first statement, by default one that locks a row. */
async function hold(of: Db, first = sql`select from notes where id = 1 for update`) {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = of.transaction().execute(async (tx) => {
    await first.execute(tx)
    begun.resolve()
    await released.promise
  })
  await begun.promise
  return { release: () => (released.resolve(), transaction) }
}
/** The outcome of some work and how long it took, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<{ outcome: unknown; ms: number }> {
  const from = performance.now()
  const outcome = await work().catch((error: unknown) => error)
  return { outcome, ms: performance.now() - from }
}
/** Connections that sleep in a statement. */
const sleepers = async () =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(
      direct,
    )
  ).rows.length
const whole = 2
/** In milliseconds. A second on an idle machine. */
const slow = 3_000

test('cut connections fail the statements in flight, are never read as empty results, and the next statement works', async () => {
  for (let round = 0; round < 20; round += 1) {
    const reading = Promise.allSettled(Array.from({ length: 12 }, () => read()))
    await wait(round % 5)
    proxy.cut()
    const outcomes = await reading
    const complete = outcomes.filter(isFulfilled)
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(complete.map(({ value }) => value)).toEqual(complete.map(() => whole))
    expect(failed.every(({ reason }) => reason instanceof DatabaseUnavailable)).toBe(true)
    await expect.poll(() => read().catch(() => 0), { interval: 5 }).toBe(whole)
  }
})

test('a server that closed its connections is used again at once', async () => {
  const underWay = timed(() => sleep(5))
  await Promise.all([1, 2].map(() => read()))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    direct,
  )
  expect((await underWay).outcome).toBeInstanceOf(DatabaseUnavailable)
  await expect.poll(() => read().catch(() => 0), { interval: 5 }).toBe(whole)
})

test('while the database refuses connections, statements fail at once; afterward they work within a second', async () => {
  expect(await read()).toBe(whole)
  await proxy.set('refuse')
  await expect(read()).rejects.toBeInstanceOf(DatabaseUnavailable)
  await wait(600)
  const refused = await Promise.all(Array.from({ length: 50 }, () => timed(() => read())))
  for (const { outcome, ms } of refused) {
    expect(outcome).toBeInstanceOf(DatabaseUnavailable)
    expect(ms).toBeLessThan(slow)
  }
  await proxy.set('none')
  await expect.poll(() => read().catch(() => 0), { interval: 20, timeout: slow }).toBe(whole)
})

test('a database that stops responding is detected within a second, and no statement waits forever', async () => {
  expect(await read()).toBe(whole)
  await proxy.set('silence')
  const first = await timed(() => read())
  expect(first.outcome).toBeInstanceOf(DatabaseUnavailable)
  // One second, and another one because the machine may be busy.
  expect(first.ms).toBeLessThan(2_000)
  const later = await Promise.all(Array.from({ length: 20 }, () => timed(() => read())))
  for (const { outcome, ms } of later) {
    expect(outcome).toBeInstanceOf(DatabaseUnavailable)
    expect(ms).toBeLessThan(slow)
  }
  await proxy.set('none')
  await expect.poll(() => read().catch(() => 0), { interval: 20, timeout: slow }).toBe(whole)
})

test('a database that responds to statements counts as available, even if it accepts no new connections', async () => {
  expect(await read()).toBe(whole)
  await proxy.set('full')
  // Each wait is long enough for a probe, and the database responds before the probe's timeout.
  for (let round = 0; round < 6; round += 1) await sleep(0.3)
  expect(await read()).toBe(whole)
})

test('a lost response to a commit is reported as unavailable, although the change may have been made', async () => {
  expect(await read()).toBe(whole)
  const writing = timed(() =>
    db.transaction().execute(async (tx) => {
      await sql`insert into notes values (100)`.execute(tx)
      await proxy.set('lose_answers')
    }),
  )
  expect((await writing).outcome).toBeInstanceOf(DatabaseUnavailable)
  await proxy.set('none')
  expect((await sql`select from notes where id = 100`.execute(direct)).rows).toHaveLength(1)
  await expect.poll(() => read().catch(() => 0), { interval: 20, timeout: slow }).toBe(whole)
})

test('a slow statement, a held lock and a full pool are reported as busy, and leave the connection usable', async () => {
  const long = await timed(() => sleep(30))
  expect(long.outcome).toMatchObject({ busy: true })
  expect(long.ms).toBeLessThan(1_500 + slow)

  const locked = await hold(direct)
  const blocked = await timed(() => sql`update notes set text = 'x' where id = 1`.execute(db))
  expect(blocked.outcome).toMatchObject({ busy: true })
  await locked.release()

  const held = await Promise.all(Array.from({ length: connections }, () => hold(db, sql`select 1`)))
  const waiting = await timed(() => read())
  expect(waiting.outcome).toMatchObject({ busy: true })
  expect(waiting.ms).toBeLessThan(slow)
  await Promise.all(held.map(({ release }) => release()))
  expect(await read()).toBe(whole)
})

test('a caller waits for a connection until the pool’s timeout, even if opening one has a shorter limit', async () => {
  const narrow = openDatabase(url, { ...REQUEST_LIMITS, connections: 2, acquire: 10_000 })
  const held = await Promise.all([1, 2].map(() => hold(narrow, sql`select 1`)))
  const waiting = Array.from({ length: 6 }, () => read(narrow))
  await wait(2_500)
  await Promise.all(held.map(({ release }) => release()))
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => whole))
  await narrow.destroy()
})

test('a caller that waits for a connection is refused as soon as the database is unavailable', async () => {
  const narrow = openDatabase(proxy.url, { ...REQUEST_LIMITS, connections: 1, acquire: 60_000 })
  const held = timed(() => sql`select pg_sleep(1)`.execute(narrow))
  await expect.poll(sleepers).toBe(1)
  const waiting = timed(() => read(narrow))
  await proxy.set('silence')
  const { outcome, ms } = await waiting
  expect(outcome).toMatchObject({ busy: false, message: 'The database is unavailable.' })
  expect(ms).toBeLessThan(slow)
  await proxy.set('none')
  await held
  await narrow.destroy()
})

test('a transaction cut in the middle changes nothing and reports that the database is unavailable', async () => {
  let begun = false
  const writing = db.transaction().execute(async (tx) => {
    await sql`insert into notes values (200)`.execute(tx)
    begun = true
    proxy.cut()
    await sql`insert into notes values (201)`.execute(tx)
  })
  await expect(writing).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(begun).toBe(true)
  expect((await sql`select from notes where id >= 200`.execute(direct)).rows).toHaveLength(0)
})

test('a migration that changes what a statement returns does not fail the statement', async () => {
  const all = async () => (await sql<Record<string, unknown>>`select * from notes where id = 2`.execute(db)).rows[0]
  for (let n = 0; n < 8; n += 1) await all()
  await sql`alter table notes add column added int not null default 7`.execute(direct)
  for (let n = 0; n < 8; n += 1) expect(await all()).toMatchObject({ id: 2, added: 7 })
})

test('aborting work ends its statement and its transaction, and refuses its later statements', async () => {
  const limit = new AbortController()
  const reason = new Error('its time is up')
  const bound = untilAborted(db, limit.signal)
  const [inserted, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sleeping = bound.transaction().execute(async (tx) => {
    await sql`insert into notes values (300)`.execute(tx)
    inserted.resolve()
    await sql`select pg_sleep(1.2)`.execute(tx)
  })
  const idle = bound.transaction().execute(async (tx) => {
    await sql`insert into notes values (301)`.execute(tx)
    await waiting.promise
    await sql`insert into notes values (302)`.execute(tx)
  })
  const outcomes = Promise.allSettled([sleeping, idle])
  // `sleeping` is included, because `inserted` never resolves if its transaction fails first.
  await Promise.race([inserted.promise, sleeping])
  await expect.poll(sleepers).toBe(1)
  limit.abort(reason)
  waiting.resolve()
  for (const outcome of await outcomes) expect(outcome).toEqual({ status: 'rejected', reason })
  await expect(read(bound)).rejects.toBe(reason)
  expect(await read()).toBe(whole)
  await expect.poll(sleepers).toBe(0)
  // The insert would wait if a transaction that has inserted one of these rows had not ended.
  await sql`insert into notes values (300), (301), (302)`.execute(direct)
})
