import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { runJobs, startApp, freshDatabase, type TestApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { deleteOldKeys } from './idempotency.ts'
import { startJob } from './queue.ts'

const today = '2026-05-20T16:00:00Z'
const url = await freshDatabase()
const t = await startApp(today, {}, url)
const other = await startApp(today, {}, url)
other.app.secrets = t.app.secrets
const league = { season: 'summer-1', division: 'womens-singles-3-5', area: 'south-bend' } as const
const {
  people: [ann, bea],
  league_id,
  entry_ids,
} = await makeLeague(t, 2, league)
const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-24')

type Sent = { key?: string; token?: string; method?: 'POST' | 'PUT' | 'DELETE'; path?: string; body?: unknown }

/** Writes to the match, unless another call is given. */
async function send(
  to: TestApp,
  { key, token = ann.token, method = 'POST', path = `/users/matchups/${match_id}/messages`, body }: Sent,
) {
  const answer = await to.server.inject({
    method,
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, text: answer.body, body: answer.json(), headers: answer.headers }
}

async function countMessages(text: string): Promise<number> {
  const rows = await t.db.selectFrom('match_events').select('id').where('text', '=', text).execute()
  return rows.length
}

test('a repeated key gets the first response from every process, and the change is made once', async () => {
  const body = { text: 'Running late' }
  const first = await send(t, { key: 'late', body })
  expect(first).toMatchObject({ status: 201, body: { message: 'Sent.' } })
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  for (const process of [t, other]) {
    const again = await send(process, { key: 'late', body })
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotency-replayed': 'true' } })
  }
  expect(await countMessages(body.text)).toBe(1)
})

test('a repeated call without a key or with another key makes the change again', async () => {
  const body = { text: 'Same words' }
  await send(t, { body })
  await send(t, { key: 'words 1', body })
  await send(t, { key: 'words 2', body })
  expect(await countMessages(body.text)).toBe(3)
})

test('another body with the same key is refused, even if the first body was refused', async () => {
  await send(t, { key: 'changed', body: { text: 'One' } })
  expect(await send(t, { key: 'changed', body: { text: 'Two' } })).toMatchObject({
    status: 422,
    body: { code: 'key_reused' },
  })
  expect(await countMessages('Two')).toBe(0)
  const refused = await send(t, { key: 'empty', body: { text: '' } })
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid' } })
  expect((await send(other, { key: 'empty', body: { text: '' } })).text).toBe(refused.text)
  expect(await send(t, { key: 'empty', body: { text: 'Three' } })).toMatchObject({
    status: 422,
    body: { code: 'key_reused' },
  })
})

test('a refusal is stored too, and repeated word for word', async () => {
  const score = scoreBody(ann, bea, '6-4 6-4')
  const report = { path: '/users/scores', body: score }
  expect((await send(t, { ...report, key: 'score 1' })).status).toBe(201)
  const refused = await send(t, { ...report, key: 'score 2' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'already_reported' } })
  expect((await send(other, { ...report, key: 'score 2' })).text).toBe(refused.text)
})

test('a key is bound to the player and to the call', async () => {
  const body = { text: 'Mine' }
  await send(t, { key: 'bound', body })
  expect((await send(t, { key: 'bound', body, token: bea.token })).headers['idempotency-replayed']).toBeUndefined()
  const read = await send(t, { key: 'bound', path: '/users/notifications/read', body: {} })
  expect(read).toMatchObject({ status: 200, body: { message: 'Marked as read.' } })
  expect(await countMessages('Mine')).toBe(2)
  // The key cannot be used again with the same call about another match.
  expect(await send(t, { key: 'bound', body, path: `/users/matchups/${match_id + 1}/messages` })).toMatchObject({
    status: 422,
  })
})

test('a key has 1 to 255 printable characters', async () => {
  const body = { text: 'Long key' }
  for (const key of ['', ' ', 'a'.repeat(256), 'schlüssel'])
    expect(await send(t, { key, body })).toMatchObject({ status: 400, body: { code: 'malformed' } })
  expect(await send(t, { key: 'a'.repeat(255), body })).toMatchObject({ status: 201 })
  expect(await countMessages('Long key')).toBe(1)
})

test('of twenty simultaneous calls in two processes, one runs, and all get its response', async () => {
  const body = { text: 'All at once' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? t : other, { key: 'at once', body })),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  expect(await countMessages(body.text)).toBe(1)
})

test('a response that asks to try again later is not stored', async () => {
  const first = await t.db.selectFrom('match_events').select('id').where('player_id', '=', bea.id).execute()
  for (let sent = first.length; sent < 30; sent += 1)
    await send(t, { token: bea.token, body: { text: `Message ${sent}` } })
  const last = { key: 'later', token: bea.token, body: { text: 'The last word' } }
  expect(await send(t, last)).toMatchObject({ status: 429 })
  t.clock.set('2026-05-21T16:00:00Z')
  expect(await send(t, last)).toMatchObject({ status: 201 })
  t.clock.set(today)
})

