import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { deleteExpiredMailTokens } from '#/server/mail-tokens.ts'
import { notify } from '#/server/notify.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makePlayer, makeUnprovedPlayer, password, type TestPlayer } from '#/test/make.ts'
import { forgotPassword, getUser, resendVerifyEmail, resetPassword, signIn, signUp, verifyEmail } from './contract.ts'
import { confirmEmail } from '#/features/settings/contract.ts'
import { insertAccountToken, type AccountPurpose } from './mail-tokens.ts'
import { hashPassword } from './password.ts'
import { updatePassword } from './queries.ts'

const t = await startApp()
const { emailsTo } = mailboxOf(t)
const start = t.clock.now().toISOString()
afterEach(() => t.clock.set(start))
const better = 'a new word with the net'

async function tokensMailedTo(email: string): Promise<string[]> {
  return (await emailsTo(email)).flatMap(({ text }) => /token=([\w-]{43})\n/.exec(text)?.[1] ?? [])
}

async function makeToken(player: TestPlayer, purpose: Exclude<AccountPurpose, 'link_identity'>): Promise<string> {
  return (await insertAccountToken(t.db, { purpose, player_id: player.id, email: player.email }, t.clock.now())) ?? ''
}

async function forget(player: TestPlayer): Promise<string> {
  await t.call(forgotPassword, { body: { email: player.email } })
  return (await tokensMailedTo(player.email)).at(-1) ?? ''
}

const newPlayer = {
  first_name: 'Ada',
  last_name: 'Moreno',
  phone: '+1 574 555 0101',
  singles_level: '3.5',
  gender: 'Female',
  location: 'South Bend',
  password: 'correct horse battery',
} as const

test('signing up sends a link; pressing its button confirms the email once', async () => {
  const email = 'newPlayer@example.com'
  expect((await t.call(signUp, { body: { ...newPlayer, email } })).body.message).toContain('sent you a link')
  const [token = ''] = await tokensMailedTo(email)
  const { body } = await t.call(signIn, { body: { email, password: newPlayer.password } })
  expect(body.user.email_verified).toBe(false)

  expect(await t.call(verifyEmail, { body: { token }, token: body.token })).toMatchObject({
    status: 200,
    body: { message: expect.any(String) },
  })
  expect((await t.call(getUser, { token: body.token })).body.user.email_verified).toBe(true)
  expect(await t.call(verifyEmail, { body: { token }, token: body.token })).toMatchObject({
    status: 409,
    body: { code: 'link_dead' },
  })
  expect((await t.call(signIn, { body: { email, password: newPlayer.password } })).status).toBe(200)
})

test('confirming an email that a squatter signed up with lets its owner choose the password, and ends the squatter’s session, password and links', async () => {
  const email = 'squatted@example.com'
  await t.call(signUp, { body: { ...newPlayer, email } })
  const [token = ''] = await tokensMailedTo(email)
  const squatter = (await t.call(signIn, { body: { email, password: newPlayer.password } })).body
  const change = await insertAccountToken(
    t.db,
    { purpose: 'change_email', player_id: squatter.user.id, email: 'squatter@example.com' },
    t.clock.now(),
  )

  // If the link alone confirmed the email, the account would stay with the person who signed up.
  expect(await t.call(verifyEmail, { body: { token } })).toMatchObject({
    status: 422,
    body: { fields: { password: 'Please enter a password.' } },
  })
  expect((await t.call(verifyEmail, { body: { token, password: better } })).body.message).toContain('password is set')
  expect((await t.call(getUser, { token: squatter.token })).status).toBe(401)
  expect((await t.call(signIn, { body: { email, password: newPlayer.password } })).status).toBe(401)
  expect((await t.call(confirmEmail, { body: { token: change ?? '' } })).status).toBe(409)
  expect((await t.call(signIn, { body: { email, password: better } })).body.user).toMatchObject({
    id: squatter.user.id,
    email_verified: true,
  })
  expect((await emailsTo(email)).at(-1)?.subject).toBe('Your Deuce password was changed')
})

