import { expect, test } from 'vitest'
import { startApp } from '#/test/app.ts'
import { makeUnprovedPlayer, password } from '#/test/make.ts'
import { getUser, logOut, signIn, signUp } from './contract.ts'
import { profileColumns } from './profile-columns.ts'
import { ensureOrganizer } from './jobs.ts'

const t = await startApp()

const newPlayer = {
  first_name: ' Ada ',
  last_name: 'Moreno',
  email: 'Ada@example.com',
  phone: '+1 574 555 0101',
  singles_level: '3.5',
  gender: 'Female',
  location: 'South Bend',
  password: 'correct horse battery',
} as const

test('a new player signs up, signs in, is recognized and signs out', async () => {
  const signedUp = await t.call(signUp, { body: newPlayer })
  expect(signedUp).toMatchObject({ status: 201, body: { message: expect.stringContaining('Ada') } })

  const signedIn = await t.call(signIn, { body: { email: ' ada@EXAMPLE.com ', password: newPlayer.password } })
  expect(signedIn.status).toBe(200)
  const { token } = signedIn.body

  const known = await t.call(getUser, { token })
  expect(known.status).toBe(200)
  expect(known.body.user).toEqual({
    // Fields that the sign-up form does not have are null.
    ...Object.fromEntries(profileColumns.map((column) => [column, null])),
    id: expect.any(Number),
    first_name: 'Ada',
    last_name: 'Moreno',
    one_name: false,
    email: 'Ada@example.com',
    email_verified: false,
    profile_complete: true,
    phone: '+1 574 555 0101',
    singles_level: '3.5',
    doubles_level: null,
    doubles_partner: null,
    gender: 'Female',
    year_of_birth: null,
    location: 'South Bend',
    role: 'player',
    impersonated: false,
    photo: null,
    created_at: '2026-07-15T16:00:00.000Z',
  })

  expect((await t.call(logOut, { token })).status).toBe(200)
  expect((await t.call(getUser, { token })).status).toBe(401)
  expect(await t.call(logOut, { token })).toMatchObject({ status: 401, body: { message: 'User not logged In' } })
})

test('an email at an international domain is one account in both spellings', async () => {
  const email = 'joerg@müller.example'
  expect((await t.call(signUp, { body: { ...newPlayer, email } })).status).toBe(201)
  const again = await t.call(signUp, { body: { ...newPlayer, email: 'Joerg@xn--mller-kva.example' } })
  expect(again).toMatchObject({ status: 409, body: { code: 'email_in_use' } })
  const signedIn = await t.call(signIn, { body: { email, password: newPlayer.password } })
  expect(signedIn).toMatchObject({ status: 200, body: { user: { email: 'joerg@xn--mller-kva.example' } } })
})

