import { expect, test } from 'vitest'
import { getUser, resetPassword, signIn } from '#/features/accounts/contract.ts'
import { searchLeaguePlayers, searchPlayers } from '#/features/matches/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { startImpersonation, startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  endAllSessions,
  endOneSession,
  exportData,
  getSettings,
  listSessions,
  updatePrivacy,
  updateProfile,
} from './contract.ts'

const t = await startApp()
const { tokenTo } = mailboxOf(t)

const profileOf = (player: TestPlayer) => ({
  first_name: ' Ada ',
  last_name: "O'Moreno <b>",
  one_name: false,
  email: player.email.toUpperCase(),
  phone: '(574) 555-0177',
  singles_level: '4.5' as const,
  doubles_level: 'Mix' as const,
  doubles_partner: { full_name: 'Bo 🎾 Lind', email: 'bo@example.com' },
  gender: 'Male' as const,
  location: 'DC',
})

/** Signs in again, from a browser with this user agent. */
async function signInFrom(player: TestPlayer, user_agent: string): Promise<string> {
  const token = await startSession(t.db, player.id, t.clock.now())
  await t.server.inject({ url: '/api/users', headers: { authorization: `Bearer ${token}`, 'user-agent': user_agent } })
  return token
}

const userOf = async ({ token }: TestPlayer) => (await t.call(getUser, { token })).body.user

const isLive = async (token: string) => (await t.call(getUser, { token })).status === 200

test('a profile is read back as it was saved', async () => {
  const player = await makePlayer(t)
  expect(await t.call(updateProfile, { token: player.token, body: profileOf(player) })).toMatchObject({
    status: 200,
    body: { message: 'Your profile is saved.' },
  })
  expect((await t.call(getUser, { token: player.token })).body.user).toMatchObject({
    first_name: 'Ada',
    last_name: "O'Moreno <b>",
    email: player.email,
    phone: '+1 574 555 0177',
    singles_level: '4.5',
    doubles_level: 'Mix',
    doubles_partner: { full_name: 'Bo 🎾 Lind', email: 'bo@example.com' },
    gender: 'Male',
    location: 'DC',
  })
})

test.each([null, ''] as const)('clearing the doubles level (%j) blanks the partner', async (doubles_level) => {
  const player = await makePlayer(t)
  await t.call(updateProfile, { token: player.token, body: profileOf(player) })
  const saved = await t.call(updateProfile, { token: player.token, body: { ...profileOf(player), doubles_level } })
  expect(saved.status).toBe(200)
  expect(await userOf(player)).toMatchObject({ doubles_level: null, doubles_partner: null })
})

const fields = Object.entries(updateProfile.body.shape)

/** A profile with every field, including those that this file does not name. */
function fullProfileOf(player: TestPlayer): Record<string, unknown> {
  const candidates = ['Anything', 1990, true, '2000-01-31']
  const others = fields.map(([name, schema]) => [name, candidates.find((value) => schema.safeParse(value).success)])
  return { ...Object.fromEntries(others), ...profileOf(player) }
}

test.each(fields.map(([name]) => name))('a client that does not know %s cannot erase it', async (name) => {
  const player = await makePlayer(t)
  const profile = fullProfileOf(player)
  expect(await t.send(updateProfile, { token: player.token, body: profile })).toMatchObject({ status: 200 })
  const before = await userOf(player)
  expect(Object.keys(before)).toEqual(expect.arrayContaining(Object.keys(profile)))
  const empty = Object.entries(before).filter(([field, value]) => field in profile && value === null)
  expect(empty).toEqual([])

  const { [name]: _, ...rest } = profile
  const saved = await t.send(updateProfile, { token: player.token, body: rest })
  // Without a required field the profile is refused; without an optional one, the stored value stays.
  expect([200, 422]).toContain(saved.status)
  expect(await userOf(player)).toEqual(before)
})