/** Reads what is left of the profile, its photo and the saved cards. */
async function profileOf(email: string) {
  const { area, phone, singles_level, gender, photo, shows_phone, doubles_level, provider_customer } = await t.db
    .selectFrom('players')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { area, phone, singles_level, gender, photo, shows_phone, doubles_level, provider_customer }
}
const emptyProfile = {
  area: null,
  phone: null,
  singles_level: null,
  gender: null,
  photo: null,
  shows_phone: true,
  doubles_level: null,
  provider_customer: null,
}

const photo = { hash: 'a'.repeat(32), size: 192 } as const

/** Signs up with a stranger's email, and sets a profile, settings, a photo and saved cards. */
async function squat(email: string): Promise<void> {
  const doubles = {
    doubles_level: 'Women',
    doubles_partner: { full_name: 'Bo Lind', email: 'bo@example.com' },
  } as const
  await t.call(signUp, { body: { ...newPlayer, ...doubles, email } })
  await t.db
    .updateTable('players')
    .set({ photo: photo.hash, shows_phone: false, provider_customer: `cus_${email}` })
    .where('email', '=', email)
    .execute()
}

test.each([
  ['the sign-up link and their own password', 'squat-1@example.com', verifyEmail, 0],
  ['the password reset link', 'squat-2@example.com', resetPassword, 1],
] as const)('the owner of a squatted email, by %s, gets an empty profile', async (_, email, proof, newest) => {
  await squat(email)
  await t.app.photos.put(photo, new Uint8Array([1]))
  if (newest === 1) await t.call(forgotPassword, { body: { email } })
  const token = (await tokensMailedTo(email)).at(newest) ?? ''
  expect((await t.call(proof, { body: { token, password: better } })).status).toBe(200)
  expect(await profileOf(email)).toEqual(emptyProfile)
  await runJobs(t)
  expect(await t.app.photos.get(photo)).toBeNull()
  const { user } = (await t.call(signIn, { body: { email, password: better } })).body
  expect(user).toMatchObject({ email_verified: true, profile_complete: false, location: null, doubles_partner: null })
})

test.each([
  ['with the password of the sign-up', 'same-1@example.com', 'password'],
  ['in the browser of the sign-up', 'same-2@example.com', 'session'],
  ['by the link to a new password in the browser of the sign-up', 'same-3@example.com', 'reset'],
] as const)('the person who signed up keeps the profile, confirming %s', async (_, email, way) => {
  await squat(email)
  const before = await profileOf(email)
  const session = (await t.call(signIn, { body: { email, password: newPlayer.password } })).body.token
  if (way === 'reset') await t.call(forgotPassword, { body: { email } })
  const token = (await tokensMailedTo(email)).at(-1) ?? ''
  const answer =
    way === 'reset'
      ? await t.call(resetPassword, { body: { token, password: better }, token: session })
      : way === 'session'
        ? await t.call(verifyEmail, { body: { token }, token: session })
        : await t.call(verifyEmail, { body: { token, password: newPlayer.password } })
  expect(answer.status).toBe(200)
  expect(await profileOf(email)).toEqual(before)
})

test('confirming an email again does not change the profile', async () => {
  const email = 'settled@example.com'
  await squat(email)
  await t.db.updateTable('players').set({ email_verified_at: t.clock.now() }).where('email', '=', email).execute()
  const before = await profileOf(email)
  await t.call(forgotPassword, { body: { email } })
  const token = (await tokensMailedTo(email)).at(-1) ?? ''
  expect((await t.call(resetPassword, { body: { token, password: better } })).status).toBe(200)
  expect(await profileOf(email)).toEqual(before)
})

test('the person who signed up confirms from another device with the same password, which stays, and no change is reported', async () => {
  const email = 'two-devices@example.com'
  await t.call(signUp, { body: { ...newPlayer, email } })
  const [token = ''] = await tokensMailedTo(email)
  const answer = await t.call(verifyEmail, { body: { token, password: newPlayer.password } })
  expect(answer).toMatchObject({ status: 200, body: { message: 'Thank you. Your email is confirmed.' } })
  expect((await t.call(signIn, { body: { email, password: newPlayer.password } })).status).toBe(200)
  expect(await emailsTo(email)).toHaveLength(1)
})

