import { describe, expect, test } from 'vitest'
import { routes } from '#/app/server.ts'
import type { Endpoint } from '#/contract/endpoint.ts'
import { keyScopes, type KeyScope } from '#/contract/key-scopes.ts'
import { forgotPassword, getUser, resetPassword } from '#/features/accounts/contract.ts'
import { getCalendar } from '#/features/calendar/contract.ts'
import { makeLeague, sets } from '#/features/matches/score-fixture.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { endAllSessions } from '#/features/settings/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { listOrganizerEntries } from '#/organizer/entries/contract.ts'
import { enterResult } from '#/organizer/matches/contract.ts'
import { changePermissions, dismissPerson } from '#/organizer/people/contract.ts'
import { startSession } from '#/server/session.ts'
import { hashOf } from '#/server/token.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import * as calls from './contract.ts'

const start = '2026-05-20T16:00:00Z'
const t = await startApp(start)
const endpoints = routes.map(({ endpoint }) => endpoint)

async function makeKey(
  organizer: TestPlayer,
  scopes: readonly KeyScope[] = keyScopes,
  expires_on: string | null = null,
): Promise<{ id: number; key: string }> {
  const body = { name: 'Club web site', scopes: [...scopes], expires_on }
  const { status, body: reply } = await t.call(calls.createApiKey, { token: organizer.token, body })
  expect({ status, message: reply.message }).toMatchObject({ status: 201 })
  return reply
}

const readDesk = (token: string) => t.call(listOrganizerEntries, { token, query: {} })

describe('the scopes, over all calls', () => {
  const named = ({ method, path }: Endpoint) => `${method} ${path}`
  const pathOf = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, '1')

  /** The calls that a key of one scope can reach: those that do not respond with out_of_scope. */
  async function listReached(scope: KeyScope): Promise<string[]> {
    const { key } = await makeKey(await makeOrganizer(t), [scope])
    const reached: string[] = []
    for (const endpoint of endpoints) {
      const answer = await t.send(endpoint, { path: pathOf(endpoint), body: '{', token: key })
      const { code } = (answer.body ?? {}) as { code?: string }
      // The stream is not a call: it looks for a session itself.
      if (code !== 'out_of_scope' && code !== 'not_signed_in') reached.push(named(endpoint))
    }
    return reached.toSorted()
  }

  test('a key that reads public data can call only the public reads', async () => {
    const expected = endpoints.filter(({ method, access }) => method === 'GET' && access === 'public').map(named)
    expect(await listReached('read:public')).toEqual(expected.toSorted())
  })

  test('a key that reads the desk can call only the desk’s reads, and none that requires re-authentication', async () => {
    const reached = await listReached('read:desk')
    const expected = endpoints.filter(
      ({ method, access, reads, reauthenticate, enrolls }) =>
        (method === 'GET' || reads) && (access === 'organizer' || access === 'owner') && !reauthenticate && !enrolls,
    )
    expect(reached).toEqual(expected.map(named).toSorted())
    expect(reached).toContain('GET /organizer/entries')
  })

  test('a key that writes results can make four calls, and no other changes', async () => {
    expect(await listReached('write:results')).toEqual([
      'POST /organizer/matches/{id}/score',
      'POST /organizer/matches/{id}/settle',
      'POST /organizer/matches/{id}/void',
      'POST /organizer/results',
    ])
  })
})

test('creating a key requires the password; the key is shown once and stored as a hash', async () => {
  const organizer = await makeOrganizer(t)
  const before = Date.parse(start)
  t.clock.set(new Date(before + 601_000).toISOString())
  const body = { name: 'x', scopes: ['read:desk' as const] }
  expect((await t.call(calls.createApiKey, { token: organizer.token, body })).body.code).toBe('sign_in_again')
  t.clock.set(start)
  const answer = await t.server.inject({
    method: 'POST',
    url: '/api/organizer/api-keys',
    headers: { authorization: `Bearer ${organizer.token}`, 'idempotency-key': 'one' },
    payload: { name: 'Club web site', scopes: ['read:desk'] },
  })
  const { key, id } = answer.json() as { key: string; id: number }
  expect(key).toMatch(/^key_[\w-]{43}$/)
  const tables = await Promise.all([
    t.db.selectFrom('api_keys').selectAll().execute(),
    t.db.selectFrom('idempotency_keys').selectAll().execute(),
    t.db.selectFrom('audit_log').selectAll().execute(),
  ])
  expect(JSON.stringify(tables)).not.toContain(key.slice(4))
  const { api_keys } = (await t.call(calls.listApiKeys, { token: organizer.token })).body
  expect(api_keys.filter((each) => each.id === id)).toMatchObject([
    { name: 'Club web site', scopes: ['read:desk'], last_used_at: null },
  ])
  expect(JSON.stringify(api_keys)).not.toContain(key.slice(4))
  await runJobs(t)
  expect(t.emails.filter(({ to }) => to.email === organizer.email)).toMatchObject([
    { subject: 'A new API key: Club web site' },
  ])
  expect(JSON.stringify(t.emails)).not.toContain(key.slice(4))
})