test('a field that can be left empty is cleared by an explicit null', async () => {
  const player = await makePlayer(t)
  const profile = fullProfileOf(player)
  await t.send(updateProfile, { token: player.token, body: profile })
  const clearable = fields.filter(([, schema]) => schema.safeParse(null).success).map(([name]) => name)
  expect(clearable).toEqual(expect.arrayContaining(['doubles_level', 'year_of_birth']))
  const cleared = Object.fromEntries(clearable.map((name) => [name, null]))
  expect(await t.send(updateProfile, { token: player.token, body: { ...profile, ...cleared } })).toMatchObject({
    status: 200,
  })
  expect(await userOf(player)).toMatchObject(cleared)
})

test.each([
  ['first_name', ' ', 'Please'],
  ['first_name', 'x'.repeat(61), 'Please use 60 characters at most.'],
  ['last_name', undefined, 'Please'],
  ['last_name', 'a\nb', 'Please keep this on one line.'],
  ['last_name', 'a\ud83d', 'Please keep this on one line.'],
  ['email', '', 'Please'],
  ['email', 'somebody-else@example.com', 'To use another email'],
  ['phone', '+1 ', 'Please enter a phone number.'],
  ['phone', '+1 5', 'Please enter at least 5 characters.'],
  ['phone', '+1 55555', 'too short'],
  ['phone', '+1 574 555 01000', 'too long'],
  ['phone', 'call me', 'Please use digits'],
  ['singles_level', '', 'Please choose'],
  ['doubles_level', 'Both', 'Please choose'],
  ['gender', 'None', 'Please choose'],
  ['location', '', 'Please choose South Bend, Indianapolis or DC.'],
] as const)('a profile with %s = %j is refused and nothing of it is stored', async (field, value, sentence) => {
  const player = await makePlayer(t)
  const answer = await t.send(updateProfile, { token: player.token, body: { ...profileOf(player), [field]: value } })
  expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.stringContaining(sentence) } } })
  expect((await t.call(getUser, { token: player.token })).body.user).toMatchObject({
    first_name: player.first_name,
    phone: '+1 574 555 0100',
  })
})

test('a doubles category needs a partner', async () => {
  const player = await makePlayer(t)
  const { doubles_partner: _, ...alone } = profileOf(player)
  expect(await t.call(updateProfile, { token: player.token, body: alone })).toMatchObject({
    status: 422,
    body: { fields: { 'doubles_partner.full_name': expect.any(String), 'doubles_partner.email': expect.any(String) } },
  })
})

test('a new email gets a link and the old one a notice, and using the link changes the email, once', async () => {
  const player = await makePlayer(t)
  const email = 'Ada.New@example.com'
  expect(await t.call(changeEmail, { token: player.token, body: { email, password } })).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining(email) },
  })
  const token = await tokenTo(email)
  expect(t.emails.filter(({ to }) => to.email === player.email).map(({ text }) => text)).toEqual([
    expect.stringContaining(email),
  ])
  expect((await t.call(getUser, { token: player.token })).body.user.email).toBe(player.email)

  const press = () => t.call(confirmEmail, { token: player.token, body: { token } })
  const answers = await Promise.all([press(), press()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 200)?.body.email).toBe(email)
  expect((await t.call(getUser, { token: player.token })).body.user).toMatchObject({ email, email_verified: true })
  expect((await t.call(signIn, { body: { email, password } })).status).toBe(200)
  expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(401)
})

test('pressing the link does not open the account to the mailbox’s owner: it needs a session or the password', async () => {
  const [attacker, victim] = [await makePlayer(t), await makePlayer(t)]
  await t.call(changeEmail, { token: attacker.token, body: { email: 'victim@example.com', password } })
  const token = await tokenTo('victim@example.com')
  const text = t.emails.find(({ to }) => to.email === 'victim@example.com')?.text ?? ''
  expect(text).toContain('opens their account, not yours')
  expect(text).toContain('do not open the link')
  const press = (given: { token?: string; password?: string }) =>
    t.call(confirmEmail, {
      token: given.token,
      body: { token, ...(given.password === undefined ? {} : { password: given.password }) },
    })
  const refused = { status: 422, body: { fields: { password: expect.any(String) } } }
  for (const given of [{}, { token: victim.token }, { password: 'the victim’s own words' }])
    expect(await press(given)).toMatchObject(refused)
  const organizer = await makePlayer(t)
  const look = await startImpersonation(t.db, attacker.id, organizer.id, t.clock.now())
  expect(await press({ token: look })).toMatchObject(refused)
  expect((await t.call(getUser, { token: attacker.token })).body.user.email).toBe(attacker.email)
  // The attempts have not used up the link, so a player on another device can continue.
  expect((await press({ password })).body.email).toBe('victim@example.com')
})

