import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateYearOfBirth } from '#/features/accounts/year-contract.ts'
import { noteVisit } from '#/features/activity/contract.ts'
import { arrangeMatch, offerTimes, sendMessage } from '#/features/arranging/contract.ts'
import { makerOfPairs } from '#/features/arranging/pair-fixture.ts'
import { updateAvailability } from '#/features/availability/contract.ts'
import { renewCalendar } from '#/features/calendar/contract.ts'
import { writeLiveScore } from '#/features/live-scoring/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { getPreferences, updatePreferences } from '#/features/notifications/contract.ts'
import { setOpenToPlay } from '#/features/open-to-play/contract.ts'
import { giveAnswers } from '#/features/questions/contract.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { mergeEffects } from '#/organizer/players/merge.ts'
import { saveQuestions } from '#/organizer/questions/contract.ts'
import { startApp } from '#/test/app.ts'
import { listEndpoints } from '#/test/contracts.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { updateEmergencyContact, updatePrivacy, updateProfile } from './contract.ts'
import { erasedColumns } from './queries.ts'

const t = await startApp('2026-05-18T16:00:00Z')
const twoPlayers = makerOfPairs(t)
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
]

/** Closes an account as `deleteAccount` does, once `save` waits for it; answers what `save` was answered. */
async function saveWhileClosing(player: TestPlayer, save: () => Promise<{ status: number }>) {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const closing = t.db.transaction().execute(async (tx) => {
    await tx.selectFrom('players').select('id').where('id', '=', player.id).forUpdate().execute()
    held.resolve()
    await released.promise
    const closed = { ...erasedColumns, first_name: 'Former', last_name: 'player', deleted_at: t.clock.now() }
    await tx.updateTable('players').set(closed).where('id', '=', player.id).execute()
  })
  await Promise.race([held.promise, closing])
  const saving = save()
  const waiting = sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(t.db)).rows[0]?.n, { timeout: 10_000 }).toBe(1)
  released.resolve()
  await closing
  return saving
}

/** How many rows of each kind belong to a player. */
async function countRows({ id }: TestPlayer): Promise<Record<string, number>> {
  const counts = Object.keys(mergeEffects).map((column) => {
    const [table = '', name = ''] = column.split('.')
    return sql`select ${column}::text as what, (select count(*) from ${sql.table(table)} where ${sql.ref(name)} = ${id})::int as count`
  })
  const { rows } = await sql<{ what: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(t.db)
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}

test.each(changes)('%s that is saved while the account is being closed does not come back into it', async (_, save) => {
  const player = await makePlayer(t)
  expect(await saveWhileClosing(player, () => save(player))).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  })
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
  const answers = t.db.selectFrom('answers').select('answer').where('player_id', '=', player.id)
  expect(await answers.execute()).toEqual([])
})

const saturday = { match_date: '2026/05/23', match_time: '10:00', match_location: 'Leeper Park' }
type Pair = Awaited<ReturnType<typeof twoPlayers>>
const match = ({ ann, id }: Pair) => ({ token: ann.token, params: { id } })

/** What else players store, by the call: in a match of two, as one of them. */
const writes: Record<string, (pair: Pair) => Promise<{ status: number }>> = {
  'PUT /users/availability': ({ ann: { token } }) =>
    t.call(updateAvailability, {
      token,
      body: { weekly: [{ weekday: 1, from: '18:00', to: '21:00' }], away: [{ from: '2026/06/01', to: '2026/06/05' }] },
    }),
  'POST /users/matchups/{id}/messages': (pair) =>
    t.call(sendMessage, { ...match(pair), body: { text: 'My new number is +1 574 555 0199' } }),
  'POST /users/matchups/{id}/offers': (pair) =>
    t.call(offerTimes, { ...match(pair), body: { times: [saturday], note: 'Call me at home.' } as never }),
  'PUT /users/matchups/{id}': (pair) => t.call(arrangeMatch, { ...match(pair), body: saturday as never }),
  'PUT /users/matchups/{id}/live-score': (pair) =>
    t.call(writeLiveScore, {
      ...match(pair),
      body: {
        version: 0,
        pen: 'a-device-of-somebody',
        setup: { format: 'best_of_three', deciding: 'tie_break', first_server: 1 },
        events: [],
      } as never,
    }),
  'POST /users/scores': ({ ann, bea, area }) =>
    t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, '6-4 6-3', { match_area: area }) }),
  'PUT /users/notification-preferences': async ({ ann: { token } }) => {
    const { body } = await t.call(getPreferences, { token })
    const kinds = body.kinds.map(({ kind, app, mail, push }) => ({ kind, app, mail, push }))
    return t.call(updatePreferences, { token, body: { quiet: { from: '21:00', to: '08:00' }, kinds } as never })
  },
  'POST /users/activity/visits': ({ ann: { token } }) => t.call(noteVisit, { token }),
  'POST /users/calendar/renew': ({ ann: { token } }) => t.call(renewCalendar, { token }),
  'PUT /users/open-to-play/{league_id}': ({ ann: { token }, league_id }) =>
    t.call(setOpenToPlay, { token, params: { league_id }, body: { open: true } }),
}