test('another person’s session does not confirm the account', async () => {
  const [player, other] = [await makeUnprovedPlayer(t), await makeUnprovedPlayer(t)]
  const token = await makeToken(player, 'verify_email')
  expect((await t.call(verifyEmail, { body: { token }, token: other.token })).status).toBe(422)
  expect((await t.call(getUser, { token: other.token })).body.user.email_verified).toBe(false)
})

test('if one link is pressed twice at once with two passwords, one wins', async () => {
  const player = await makeUnprovedPlayer(t)
  const token = await makeToken(player, 'verify_email')
  const words = ['the first of two words', 'the second of two words']
  const answers = await Promise.all(words.map((word) => t.call(verifyEmail, { body: { token, password: word } })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect((await t.call(signIn, { body: { email: player.email, password: words[winner] ?? '' } })).status).toBe(200)
})

test('a refused sign-up sends no email', async () => {
  const player = await makeUnprovedPlayer(t)
  expect((await t.call(signUp, { body: { ...newPlayer, email: player.email } })).status).toBe(409)
  expect(await emailsTo(player.email)).toEqual([])
})

test('the sign-up email contains nothing that the new player wrote', async () => {
  const email = 'stranger@example.com'
  await t.call(signUp, { body: { ...newPlayer, email, first_name: 'Win at www.example.com', last_name: '<b>now</b>' } })
  const [sent] = await emailsTo(email)
  expect(sent?.to).toEqual({ name: '', email })
  expect(`${sent?.subject}${sent?.text}${sent?.html}`).not.toMatch(/Win at|now</)
})

test('a confirmation link works for seven days', async () => {
  const [late, inTime] = [await makeUnprovedPlayer(t), await makeUnprovedPlayer(t)]
  const tokens = [await makeToken(late, 'verify_email'), await makeToken(inTime, 'verify_email')] as const
  t.clock.set('2026-07-22T15:59:59Z')
  expect((await t.call(verifyEmail, { body: { token: tokens[1] }, token: inTime.token })).status).toBe(200)
  t.clock.set('2026-07-22T16:00:00Z')
  expect(await t.call(verifyEmail, { body: { token: tokens[0] }, token: late.token })).toMatchObject({
    status: 409,
    body: { code: 'link_dead' },
  })
  t.clock.set('2026-07-15T16:00:00Z')
})

test('a confirmation link is valid only for the email it was sent to, not for a later one', async () => {
  const player = await makeUnprovedPlayer(t)
  const token = await makeToken(player, 'verify_email')
  await t.db.updateTable('players').set({ email: 'moved@example.com' }).where('id', '=', player.id).execute()
  expect((await t.call(verifyEmail, { body: { token }, token: player.token })).status).toBe(409)
  expect((await t.call(getUser, { token: player.token })).body.user.email_verified).toBe(false)
})

test('the confirmation can be sent again five times an hour, and not once the email is confirmed', async () => {
  const player = await makeUnprovedPlayer(t)
  for (let n = 0; n < 5; n += 1) {
    expect((await t.call(resendVerifyEmail, { token: player.token })).status).toBe(200)
    await runJobs(t)
  }
  const tokens = await tokensMailedTo(player.email)
  expect(new Set(tokens).size).toBe(5)
  expect(await t.call(resendVerifyEmail, { token: player.token })).toMatchObject({ status: 429 })

  const confirmed = await t.call(verifyEmail, { body: { token: tokens[0] ?? '' }, token: player.token })
  expect(confirmed.status).toBe(200)
  expect((await t.call(resendVerifyEmail, { token: player.token })).body.message).toContain('already')
  expect(await emailsTo(player.email)).toHaveLength(5)
})

test('ten simultaneous requests for the confirmation send one email', async () => {
  const player = await makeUnprovedPlayer(t)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => t.call(resendVerifyEmail, { token: player.token })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(await emailsTo(player.email)).toHaveLength(1)
})

test('the link for a forgotten password sets a new one and signs every device out', async () => {
  const player = await makeUnprovedPlayer(t)
  const asked = await t.call(forgotPassword, { body: { email: player.email.toUpperCase() } })
  expect(asked.status).toBe(200)
  const [token = ''] = await tokensMailedTo(player.email)

  expect(await t.call(resetPassword, { body: { token, password: better } })).toMatchObject({ status: 200 })
  expect((await t.call(getUser, { token: player.token })).status).toBe(401)
  expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(401)
  const entered = await t.call(signIn, { body: { email: player.email, password: better } })
  expect(entered.status).toBe(200)
  // Opening the link proves access to the mailbox.
  expect(entered.body.user.email_verified).toBe(true)
  expect((await emailsTo(player.email)).map((email) => email.subject)).toEqual([
    'Choose a new Deuce password',
    'Your Deuce password was changed',
  ])
})

test('the response and the work are the same whether or not the email has an account', async () => {
  const player = await makeUnprovedPlayer(t)
  const known = await t.call(forgotPassword, { body: { email: player.email } })
  const unknown = await t.call(forgotPassword, { body: { email: 'nobody@example.com' } })
  expect(unknown).toEqual(known)
  const { rows } = await sql<{
    waiting: number
  }>`select count(*) as waiting from graphile_worker.jobs where task_identifier = 'notify'`.execute(t.db)
  expect(rows).toEqual([{ waiting: 2 }])
  expect(await emailsTo('nobody@example.com')).toEqual([])
  expect(await emailsTo(player.email)).toHaveLength(1)
})

test('two simultaneous requests send one email', async () => {
  const player = await makeUnprovedPlayer(t)
  const ask = () => t.call(forgotPassword, { body: { email: player.email } })
  expect((await Promise.all([ask(), ask()])).map((answer) => answer.status)).toEqual([200, 200])
  expect(await emailsTo(player.email)).toHaveLength(1)
})

test('if one token is used for two resets at once, one wins and its password is stored', async () => {
  const player = await makeUnprovedPlayer(t)
  const token = await forget(player)
  const words = ['the first of two words', 'the second of two words']
  const answers = await Promise.all(words.map((word) => t.call(resetPassword, { body: { token, password: word } })))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const winner = answers.findIndex((answer) => answer.status === 200)
  const entries = await Promise.all(
    words.map((word) => t.call(signIn, { body: { email: player.email, password: word } })),
  )
  expect(entries.findIndex((answer) => answer.status === 200)).toBe(winner)
  expect(entries.filter((answer) => answer.status === 200)).toHaveLength(1)
})

test('an older reset link works until one of the account is used', async () => {
  const [player, other] = [await makePlayer(t), await makePlayer(t)]
  const theirs = await forget(other)
  const [first, second, third] = [await forget(player), await forget(player), await forget(player)]
  expect(new Set([first, second, third]).size).toBe(3)
  expect((await t.call(resetPassword, { body: { token: second, password: better } })).status).toBe(200)
  for (const token of [first, third])
    expect((await t.call(resetPassword, { body: { token, password: better } })).status).toBe(409)
  expect((await t.call(resetPassword, { body: { token: theirs, password: better } })).status).toBe(200)
})

test('strangers who request links for somebody end none of theirs, and cannot keep new ones from them', async () => {
  const player = await makePlayer(t)
  const mine = await forget(player)
  for (let each = 0; each < 20; each += 1) await forget(player)
  // Four more were sent, and the rest were not.
  expect(await tokensMailedTo(player.email)).toHaveLength(5)
  const after = (minutes: number) => t.clock.set(new Date(new Date(start).getTime() + minutes * 60_000).toISOString())
  after(9)
  await forget(player)
  expect(await tokensMailedTo(player.email)).toHaveLength(5)
  after(10)
  const newest = await forget(player)
  expect(await tokensMailedTo(player.email)).toHaveLength(6)
  expect((await t.call(resetPassword, { body: { token: mine, password: better } })).status).toBe(200)
  expect((await t.call(resetPassword, { body: { token: newest, password: better } })).status).toBe(409)
})

test('using a reset link ends the link to a first password', async () => {
  const player = await makeUnprovedPlayer(t)
  await t.db.updateTable('players').set({ email_verified_at: t.clock.now() }).where('id', '=', player.id).execute()
  const [first, second] = [await makeToken(player, 'set_password'), await forget(player)]
  expect((await t.call(resetPassword, { body: { token: second, password: better } })).status).toBe(200)
  expect((await t.call(resetPassword, { body: { token: first, password: better } })).status).toBe(409)
})

test('a sign-in that runs during a password change waits for it and is refused', async () => {
  const player = await makeUnprovedPlayer(t)
  const entering = await t.db.transaction().execute(async (tx) => {
    await updatePassword(tx, player.id, await hashPassword(better), t.clock.now())
    const answer = t.call(signIn, { body: { email: player.email, password } })
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
              t.db,
            )
          ).rows.length,
      )
      .toBe(1)
    return { answer }
  })
  expect((await entering.answer).status).toBe(401)
  expect(await t.db.selectFrom('sessions').select('player_id').where('player_id', '=', player.id).execute()).toEqual([])
})