test('changing the email of an account without a password needs a session', async () => {
  const player = await makePlayer(t, { password_hash: null })
  await t.call(changeEmail, { token: player.token, body: { email: 'social-only@example.com' } })
  const token = await tokenTo('social-only@example.com')
  expect(await t.call(confirmEmail, { body: { token, password: 'anything at all' } })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Sign in') },
  })
  expect((await t.call(confirmEmail, { token: player.token, body: { token } })).status).toBe(200)
})

test('a link for an email that another account has taken in the meantime is refused with 409; the account keeps its email', async () => {
  const player = await makePlayer(t)
  await t.call(changeEmail, { token: player.token, body: { email: 'wanted@example.com', password } })
  const token = await tokenTo('wanted@example.com')
  await makePlayer(t, { email: 'WANTED@example.com' })
  expect(await t.call(confirmEmail, { token: player.token, body: { token } })).toMatchObject({
    status: 409,
    body: { code: 'email_in_use' },
  })
  expect((await t.call(getUser, { token: player.token })).body.user.email).toBe(player.email)
})

test('links that are old, unknown, followed by a newer request, or followed by a new password do not work', async () => {
  const player = await makePlayer(t)
  const ask = async (email: string) => {
    await t.call(changeEmail, { token: player.token, body: { email, password } })
    return tokenTo(email)
  }
  const dead = async (token: string) =>
    expect(await t.call(confirmEmail, { body: { token } })).toMatchObject({ status: 409, body: { code: 'link_dead' } })

  const first = await ask('first@example.com')
  const second = await ask('second@example.com')
  await dead(first)
  await dead('x')
  t.clock.set('2026-07-16T16:00:01Z')
  await dead(second)
  t.clock.set('2026-07-15T16:00:00Z')

  const third = await ask('third@example.com')
  await t.call(changePassword, { token: player.token, body: { password, new_password: 'a louder word with the net' } })
  await dead(third)
  expect((await t.call(getUser, { token: player.token })).body.user.email).toBe(player.email)
})

test('only the account’s owner can change its email, with the password, and only to an email that has no account', async () => {
  const [player, other] = [await makePlayer(t), await makePlayer(t)]
  const ask = (body: { email: string; password?: string }) => t.call(changeEmail, { token: player.token, body })
  expect(await ask({ email: 'x@example.com' })).toMatchObject({
    status: 422,
    body: { fields: { password: 'Please enter your password.' } },
  })
  expect(await ask({ email: 'x@example.com', password: 'wrong' })).toMatchObject({
    status: 422,
    body: { fields: { password: 'This is not your current password.' } },
  })
  expect(await ask({ email: other.email.toUpperCase(), password })).toMatchObject({
    status: 409,
    body: { code: 'email_in_use' },
  })
  expect(await ask({ email: player.email, password })).toMatchObject({
    status: 422,
    body: { fields: { email: expect.any(String) } },
  })
  expect(await ask({ email: 'x@example.com\r\nBcc: all@example.com', password })).toMatchObject({ status: 422 })
  await runJobs(t)
  expect(t.emails.filter(({ to }) => to.email === 'x@example.com' || to.email === player.email)).toEqual([])
})

