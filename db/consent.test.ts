import postgres from 'postgres'
import { expect, test } from 'vitest'
import { freshDatabase } from '#/test/app.ts'
import { migrate } from './migrate.ts'

test('of the partners in an older database only those who accepted an invitation have agreed', async () => {
  const url = await freshDatabase('template0')
  await migrate(url, '027')
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const at = '2026-07-10T16:00:00Z'
  const [season] = await sql`
    insert into seasons (slug, year, name, starting_date, ending_date)
    values ('fall', 2026, 'Fall', '2026-09-22', '2026-11-29') returning id`
  const [league] = await sql`
    insert into leagues (season_id, division_id, area) select ${season?.['id']}, min(id), 'dc' from divisions returning id`
  const makePlayer = async (name: string) => {
    const [player] = await sql`
      insert into players (email, first_name, last_name, referral_code, created_at)
      values (${`${name}@example.com`}, ${name}, 'Player', ${name}, ${at}) returning id`
    return player?.['id'] as number
  }
  for (const [name, invited, answer] of [
    ['accepted', 'ACCEPTED-partner@example.com', 'accepted'],
    ['declined', 'declined-partner@example.com', 'declined'],
    ['replaced', 'somebody-else@example.com', 'accepted'],
  ] as const) {
    const [buyer, partner] = [await makePlayer(name), await makePlayer(`${name}-partner`)]
    const [order] = await sql`
      insert into orders (player_id, season_id, area, total_cents, created_at)
      values (${buyer}, ${season?.['id']}, 'dc', 3900, ${at}) returning id`
    const [line] = await sql`
      insert into purchases (order_id, player_id, league_id, price_cents, status, created_at)
      values (${order?.['id']}, ${buyer}, ${league?.['id']}, 3900, 'Paid', ${at}) returning id`
    const [entry] = await sql`
      insert into entries (league_id, purchase_id, created_at) values (${league?.['id']}, ${line?.['id']}, ${at}) returning id`
    await sql`
      insert into entry_players (entry_id, player_id, league_id, position)
      values (${entry?.['id']}, ${buyer}, ${league?.['id']}, 1), (${entry?.['id']}, ${partner}, ${league?.['id']}, 2)`
    await sql`
      insert into pair_invitations (entry_id, full_name, email, sent_at, expires_at, answer, answered_at)
      values (${entry?.['id']}, 'Somebody', ${invited}, ${at}, ${at}, ${answer}, ${at})`
  }

  expect(await migrate(url)).toContain('029_consent.sql')

  const agreed = await sql<{ first_name: string }[]>`
    select p.first_name from entry_players ep join players p on p.id = ep.player_id where ep.agreed_at is not null`
  expect(agreed.map(({ first_name }) => first_name)).toEqual(['accepted-partner'])
  // The release before goes on writing: a place without an answer is nobody's consent.
  expect(
    await sql`select column_default from information_schema.columns
    where table_name = 'entry_players' and column_name = 'agreed_at'`,
  ).toMatchObject([{ column_default: null }])
  await sql.end()
})