test('a reset link works for one hour', async () => {
  const player = await makeUnprovedPlayer(t)
  const token = await forget(player)
  t.clock.set('2026-07-15T17:00:00Z')
  expect(await t.call(resetPassword, { body: { token, password: better } })).toMatchObject({
    status: 409,
    body: { code: 'link_dead', message: 'This link has expired or has already been used. Request a new one.' },
  })
  t.clock.set('2026-07-15T16:59:59Z')
  expect((await t.call(resetPassword, { body: { token, password: better } })).status).toBe(200)
  t.clock.set('2026-07-15T16:00:00Z')
})

test('an unknown token and one for another purpose get the same refusal, and the token stays valid', async () => {
  const player = await makeUnprovedPlayer(t)
  const verify = await makeToken(player, 'verify_email')
  const reset = await makeToken(player, 'reset_password')
  for (const token of ['A'.repeat(43), verify, '🎾'.repeat(20)])
    expect(await t.call(resetPassword, { body: { token, password: better } })).toMatchObject({
      status: 409,
      body: { code: 'link_dead' },
    })
  expect((await t.call(verifyEmail, { body: { token: reset } })).status).toBe(409)
  expect((await t.call(resetPassword, { body: { token: reset, password: better } })).status).toBe(200)
  const other = await makeUnprovedPlayer(t)
  const unspent = await makeToken(other, 'verify_email')
  expect((await t.call(resetPassword, { body: { token: unspent, password: better } })).status).toBe(409)
  expect((await t.call(verifyEmail, { body: { token: unspent }, token: other.token })).status).toBe(200)
})