test('the number of confirmation emails to one address is limited', async () => {
  const player = await makePlayer(t)
  const statuses: number[] = []
  for (let asked = 1; asked <= 6; asked += 1) {
    statuses.push(
      (await t.call(changeEmail, { token: player.token, body: { email: `stranger-${asked}@example.com`, password } }))
        .status,
    )
    await runJobs(t)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('a new password ends the other sessions, and the old password stops working', async () => {
  const player = await makePlayer(t)
  const elsewhere = await startSession(t.db, player.id, t.clock.now())
  const new_password = ' 🎾 spaces count '
  expect((await t.call(changePassword, { token: player.token, body: { password, new_password } })).status).toBe(200)
  expect(await isLive(player.token)).toBe(true)
  expect(await isLive(elsewhere)).toBe(false)
  expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(401)
  expect((await t.call(signIn, { body: { email: player.email, password: new_password } })).status).toBe(200)
  await runJobs(t)
  expect(t.emails.filter(({ to }) => to.email === player.email).map(({ subject }) => subject)).toEqual([
    'Your Deuce password was changed',
  ])
})

test.each([
  [{ password: 'wrong', new_password: 'a louder word with the net' }, 'password'],
  [{ password: '', new_password: 'a louder word with the net' }, 'password'],
  [{ password: 'x'.repeat(500_000), new_password: 'a louder word with the net' }, 'password'],
  [{ password, new_password: 'seven77' }, 'new_password'],
  [{ password, new_password: 'x'.repeat(129) }, 'new_password'],
  [{ password, new_password: 'password123' }, 'new_password'],
])('a password change is refused, with its field: %#', async (body, field) => {
  const player = await makePlayer(t)
  expect(await t.call(changePassword, { token: player.token, body })).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
  expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(200)
})

test('of two simultaneous password changes one wins, and the other is refused', async () => {
  const player = await makePlayer(t)
  const change = (new_password: string) =>
    t.call(changePassword, { token: player.token, body: { password, new_password } })
  const answers = await Promise.all([change('the first new password'), change('the second new password')])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status !== 200)?.body.code).toMatch(/^(conflict|invalid)$/)
})

test('guessing a password on an unlocked phone is limited to ten tries', async () => {
  const limited = await startApp('2026-07-15T16:00:00Z', { RATE_LIMITS: 'on' })
  const player = await makePlayer(limited)
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push(
      (await limited.call(exportData, { token: player.token, body: { password: `guess ${tries}` } })).status,
    )
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
})

test('an account without a password re-authenticates with a recent sign-in', async () => {
  const player = await makePlayer(t, { password_hash: null })
  expect((await t.call(getSettings, { token: player.token })).body.has_password).toBe(false)
  expect((await t.call(exportData, { token: player.token, body: {} })).status).toBe(200)
  expect(
    await t.call(changePassword, {
      token: player.token,
      body: { password: 'x', new_password: 'a louder word with the net' },
    }),
  ).toMatchObject({ status: 409, body: { code: 'password_missing' } })
  t.clock.set('2026-07-15T16:10:01Z')
  expect(await t.call(deleteAccount, { token: player.token, body: {} })).toMatchObject({
    status: 403,
    body: { code: 'sign_in_again' },
  })
  t.clock.set('2026-07-15T16:00:00Z')
  expect(await isLive(player.token)).toBe(true)
})

test('contact details are visible at first, and settings are stored', async () => {
  const player = await makePlayer(t)
  expect((await t.call(getSettings, { token: player.token })).body).toEqual({
    shows_email: true,
    shows_phone: true,
    shows_name: false,
    shows_photo: true,
    shows_level: true,
    shows_rating: true,
    shows_record: true,
    shows_hours: false,
    public_page: false,
    has_password: true,
    has_passkey: false,
  })
  expect(
    (await t.call(updatePrivacy, { token: player.token, body: { shows_email: false, shows_phone: true } })).status,
  ).toBe(200)
  expect((await t.call(getSettings, { token: player.token })).body).toMatchObject({
    shows_email: false,
    shows_phone: true,
  })
  expect((await t.send(updatePrivacy, { token: player.token, body: { shows_email: 'no' } })).status).toBe(422)
})

test('sessions are listed with their device, the current one first, and without any secret', async () => {
  const player = await makePlayer(t)
  t.clock.set('2026-07-15T17:00:00Z')
  const phone = await signInFrom(
    player,
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  )
  const { body } = await t.call(listSessions, { token: player.token })
  expect(body.items).toEqual([
    {
      id: expect.any(String),
      device: expect.any(String),
      created_at: '2026-07-15T16:00:00.000Z',
      last_seen_at: '2026-07-15T17:00:00.000Z',
      current: true,
    },
    {
      id: expect.any(String),
      device: 'Chrome on Android',
      created_at: '2026-07-15T17:00:00.000Z',
      last_seen_at: '2026-07-15T17:00:00.000Z',
      current: false,
    },
  ])
  const stored = await t.db.selectFrom('sessions').select('token_hash').where('player_id', '=', player.id).execute()
  for (const secret of [
    phone,
    player.token,
    ...stored.flatMap(({ token_hash }) => [
      token_hash.toString('hex'),
      token_hash.toString('base64'),
      token_hash.toString('base64url'),
    ]),
  ])
    expect(JSON.stringify(body)).not.toContain(secret)
  t.clock.set('2026-07-15T16:00:00Z')
})

test('the last use of a session is recorded every few minutes, not with each call', async () => {
  const player = await makePlayer(t)
  const seenAt = async (instant: string) => {
    t.clock.set(instant)
    return (await t.call(listSessions, { token: player.token })).body.items[0]?.last_seen_at
  }
  expect(await seenAt('2026-07-15T16:00:00Z')).toBe('2026-07-15T16:00:00.000Z')
  expect(await seenAt('2026-07-15T16:04:59Z')).toBe('2026-07-15T16:00:00.000Z')
  expect(await seenAt('2026-07-15T16:05:01Z')).toBe('2026-07-15T16:05:01.000Z')
  t.clock.set('2026-07-15T16:00:00Z')
})

test('signing out one device affects only the player’s own; signing out everywhere includes this one', async () => {
  const [player, other] = [await makePlayer(t), await makePlayer(t)]
  const phone = await signInFrom(player, 'curl/8')
  const tablet = await signInFrom(player, 'curl/8')
  const listed = (await t.call(listSessions, { token: phone })).body.items
  const id = listed[0]?.id ?? ''
  expect((await t.call(endOneSession, { token: other.token, params: { id } })).status).toBe(404)
  expect(await isLive(phone)).toBe(true)
  expect((await t.call(endOneSession, { token: player.token, params: { id } })).status).toBe(200)
  expect((await t.call(endOneSession, { token: player.token, params: { id } })).status).toBe(404)
  expect(await isLive(phone)).toBe(false)
  expect((await t.send(endOneSession, { token: player.token, path: '/users/sessions/1' })).status).toBe(422)

  expect((await t.call(endAllSessions, { token: player.token })).status).toBe(200)
  expect(await Promise.all([player.token, tablet, other.token].map(isLive))).toEqual([false, false, true])
})

test('the export contains all stored data, and no secret', async () => {
  const player = await makePlayer(t)
  await t.call(updatePrivacy, { token: player.token, body: { shows_email: false, shows_phone: false } })
  await joinLeague(t, player, { season: 'fall', division: 'womens-singles-3-5' })
  await t.call(changeEmail, { token: player.token, body: { email: 'export@example.com', password } })
  await runJobs(t)
  const { status, body } = await t.call(exportData, { token: player.token, body: { password } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    exported_at: '2026-07-15T16:00:00.000Z',
    account: { email: player.email, phone: '+1 574 555 0100' },
    settings: { shows_email: false, shows_phone: false },
    referral: { referral_code: expect.any(String), referral_count: 0 },
    leagues: [{ league_slug: 'fall', level_slug: 'womens-singles-3-5' }],
    purchases: [{ price: 39, payment_status: 'Paid' }],
    sessions: [{ current: true }],
    mailed_links: [{ purpose: 'change_email', email: 'export@example.com', used_at: null }],
  })
  const { password_hash } = await t.db
    .selectFrom('players')
    .select('password_hash')
    .where('id', '=', player.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(body)).not.toContain(password_hash)
  expect((await t.call(exportData, { token: player.token, body: {} })).status).toBe(422)
})

test('a deleted account leaves its results behind, without a name', async () => {
  const [player, mate] = [await makePlayer(t, { first_name: 'Gone', last_name: 'Tomorrow' }), await makePlayer(t)]
  const league = { season: 'fall', division: 'womens-singles-4-0' }
  await joinLeague(t, player, league)
  await joinLeague(t, mate, league)
  await t.call(changeEmail, { token: player.token, body: { email: 'gone@example.com', password } })
  const link = await tokenTo('gone@example.com')

  expect(await t.call(deleteAccount, { token: player.token, body: { password } })).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('deleted') },
  })
  expect(await isLive(player.token)).toBe(false)
  expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(401)
  expect((await t.call(confirmEmail, { body: { token: link } })).status).toBe(409)

  const row = await t.db.selectFrom('players').selectAll().where('id', '=', player.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    first_name: 'Former',
    last_name: 'player',
    phone: null,
    area: null,
    gender: null,
    photo: null,
    password_hash: null,
    deleted_at: t.clock.now(),
  })
  expect(JSON.stringify(row)).not.toMatch(/Gone|Tomorrow|player-\d+@example|574 555/)

  const { body } = await t.call(listStandings, { token: mate.token, query: { area: 'south-bend' } })
  expect(body.players.map(({ first_name, last_name }) => `${first_name} ${last_name}`).toSorted()).toEqual(
    ['Former player', `${mate.first_name} ${mate.last_name}`].toSorted(),
  )
  expect((await t.call(searchPlayers, { body: { search: 'Former' } })).body).toEqual([])
  expect((await t.call(searchLeaguePlayers, { token: mate.token, query: { search: 'Former' } })).body.data).toEqual([])

  expect((await makePlayer(t, { email: player.email })).id).not.toBe(player.id)
})

