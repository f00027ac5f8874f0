import { afterEach, describe, expect, test } from 'vitest'
import type { AreaSlug } from '#/contract/areas.ts'
import { endOneSession, listSessions } from '#/features/settings/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { startImpersonation, startSession } from '#/server/session.ts'
import { inTransaction } from '#/server/db.ts'
import { startJob } from '#/server/queue.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { getUser, logOut } from './contract.ts'

const start = '2026-07-01T12:00:00Z'
const t = await startApp(start, {}, undefined, { idle_sessions_end: true })
afterEach(() => t.clock.set(start))

function moveDays(days: number): void {
  t.clock.set(new Date(new Date(start).getTime() + days * 86_400_000).toISOString())
}

async function statusOf({ token }: { token: string }): Promise<number> {
  return (await t.call(getUser, { token })).status
}

test('a player’s session ends after 14 days without use', async () => {
  const [idle, active] = [await makePlayer(t), await makePlayer(t)]
  moveDays(7)
  expect(await statusOf(active)).toBe(200)
  moveDays(13.9)
  const late = await makePlayer(t)
  expect(await statusOf(late)).toBe(200)
  moveDays(14.1)
  expect(await statusOf(idle)).toBe(401)
  expect(await statusOf(active)).toBe(200)
})

test('a session that is used every day ends after 30 days', async () => {
  const player = await makePlayer(t)
  for (let day = 1; day < 30; day += 1) {
    moveDays(day)
    expect(await statusOf(player)).toBe(200)
  }
  moveDays(30)
  expect(await statusOf(player)).toBe(401)
})

test('an organizer’s session ends after 12 hours without use', async () => {
  const [organizer, owner] = [await makeOrganizer(t, ['dc']), await makeOrganizer(t)]
  moveDays(11 / 24)
  expect(await statusOf(organizer)).toBe(200)
  moveDays(12.1 / 24)
  expect(await statusOf(organizer)).toBe(200)
  expect(await statusOf(owner)).toBe(401)
  moveDays(24.2 / 24)
  expect(await statusOf(organizer)).toBe(401)
})

test('an expired session is not among the player’s devices', async () => {
  const player = await makePlayer(t)
  moveDays(15)
  const token = await startSession(t.db, player.id, t.clock.now())
  const { items } = (await t.call(listSessions, { token })).body
  expect(items).toHaveLength(1)
})

test('a hundred requests in five minutes write the session once', async () => {
  const player = await makePlayer(t)
  const version = async () => {
    const row = await t.db
      .selectFrom('sessions')
      .select(['last_seen_at', (of) => of.ref('xmin' as 'id').as('version')])
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow()
    return { version: String(row.version), last_seen_at: row.last_seen_at }
  }
  const before = await version()
  expect(await statusOf(player)).toBe(200)
  const first = await version()
  expect(first.version).not.toBe(before.version)
  for (let n = 0; n < 100; n += 1) {
    t.clock.set(new Date(new Date(start).getTime() + n * 3_000).toISOString())
    expect(await statusOf(player)).toBe(200)
  }
  expect(await version()).toEqual(first)
  moveDays(6 / 1440)
  expect(await statusOf(player)).toBe(200)
  expect(await version()).not.toEqual(first)
})

/** A session in which the organizer impersonates the player. */
async function impersonate(organizer: TestPlayer): Promise<{ token: string }> {
  const player = await makePlayer(t)
  return { token: await startImpersonation(t.db, player.id, organizer.id, t.clock.now()) }
}

test('an impersonation ends when the organizer signs out, here or from another device', async () => {
  const organizer = await makeOrganizer(t)
  const first = await impersonate(organizer)
  expect(await statusOf(first)).toBe(200)
  expect((await t.call(logOut, { token: organizer.token })).status).toBe(200)
  expect(await statusOf(first)).toBe(401)

  const [here, there] = [
    await startSession(t.db, organizer.id, t.clock.now()),
    await startSession(t.db, organizer.id, t.clock.now()),
  ]
  const second = await impersonate(organizer)
  expect(await statusOf({ token: there })).toBe(200)
  const other = (await t.call(listSessions, { token: here })).body.items.find(({ current }) => !current)
  await t.call(endOneSession, { token: here, params: { id: other?.id ?? '' } })
  expect(await statusOf(second)).toBe(401)
})