test.each(Object.entries(writes))(
  '%s stores nothing in an account that is closed in the same moment',
  async (_, save) => {
    const pair = await twoPlayers()
    const before = await countRows(pair.ann)
    const answer = await saveWhileClosing(pair.ann, () => save(pair))
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(await countRows(pair.ann)).toEqual(before)
  },
)

/** Changes of players that are made in the same way as those above (`runAction`), which looks for the account at their end. */
const alike = [
  'DELETE /users/matchups/{id}',
  'DELETE /users/matchups/{id}/live-score',
  'DELETE /users/matchups/{id}/offers/{offer_id}',
  'DELETE /users/misc/my-league/{league_id}',
  'DELETE /users/misc/my-league/{league_id}/partner',
  'DELETE /users/purchases/{id}',
  'DELETE /users/wait-list/{id}',
  'POST /users/acceptances',
  'POST /users/email',
  'POST /users/entry-invitations/{id}/accept',
  'POST /users/entry-invitations/{id}/decline',
  'POST /users/ladder/{league_id}/challenges',
  'POST /users/matchups',
  'POST /users/matchups/{id}/call-off',
  'POST /users/matchups/{id}/messages/{message_id}/report',
  'POST /users/matchups/{id}/object',
  'POST /users/matchups/{id}/offers/{offer_id}/decline',
  'POST /users/matchups/{id}/offers/{offer_id}/take',
  'POST /users/matchups/{id}/proposal/object',
  'POST /users/misc/free-season/claim',
  'POST /users/misc/my-league/{league_id}/partner',
  'POST /users/misc/my-league/{league_id}/partner/resend',
  'POST /users/notifications/read',
  'POST /users/open-to-play/{league_id}/offers',
  'POST /users/push-devices',
  'POST /users/scores/{id}/confirm',
  'POST /users/scores/{id}/correct',
  'POST /users/scores/{id}/dispute',
  'POST /users/verify-email/resend',
  'POST /users/wait-list',
  'PUT /users/password',
]

/** Changes that are tried elsewhere, or store nothing of a player. */
const others: Record<string, string> = {
  'PUT /users': 'a profile, above',
  'PUT /users/emergency-contact': 'above',
  'PUT /users/year-of-birth': 'above',
  'PUT /users/settings/privacy': 'above',
  'PUT /users/seasons/{id}/answers': 'above',
  'PUT /users/photo': 'features/settings/photo.test.ts',
  'DELETE /users/photo': 'stores nothing',
  'POST /users/purchases': 'an order keeps the account open until it is paid',
  'POST /users/purchases/{order_id}/complete': 'an order keeps the account open until it is paid',
  'POST /users/cards': 'changes an account that is open alone',
  'DELETE /users/cards/{card}': 'stores nothing',
  'DELETE /users/sessions': 'ends sessions',
  'DELETE /users/sessions/{id}': 'ends a session',
  'DELETE /users/push-devices': 'ends a device',
  'DELETE /users/push-devices/{id}': 'ends a device',
  'POST /users/delete': 'closes the account',
  'POST /users/export': 'a file',
  'POST /organizer/second-factor/check': 'changes a session',
}

test('each change that players can make is known to store nothing in a closed account', async () => {
  const known = [...Object.keys(writes), ...alike, ...Object.keys(others)]
  const changing = (await listEndpoints()).filter(
    ({ method, access, reads, file }) => method !== 'GET' && access === 'player' && !reads && file === undefined,
  )
  const named = changing.map(({ method, path }) => `${method} ${path}`)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !named.includes(name))).toEqual([])
})
