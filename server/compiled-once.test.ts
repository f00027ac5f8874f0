import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '#/test/app.ts'
import { compiledOnce } from './compiled-once.ts'

const { db } = await startApp()

test('a statement is compiled once for each set of given values, and sent with the values of its call', async () => {
  let made = 0
  type Values = { name: string; least?: number | undefined; among?: readonly number[] | undefined }
  const ask = compiledOnce(({ name, least, among }: Values) => {
    made += 1
    return sql<{ name: string; number: number }>`
      select ${name}::text as name, number from generate_series(1, 4) number
      where true ${least === undefined ? sql`` : sql`and number >= ${least}`}
        ${among === undefined ? sql`` : sql`and number = any(${among}::int[])`}
      order by number`
  })
  const numbers = async (values: Values) => (await ask(db, values)).map(({ name, number }) => `${name}${number}`)
  expect(await numbers({ name: 'a' })).toEqual(['a1', 'a2', 'a3', 'a4'])
  expect(await numbers({ name: 'b', least: undefined })).toEqual(['b1', 'b2', 'b3', 'b4'])
  expect(await numbers({ name: 'c', least: 3 })).toEqual(['c3', 'c4'])
  expect(await numbers({ least: 4, name: 'd' })).toEqual(['d4'])
  expect(await numbers({ name: 'e', least: 2, among: [1, 2, 3] })).toEqual(['e2', 'e3'])
  expect(await numbers({ name: 'f', least: 1, among: [] })).toEqual([])
  expect(made).toBe(3)
})
