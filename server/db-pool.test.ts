import { AbortedTransactionError, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { freshDatabase } from '#/test/app.ts'
import { inSnapshot, openDatabase } from './db.ts'
import { REQUEST_LIMITS } from './pool-limits.ts'

const url = await freshDatabase()
const db = openDatabase(url, { ...REQUEST_LIMITS, connections: 2 })
afterAll(() => db.destroy())
await sql`create table notes (id int primary key)`.execute(db)
const count = async () => (await sql<{ total: number }>`select count(*) as total from notes`.execute(db)).rows[0]?.total

test('a transaction is all or nothing and has its own connection, while other statements run alongside', async () => {
  const note = (id: number, fails = false) =>
    db.transaction().execute(async (tx) => {
      await sql`insert into notes values (${id})`.execute(tx)
      const [one, two] = [await pid(tx), await pid(tx)]
      expect(one).toBe(two)
      if (fails) throw new Error('no')
    })
  const pid = async (of: typeof db) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(of)).rows[0]?.pid
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 6 }, (_, id) => note(id, id % 2 === 1)),
    ...Array.from({ length: 30 }, count),
  ])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(await count()).toBe(3)
})

test('instants arrive as they were sent, to the millisecond, even those of other centuries', async () => {
  const instants = [
    ...Array.from({ length: 200 }, () => Math.floor((Math.random() - 0.1) * 4e12)),
    ...['0001-01-01', '0049-05-06', '0999-12-31', '1969-12-31', '9999-12-31'].map((day) =>
      Date.parse(`${day}T23:59:59.999Z`),
    ),
    Date.UTC(12_345, 0, 1),
    Date.UTC(-44, 2, 15),
  ]
  const { rows } = await sql<{ given: Date; ms: number }>`
    select given, extract(epoch from given) * 1000 as ms
    from unnest(${instants.map((ms) => ms / 1000)}::float8[]) seconds cross join lateral (select to_timestamp(seconds) as given) one`.execute(
    db,
  )
  expect(rows.map(({ given }) => given.getTime())).toEqual(instants.map((ms) => Math.floor(ms)))
  const odd = await sql<{ never: number; exact: Date; at: Date[] }>`
    select timestamptz 'infinity' as never, timestamptz '2026-07-15 16:00:00.123456+02' as exact, array[timestamptz '2026-07-15 16:00:00Z'] as at`.execute(
    db,
  )
  expect(odd.rows).toEqual([
    { never: Infinity, exact: new Date('2026-07-15T14:00:00.123Z'), at: [new Date('2026-07-15T16:00:00Z')] },
  ])
})

test('a transaction in which a statement failed is reported as failed', async () => {
  const before = await count()
  const careless = db.transaction().execute(async (tx) => {
    await sql`insert into notes values (100)`.execute(tx)
    await sql`insert into notes values (100)`.execute(tx).catch(() => {})
  })
  await expect(careless).rejects.toThrow(AbortedTransactionError)
  expect(await count()).toBe(before)
})

test('a change reports how many rows it changed, and a transaction can be read-only', async () => {
  expect((await sql`delete from notes where id > ${1000}`.execute(db)).numAffectedRows).toBe(0n)
  const reading = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => sql`insert into notes values (7)`.execute(tx))
  await expect(reading).rejects.toThrow('read-only transaction')
})

/** A transaction of somebody else, which PostgreSQL does not choose when it ends one of two in a deadlock. */
async function beginOther(first: string): Promise<Client> {
  const other = new Client(url)
  await other.connect()
  await other.query(`set deadlock_timeout = '60s'; begin; ${first}`)
  return other
}

const untilWaiting = async () =>
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    })
    .toBe(1)

test('a statement that loses a deadlock is sent again', async () => {
  await sql`create table pairs (id int primary key, n int not null)`.execute(db)
  await sql`insert into pairs values (1, 0), (2, 0)`.execute(db)
  const other = await beginOther('update pairs set n = n + 10 where id = 2')
  const both = sql`update pairs set n = n + 1 where id in (select id from pairs order by id for update)`.execute(db)
  await untilWaiting()
  await other.query('update pairs set n = n + 10 where id = 1; commit')
  expect((await both).numAffectedRows).toBe(2n)
  expect((await sql<{ n: number }>`select n from pairs`.execute(db)).rows).toEqual([{ n: 11 }, { n: 11 }])
  await other.end()
})

test('a snapshot that loses a deadlock with a change of two tables is read again', async () => {
  await sql`create table fronts (id int)`.execute(db)
  await sql`create table backs (id int)`.execute(db)
  const other = await beginOther('lock table backs')
  const begun = Promise.withResolvers<void>()
  let times = 0
  const reading = inSnapshot(db, async (tx) => {
    times += 1
    await sql`select from fronts`.execute(tx)
    begun.resolve()
    return (await sql`select * from backs`.execute(tx)).rows
  })
  await begun.promise
  await untilWaiting()
  await other.query('lock table fronts; insert into backs values (1); commit')
  expect(await reading).toEqual([{ id: 1 }])
  expect(times).toBe(2)
  await other.end()
})