test('after an error that changed nothing, the same key makes the change', async () => {
  const body = { text: 'Faulty' }
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$`.execute(t.db)
  await sql`create trigger fails before insert on match_events for each row execute function fail()`.execute(t.db)
  expect(await send(t, { key: 'fault', body })).toMatchObject({ status: 500 })
  await sql`drop trigger fails on match_events`.execute(t.db)
  expect(await send(other, { key: 'fault', body })).toMatchObject({ status: 201 })
  expect(await countMessages(body.text)).toBe(1)
})

test('a failed attempt whose key could not be released runs again at once in the same process', async () => {
  const body = { text: 'Cut off' }
  await sql`create function fail_twice() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$`.execute(
    t.db,
  )
  await sql`create trigger fails before insert on match_events for each row execute function fail_twice()`.execute(t.db)
  await sql`create trigger stays before delete on idempotency_keys for each row execute function fail_twice()`.execute(
    t.db,
  )
  expect(await send(t, { key: 'cut', body })).toMatchObject({ status: 500 })
  await sql`drop trigger fails on match_events`.execute(t.db)
  await sql`drop trigger stays on idempotency_keys`.execute(t.db)
  const answers = await Promise.all([send(t, { key: 'cut', body }), send(t, { key: 'cut', body })])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await countMessages(body.text)).toBe(1)
})

test('an attempt in progress renews its lease', async () => {
  const gate = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  const locked = t.db.transaction().execute(async (tx) => {
    await tx.selectFrom('matches').select('id').where('id', '=', match_id).forUpdate().execute()
    entered.resolve()
    await gate.promise
  })
  await entered.promise
  const slow = send(t, { key: 'renewed', body: { text: 'Renewed' } })
  const isOld = () =>
    t.db
      .selectFrom('idempotency_keys')
      .select(sql<boolean>`claimed_at < now() - interval '8 seconds'`.as('old'))
      .where('key', '=', 'renewed')
      .executeTakeFirst()
  await expect.poll(isOld).toEqual({ old: false })
  await sql`update idempotency_keys set claimed_at = now() - interval '9 seconds' where key = 'renewed'`.execute(t.db)
  await expect.poll(isOld).toEqual({ old: false })
  gate.resolve()
  await locked
  await slow
})

test('a change that was committed before an error is not made again', async () => {
  const body = { text: 'Stored and lost' }
  const broken = vi.spyOn(t.app.secrets, 'seal').mockImplementation(() => {
    throw new Error('A fault after the change.')
  })
  // The caller has the response, but no response is stored for the key.
  expect(await send(t, { key: 'lost', body })).toMatchObject({ status: 201 })
  broken.mockRestore()
  await t.db
    .updateTable('idempotency_keys')
    .set({ claimed_at: new Date(0) })
    .where('key', '=', 'lost')
    .execute()
  expect(await send(other, { key: 'lost', body })).toMatchObject({ status: 409, body: { code: 'done_already' } })
  expect(await countMessages(body.text)).toBe(1)
})

test('an attempt that was considered dead cannot commit', async () => {
  const body = { text: 'Too slow' }
  const gate = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  const locked = t.db.transaction().execute(async (tx) => {
    await tx.selectFrom('matches').select('id').where('id', '=', match_id).forUpdate().execute()
    entered.resolve()
    await gate.promise
  })
  await entered.promise
  const slow = send(t, { key: 'slow', body })
  const claimed = () => t.db.selectFrom('idempotency_keys').select('claim').where('key', '=', 'slow').executeTakeFirst()
  await expect.poll(claimed).toBeDefined()
  await t.db
    .updateTable('idempotency_keys')
    .set({ claim: '00000000-0000-4000-8000-000000000000' })
    .where('key', '=', 'slow')
    .execute()
  gate.resolve()
  await locked
  expect(await slow).toMatchObject({ status: 409, body: { code: 'key_in_use' } })
  expect(await countMessages(body.text)).toBe(0)
})

test('responses are stored for 48 hours, encrypted', async () => {
  const organizer = await makeOrganizer(t)
  const enroll = { path: '/organizer/second-factor', token: organizer.token, key: 'secret' }
  const first = await send(t, enroll)
  expect(first).toMatchObject({ status: 200, body: { secret: expect.any(String) } })
  const { sealed_answer } = await t.db
    .selectFrom('idempotency_keys')
    .select('sealed_answer')
    .where('key', '=', 'secret')
    .executeTakeFirstOrThrow()
  expect(sealed_answer?.toString('latin1')).not.toContain(first.body.secret)
  expect((await send(t, enroll)).text).toBe(first.text)

  const { id, token } = await makePlayer(t)
  const stop = { method: 'PUT', path: '/users/settings/privacy', token, key: 'old' } as const
  const body = { shows_email: false, shows_phone: false }
  await send(t, { ...stop, body })
  const kept = () => t.db.selectFrom('idempotency_keys').select('key').where('player_id', '=', id).execute()
  t.clock.set('2026-05-22T15:59:00Z')
  await startJob(t.db, 'forget_keys', {})
  await runJobs(t)
  expect(await kept()).toHaveLength(1)
  expect((await send(t, { ...stop, body })).headers['idempotency-replayed']).toBe('true')
  t.clock.set('2026-05-22T16:00:00Z')
  // An expired key is not used, even before the job has deleted it.
  expect((await send(t, { ...stop, body })).headers['idempotency-replayed']).toBeUndefined()
  t.clock.set('2026-05-24T16:00:00Z')
  await deleteOldKeys(t.db, t.clock.now())
  expect(await kept()).toEqual([])
  t.clock.set(today)
})

test('the API document lists the header for every change by a player, and for no other call', async () => {
  const { paths } = (await t.server.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { parameters: { name: string }[] }>>
  }>()
  const has = (path: string, method: string) =>
    paths[path]?.[method]?.parameters.some(({ name }) => name === 'Idempotency-Key')
  expect(has('/users/scores', 'post')).toBe(true)
  expect(has('/users/matchups/{id}', 'delete')).toBe(true)
  expect(has('/users/scores', 'get')).toBe(false)
  expect(has('/users/signin', 'post')).toBe(false)
})
