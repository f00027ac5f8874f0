import { expect, test } from 'vitest'
import { openOlderDatabase } from '#/test/older-database.ts'
import { migrate } from './migrate.ts'

test('names, and which entries count, are filled in for players and order lines of an older database', async () => {
  const { url, sql, makePlayer, makeLine } = await openOlderDatabase('024')
  const statuses = ['Pending', 'Paid', 'Confirmed', 'Closed', 'Refunded', 'Failed']
  for (const [index, status] of statuses.entries())
    await makeLine(await makePlayer(`p${index}`, 'Ana Lucía', `O’Neil ${index}`), status)

  expect(await migrate(url)).toContain('025_league_vocabulary.sql')

  const lines = await sql<{ status: string }[]>`select status from purchases where counts order by id`
  expect(lines.map(({ status }) => status)).toEqual(['Paid', 'Confirmed'])
  const names = await sql<{ name: string }[]>`select name from players order by id`
  expect(names.map(({ name }) => name)).toEqual(statuses.map((_, index) => `Ana Lucía O’Neil ${index}`))
  // Rows written later are correct too, and cannot be written in any other way.
  await sql`update purchases set status = 'Refunded' where status = 'Paid'`
  await sql`update players set first_name = 'Former', last_name = 'player' where email = 'p0@example.com'`
  expect(await sql`select count(*)::int as lines from purchases where counts`).toMatchObject([{ lines: 1 }])
  expect(await sql`select name from players where email = 'p0@example.com'`).toMatchObject([{ name: 'Former player' }])
  await sql`update purchases set counts = true`
  expect(await sql`select count(*)::int as lines from purchases where counts`).toMatchObject([{ lines: 1 }])
})
