import { expect, test } from 'vitest'
import { openOlderDatabase, writtenAt as at } from '#/test/older-database.ts'
import { migrate } from './migrate.ts'

test('in an older database, only partners who accepted an invitation have consented', async () => {
  const { url, sql, league_id, makePlayer, makeLine } = await openOlderDatabase('027')
  for (const [name, invited, answer] of [
    ['accepted', 'ACCEPTED-partner@example.com', 'accepted'],
    ['declined', 'declined-partner@example.com', 'declined'],
    ['replaced', 'somebody-else@example.com', 'accepted'],
  ] as const) {
    const [buyer, partner] = [await makePlayer(name), await makePlayer(`${name}-partner`)]
    const line = await makeLine(buyer, 'Paid')
    const [entry] = await sql`
      insert into entries (league_id, purchase_id, created_at) values (${league_id}, ${line}, ${at}) returning id`
    await sql`
      insert into entry_players (entry_id, player_id, league_id, position)
      values (${entry?.['id']}, ${buyer}, ${league_id}, 1), (${entry?.['id']}, ${partner}, ${league_id}, 2)`
    await sql`
      insert into pair_invitations (entry_id, full_name, email, sent_at, expires_at, answer, answered_at)
      values (${entry?.['id']}, 'Somebody', ${invited}, ${at}, ${at}, ${answer}, ${at})`
  }

  expect(await migrate(url)).toContain('029_consent.sql')

  const agreed = await sql<{ first_name: string }[]>`
    select p.first_name from entry_players ep join players p on p.id = ep.player_id where ep.agreed_at is not null`
  expect(agreed.map(({ first_name }) => first_name)).toEqual(['accepted-partner'])
  // The previous release still inserts rows without an answer. No answer is not consent, so there is no default.
  expect(
    await sql`select column_default from information_schema.columns
    where table_name = 'entry_players' and column_name = 'agreed_at'`,
  ).toMatchObject([{ column_default: null }])
})
