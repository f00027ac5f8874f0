import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { resetPassword, signIn, verifyEmail } from '#/features/accounts/contract.ts'
import { insertAccountToken } from '#/features/accounts/mail-tokens.ts'
import { updateYearOfBirth } from '#/features/accounts/year-contract.ts'
import { noteVisit } from '#/features/activity/contract.ts'
import { arrangeMatch, offerTimes, sendMessage, takeByLink } from '#/features/arranging/contract.ts'
import { makeOffer, makerOfPairs } from '#/features/arranging/pair-fixture.ts'
import { updateAvailability } from '#/features/availability/contract.ts'
import { renewCalendar } from '#/features/calendar/contract.ts'
import { confirmByLink } from '#/features/confirmation/contract.ts'
import { acceptMailedEntryInvitation } from '#/features/invitations/contract.ts'
import { insertEntryInvitation } from '#/features/invitations/queries.ts'
import { writeLiveScore } from '#/features/live-scoring/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { getPreferences, unsubscribe, updatePreferences } from '#/features/notifications/contract.ts'
import { unsubscribeOf } from '#/features/notifications/unsubscribe.ts'
import { setOpenToPlay } from '#/features/open-to-play/contract.ts'
import { acceptInvitation } from '#/features/pairs/contract.ts'
import { insertInvitation } from '#/features/pairs/queries.ts'
import { addPasskey, signInByPasskey, startPasskey, startPasskeySignIn } from '#/features/passkeys/contract.ts'
import { giveAnswers } from '#/features/questions/contract.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { mergeEffects } from '#/organizer/players/merge.ts'
import { saveQuestions } from '#/organizer/questions/contract.ts'
import { insertMailToken } from '#/server/mail-tokens.ts'
import { answerOf, type Refusal } from '#/server/refuse.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { listEndpoints } from '#/ops/contracts.ts'
import { makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import { Authenticator } from '#/test/passkey.ts'
import { confirmEmail, updateEmergencyContact, updatePrivacy, updateProfile } from './contract.ts'
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

/** Closes an account like `deleteAccount` once `save` waits for it. Returns the response to `save`. */
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
  await expect.poll(async () => (await waiting.execute(t.db)).rows[0]?.n).toBe(1)
  released.resolve()
  await closing
  return saving
}

/**
 * The number of rows of each kind that belong to a player, without the visitor's row that the closing itself writes.
 */