test('a token changes only its own player’s password', async () => {
  const [owner, other] = [await makeUnprovedPlayer(t), await makeUnprovedPlayer(t)]
  const token = await forget(owner)
  expect((await t.call(resetPassword, { body: { token, password: better }, token: other.token })).status).toBe(200)
  expect((await t.call(getUser, { token: other.token })).status).toBe(200)
  expect((await t.call(signIn, { body: { email: other.email, password } })).status).toBe(200)
})

test('a buyer without a password gets a link to choose one, valid for seven days', async () => {
  const player = await makeUnprovedPlayer(t, { password_hash: null })
  await notify(t.db, 'set_password', { player_id: player.id })
  const [token = ''] = await tokensMailedTo(player.email)
  t.clock.set('2026-07-22T15:59:59Z')
  expect((await t.call(resetPassword, { body: { token, password: better } })).status).toBe(200)
  expect((await t.call(signIn, { body: { email: player.email, password: better } })).status).toBe(200)
  t.clock.set('2026-07-15T16:00:00Z')
})

test('tokens are stored hashed, never put in a job, and deleted once they are useless', async () => {
  const player = await makeUnprovedPlayer(t)
  await t.call(forgotPassword, { body: { email: player.email } })
  const { rows: jobs } = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs`.execute(
    t.db,
  )
  const [token = ''] = await tokensMailedTo(player.email)
  const stored = await t.db.selectFrom('mail_tokens').selectAll().where('player_id', '=', player.id).execute()
  expect(stored).toHaveLength(1)
  expect(stored[0]?.token_hash).toHaveLength(32)
  expect(JSON.stringify([stored, jobs])).not.toContain(token)

  await deleteExpiredMailTokens(t.db, new Date('2026-07-15T16:59:59Z'))
  expect(
    await t.db.selectFrom('mail_tokens').select('purpose').where('player_id', '=', player.id).execute(),
  ).toHaveLength(1)
  await deleteExpiredMailTokens(t.db, new Date('2026-07-15T17:00:00Z'))
  expect(await t.db.selectFrom('mail_tokens').select('purpose').where('player_id', '=', player.id).execute()).toEqual(
    [],
  )
})

test.each([
  ['7 characters', 'seven77', expect.stringContaining('at least 8 characters')],
  ['129 characters', 'x'.repeat(129), expect.stringContaining('128 characters at most')],
  ['a megabyte', 'x'.repeat(1_000_000), expect.stringContaining('128 characters at most')],
  ['password1', 'password1', 'This is a common password. Please choose another one.'],
  ['PASSWORD', 'PASSWORD', 'This is a common password. Please choose another one.'],
  ['nothing', '', expect.stringContaining('at least 8 characters')],
  ['none', undefined, expect.any(String)],
])('%s is refused as a new password, and the link still works', async (_, word, sentence) => {
  const player = await makeUnprovedPlayer(t)
  const token = await forget(player)
  expect(await t.send(resetPassword, { body: { token, password: word } })).toMatchObject({
    status: 422,
    body: { fields: { password: sentence } },
  })
  expect((await t.call(resetPassword, { body: { token, password: better } })).status).toBe(200)
})

test('a body of more than a megabyte is not read', async () => {
  expect((await t.send(resetPassword, { body: { token: 'x', password: 'x'.repeat(1_100_000) } })).status).toBe(413)
})

test('sign-up refuses a common password', async () => {
  const answer = await t.call(signUp, { body: { ...newPlayer, email: 'common@example.com', password: 'Qwertyuiop' } })
  expect(answer).toMatchObject({
    status: 422,
    body: { fields: { password: expect.stringContaining('common password') } },
  })
  expect(await emailsTo('common@example.com')).toEqual([])
})

test('a password may contain any characters, including spaces and emoji, and is stored as typed', async () => {
  const player = await makeUnprovedPlayer(t)
  const word = ' 🎾🎾🎾 Füße 🎾 '
  expect((await t.call(resetPassword, { body: { token: await forget(player), password: word } })).status).toBe(200)
  expect((await t.call(signIn, { body: { email: player.email, password: word.trim() } })).status).toBe(401)
  expect((await t.call(signIn, { body: { email: player.email, password: word } })).status).toBe(200)
})

test.each([
  ['token', verifyEmail, { token: '' }],
  ['token', verifyEmail, { token: 'x'.repeat(201) }],
  ['token', verifyEmail, {}],
  ['token', resetPassword, { token: ' ', password: better }],
  ['email', forgotPassword, { email: '' }],
  ['email', forgotPassword, { email: 'ada@example.com\r\nBcc: all@example.com' }],
  ['email', forgotPassword, { email: 'a@example.com, b@example.com' }],
  ['email', forgotPassword, { email: `${'x'.repeat(250)}@example.com` }],
] as const)('%s has to be whole: $2', async (field, endpoint, body) => {
  expect(await t.send(endpoint, { body })).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('only a signed-in player can have the confirmation sent again', async () => {
  expect((await t.call(resendVerifyEmail, {})).status).toBe(401)
})
