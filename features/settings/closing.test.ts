import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { giveAnswers } from '#/features/questions/contract.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { saveQuestions } from '#/organizer/questions/contract.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { updateEmergencyContact, updatePrivacy, updateProfile } from './contract.ts'
import { erasedColumns } from './queries.ts'

const t = await startApp()
const owner = await makeOrganizer(t)
const season_id = (await t.call(listSeasons, {})).body.items[0]?.id ?? 0
const saved = await t.call(saveQuestions, {
  token: owner.token,
  params: { id: season_id },
  body: { questions: [{ kind: 'text', label: 'Anything else?' }] },
})
const question_id = saved.body.questions[0]?.id ?? 0

const changes: [string, (player: TestPlayer) => Promise<{ status: number }>][] = [
  [
    'a profile',
    ({ token, email }) =>
      t.send(updateProfile, {
        token,
        body: {
          first_name: 'Back',
          last_name: 'Again',
          email,
          phone: '+1 574 555 0123',
          singles_level: '3.5',
          gender: 'Female',
          location: 'South Bend',
        },
      }),
  ],
  [
    'an emergency contact',
    ({ token }) =>
      t.call(updateEmergencyContact, {
        token,
        body: { emergency_contact: { name: 'Bo Lind', phone: '+1 574 555 0111' } },
      }),
  ],
  [
    'a choice of what others see',
    ({ token }) => t.call(updatePrivacy, { token, body: { shows_email: true, shows_phone: true, shows_name: true } }),
  ],
  [
    'an answer to a question',
    ({ token }) =>
      t.call(giveAnswers, {
        token,
        params: { id: season_id },
        body: { answers: [{ question_id, answer: 'Peanuts make me ill.' }] },
      }),
  ],
]

test.each(changes)('%s that is saved while the account is being closed does not come back into it', async (_, save) => {
  const player = await makePlayer(t)
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const closing = t.db.transaction().execute(async (tx) => {
    await tx.selectFrom('players').select('id').where('id', '=', player.id).forUpdate().execute()
    held.resolve()
    await released.promise
    const closed = { ...erasedColumns, first_name: 'Former', last_name: 'player', deleted_at: t.clock.now() }
    await tx.updateTable('players').set(closed).where('id', '=', player.id).execute()
  })
  await Promise.race([held.promise, closing])
  const saving = save(player)
  const waiting = sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(t.db)).rows[0]?.n, { timeout: 10_000 }).toBe(1)
  released.resolve()
  await closing
  expect(await saving).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  const account = t.db
    .selectFrom('players')
    .select(['first_name', 'phone', 'shows_name', 'emergency_name'])
    .where('id', '=', player.id)
  expect(await account.executeTakeFirst()).toEqual({
    first_name: 'Former',
    phone: null,
    shows_name: false,
    emergency_name: null,
  })
  const answers = t.db.selectFrom('answers').select('answer').where('player_id', '=', player.id)
  expect(await answers.execute()).toEqual([])
})