test('tokens and passwords are stored only as hashes', async () => {
  const player = await makeUnprovedPlayer(t)
  const sessions = await t.db.selectFrom('sessions').selectAll().where('player_id', '=', player.id).execute()
  expect(sessions.map((session) => session.token_hash.toString('base64url'))).not.toContain(player.token)
  const stored = await t.db
    .selectFrom('players')
    .select('password_hash')
    .where('id', '=', player.id)
    .executeTakeFirstOrThrow()
  expect(stored.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a session expires after thirty days', async () => {
  const player = await makeUnprovedPlayer(t)
  t.clock.set('2026-08-14T15:59:59Z')
  expect((await t.call(getUser, { token: player.token })).status).toBe(200)
  t.clock.set('2026-08-14T16:00:00Z')
  expect((await t.call(getUser, { token: player.token })).status).toBe(401)
  t.clock.set('2026-07-15T16:00:00Z')
})

test('an unknown email and a wrong password get the same response', async () => {
  const player = await makeUnprovedPlayer(t)
  const wrong = await t.call(signIn, { body: { email: player.email, password: `${password}!` } })
  const unknown = await t.call(signIn, { body: { email: 'nobody@example.com', password } })
  expect(wrong.status).toBe(401)
  expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' })
})

test('one email is one account in any letter case, even if two people sign up at once', async () => {
  const twice = { ...newPlayer, email: 'twice@example.com' }
  const answers = await Promise.all([
    t.call(signUp, { body: twice }),
    t.call(signUp, { body: { ...twice, email: 'TWICE@example.com' } }),
  ])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('email_in_use')
})

test('a doubles category needs a partner; without a category no partner is stored', async () => {
  const alone = await t.call(signUp, { body: { ...newPlayer, email: 'alone@example.com', doubles_level: 'Mix' } })
  expect(alone).toMatchObject({
    status: 422,
    body: { fields: { 'doubles_partner.full_name': expect.any(String), 'doubles_partner.email': expect.any(String) } },
  })
  const pair = {
    ...newPlayer,
    email: 'pair@example.com',
    doubles_level: 'Mix',
    doubles_partner: { full_name: 'Bo Lind', email: 'bo@example.com' },
  } as const
  expect((await t.call(signUp, { body: pair })).status).toBe(201)
  const single = { ...pair, email: 'single@example.com', doubles_level: '' } as const
  expect((await t.call(signUp, { body: single })).status).toBe(201)
  const { body } = await t.call(signIn, { body: { email: 'single@example.com', password: newPlayer.password } })
  expect(body.user).toMatchObject({ doubles_level: null, doubles_partner: null })
})

test('a referral code links the friend; an unknown code is refused', async () => {
  const referrer = await makeUnprovedPlayer(t)
  const { referral_code } = await t.db
    .selectFrom('players')
    .select('referral_code')
    .where('id', '=', referrer.id)
    .executeTakeFirstOrThrow()
  expect(
    (
      await t.call(signUp, {
        body: { ...newPlayer, email: 'friend@example.com', referral_code: referral_code.toLowerCase() },
      })
    ).status,
  ).toBe(201)
  const friend = await t.db
    .selectFrom('players')
    .select('referred_by_id')
    .where('email', '=', 'friend@example.com')
    .executeTakeFirstOrThrow()
  expect(friend.referred_by_id).toBe(referrer.id)
  const unknown = await t.call(signUp, { body: { ...newPlayer, email: 'other@example.com', referral_code: 'NOSUCH' } })
  expect(unknown).toMatchObject({ status: 422, body: { fields: { referral_code: expect.any(String) } } })
})

test.each([
  ['first_name', '   ', 'Please enter your first name.'],
  ['last_name', 'x'.repeat(61), 'Please use 60 characters at most.'],
  ['first_name', 'Ada\r\nBcc: everyone@example.com', 'Please keep this on one line.'],
  ['email', 'ada at example.com', 'Please enter an email like name@example.com.'],
  ['phone', '+1 ', 'Please enter a phone number.'],
  ['phone', '+1 5', 'Please enter at least 5 characters.'],
  ['singles_level', '6.0', 'Please choose your singles level.'],
  ['gender', '', 'Please choose your gender.'],
  ['location', 'Atlantis', 'Please choose South Bend, Indianapolis or DC.'],
  ['password', 'seven77', 'Please choose a password of at least 8 characters.'],
  ['password', 'x'.repeat(129), 'Please choose a password of 128 characters at most.'],
  ['password', undefined, 'Please fill this in.'],
] as const)('sign-up refuses %s = %j', async (field, value, sentence) => {
  const answer = await t.send(signUp, { body: { ...newPlayer, email: 'refused@example.com', [field]: value } })
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields: { [field]: sentence } } })
  expect(await t.db.selectFrom('players').select('id').where('email', '=', 'refused@example.com').execute()).toEqual([])
})

test('an account that somebody else opened with the first organizer’s email is handed to the organizer alone', async () => {
  const email = 'first-organizer@example.com'
  const squatter = await makeUnprovedPlayer(t, { email })
  await ensureOrganizer(t.db, { email, password: 'the words of the settings' }, t.clock.now())
  expect((await t.call(getUser, { token: squatter.token })).status).toBe(401)
  expect((await t.call(signIn, { body: { email, password } })).status).toBe(401)
  const entered = await t.call(signIn, { body: { email, password: 'the words of the settings' } })
  expect(entered.body.user).toMatchObject({ id: squatter.id, role: 'owner', email_verified: true })
  // From the second start on, the account is verified and keeps its own password.
  await ensureOrganizer(t.db, { email, password: 'other words of the settings' }, t.clock.now())
  expect((await t.call(getUser, { token: entered.body.token })).status).toBe(200)
})