async function countRows({ id }: TestPlayer): Promise<Record<string, number>> {
  const columns = Object.keys(mergeEffects).filter((column) => column !== 'visitors.player_id')
  const counts = columns.map((column) => {
    const [table = '', name = ''] = column.split('.')
    return sql`select ${column}::text as what, (select count(*) from ${sql.table(table)} where ${sql.ref(name)} = ${id})::int as count`
  })
  const { rows } = await sql<{ what: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(t.db)
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}

test.each(changes)('%s that is saved while the account is being closed is not stored in it', async (_, save) => {
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

/** Other data that players store, by call, each as a player of a match between two. */
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

/** The token of a link sent to an account's email. */
const expires_at = new Date('2026-06-18T16:00:00Z')

async function mailedToken({ id, email }: TestPlayer, purpose: 'verify_email' | 'reset_password' | 'change_email') {
  return (await insertAccountToken(t.db, { purpose, player_id: id, email }, t.clock.now())) ?? ''
}

/** Adds a question to a league's season, so that players who join can answer it. */
async function askIn(league_id: number): Promise<number> {
  const league = t.db.selectFrom('leagues').select('season_id').where('id', '=', league_id)
  const { season_id: id } = await league.executeTakeFirstOrThrow()
  const body = { questions: [{ kind: 'text' as const, label: 'Anything else?' }] }
  await t.call(saveQuestions, { token: owner.token, params: { id }, body })
  const question = t.db.selectFrom('questions').select('id').where('season_id', '=', id)
  return (await question.executeTakeFirstOrThrow()).id
}

/** Data that a call stores for an account without a session: the preparation, then the call itself. */
const byLink: Record<string, (pair: Pair) => Promise<() => Promise<{ status: number }>>> = {
  'POST /public/unsubscribe': async ({ ann: { id } }) => {
    const { url } = unsubscribeOf(t.app, { player_id: id, kind: 'match_message' })
    const token = new URL(url).searchParams.get('token') ?? ''
    return () => t.call(unsubscribe, { query: { token } })
  },
  'POST /public/score-links/confirm': async ({ ann, bea, area, id }) => {
    const body = scoreBody(bea, ann, '6-4 6-3', { match_area: area })
    expect((await t.call(reportScore, { token: bea.token, body })).status).toBe(201)
    const score = t.db.selectFrom('scores').select('id').where('match_id', '=', id)
    const { id: score_id } = await score.executeTakeFirstOrThrow()
    const token = await insertMailToken(
      t.db,
      { purpose: 'score', score_id, addressee_id: ann.id, expires_at },
      t.clock.now(),
    )
    return () => t.call(confirmByLink, { body: { token } })
  },
  'POST /public/offer-links/take': async ({ ann, bea, id }) => {
    const { offer_id, times } = await makeOffer(t, bea, id, [saturday])
    const token = await insertMailToken(
      t.db,
      { purpose: 'offer', offer_id, addressee_id: ann.id, expires_at },
      t.clock.now(),
    )
    return () => t.call(takeByLink, { body: { token, time_id: times[0] ?? 0 } })
  },
  'POST /public/entry-invitations/accept': async ({ ann, league_id }) => {
    const other = await t.db
      .selectFrom('leagues')
      .innerJoin('leagues as mine', 'mine.season_id', 'leagues.season_id')
      .select('leagues.id')
      .where('mine.id', '=', league_id)
      .where('leagues.id', '<>', league_id)
      .orderBy('leagues.id')
      .executeTakeFirstOrThrow()
    const invitation = { league_id: other.id, player_id: ann.id, invited_by_id: owner.id, price_cents: 0 }
    const id = await t.db
      .transaction()
      .execute((tx) => insertEntryInvitation(tx, { ...invitation, partner: undefined }, t.clock.now()))
    const token = await insertMailToken(
      t.db,
      { purpose: 'entry_invitation', entry_invitation_id: id, expires_at },
      t.clock.now(),
    )
    return () => t.call(acceptMailedEntryInvitation, { body: { token } })
  },
  'POST /public/partner-invitations/accept': async ({ ann }) => {
    const { entry_ids, league_id } = await twoPlayers()
    const asked = await askIn(league_id)
    const partner = { full_name: 'Bo Lind', email: ann.email }
    const id = await t.db.transaction().execute((tx) => insertInvitation(tx, entry_ids[0], partner, t.clock.now()))
    const token = await insertMailToken(
      t.db,
      { purpose: 'pair_invitation', pair_invitation_id: id, expires_at },
      t.clock.now(),
    )
    const answers = [{ question_id: asked, answer: 'Peanuts make me ill.' }]
    return () => t.call(acceptInvitation, { body: { token, answers } })
  },
  'POST /customer/password/reset': async ({ ann }) => {
    const token = await mailedToken(ann, 'reset_password')
    return () => t.call(resetPassword, { body: { token, password: 'a new word with the net' } })
  },
  'POST /users/verify-email': async ({ ann }) => {
    const token = await mailedToken(ann, 'verify_email')
    return () => t.call(verifyEmail, { body: { token, password: 'a new word with the net' } })
  },
  'POST /users/email/confirm': async ({ ann }) => {
    const token = await mailedToken({ ...ann, email: `new-${ann.email}` }, 'change_email')
    return () => t.call(confirmEmail, { body: { token, password } })
  },
  'POST /users/signin': async ({ ann: { email } }) => {
    return () => t.call(signIn, { body: { email, password } })
  },
  'POST /users/signin/passkey': async ({ ann: { token } }) => {
    const authenticator = new Authenticator(t.app.config.site)
    const options = (await t.call(startPasskey, { token, body: { password } })).body
    await t.call(addPasskey, { token, body: authenticator.create(options) })
    const body = authenticator.get((await t.call(startPasskeySignIn, {})).body)
    return () => t.call(signInByPasskey, { body })
  },
  'a session': async ({ ann: { id } }) => {
    return async () => {
      const session = startSession(t.db, id, t.clock.now())
      return {
        status: await session.then(
          () => 200,
          (error: unknown) => answerOf(error as Refusal, '').status,
        ),
      }
    }
  },
  'a link that a job is about to mail': async ({ ann }) => {
    return async () => ({ status: (await mailedToken(ann, 'verify_email')) === '' ? 409 : 200 })
  },
}

/** Succeeds for a closed account too, because there is nothing left to turn off. */
const saysYes = ['POST /public/unsubscribe']

test.each(Object.entries(byLink))(
  '%s stores nothing in an account that is closed in the same moment, though nobody is signed in to it',
  async (name, prepare) => {
    const pair = await twoPlayers()
    const save = await prepare(pair)
    const before = await countRows(pair.ann)
    const { status } = await saveWhileClosing(pair.ann, save)
    expect(status === 200).toBe(saysYes.includes(name))
    expect(await countRows(pair.ann)).toEqual(before)
    const account = t.db.selectFrom('players').select(['first_name', 'password_hash', 'email_verified_at', 'email'])
    expect(await account.where('id', '=', pair.ann.id).executeTakeFirst()).toEqual({
      first_name: 'Former',
      password_hash: null,
      email_verified_at: null,
      email: pair.ann.email,
    })
  },
)

/** Public changes that work like those in `byLink`. */
const alikeByLink = [
  'POST /public/score-links/correct',
  'POST /public/score-links/dispute',
  'POST /public/offer-links/decline',
  'POST /public/offer-links/counter',
  'POST /google/user-oauth',
  'POST /users/identities/link',
]

/** Public changes that are tested elsewhere, or store nothing in an existing account. */
const othersByLink: Record<string, string> = {
  'POST /public/offer-links': 'reads',
  'POST /public/score-links': 'reads',
  'POST /public/entry-invitations': 'reads',
  'POST /public/partner-invitations': 'reads',
  'POST /public/merge-requests': 'reads',
  'POST /public/play-offs': 'reads',
  'POST /misc/players': 'reads',
  'POST /users/signin/passkey/options': 'a challenge of nobody',
  'POST /users/claim': 'an account without a password, which nobody can close',
  'POST /users/signup': 'opens an account',
  'POST /users/signup/purchase': 'opens an account',
  'POST /public/partner-invitations/signup': 'opens an account',
  'POST /public/owner': 'opens an account',
  'POST /customer/password/forgot': 'ends links; the job that mails a new one is above',
  'POST /public/entry-invitations/decline': 'answers a row that the closing deletes',
  'POST /public/partner-invitations/decline': 'answers the invitation of an email',
  'POST /public/merge-requests/confirm': 'locks both accounts, as a merge of organizers does',
  'POST /public/merge-requests/decline': 'answers a row that the closing deletes',
  'POST /payments/webhook': 'an order keeps the account open until it is paid',
  'POST /payments/test/confirmation-tokens': 'a card of nobody',
  'POST /payments/test/authentications': 'an order keeps the account open until it is paid',
}

/** Changes by players that work like those in `writes`: `runAction` checks the account at the end. */
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
  'POST /users/players/{id}/photo/report',
  'POST /users/push-devices',
  'POST /users/scores/{id}/confirm',
  'POST /users/scores/{id}/correct',
  'POST /users/scores/{id}/dispute',
  'DELETE /users/partner-offers/{id}',
  'POST /users/partner-offers/{id}/accept',
  'POST /users/partner-searches/{league_id}/offers',
  'PUT /users/partner-searches/{league_id}',
  'PUT /users/reactions/{match_id}',
  'POST /users/passkeys',
  'POST /users/passkeys/options',
  'POST /users/verify-email/resend',
  'POST /users/wait-list',
  'PUT /users/password',
]

/** Changes that are tested elsewhere, or store nothing about a player. */
const others: Record<string, string> = {
  'PUT /users': 'a profile, above',
  'PUT /users/emergency-contact': 'above',
  'PUT /users/year-of-birth': 'above',
  'PUT /users/settings/privacy': 'above',
  'PUT /users/seasons/{id}/answers': 'above',
  'DELETE /users/play-offs/{league_id}/consolation': 'ends matches of an entry',
  'PUT /users/photo': 'features/settings/photo.test.ts',
  'DELETE /users/photo': 'stores nothing',
  'POST /users/purchases': 'an order keeps the account open until it is paid',
  'POST /users/purchases/{order_id}/complete': 'an order keeps the account open until it is paid',
  'POST /users/cards': 'changes an account that is open alone',
  'DELETE /users/cards/{card}': 'stores nothing',
  'DELETE /users/sessions': 'ends sessions',
  'DELETE /users/sessions/{id}': 'ends a session',
  'DELETE /users/access/{kind}/{id}': 'ends one thing',
  'DELETE /users/push-devices': 'ends a device',
  'DELETE /users/push-devices/{id}': 'ends a device',
  'POST /users/passkeys/{id}/remove': 'stores nothing',
  'POST /users/passkeys/check': 'changes a session',
  'POST /users/passkeys/check/options': 'a challenge of a session',
  'POST /users/delete': 'closes the account',
  'POST /users/export': 'a file',
  'POST /users/document-cookie': 'changes a session',
  'POST /organizer/second-factor/check': 'changes a session',
}

test.each([
  { who: 'players', access: 'player', known: [...Object.keys(writes), ...alike, ...Object.keys(others)] },
  {
    who: 'anybody',
    access: 'public',
    known: [
      ...Object.keys(byLink).filter((name) => name.startsWith('POST ')),
      ...alikeByLink,
      ...Object.keys(othersByLink),
    ],
  },
])('each change that $who can make is known to store nothing in a closed account', async ({ access, known }) => {
  const changing = (await listEndpoints()).filter(
    (call) => call.method !== 'GET' && call.access === access && !call.reads && call.file === undefined,
  )
  const named = changing.map(({ method, path }) => `${method} ${path}`)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !named.includes(name))).toEqual([])
})
