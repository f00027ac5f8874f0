import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { runAction } from '#/server/action.ts'
import { getUser } from '#/features/accounts/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import { routes } from '#/app/server.ts'
import { audit } from '#/server/audit.ts'
import { getTask } from './contract.ts'
import { failBrokenTasks, startTask, workTask, taskKind } from './tasks.ts'
import { inTransaction } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { startImpersonation, startSession } from '#/server/session.ts'
import {
  confirmSecondFactor,
  endSecondFactor,
  getOrganizer,
  giveSecondFactor,
  reauthenticateOrganizer,
  startSecondFactor,
} from '#/organizer/security/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')

function codeAt(secret: string, instant: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: instant.getTime() })
}

function move(seconds: number): Date {
  return t.clock.set(new Date(t.clock.now().getTime() + seconds * 1000).toISOString())
}

/** Enrolls a phone. Returns its key and the recovery codes. Sets the clock past the first code. */
async function enroll(organizer: { token: string }) {
  const { secret } = (await t.call(startSecondFactor, { token: organizer.token })).body
  const confirmed = await t.call(confirmSecondFactor, {
    token: organizer.token,
    body: { code: codeAt(secret, t.clock.now()) },
  })
  expect(confirmed.status).toBe(200)
  move(60)
  return { secret, codes: confirmed.body.recovery_codes }
}

test('an owner runs every area, an organizer their own, a player none', async () => {
  const owner = await makeOrganizer(t)
  const organizer = await makeOrganizer(t, ['dc'])
  const player = await makePlayer(t)
  expect((await t.call(getOrganizer, { token: owner.token })).body).toMatchObject({
    role: 'owner',
    areas: ['south-bend', 'indianapolis', 'dc'],
  })
  expect((await t.call(getOrganizer, { token: organizer.token })).body).toMatchObject({
    role: 'organizer',
    areas: ['dc'],
  })
  expect((await t.call(getOrganizer, { token: player.token })).body).toMatchObject({ role: 'player', areas: [] })
})

test('once a phone is enrolled, the desk asks each new sign-in for a code, and players’ pages stay open', async () => {
  const organizer = await makeOrganizer(t)
  const { secret } = await enroll(organizer)
  expect((await t.call(listAuditLog, { token: organizer.token })).status).toBe(200)

  const token = await startSession(t.db, organizer.id, t.clock.now())
  expect(await t.send(listAuditLog, { token })).toMatchObject({ status: 403, body: { code: 'second_factor_due' } })
  expect((await t.call(getUser, { token })).status).toBe(200)
  expect((await t.call(getOrganizer, { token })).body).toMatchObject({ areas: [], second_factor: { due: true } })
  expect((await t.call(giveSecondFactor, { token, body: { code: '000000' } })).body).toMatchObject({
    code: 'invalid',
    fields: { code: expect.any(String) },
  })
  expect((await t.call(giveSecondFactor, { token, body: { code: codeAt(secret, t.clock.now()) } })).status).toBe(200)
  expect((await t.call(listAuditLog, { token })).status).toBe(200)
})