test('a key can do what its organizer can, in their areas, and shows when it was last used', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  const { id, key } = await makeKey(organizer, ['read:desk'])
  const { people } = await makeLeague(t, 2, { season: 'summer-1', division: 'mens-singles-3-5', area: 'dc' })
  await makeLeague(t, 2, { season: 'summer-1', division: 'mens-singles-3-5', area: 'south-bend' })
  const { body } = await readDesk(key)
  expect(body.total).toBe(people.length)
  expect((await t.call(listOrganizerEntries, { token: key, query: { area: 'south-bend' } })).body.code).toBe(
    'not_your_area',
  )
  const { api_keys } = (await t.call(calls.listApiKeys, { token: organizer.token })).body
  expect(api_keys.find((each) => each.id === id)?.last_used_at).toBe('2026-05-20T16:00:00.000Z')
  expect((await t.call(getUser, { token: key })).body.code).toBe('out_of_scope')
  expect((await t.call(listSeasons, { token: key, query: {} })).body.code).toBe('out_of_scope')
})

test('a result entered by a key belongs to its organizer, and the audit log names the key', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  const { key } = await makeKey(organizer, ['write:results'])
  const division = 'womens-singles-4-0'
  const { people } = await makeLeague(t, 2, { season: 'summer-1', division, area: 'dc' })
  const [winner, opponent] = people
  const body = {
    season: 'Summer 1',
    division,
    match_date: '2026/05/18',
    hour: 1,
    minute: 30,
    match_area: 'dc' as const,
    match_location: 'Court 1',
    winner: { id: winner.id },
    opponent: { id: opponent.id },
    set_games: sets('6-4 6-3'),
    total_winner_score: 2,
    total_opponent_score: 0,
    match_status: null,
    match_notes: '',
    reason: 'From the club’s system',
  }
  const { status, body: reply } = await t.send(enterResult, { token: key, body })
  expect({ status, reply }).toMatchObject({ status: 201 })
  const owner = await makeOrganizer(t)
  const log = (await t.call(listAuditLog, { token: owner.token, query: {} })).body.audit_entries
  expect(log[0]).toMatchObject({
    organizer: `${organizer.first_name} ${organizer.last_name}`,
    api_key: 'Club web site',
    area: 'dc',
  })
  expect(log.find(({ kind }) => kind === 'create_api_key')?.api_key).toBeNull()
})

