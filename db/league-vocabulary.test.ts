import postgres from 'postgres'
import { expect, test } from 'vitest'
import { freshDatabase } from '#/test/app.ts'
import { migrate } from './migrate.ts'

test('names and what counts are filled in for the players and lines of an older database', async () => {
  const url = await freshDatabase('template0')
  await migrate(url, '024')
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const at = '2026-07-10T16:00:00Z'
  const [season] = await sql`
    insert into seasons (slug, year, name, starting_date, ending_date)
    values ('fall', 2026, 'Fall', '2026-09-22', '2026-11-29') returning id`
  const [league] = await sql`
    insert into leagues (season_id, division_id, area) select ${season?.['id']}, min(id), 'dc' from divisions returning id`
  const statuses = ['Pending', 'Paid', 'Confirmed', 'Closed', 'Refunded', 'Failed']
  for (const [index, status] of statuses.entries()) {
    const [player] = await sql`
      insert into players (email, first_name, last_name, referral_code, created_at)
      values (${`p${index}@example.com`}, 'Ana Lucía', ${`O’Neil ${index}`}, ${`code${index}`}, ${at}) returning id`
    const [order] = await sql`
      insert into orders (player_id, season_id, area, total_cents, created_at)
      values (${player?.['id']}, ${season?.['id']}, 'dc', 3900, ${at}) returning id`
    await sql`
      insert into purchases (order_id, player_id, league_id, price_cents, status, created_at)
      values (${order?.['id']}, ${player?.['id']}, ${league?.['id']}, 3900, ${status}, ${at})`
  }

  expect(await migrate(url)).toContain('025_league_vocabulary.sql')

  const lines = await sql<{ status: string }[]>`select status from purchases where counts order by id`
  expect(lines.map(({ status }) => status)).toEqual(['Paid', 'Confirmed'])
  const names = await sql<{ name: string }[]>`select name from players order by id`
  expect(names.map(({ name }) => name)).toEqual(statuses.map((_, index) => `Ana Lucía O’Neil ${index}`))
  // What is written later is right too, and nobody can write it otherwise.
  await sql`update purchases set status = 'Refunded' where status = 'Paid'`
  await sql`update players set first_name = 'Former', last_name = 'player' where email = 'p0@example.com'`
  expect(await sql`select count(*)::int as lines from purchases where counts`).toMatchObject([{ lines: 1 }])
  expect(await sql`select name from players where email = 'p0@example.com'`).toMatchObject([{ name: 'Former player' }])
  await expect(sql`update purchases set counts = true`).rejects.toThrow('can only be updated to DEFAULT')
  await sql.end()
})
