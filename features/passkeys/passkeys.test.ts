import { afterEach, describe, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { proveEmail } from '#/features/accounts/proof-actions.ts'
import { forgotPassword, getUser, resetPassword, signIn } from '#/features/accounts/contract.ts'
import { deleteAccount, exportData, getSettings } from '#/features/settings/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { resetPhone } from '#/organizer/people/contract.ts'
import {
  getOrganizer,
  giveSecondFactor,
  reauthenticateOrganizer,
  startSecondFactor,
} from '#/organizer/security/contract.ts'
import { startEnrollments } from '#/organizer/security/jobs.ts'
import { runPublicAction } from '#/server/action.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, makeUnprovedPlayer, password, type TestPlayer } from '#/test/make.ts'
import { productionSettings } from '#/test/production.ts'
import { Authenticator } from '#/test/passkey.ts'
import {
  addPasskey,
  checkPasskey,
  listPasskeys,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeyCheck,
  startPasskeySignIn,
} from './contract.ts'
import { deleteExpiredChallenges } from './queries.ts'

const at = '2026-07-15T16:00:00Z'
const t = await startApp(at, productionSettings)
const { emailsTo } = mailboxOf(t)

afterEach(() => t.clock.set(at))

const newAuthenticator = () => new Authenticator('https://play.example')

/** Adds a passkey to the account of a session. */
async function add({ token }: Pick<TestPlayer, 'token'>, authenticator = newAuthenticator()): Promise<Authenticator> {
  const options = await t.call(startPasskey, { token, body: { password } })
  expect(options.status).toBe(200)
  expect(await t.call(addPasskey, { token, body: authenticator.create(options.body) })).toMatchObject({ status: 201 })
  return authenticator
}

const signInOptions = async () => (await t.call(startPasskeySignIn, {})).body
const checkOptions = async ({ token }: Pick<TestPlayer, 'token'>) => (await t.call(startPasskeyCheck, { token })).body
const passkeysOf = async ({ token }: Pick<TestPlayer, 'token'>) => (await t.call(listPasskeys, { token })).body.items

/** A session of a player that began with the password. */
const newSession = ({ id }: TestPlayer) => startSession(t.db, id, t.clock.now())

test('a player adds a passkey, signs in with it without an email or a password, and removes it', async () => {
  const player = await makePlayer(t)
  const authenticator = await add(player)
  expect(await passkeysOf(player)).toMatchObject([{ created_at: '2026-07-15T16:00:00.000Z', last_used_at: null }])
  expect((await t.call(getSettings, { token: player.token })).body.has_passkey).toBe(true)

  t.clock.set('2026-07-15T17:00:00Z')
  const signedIn = await t.call(signInByPasskey, { body: authenticator.get(await signInOptions()) })
  expect(signedIn).toMatchObject({ status: 200, body: { user: { id: player.id, email: player.email } } })
  expect((await t.call(getUser, { token: signedIn.body.token })).body.user.id).toBe(player.id)
  const [passkey] = await passkeysOf(player)
  expect(passkey?.last_used_at).toBe('2026-07-15T17:00:00.000Z')

  const removal = { token: player.token, params: { id: passkey?.id ?? '' } }
  expect((await t.call(removePasskey, { ...removal, body: { password: 'wrong' } })).status).toBe(422)
  expect((await t.call(removePasskey, { ...removal, body: { password } })).status).toBe(200)
  expect(await passkeysOf(player)).toEqual([])
  expect(await t.call(signInByPasskey, { body: authenticator.get(await signInOptions()) })).toMatchObject({
    status: 401,
    body: { code: 'passkey_unknown' },
  })
  expect((await emailsTo(player.email)).map(({ subject }) => subject)).toEqual([
    'A passkey for Deuce was added',
    'A passkey for Deuce was removed',
  ])
})

test('the options name this site, demand a verified person, and say nothing about the account', async () => {
  const player = await makePlayer(t)
  await add(player)
  const { body } = await t.call(startPasskey, { token: player.token, body: { password } })
  expect(body).toMatchObject({
    rp: { id: 'play.example' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [{ type: 'public-key' }],
  })
  const handle = Buffer.from(body.user.id, 'base64url')
  expect(handle).toHaveLength(32)
  const again = await t.call(startPasskey, { token: player.token, body: { password } })
  expect(again.body.user.id).toBe(body.user.id)
  expect(await signInOptions()).toMatchObject({
    rpId: 'play.example',
    allowCredentials: [],
    userVerification: 'required',
  })
})

describe('a sign-in is refused', () => {
  const wrong: Record<string, (authenticator: Authenticator) => Promise<ReturnType<Authenticator['get']>>> = {
    'from another origin': async (key) => key.get(await signInOptions(), { origin: 'https://p1ay.example' }),
    'for another site': async (key) => key.get(await signInOptions(), { rp_id: 'p1ay.example' }),
    'without a verified person': async (key) => key.get(await signInOptions(), { verified: false }),
    'with the handle of another account': async (key) =>
      key.get(await signInOptions(), { user_handle: randomBytes(32).toString('base64url') }),
    'with a challenge that we have not made': async (key) =>
      key.get(await signInOptions(), { challenge: randomBytes(32).toString('base64url') }),
    'with a signature of something else': async (key) => {
      const options = await signInOptions()
      const { signature } = key.get(await signInOptions()).response
      const made = key.get(options)
      return { ...made, response: { ...made.response, signature } }
    },
    'with garbage': async (key) => {
      const made = key.get(await signInOptions())
      return { ...made, response: { ...made.response, authenticatorData: 'AAAA', clientDataJSON: 'AAAA' } }
    },
  }
  test.each(Object.keys(wrong))('%s', async (how) => {
    const player = await makePlayer(t)
    const authenticator = await add(player)
    expect(await t.call(signInByPasskey, { body: await wrong[how]!(authenticator) })).toMatchObject({
      status: 401,
      body: { code: 'passkey_unknown' },
    })
    expect(await passkeysOf(player)).toMatchObject([{ last_used_at: null }])
  })
})

test('a challenge works once, even if the answer to it was wrong', async () => {
  const authenticator = await add(await makePlayer(t))
  const options = await signInOptions()
  expect((await t.call(signInByPasskey, { body: authenticator.get(options, { verified: false }) })).status).toBe(401)
  expect((await t.call(signInByPasskey, { body: authenticator.get(options) })).status).toBe(401)
  const answer = authenticator.get(await signInOptions())
  expect((await t.call(signInByPasskey, { body: answer })).status).toBe(200)
  expect((await t.call(signInByPasskey, { body: answer })).status).toBe(401)
})

test('of two simultaneous answers to one challenge, one signs in', async () => {
  const authenticator = await add(await makePlayer(t))
  const options = await signInOptions()
  const answers = [authenticator.get(options), authenticator.get(options)]
  const statuses = await Promise.all(answers.map((body) => t.call(signInByPasskey, { body })))
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('of two simultaneous answers with one counter, one signs in', async () => {
  const authenticator = await add(await makePlayer(t))
  const challenges = [await signInOptions(), await signInOptions()]
  const answers = challenges.map((options) => authenticator.get(options, { counter: 7 }))
  const statuses = await Promise.all(answers.map((body) => t.call(signInByPasskey, { body })))
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('a challenge ends after five minutes, and is then deleted', async () => {
  const authenticator = await add(await makePlayer(t))
  const answer = authenticator.get(await signInOptions())
  await signInOptions()
  t.clock.set('2026-07-15T16:05:00Z')
  expect((await t.call(signInByPasskey, { body: answer })).status).toBe(401)
  await deleteExpiredChallenges(t.db, t.clock.now())
  const expired = t.db.selectFrom('passkey_challenges').selectAll().where('expires_at', '<=', t.clock.now())
  expect(await expired.execute()).toEqual([])
})

test.each([
  ['going back', [5, 4], 401],
  ['standing still', [5, 5], 401],
  ['that goes to 0', [5, 0], 401],
  ['that is always 0, as of synced passkeys', [0, 0], 200],
])('a counter %s', async (_, [first, second], status) => {
  const authenticator = await add(await makePlayer(t))
  const use = async (counter: number | undefined) =>
    t.call(signInByPasskey, { body: authenticator.get(await signInOptions(), { counter: counter ?? 0 }) })
  expect((await use(first)).status).toBe(200)
  expect((await use(second)).status).toBe(status)
})

describe('a new passkey is refused', () => {
  test.each([
    ['from another origin', { origin: 'https://p1ay.example' }],
    ['for another site', { rp_id: 'p1ay.example' }],
    ['without a verified person', { verified: false }],
    ['with another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ])('%s', async (_, lies) => {
    const { token } = await makePlayer(t)
    const options = (await t.call(startPasskey, { token, body: { password } })).body
    expect(await t.call(addPasskey, { token, body: newAuthenticator().create(options, lies) })).toMatchObject({
      status: 422,
      body: { code: 'passkey_failed' },
    })
    expect(await passkeysOf({ token })).toEqual([])
  })

  test('in another session, after five minutes, or again', async () => {
    const player = await makePlayer(t)
    const options = (await t.call(startPasskey, { token: player.token, body: { password } })).body
    const body = newAuthenticator().create(options)
    expect((await t.call(addPasskey, { token: await newSession(player), body })).status).toBe(422)
    expect((await t.call(addPasskey, { token: player.token, body })).status).toBe(201)
    expect((await t.call(addPasskey, { token: player.token, body })).status).toBe(422)
    const late = (await t.call(startPasskey, { token: player.token, body: { password } })).body
    t.clock.set('2026-07-15T16:05:00Z')
    const answer = newAuthenticator().create(late)
    expect((await t.call(addPasskey, { token: player.token, body: answer })).status).toBe(422)
    expect(await passkeysOf(player)).toHaveLength(1)
  })

  test('without the password', async () => {
    const { token } = await makePlayer(t)
    expect((await t.call(startPasskey, { token, body: {} })).status).toBe(422)
    expect((await t.call(startPasskey, { token, body: { password: 'wrong' } })).status).toBe(422)
  })

  test('if the account has twenty', async () => {
    const player = await makePlayer(t)
    await add(player)
    const start = () => t.call(startPasskey, { token: player.token, body: {} })
    for (let n = 1; n < 20; n += 1) {
      const body = newAuthenticator().create((await start()).body)
      expect((await t.call(addPasskey, { token: player.token, body })).status).toBe(201)
    }
    expect(await start()).toMatchObject({ status: 409 })
  })

  test('if another account has it', async () => {
    const [one, two] = [await makePlayer(t), await makePlayer(t)]
    const authenticator = await add(one)
    const options = (await t.call(startPasskey, { token: two.token, body: { password } })).body
    expect(await t.call(addPasskey, { token: two.token, body: authenticator.create(options) })).toMatchObject({
      status: 409,
    })
    expect(await passkeysOf(two)).toEqual([])
  })
})

test('nobody removes or uses another account’s passkey', async () => {
  const [one, two] = [await makePlayer(t), await makePlayer(t)]
  const authenticator = await add(one)
  await add(two)
  const [passkey] = await passkeysOf(one)
  const removal = { token: two.token, params: { id: passkey?.id ?? '' }, body: { password } }
  expect((await t.call(removePasskey, removal)).status).toBe(404)
  const answer = authenticator.get(await checkOptions(two))
  expect(await t.call(checkPasskey, { token: two.token, body: answer })).toMatchObject({ status: 422 })
  expect(await passkeysOf(one)).toMatchObject([{ last_used_at: null }])
})

test('a passkey replaces the password for ten minutes, in the session in which it was used', async () => {
  const player = await makePlayer(t)
  const authenticator = await add(player)
  const [token, other] = [await newSession(player), await newSession(player)]
  const exported = (session: string) => t.call(exportData, { token: session, body: {} })
  expect((await exported(token)).status).toBe(422)
  const body = authenticator.get(await checkOptions({ token }))
  expect((await t.call(checkPasskey, { token: other, body })).status).toBe(422)
  const own = authenticator.get(await checkOptions({ token }))
  expect((await t.call(checkPasskey, { token, body: own })).status).toBe(200)
  expect((await exported(token)).body).toMatchObject({
    passkeys: [{ created_at: '2026-07-15T16:00:00.000Z', last_used_at: '2026-07-15T16:00:00.000Z' }],
  })
  expect((await exported(other)).status).toBe(422)
  t.clock.set('2026-07-15T16:10:01Z')
  expect((await exported(token)).status).toBe(422)
})

test('a challenge for a sign-in does not re-authenticate, nor the other way around', async () => {
  const player = await makePlayer(t)
  const authenticator = await add(player)
  const { token } = player
  const forSignIn = authenticator.get(await signInOptions())
  expect((await t.call(checkPasskey, { token, body: forSignIn })).status).toBe(422)
  const forCheck = authenticator.get(await checkOptions(player))
  expect((await t.call(signInByPasskey, { body: forCheck })).status).toBe(401)
})

test('an account without a passkey has none to use', async () => {
  const { token } = await makePlayer(t)
  expect(await t.call(startPasskeyCheck, { token })).toMatchObject({ status: 409, body: { code: 'passkey_missing' } })
})

test('a suspended player cannot sign in with a passkey', async () => {
  const player = await makePlayer(t)
  const authenticator = await add(player)
  await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', player.id).execute()
  expect(await t.call(signInByPasskey, { body: authenticator.get(await signInOptions()) })).toMatchObject({
    status: 403,
    body: { code: 'suspended' },
  })
})

test('the passkeys of a deleted account go', async () => {
  const player = await makePlayer(t)
  const authenticator = await add(player)
  expect((await t.call(deleteAccount, { token: player.token, body: { password } })).status).toBe(200)
  expect(await t.db.selectFrom('passkeys').where('player_id', '=', player.id).selectAll().execute()).toEqual([])
  expect((await t.call(signInByPasskey, { body: authenticator.get(await signInOptions()) })).status).toBe(401)
})

test('the first proof of an email ends the passkeys that were added before it', async () => {
  const player = await makeUnprovedPlayer(t)
  const authenticator = await add(player)
  await runPublicAction({ app: t.app, now: t.clock.now() }, (action) =>
    proveEmail(action, { player_id: player.id, email: player.email }),
  )
  expect((await t.call(signInByPasskey, { body: authenticator.get(await signInOptions()) })).status).toBe(401)
})

test('a new password keeps the passkeys, and the email says that they exist', async () => {
  const player = await makePlayer(t)
  const authenticator = await add(player)
  await t.call(forgotPassword, { body: { email: player.email } })
  const [token = ''] = (await emailsTo(player.email)).flatMap(({ text }) => /token=([\w-]{43})\n/.exec(text)?.[1] ?? [])
  expect((await t.call(resetPassword, { body: { token, password: 'a new word with the net' } })).status).toBe(200)
  expect((await emailsTo(player.email)).at(-1)?.text).toContain('Your passkeys still sign in.')
  expect((await t.call(signInByPasskey, { body: authenticator.get(await signInOptions()) })).status).toBe(200)
})

describe('at the desk', () => {
  test('a sign-in with a passkey needs no code, and one with the password needs the passkey', async () => {
    const organizer = await makeOrganizer(t, ['dc'])
    const authenticator = await add(organizer)
    expect((await t.call(listAuditLog, { token: organizer.token })).status).toBe(200)

    const { token } = (await t.call(signInByPasskey, { body: authenticator.get(await signInOptions()) })).body
    expect((await t.call(listAuditLog, { token })).status).toBe(200)

    const byPassword = (await t.call(signIn, { body: { email: organizer.email, password } })).body
    expect(await t.call(listAuditLog, { token: byPassword.token })).toMatchObject({
      status: 403,
      body: { code: 'second_factor_due' },
    })
    expect((await t.call(getOrganizer, { token: byPassword.token })).body).toMatchObject({
      areas: [],
      second_factor: { due: true, enrolled: false, passkey: true },
    })
    expect((await t.call(giveSecondFactor, { token: byPassword.token, body: { code: '123456' } })).status).toBe(422)
    const body = authenticator.get(await checkOptions(byPassword))
    expect((await t.call(checkPasskey, { token: byPassword.token, body })).status).toBe(200)
    expect((await t.call(listAuditLog, { token: byPassword.token })).status).toBe(200)
  })

  test('the password alone neither adds nor removes a passkey of an organizer, nor enrolls a phone', async () => {
    const organizer = await makeOrganizer(t, ['dc'])
    await add(organizer)
    const [passkey] = await passkeysOf(organizer)
    const token = await newSession(organizer)
    const due = { status: 403, body: { code: 'second_factor_due' } }
    expect(await t.call(startPasskey, { token, body: { password } })).toMatchObject(due)
    expect(await t.call(removePasskey, { token, params: { id: passkey?.id ?? '' }, body: { password } })).toMatchObject(
      due,
    )
    expect(await t.call(startSecondFactor, { token })).toMatchObject(due)
  })

  test('a passkey meets the deadline for a second factor, and without it the desk closes', async () => {
    const organizer = await makeOrganizer(t, ['dc'])
    await startEnrollments(t.db, t.clock.now())
    t.clock.set('2026-07-23T16:00:00Z')
    const token = await newSession(organizer)
    expect(await t.call(listAuditLog, { token })).toMatchObject({ body: { code: 'second_factor_missing' } })
    await add({ token })
    expect((await t.call(listAuditLog, { token })).status).toBe(200)
    const [passkey] = await passkeysOf({ token })
    await t.call(removePasskey, { token, params: { id: passkey?.id ?? '' }, body: {} })
    expect(await t.call(listAuditLog, { token })).toMatchObject({ body: { code: 'second_factor_missing' } })
  })

  test('a passkey re-authenticates for calls that move money', async () => {
    const organizer = await makeOrganizer(t)
    const authenticator = await add(organizer)
    t.clock.set('2026-07-15T16:30:00Z')
    const { token } = organizer
    expect((await t.call(startSecondFactor, { token })).body.code).toBe('sign_in_again')
    await t.call(checkPasskey, { token, body: authenticator.get(await checkOptions(organizer)) })
    expect((await t.call(reauthenticateOrganizer, { token, body: {} })).status).toBe(200)
    expect((await t.call(startSecondFactor, { token })).status).toBe(200)
  })

  test('an owner who resets a lost phone also ends the passkeys', async () => {
    const [owner, organizer] = [await makeOrganizer(t), await makeOrganizer(t, ['dc'])]
    const authenticator = await add(organizer)
    const reset = await t.call(resetPhone, { token: owner.token, params: { id: organizer.id } })
    expect(reset.status).toBe(200)
    expect((await t.call(signInByPasskey, { body: authenticator.get(await signInOptions()) })).status).toBe(401)
    expect((await emailsTo(organizer.email)).at(-1)?.subject).toBe('Your second factor was reset')
  })
})
