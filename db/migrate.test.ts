import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { dropDatabase } from '#/test/app.ts'
import { migrate } from './migrate.ts'

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

test('several processes that start at once migrate once', () =>
  withEmptyDatabase(async (url) => {
    const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
    const done = applied.filter((names) => names.length > 0)
    expect(done).toHaveLength(1)
    expect(done[0]).toEqual(done[0]?.toSorted())
    expect(await migrate(url)).toEqual([])
  }))

test('a migration that was edited after it had been applied stops the start', () =>
  withEmptyDatabase(async (url) => {
    const [first] = await migrate(url)
    const sql = postgres(url, { max: 1 })
    await sql`update migrations set checksum = 'other' where name = ${first ?? ''}`
    await sql.end()
    await expect(migrate(url)).rejects.toThrow(`The migration ${first} was edited after it had been applied.`)
  }))
