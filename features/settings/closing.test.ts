import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateAvailability } from '#/features/availability/contract.ts'
import { getCalendar, renewCalendar } from '#/features/calendar/contract.ts'
import { updateYearOfBirth } from '#/features/accounts/year-contract.ts'
import { giveAnswers } from '#/features/questions/contract.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { acceptTexts } from '#/features/texts/contract.ts'
import { changeOrganization } from '#/organizer/organization/contract.ts'
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
  ['a year of birth', ({ token }) => t.call(updateYearOfBirth, { token, body: { year_of_birth: 1984 } })],
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
  [
    'when somebody can play',
    ({ token }) =>
      t.call(updateAvailability, {
        token,
        body: {
          weekly: [{ weekday: 1, from: '18:00', to: '20:00' }],
          away: [{ from: '2026/12/24', to: '2026/12/26' }],
        },
      }),
  ],
  ['the address of a calendar', ({ token }) => t.call(getCalendar, { token })],
  ['a new address of a calendar', ({ token }) => t.call(renewCalendar, { token })],
]

/** Answers what a call was answered that waited for the account to be closed. */
async function saveWhileClosing(player: TestPlayer, save: (player: TestPlayer) => Promise<{ status: number }>) {
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
  return saving
}

test.each(changes)('%s that is saved while the account is being closed does not come back into it', async (_, save) => {
  const player = await makePlayer(t)
  expect(await saveWhileClosing(player, save)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  const account = t.db
    .selectFrom('players')
    .select(['first_name', 'phone', 'shows_name', 'emergency_name', 'year_of_birth'])
    .where('id', '=', player.id)
  expect(await account.executeTakeFirst()).toEqual({
    first_name: 'Former',
    phone: null,
    shows_name: false,
    emergency_name: null,
    year_of_birth: null,
  })
  for (const table of ['answers', 'availability_hours', 'days_away', 'calendar_feeds'] as const) {
    const rows = await t.db.selectFrom(table).select('player_id').where('player_id', '=', player.id).execute()
    expect([table, rows]).toEqual([table, []])
  }
})

test('an age that is confirmed while the account is being closed is not noted in it', async () => {
  const { token } = owner
  const body = { minimum_age: 18 }
  expect((await t.call(changeOrganization, { token, body })).status).toBe(200)
  const player = await makePlayer(t)
  await saveWhileClosing(player, ({ token: own }) => t.call(acceptTexts, { token: own, body: { confirms_age: true } }))
  const account = t.db.selectFrom('players').select(['confirmed_age', 'age_confirmed_at']).where('id', '=', player.id)
  expect(await account.executeTakeFirst()).toEqual({ confirmed_age: null, age_confirmed_at: null })
})
