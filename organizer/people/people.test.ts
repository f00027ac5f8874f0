import { expect, test } from 'vitest'
import type { Endpoint } from '#/contract/endpoint.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { deleteAccount } from '#/features/settings/contract.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makeUnprovedPlayer, password, type TestPlayer } from '#/test/make.ts'
import { appointPerson, changePermissions, dismissPerson, listPeople, resetPhone } from './contract.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { subjectsTo } = mailboxOf(t)

type RefusedReply = { status: number; body: RefusalBody }
const say = (endpoint: Endpoint, given: object) => t.send(endpoint, given) as Promise<RefusedReply>

/** Makes this player the only owner, for the rules about the last one. */
async function makeOnlyOwner(): Promise<TestPlayer> {
  await t.db.updateTable('players').set({ role: 'player' }).where('role', '=', 'owner').execute()
  return makeOrganizer(t)
}

async function makeVerified(): Promise<TestPlayer> {
  const player = await makeUnprovedPlayer(t)
  await t.db.updateTable('players').set({ email_verified_at: t.clock.now() }).where('id', '=', player.id).execute()
  return player
}

async function organizerOf({ id }: TestPlayer) {
  const { role, areas } = (await t.call(getOrganizer, { token: await startSession(t.db, id, t.clock.now()) })).body
  return { role, areas }
}

test('an owner appoints organizers by email, changes their areas and dismisses them; each change is notified and audited once', async () => {
  const { token, id: owner_id } = await makeOnlyOwner()
  const person = await makeVerified()
  const body = { email: person.email.toUpperCase(), role: 'organizer' as const, areas: ['DC', 'dc'] }
  const answers = await Promise.all([1, 2, 3].map(() => t.call(appointPerson, { token, body })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await organizerOf(person)).toEqual({ role: 'organizer', areas: ['dc'] })
  expect(await subjectsTo(person)).toEqual(['You run leagues at Deuce'])

  const { people } = (await t.call(listPeople, { token })).body
  expect(people.map(({ id }) => id)).toContain(person.id)
  expect(people[0]).toMatchObject({ id: owner_id, role: 'owner', is_me: true })

  const params = { id: person.id }
  const areas = ['south-bend', 'indianapolis']
  expect((await t.call(changePermissions, { token, params, body: { role: 'organizer', areas } })).status).toBe(200)
  expect((await organizerOf(person)).areas).toEqual(['indianapolis', 'south-bend'])
  expect((await t.call(dismissPerson, { token, params })).status).toBe(200)
  expect(await organizerOf(person)).toEqual({ role: 'player', areas: [] })
  expect((await t.call(dismissPerson, { token, params })).status).toBe(404)
  expect(await subjectsTo(person)).toContain('You no longer run leagues at Deuce')
  const { audit_entries } = (await t.call(listAuditLog, { token, query: { subject: `player ${person.id}` } })).body
  expect(audit_entries.map(({ kind }) => kind)).toEqual(['dismiss', 'change_powers', 'appoint'])
})

test('nobody is appointed without an area, an account, or a confirmed email', async () => {
  const { token } = await makeOnlyOwner()
  const person = await makeVerified()
  const appoint = (email: string, areas: string[]) =>
    say(appointPerson, { token, body: { email, role: 'organizer', areas } })
  expect((await appoint(person.email, [])).body.fields).toHaveProperty('areas')
  expect((await appoint(person.email, ['atlantis'])).status).toBe(422)
  expect((await appoint('nobody@example.com', ['dc'])).body.fields).toHaveProperty('email')
  expect((await appoint((await makeUnprovedPlayer(t)).email, ['dc'])).body.fields?.['email']).toContain('confirmed')
  expect(await organizerOf(person)).toEqual({ role: 'player', areas: [] })
})

test('the last owner cannot be dismissed, demoted or deleted', async () => {
  const owner = await makeOnlyOwner()
  const { token } = owner
  const path = `/organizer/people/${owner.id}`
  const last = { status: 409, body: { code: 'last_owner' } }
  expect(await say(dismissPerson, { path, token })).toMatchObject(last)
  expect(await say(changePermissions, { path, token, body: { role: 'organizer', areas: ['dc'] } })).toMatchObject(last)
  expect(await say(deleteAccount, { token, body: { password } })).toMatchObject(last)
  expect((await organizerOf(owner)).role).toBe('owner')
})

test('when two owners dismiss each other at the same time, one of them remains', async () => {
  const one = await makeOnlyOwner()
  const two = await makeOrganizer(t)
  const answers = await Promise.all([
    t.call(dismissPerson, { token: one.token, params: { id: two.id } }),
    t.call(dismissPerson, { token: two.token, params: { id: one.id } }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect([(await organizerOf(one)).role, (await organizerOf(two)).role].toSorted()).toEqual(['owner', 'player'])
})

test('an owner can remove a lost phone from another’s account, which signs them out, but never from their own', async () => {
  const owner = await makeOnlyOwner()
  const other = await makeOrganizer(t, ['dc'])
  for (const { id } of [owner, other])
    await t.db
      .insertInto('second_factors')
      .values({ player_id: id, secret: Buffer.alloc(20), enrolled_at: new Date(0) })
      .execute()
  await t.db
    .updateTable('sessions')
    .set({ second_factor_at: t.clock.now() })
    .where('player_id', '=', owner.id)
    .execute()
  const { token } = owner
  const reset = (id: number) => say(resetPhone, { token, path: `/organizer/people/${id}/second-factor` })
  expect((await reset(owner.id)).status).toBe(403)
  expect((await reset((await makeUnprovedPlayer(t)).id)).status).toBe(404)
  expect((await Promise.all([reset(other.id), reset(other.id)])).map(({ status }) => status)).toEqual([200, 200])
  expect((await t.call(getOrganizer, { token: other.token })).status).toBe(401)
  expect(await organizerOf(other)).toEqual({ role: 'organizer', areas: ['dc'] })
  expect(await subjectsTo(other)).toEqual(['Your second factor was reset'])
})

test('only owners decide who runs what, with a recent sign-in', async () => {
  const owner = await makeOnlyOwner()
  const organizer = await makeOrganizer(t, ['dc'])
  const person = await makeVerified()
  const body = { email: person.email, role: 'owner', areas: [] }
  for (const endpoint of [listPeople, appointPerson, changePermissions, dismissPerson, resetPhone]) {
    const path = endpoint.path.replace('{id}', String(owner.id))
    expect(await say(endpoint, { path, token: organizer.token, body })).toMatchObject({ status: 403 })
  }
  t.clock.set('2026-07-15T16:11:00Z')
  expect(await say(appointPerson, { token: owner.token, body })).toMatchObject({ body: { code: 'sign_in_again' } })
  expect((await organizerOf(person)).role).toBe('player')
})