test('a code works only once, even if it is sent twenty times at the same time; so does a recovery code', async () => {
  const organizer = await makeOrganizer(t)
  const { secret, codes } = await enroll(organizer)
  expect(codes).toHaveLength(10)
  for (const code of [codeAt(secret, t.clock.now()), codes[0] ?? '']) {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => startSession(t.db, organizer.id, t.clock.now())))
    const answers = await Promise.all(tokens.map((token) => t.call(giveSecondFactor, { token, body: { code } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }
  const desk = (await t.call(getOrganizer, { token: organizer.token })).body
  expect(desk.second_factor).toEqual({
    enrolled: true,
    passkey: false,
    due: false,
    recovery_codes_left: 9,
    required_by: null,
    missing: false,
  })
})

test('a code from two minutes ago has expired', async () => {
  const organizer = await makeOrganizer(t)
  const { secret } = await enroll(organizer)
  const code = codeAt(secret, t.clock.now())
  move(120)
  const token = await startSession(t.db, organizer.id, t.clock.now())
  expect((await t.call(giveSecondFactor, { token, body: { code } })).status).toBe(422)
})

test('changing permissions needs a sign-in within the last ten minutes, or the password again', async () => {
  const organizer = await makeOrganizer(t)
  move(601)
  const { token } = organizer
  expect(await t.send(startSecondFactor, { token })).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
  expect((await t.call(reauthenticateOrganizer, { token, body: { password: 'wrong' } })).status).toBe(422)
  expect(await t.send(startSecondFactor, { token })).toMatchObject({ status: 403 })
  expect((await t.call(reauthenticateOrganizer, { token, body: { password } })).status).toBe(200)
  expect((await t.call(startSecondFactor, { token })).status).toBe(200)
})

test('an enrolled phone can be removed but not replaced; the audit log records it, and the organizer gets an email each time', async () => {
  const organizer = await makeOrganizer(t)
  await enroll(organizer)
  const { token } = organizer
  expect(await t.send(startSecondFactor, { token })).toMatchObject({
    status: 409,
    body: { code: 'second_factor_kept' },
  })
  expect((await t.call(endSecondFactor, { token })).status).toBe(200)
  const audit_entries = (await t.call(listAuditLog, { token, query: { subject: `player ${organizer.id}` } })).body
  expect(audit_entries.audit_entries.map(({ kind }) => kind)).toEqual(['second_factor'])
  expect((await t.call(endSecondFactor, { token })).status).toBe(200)
  await runJobs(t)
  expect(t.emails.filter(({ to }) => to.email === organizer.email).map(({ subject }) => subject)).toEqual([
    'A phone is enrolled as your second factor',
    'Your second factor was removed',
  ])
  expect((await t.call(startSecondFactor, { token })).status).toBe(200)
})

test('the audit log shows each organizer their areas, with who, when, before and after, and cannot be changed', async () => {
  const owner = await makeOrganizer(t)
  const organizer = await makeOrganizer(t, ['dc'])
  const now = t.clock.now()
  const act = {
    organizer: owner,
    kind: 'delete_match' as const,
    subject: 'match 4711',
    summary: 'Moved',
    reason: 'rain',
  }
  await inTransaction(t.db, async (tx) => {
    await audit(tx, { ...act, area: 'dc', before: { price: 1 }, after: { price: 2 } }, now)
    await audit(tx, { ...act, area: 'south-bend' }, now)
  })
  const query = { subject: 'match 4711' }
  expect((await t.call(listAuditLog, { token: owner.token, query })).body.audit_entries).toMatchObject([
    { area: 'south-bend', before: null, after: null },
    { area: 'dc', organizer: `${owner.first_name} ${owner.last_name}`, before: { price: 1 }, after: { price: 2 } },
  ])
  expect((await t.call(listAuditLog, { token: organizer.token, query })).body.audit_entries).toMatchObject([
    { area: 'dc' },
  ])
  expect(await t.send(listAuditLog, { token: organizer.token, query: { area: 'south-bend' } })).toMatchObject({
    status: 403,
    body: { code: 'not_your_area' },
  })
  await expect(t.db.deleteFrom('audit_log').execute()).rejects.toThrow('never rewritten')
  await expect(t.db.updateTable('audit_log').set({ summary: 'x' }).execute()).rejects.toThrow('never rewritten')
})

test('an audit entry about people without an area is shown only to owners and to its author', async () => {
  const [owner, one, other] = [await makeOrganizer(t), await makeOrganizer(t, ['dc']), await makeOrganizer(t, ['dc'])]
  const now = t.clock.now()
  await inTransaction(t.db, async (tx) => {
    const act = { organizer: one, area: null, kind: 'sign_out' as const, summary: 'Done' }
    await audit(tx, { ...act, subject: 'player 4711', before: { email: 'ada@example.com' } }, now)
    await audit(tx, { ...act, subject: 'import 4711', after: { 'ada@example.com': { phone: '1' } } }, now)
    await audit(tx, { ...act, subject: 'season 4711' }, now)
  })
  const seenBy = async ({ token }: { token: string }) =>
    (await t.call(listAuditLog, { token, query: { kind: 'sign_out' } })).body.audit_entries.map(
      ({ subject }) => subject,
    )
  const all = ['season 4711', 'import 4711', 'player 4711']
  expect(await seenBy(owner)).toEqual(all)
  expect(await seenBy(one)).toEqual(all)
  expect(await seenBy(other)).toEqual(['season 4711'])
})

test('a filter that PostgreSQL cannot store is refused with 400', async () => {
  const { token } = await makeOrganizer(t)
  const found = routes.flatMap(({ endpoint }) => {
    const shape = (endpoint.query as { def?: { shape?: object } } | undefined)?.def?.shape ?? {}
    const mine = endpoint.method === 'GET' && endpoint.path.startsWith('/organizer/')
    return mine ? Object.keys(shape).map((name) => ({ endpoint, name })) : []
  })
  expect(found.length).toBeGreaterThan(30)
  for (const { endpoint, name } of found) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
    const { status } = await t.send(endpoint, { path, token, query: { year: 2026, season: 'fall', [name]: 'a\0b' } })
    expect([path, name, status < 500]).toEqual([path, name, true])
  }
})

test('an organizer who impersonates a player changes nothing, and has no desk', async () => {
  const owner = await makeOrganizer(t)
  const player = await makePlayer(t)
  const token = await startImpersonation(t.db, player.id, owner.id, t.clock.now())
  expect((await t.call(getUser, { token })).body.user).toMatchObject({ id: player.id, impersonated: true })
  expect(await t.send(giveSecondFactor, { token, body: { code: '1' } })).toMatchObject({
    status: 403,
    body: { code: 'read_only' },
  })
  move(1801)
  expect((await t.call(getUser, { token })).status).toBe(401)
})

test('a suspended player is signed out at once and cannot sign in', async () => {
  const player = await makePlayer(t)
  await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', player.id).execute()
  expect((await t.call(getUser, { token: player.token })).status).toBe(401)
  await expect(startSession(t.db, player.id, t.clock.now())).rejects.toThrow('suspended')
})

function start(organizer: TestPlayer, kind: string): Promise<number> {
  const player = { ...organizer, organizer_areas: [] }
  return runAction({ app: t.app, player, now: t.clock.now() }, (action) =>
    startTask(action, taskKind(kind, { input: z.object({}), outcome: z.unknown() }), {}),
  )
}

test('a task continues where it was when its process died, and reports its progress', async () => {
  const organizer = await makeOrganizer(t)
  const id = await start(organizer, 'count')
  const seen: number[] = []
  let dies = true
  const works = {
    count: async (_app: unknown, task: { done: number }, progress: (done: number, total: number) => Promise<void>) => {
      for (let step = task.done + 1; step <= 3; step += 1) {
        seen.push(step)
        await progress(step, 3)
        if (step === 2 && dies) throw new Error('the process died')
      }
      return { counted: 3 }
    },
  }
  await expect(workTask(t.app, id, works)).rejects.toThrow('died')
  const { token } = organizer
  expect((await t.call(getTask, { token, params: { id } })).body).toMatchObject({
    state: 'running',
    done: 2,
    total: 3,
  })
  dies = false
  await workTask(t.app, id, works)
  await workTask(t.app, id, works)
  expect(seen).toEqual([1, 2, 3])
  expect((await t.call(getTask, { token, params: { id } })).body).toMatchObject({
    state: 'done',
    outcome: { counted: 3 },
  })
  const other = await makeOrganizer(t)
  expect((await t.call(getTask, { token: other.token, params: { id } })).status).toBe(404)
})

test('a task whose job has no attempts left has failed, and says so', async () => {
  const organizer = await makeOrganizer(t)
  const [broken, tried, at_work] = [
    await start(organizer, 'none'),
    await start(organizer, 'none'),
    await start(organizer, 'none'),
  ]
  const set = (id: number, attempts: number, locked_at: Date | null) =>
    sql`update graphile_worker._private_jobs set attempts = ${attempts}, locked_at = ${locked_at} where key = ${`work_task ${id}`}`.execute(
      t.db,
    )
  await set(broken, 5, null)
  await set(tried, 4, null)
  await set(at_work, 5, new Date())
  await failBrokenTasks(t.db, t.clock.now())
  const states = await Promise.all(
    [broken, tried, at_work].map(
      async (id) => (await t.call(getTask, { token: organizer.token, params: { id } })).body,
    ),
  )
  expect(states.map(({ state }) => state)).toEqual(['failed', 'waiting', 'waiting'])
  expect(states[0]).toMatchObject({
    outcome: { message: 'This stopped unexpectedly. Please start it again.' },
    finished_at: t.clock.now().toISOString(),
  })
})

test('a refused task says why', async () => {
  const organizer = await makeOrganizer(t)
  const id = await start(organizer, 'no')
  await workTask(t.app, id, { no: async () => refuse('not_on_sale') })
  expect((await t.call(getTask, { token: organizer.token, params: { id } })).body).toMatchObject({
    state: 'failed',
    outcome: { message: 'This season is not on sale right now.' },
  })
})
