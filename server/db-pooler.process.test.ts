import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { checkServers } from '#/db/requirements.ts'
import { freshDatabase } from '#/test/app.ts'
import { startTransactionPooler } from '#/test/transaction-pooler.ts'
import { openDatabase, type Db, type Tx } from './db.ts'
import { REQUEST_LIMITS } from './pool-limits.ts'
import { findPooler } from './pooler.ts'

const url = await freshDatabase()
const direct = openDatabase(url, { ...REQUEST_LIMITS, connections: 2 })
const pooler = await startTransactionPooler(url, 3)
// To show that no results are mixed up, sixty statements at once wait for three connections. The limits allow for a
// busy machine.
const limits = { ...REQUEST_LIMITS, acquire: 20_000, statement: 1_500, transaction: 3_000, lock: 400 }
// Two processes.
const found = await findPooler(pooler.url, url)
const [one, two] = [openDatabase(pooler.url, limits, found), openDatabase(pooler.url, limits, found)]
afterAll(async () => {
  await Promise.all([one, two, direct].map((db) => db.destroy()))
  pooler.stop()
})
await sql`create table notes (id int primary key, text text not null default '')`.execute(direct)

const settings = async (db: Db | Tx) =>
  (
    await sql<Record<string, string>>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`.execute(db)
  ).rows[0]

test('through a pooler, timeouts apply to each statement and transaction and do not carry over to the next', async () => {
  for (let n = 0; n < 6; n += 1)
    expect(await settings(one)).toEqual({ statement: '1500ms', lock: '400ms', idle: '30s', zone: 'UTC' })
  expect(await one.transaction().execute((tx) => settings(tx))).toMatchObject({ statement: '3s', lock: '400ms' })
  const held = direct.transaction().execute(async (tx) => {
    await sql`lock table notes in access exclusive mode`.execute(tx)
    await expect(sql`select from notes`.execute(one)).rejects.toMatchObject({ busy: true })
  })
  await held
  const { rows } = await sql<{ lock: string }>`select current_setting('lock_timeout') as lock`.execute(direct)
  expect(rows).toEqual([{ lock: '2s' }])
})

test('two processes that send many statements at once each get the right results', async () => {
  const ask = async (db: Db, n: number) => {
    // There are as many texts as numbers, so that a statement name used by both processes would mix up results.
    const text = sql.raw(`select ${n} as number, $1::int as given`)
    const { rows } = await db.executeQuery<{ number: number; given: number }>({
      ...sql`${text}`.compile(db),
      parameters: [n],
    })
    return rows[0]
  }
  const orders = [Array.from({ length: 60 }, (_, n) => n), Array.from({ length: 60 }, (_, n) => 59 - n)]
  for (const [index, db] of [one, two].entries()) {
    const numbers = orders[index] ?? []
    const answers = await Promise.all(numbers.flatMap((n) => [ask(one, n), ask(db, n)]))
    expect(answers).toEqual(numbers.flatMap((n) => Array(2).fill({ number: n, given: n })))
  }
})

test('transactions are all or nothing, and a failing statement leaves the connection usable', async () => {
  const write = (db: Db, id: number, fails: boolean) =>
    db.transaction().execute(async (tx) => {
      await sql`insert into notes values (${id})`.execute(tx)
      await sql`update notes set text = 'x' where id = ${id}`.execute(tx)
      if (fails) throw new Error('no')
    })
  await Promise.allSettled(Array.from({ length: 40 }, (_, id) => write(id % 2 ? one : two, id, id % 4 === 0)))
  const { rows } = await sql<{ total: number }>`select count(*) as total from notes where text = 'x'`.execute(two)
  expect(rows).toEqual([{ total: 30 }])
  const again = await Promise.allSettled(
    Array.from({ length: 10 }, () => sql`insert into notes values (1)`.execute(one)),
  )
  for (const outcome of again) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
  expect((await sql`select from notes where id = 1`.execute(one)).rows).toHaveLength(1)
})

test('a pooler that forgets the names of statements is detected, and so is a direct connection to the database', async () => {
  expect(found).toEqual({ direct: url, keeps_names: false })
  expect(await findPooler(url)).toBe(null)
})

test('if a pooler turns out not to support named statements, no response is lost: statements continue without names', async () => {
  const hopeful = [1, 2].map(() => openDatabase(pooler.url, limits, { direct: url, keeps_names: true }))
  const ask = async (db: Db, n: number) => (await sql<{ n: number }>`select ${n}::int as n`.execute(db)).rows[0]?.n
  const count = (db: Db) => sql`select count(*) from notes`.execute(db)
  for (let n = 0; n < 30; n += 1) {
    const answers = await Promise.all(hopeful.flatMap((db) => [ask(db, n), count(db).then(() => n)]))
    expect(answers).toEqual([n, n, n, n])
  }
  await Promise.all(hopeful.map((db) => db.destroy()))
})

test('statements have names through a pooler that keeps their names', async () => {
  const session = openDatabase(url, { ...limits, connections: 1 }, { direct: url, keeps_names: true })
  const named = () => sql<{ names: number }>`select count(*)::int as names from pg_prepared_statements`.execute(session)
  await named()
  expect((await named()).rows[0]?.names).toBeGreaterThan(0)
  await session.destroy()
})

test('a pooler not configured as a pooler is refused with one sentence, and so is one in front of another database', async () => {
  const host = (address: string) => new URL(address).host
  await expect(checkServers({ DATABASE_URL: pooler.url })).rejects.toThrow(
    `DATABASE_URL: ${host(pooler.url)} is a pooler: set DATABASE_DIRECT_URL to the address of the database behind it.`,
  )
  await expect(checkServers({ DATABASE_URL: url, DATABASE_DIRECT_URL: pooler.url })).rejects.toThrow(
    `DATABASE_DIRECT_URL: ${host(pooler.url)} is a pooler; give the address of the database behind it.`,
  )
  await expect(checkServers({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: await freshDatabase() })).rejects.toThrow(
    `DATABASE_URL: ${host(pooler.url)} is not the database of DATABASE_DIRECT_URL, but another one.`,
  )
  await checkServers({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url })
})
