import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { appointPerson, dismissPerson } from '#/organizer/people/contract.ts'
import { inTransaction } from '#/server/db.ts'
import { openSecretBox } from '#/server/secret-box.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { productionSettings } from '#/test/production.ts'
import {
  confirmSecondFactor,
  endSecondFactor,
  getOrganizer,
  giveSecondFactor,
  reauthenticateOrganizer,
  startSecondFactor,
} from './contract.ts'
import { encryptSecondFactors, startEnrollments } from './jobs.ts'
import { insertSecret, lockSecondFactor } from './queries.ts'

const t = await startApp('2026-07-15T16:00:00Z', productionSettings)

function move(days: number): void {
  t.clock.set(new Date(t.clock.now().getTime() + days * 86_400_000).toISOString())
}

function codeOf(secret: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = new Uint8Array(secret)
  const key = new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) })
  return new TOTP({ secret: key }).generate({ timestamp: t.clock.now().getTime() })
}

async function enroll(token: string): Promise<number> {
  const { secret } = (await t.call(startSecondFactor, { token })).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.clock.now().getTime() })
  return (await t.call(confirmSecondFactor, { token, body: { code } })).status
}

async function factorOf({ id }: TestPlayer) {
  return t.db.selectFrom('second_factors').selectAll().where('player_id', '=', id).executeTakeFirstOrThrow()
}

test('in production, an organizer has seven days to enroll a phone; then the desk is closed, and only enrolling opens it', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  await startEnrollments(t.db, t.clock.now())
  const inTime = (await t.call(getOrganizer, { token: organizer.token })).body
  expect(inTime).toMatchObject({
    areas: ['dc'],
    second_factor: { enrolled: false, missing: false, required_by: '2026-07-22T16:00:00.000Z' },
  })
  expect((await t.call(listAuditLog, { token: organizer.token })).status).toBe(200)

  move(7)
  // A restart of the app does not extend the deadline.
  await startEnrollments(t.db, t.clock.now())
  const token = await startSession(t.db, organizer.id, t.clock.now())
  expect(await t.call(listAuditLog, { token })).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } })
  expect((await t.call(getOrganizer, { token })).body).toMatchObject({
    areas: [],
    second_factor: { enrolled: false, missing: true },
  })
  expect((await t.call(reauthenticateOrganizer, { token, body: { password: 'wrong' } })).status).toBe(422)
  expect(await enroll(token)).toBe(200)
  expect((await t.call(listAuditLog, { token })).status).toBe(200)

  // Once the phone is removed, the desk is closed immediately.
  expect((await t.call(endSecondFactor, { token })).status).toBe(200)
  expect((await t.call(listAuditLog, { token })).status).toBe(403)
})

test('owners have to enroll too, and players do not', async () => {
  const [owner, player] = [await makeOrganizer(t), await makePlayer(t)]
  await startEnrollments(t.db, t.clock.now())
  move(8)
  const token = await startSession(t.db, owner.id, t.clock.now())
  expect(await t.call(listAuditLog, { token })).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } })
  const inside = await startSession(t.db, player.id, t.clock.now())
  expect((await t.call(getOrganizer, { token: inside })).body.second_factor).toMatchObject({
    missing: false,
    required_by: null,
  })
})

test('the seven days begin with the appointment, and start over with a new one after a dismissal', async () => {
  const owner = await makeOrganizer(t)
  const person = await makePlayer(t)
  await t.db.updateTable('players').set({ email_verified_at: t.clock.now() }).where('id', '=', person.id).execute()
  const body = { email: person.email, role: 'organizer', areas: ['dc'] } as const
  const deadline = async () =>
    (
      await t.db.selectFrom('players').select('second_factor_by').where('id', '=', person.id).executeTakeFirstOrThrow()
    ).second_factor_by?.getTime()
  const inDays = (days: number) => t.clock.now().getTime() + days * 86_400_000
  expect((await t.call(appointPerson, { token: owner.token, body: { ...body, areas: [...body.areas] } })).status).toBe(
    201,
  )
  expect(await deadline()).toBe(inDays(7))
  expect((await t.call(dismissPerson, { token: owner.token, params: { id: person.id } })).status).toBe(200)
  expect(await deadline()).toBeUndefined()
})

test('a phone’s secret is stored encrypted, bound to its account', async () => {
  const organizer = await makeOrganizer(t)
  const { secret } = (await t.call(startSecondFactor, { token: organizer.token })).body
  const plain = Buffer.from(Secret.fromBase32(secret).bytes)
  const stored = await factorOf(organizer)
  expect(stored.secret_key_name).toBe(t.app.secrets.key_name)
  expect(stored.secret.includes(plain)).toBe(false)
  const context = `second factor of player ${organizer.id}`
  expect(t.app.secrets.open(stored.secret, context)).toEqual(plain)
  expect(() => t.app.secrets.open(stored.secret, `second factor of player ${organizer.id + 1}`)).toThrow(/authenticat/)
  expect(() => openSecretBox(randomBytes(32)).open(stored.secret, context)).toThrow(/authenticat/)
})

test.each(['the next start', 'the next use'])(
  'a secret that the previous release stored in plain text works, and is encrypted at %s',
  async (when) => {
    const organizer = await makeOrganizer(t)
    const secret = randomBytes(20)
    await t.db
      .insertInto('second_factors')
      .values({ player_id: organizer.id, secret, enrolled_at: t.clock.now() })
      .execute()
    if (when === 'the next start') await encryptSecondFactors(t.app)
    expect((await t.call(giveSecondFactor, { token: organizer.token, body: { code: codeOf(secret) } })).status).toBe(
      200,
    )
    const stored = await factorOf(organizer)
    expect(stored.secret_key_name).toBe(t.app.secrets.key_name)
    expect(stored.secret.includes(secret)).toBe(false)
  },
)

test.each(['the next start', 'the next use'])(
  'a secret under the previous key works, and is encrypted with the new one at %s',
  async (when) => {
    const organizer = await makeOrganizer(t)
    const [secret, previous] = [randomBytes(20), openSecretBox(randomBytes(32))]
    const secrets = { ...t.app.secrets, previous }
    await inTransaction(t.db, (tx) => insertSecret(tx, previous, organizer.id, secret))
    expect((await factorOf(organizer)).secret_key_name).toBe(previous.key_name)
    if (when === 'the next start') await encryptSecondFactors({ db: t.db, secrets })
    else await inTransaction(t.db, (tx) => lockSecondFactor(tx, secrets, organizer.id))
    // The previous key is no longer needed.
    const stored = await factorOf(organizer)
    expect(stored.secret_key_name).toBe(t.app.secrets.key_name)
    expect(t.app.secrets.open(stored.secret, `second factor of player ${organizer.id}`)).toEqual(secret)
  },
)

test('starting with a different key stops with one line, and changes nothing', async () => {
  const organizer = await makeOrganizer(t)
  expect(await enroll(organizer.token)).toBe(200)
  const before = await factorOf(organizer)
  await expect(encryptSecondFactors({ db: t.db, secrets: openSecretBox(randomBytes(32)) })).rejects.toThrow(
    /^The setting SECRET_KEY is not the key of \d+ stored second factors\./,
  )
  expect(await factorOf(organizer)).toEqual(before)
})