test('an account is not deleted while an order is open, without the password, or for a stranger', async () => {
  const player = await makePlayer(t)
  await joinLeague(t, player, { season: 'fall', division: 'womens-singles-4-5' })
  await t.db.updateTable('purchases').set({ status: 'Pending' }).where('player_id', '=', player.id).execute()
  expect(await t.call(deleteAccount, { token: player.token, body: { password } })).toMatchObject({
    status: 409,
    body: { code: 'order_open', message: expect.stringContaining('Billing') },
  })
  expect(await t.call(deleteAccount, { token: player.token, body: { password: 'wrong' } })).toMatchObject({
    status: 422,
    body: { fields: { password: expect.any(String) } },
  })
  expect((await t.call(deleteAccount, { body: { password } })).status).toBe(401)
  expect((await t.call(getUser, { token: player.token })).body.user.first_name).toBe(player.first_name)
})

test('two simultaneous deletions delete once', async () => {
  const player = await makePlayer(t)
  const answers = await Promise.all(
    [1, 2].map(() => t.call(deleteAccount, { token: player.token, body: { password } })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status !== 200)?.status).toBe(401)
})

test('a password reset cancels a pending change of email', async () => {
  const player = await makePlayer(t)
  await t.call(changeEmail, { token: player.token, body: { email: 'thief@example.com', password } })
  const stolen = await tokenTo('thief@example.com')
  const { insertAccountToken } = await import('#/features/accounts/mail-tokens.ts')
  const token = await insertAccountToken(
    t.db,
    { purpose: 'reset_password', player_id: player.id, email: player.email },
    t.clock.now(),
  )
  expect(
    (await t.call(resetPassword, { body: { token: token ?? '', password: 'a louder word with the net' } })).status,
  ).toBe(200)
  expect((await t.call(confirmEmail, { body: { token: stolen } })).status).toBe(409)
})
