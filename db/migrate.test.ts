import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { dropDatabase } from '#/test/app.ts'
import { listMigrations, migrate } from './migrate.ts'

const maintenance = postgres(inject('postgres'), { max: 1, onnotice: () => {} })
afterAll(() => maintenance.end())

async function withEmptyDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await maintenance`create database ${maintenance(name)}`
  const url = new URL(inject('postgres'))
  url.pathname = `/${name}`
  try {
    await use(url.href)
  } finally {
    await dropDatabase(maintenance, name)
  }
}

/** Waits until one connection of the database waits for a lock. */
async function untilWaiting(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await expect
    .poll(async () => {
      const waiting =
        await maintenance`select from pg_stat_activity where datname = ${name} and wait_event_type = 'Lock'`
      return waiting.length
    })
    .toBe(1)
}

test('processes that start at the same time migrate once', () =>
  withEmptyDatabase(async (url) => {
    const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
    const done = applied.filter((names) => names.length > 0)
    expect(done).toHaveLength(1)
    expect(done[0]).toEqual(done[0]?.toSorted())
    expect(await migrate(url)).toEqual([])
  }))

test("processes that start at the same time on an older release's database migrate it once", () =>
  withEmptyDatabase(async (url) => {
    await migrate(url, '020')
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url)))
    expect(applied.filter((names) => names.length > 0)).toEqual([
      (await listMigrations()).filter((name) => name.slice(0, 3) > '020'),
    ])
  }))

test('a migration that was applied under its earlier file name is not applied again, and the previous release still finds it', () =>
  withEmptyDatabase(async (url) => {
    await migrate(url)
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    const earlier = '033_ended-claims.sql'
    await sql`update migrations set name = ${earlier}, checksum = 'of the text before' where name = '033_ended_claims.sql'`
    expect(await migrate(url)).toEqual([])
    const names = (await sql<{ name: string }[]>`select name from migrations where name like '033%'`).map(
      ({ name }) => name,
    )
    expect(names.toSorted()).toEqual([earlier, '033_ended_claims.sql'].toSorted())
    expect(await migrate(url)).toEqual([])
    await sql.end()
  }))

test('a migration that waits for a table in use does not block readers of that table', () =>
  withEmptyDatabase(async (url) => {
    await migrate(url, '032')
    const [reader, user] = [postgres(url, { max: 1, onnotice: () => {} }), postgres(url, { max: 1 })]
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const using = user.begin(async (tx) => {
      await tx`select from players`
      begun.resolve()
      await released.promise
    })
    await begun.promise
    const migrating = migrate(url)
    await untilWaiting(url)
    // If reads had to queue behind the migration, they would wait for the long transaction, which lasts until the end
    // of this test.
    for (let n = 0; n < 3; n += 1) expect(await reader`select count(*)::int as total from players`).toHaveLength(1)
    released.resolve()
    await using
    expect((await migrating).length).toBeGreaterThan(0)
    await Promise.all([reader.end(), user.end()])
  }))

test('a migration of two tables lets go before somebody who uses both loses a deadlock or waits for long', () =>
  withEmptyDatabase(async (url) => {
    await migrate(url, '104')
    const user = postgres(url, { max: 1, onnotice: () => {}, connection: { lock_timeout: 900 } })
    const [begun, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const using = user.begin(async (tx) => {
      await tx`select from purchases`
      begun.resolve()
      await waiting.promise
      // The migration has leagues and waits for purchases.
      return tx`select from leagues`
    })
    await begun.promise
    const migrating = migrate(url, '105')
    await untilWaiting(url)
    waiting.resolve()
    expect(await using).toEqual([])
    expect(await migrating).toEqual(['105_sealed_leagues.sql'])
    await user.end()
  }))

test('a migration that was edited after it was applied stops the start', () =>
  withEmptyDatabase(async (url) => {
    const [first] = await migrate(url)
    const sql = postgres(url, { max: 1 })
    await sql`update migrations set checksum = 'other' where name = ${first ?? ''}`
    await sql.end()
    await expect(migrate(url)).rejects.toThrow(`The migration ${first} was edited after it had been applied.`)
  }))