test('signing out of an impersonation ends only the impersonation', async () => {
  const organizer = await makeOrganizer(t)
  const [one, two] = [await impersonate(organizer), await impersonate(organizer)]
  expect((await t.call(logOut, { token: one.token })).status).toBe(200)
  expect([await statusOf(one), await statusOf(two), await statusOf(organizer)]).toEqual([401, 200, 200])
})

test('an impersonation ends when the organizer loses the role', async () => {
  const organizer = await makeOrganizer(t)
  const look = await impersonate(organizer)
  await t.db.updateTable('players').set({ role: 'player' }).where('id', '=', organizer.id).execute()
  expect(await statusOf(look)).toBe(401)
  expect((await t.call(listAuditLog, { token: organizer.token })).status).toBe(403)
})

describe('an impersonation ends when the player leaves the organizer’s areas', () => {
  const playerOf = async (area: AreaSlug) => {
    const [organizer, player] = [await makeOrganizer(t, ['dc']), await makePlayer(t, { location: area })]
    const look = async () => ({ token: await startImpersonation(t.db, player.id, organizer.id, t.clock.now()) })
    return { organizer, player, look }
  }
  const withdraw = (entry_id: number) =>
    t.db
      .updateTable('purchases')
      .set({ status: 'Closed' })
      .where('id', '=', (of) => of.selectFrom('entries').select('purchase_id').where('id', '=', entry_id))
      .execute()

  test('an impersonation ends when the player moves to another area', async () => {
    const { player, look } = await playerOf('dc')
    const session = await look()
    expect(await statusOf(session)).toBe(200)
    await t.db.updateTable('players').set({ area: 'south-bend' }).where('id', '=', player.id).execute()
    expect(await statusOf(session)).toBe(401)
    // The session that has ended is not restored when the player returns.
    await t.db.updateTable('players').set({ area: 'dc' }).where('id', '=', player.id).execute()
    expect(await statusOf(session)).toBe(401)
    expect(await statusOf(player)).toBe(200)
  })

  test('an impersonation ends when the player leaves their only league in the area', async () => {
    const { player, look } = await playerOf('south-bend')
    const { entry_id } = await joinLeague(t, player, { season: 'fall', division: 'womens-singles-3-5', area: 'dc' })
    const session = await look()
    expect(await statusOf(session)).toBe(200)
    await withdraw(entry_id)
    expect(await statusOf(session)).toBe(401)
  })

  test('an impersonation ends when the organizer loses the area', async () => {
    const { organizer, look } = await playerOf('dc')
    const session = await look()
    expect(await statusOf(session)).toBe(200)
    await t.db.deleteFrom('organizer_areas').where('player_id', '=', organizer.id).execute()
    expect(await statusOf(session)).toBe(401)
    expect(await statusOf(organizer)).toBe(200)
  })
})

test('sessions that ended a week ago are deleted; live and recently ended ones stay', async () => {
  const [old, recent, live] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
  const end = (player: TestPlayer, expires_at: string) =>
    t.db.updateTable('sessions').set({ expires_at }).where('player_id', '=', player.id).execute()
  await end(old, '2026-06-24T11:59:59Z')
  await end(recent, '2026-06-24T12:00:01Z')
  await inTransaction(t.db, (tx) => startJob(tx, 'forget_mail_tokens', {}))
  await runJobs(t)
  const rows = await t.db
    .selectFrom('sessions')
    .select('player_id')
    .where('player_id', 'in', [old.id, recent.id, live.id])
    .orderBy('player_id')
    .execute()
  expect(rows.map(({ player_id }) => player_id)).toEqual([recent.id, live.id])
})
