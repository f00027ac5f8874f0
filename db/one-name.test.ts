import { expect, test } from 'vitest'
import { openOlderDatabase } from '#/test/older-database.ts'
import { migrate } from './migrate.ts'

const { url, sql, makePlayer } = await openOlderDatabase('102')
await makePlayer('plain', 'José', 'Nuñez')
await makePlayer('hidden', 'An\u200Bna', '\u202EKim')
await makePlayer('persian', 'علی\u200Cرضا', 'رضایی')
await makePlayer('blank', '\u3164', 'Lee')
await makePlayer('social', 'Sam', '')
await migrate(url)

const namesOf = async () =>
  Object.fromEntries(
    (await sql<{ referral_code: string; name: string }[]>`select referral_code, name from players`).map(
      ({ referral_code, name }) => [referral_code, name],
    ),
  )

test('the migration keeps every name and removes only what nobody sees', async () => {
  expect(await namesOf()).toEqual({
    plain: 'José Nuñez',
    hidden: 'Anna Kim',
    persian: 'علی\u200Cرضا رضایی',
    blank: '\u3164 Lee',
    social: 'Sam',
  })
})

test('the previous release stores and changes names as ever', async () => {
  await makePlayer('later', 'Ada', 'Moreno')
  await sql`update players set last_name = 'Lee' where referral_code = 'later'`
  await sql`update players set first_name = 'Cher', last_name = '', one_name = true where referral_code = 'plain'`
  expect(await namesOf()).toMatchObject({ later: 'Ada Lee', plain: 'Cher' })
  // It does not know that a player has one name.
  await sql`update players set last_name = 'Sarkisian' where referral_code = 'plain'`
  const [row] = await sql`select name, one_name from players where referral_code = 'plain'`
  expect(row).toEqual({ name: 'Cher Sarkisian', one_name: false })
})