describe('a key ends', () => {
  test('a key ends at once when its organizer or an owner revokes it, and nobody else can', async () => {
    const [mine, other] = [await makeOrganizer(t, ['dc']), await makeOrganizer(t, ['dc'])]
    const { id, key } = await makeKey(mine)
    expect((await t.call(calls.listApiKeys, { token: other.token })).body.api_keys).toEqual([])
    const revoke = (token: string) => t.call(calls.deleteApiKey, { token, params: { id } })
    expect((await revoke(other.token)).status).toBe(404)
    expect((await readDesk(key)).status).toBe(200)
    const owner = await makeOrganizer(t)
    const twice = await Promise.all([revoke(mine.token), revoke(owner.token)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await readDesk(key)).toMatchObject({ status: 401, body: { code: 'bad_api_key' } })
  })

  test('a key ends after its last day, by the organization’s time', async () => {
    const organizer = await makeOrganizer(t)
    const { key } = await makeKey(organizer, ['read:desk'], '2026/05/21')
    t.clock.set('2026-05-22T03:59:00Z')
    expect((await readDesk(key)).status).toBe(200)
    t.clock.set('2026-05-22T04:01:00Z')
    expect((await readDesk(key)).body.code).toBe('bad_api_key')
    t.clock.set(start)
    const body = { name: 'x', scopes: ['read:desk' as const], expires_on: '2026/05/19' }
    expect((await t.call(calls.createApiKey, { token: organizer.token, body })).body.fields).toEqual({
      expires_on: 'This day is over.',
    })
  })

  test('a key ends when its organizer no longer runs leagues, even if they do so again later', async () => {
    const owner = await makeOrganizer(t)
    const organizer = await makeOrganizer(t, ['dc'])
    const { key } = await makeKey(organizer)
    const params = { id: organizer.id }
    await t.call(dismissPerson, { token: owner.token, params })
    expect((await readDesk(key)).body.code).toBe('bad_api_key')
    await t.db.updateTable('players').set({ role: 'organizer' }).where('id', '=', organizer.id).execute()
    expect((await readDesk(key)).body.code).toBe('bad_api_key')
  })

  test('a key stops working in areas that its organizer loses, and while the organizer is suspended', async () => {
    const owner = await makeOrganizer(t)
    const organizer = await makeOrganizer(t, ['dc', 'south-bend'])
    const { key } = await makeKey(organizer)
    const params = { id: organizer.id }
    const body = { role: 'organizer' as const, areas: ['south-bend'] }
    expect((await t.call(changePermissions, { token: owner.token, params, body })).status).toBe(200)
    expect((await t.call(listOrganizerEntries, { token: key, query: { area: 'dc' } })).body.code).toBe('not_your_area')
    await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', organizer.id).execute()
    expect((await readDesk(key)).body.code).toBe('bad_api_key')
  })
})

test('text that only looks like a key is refused by every call, even by those that need no session', async () => {
  for (const token of ['key_', 'key_x', `key_${'A'.repeat(43)}`, `key_${'A'.repeat(5000)}`, "key_' or 1=1--"]) {
    expect((await readDesk(token)).body).toMatchObject({ code: 'bad_api_key' })
    expect((await t.call(listSeasons, { token, query: {} })).status).toBe(401)
  }
})

test('a session whose token begins like a key works as a session', async () => {
  const { id } = await makePlayer(t)
  const token = `key_${'s'.repeat(39)}`
  await t.db
    .insertInto('sessions')
    .values({ token_hash: hashOf(token), player_id: id, created_at: t.clock.now(), expires_at: '2026-06-20' })
    .execute()
  expect(await t.call(getUser, { token })).toMatchObject({ status: 200, body: { user: { id } } })
  expect((await t.call(listSeasons, { token, query: {} })).status).toBe(200)
})

test('an organizer can have twenty keys and no more, even with simultaneous calls', async () => {
  const organizer = await makeOrganizer(t)
  const body = { name: 'x', scopes: ['read:public' as const] }
  const made = await Promise.all(
    Array.from({ length: calls.MOST_API_KEYS + 3 }, () => t.call(calls.createApiKey, { token: organizer.token, body })),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(calls.MOST_API_KEYS)
  expect(made.filter(({ status }) => status === 422)).toHaveLength(3)
})

test('players have no keys, and in production a key is blocked with the desk until the second factor is set up', async () => {
  const player = await makePlayer(t)
  const body = { name: 'x', scopes: ['read:public' as const] }
  expect((await t.call(calls.createApiKey, { token: player.token, body })).body.code).toBe('not_allowed')
  const organizer = await makeOrganizer(t)
  const { key } = await makeKey(organizer, ['read:desk'])
  const { config } = t.app
  t.app.config = { ...config, production: true }
  await t.db
    .updateTable('players')
    .set({ second_factor_by: new Date(Date.parse(start) - 1) })
    .where('id', '=', organizer.id)
    .execute()
  expect((await readDesk(key)).body.code).toBe('second_factor_missing')
  t.app.config = config
})

test('a key has its own rate limit', async () => {
  const limited = await startApp(start, { RATE_LIMITS: 'on' })
  const organizer = await makePlayer(limited)
  await limited.db.updateTable('players').set({ role: 'owner' }).where('id', '=', organizer.id).execute()
  const token = await startSession(limited.db, organizer.id, limited.clock.now())
  const made = await limited.call(calls.createApiKey, { token, body: { name: 'x', scopes: ['read:desk'] } })
  const statuses: number[] = []
  for (let call = 0; call < 130; call += 1)
    statuses.push((await limited.call(listOrganizerEntries, { token: made.body.key, query: {} })).status)
  expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
  expect(statuses.slice(-5).every((status) => status === 429)).toBe(true)
  expect((await limited.call(listOrganizerEntries, { token, query: {} })).status).toBe(200)
})

test('signing out everywhere and a password reset end an organizer’s keys and calendar address', async () => {
  const waysOut = [
    (of: TestPlayer) => t.call(endAllSessions, { token: of.token }),
    async (of: TestPlayer) => {
      await t.call(forgotPassword, { body: { email: of.email } })
      const token = await mailboxOf(t).tokenTo(of)
      return t.call(resetPassword, { body: { token, password: 'a lob into the afternoon sun' } })
    },
  ]
  for (const leave of waysOut) {
    const organizer = await makeOrganizer(t)
    const { key } = await makeKey(organizer)
    const { pathname } = new URL((await t.call(getCalendar, { token: organizer.token })).body.url)
    expect([(await readDesk(key)).status, (await t.server.inject({ url: pathname })).statusCode]).toEqual([200, 200])
    expect((await leave(organizer)).status).toBe(200)
    expect([(await readDesk(key)).status, (await t.server.inject({ url: pathname })).statusCode]).toEqual([401, 404])
  }
})
