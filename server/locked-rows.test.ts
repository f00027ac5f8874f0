import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getUser } from '#/features/accounts/contract.ts'
import { deletePhoto, endOneSession, updatePrivacy } from '#/features/settings/contract.ts'
import { openDatabase, type Tx } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { startApp } from '#/test/app.ts'
import { makePlayer } from '#/test/make.ts'
import { startSession } from './session.ts'

const t = await startApp()
const outside = openDatabase(t.url, { ...JOB_LIMITS, connections: 2 })
afterAll(() => outside.destroy())

const countWaiting = async () =>
  (
    await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(outside)
  ).rows.length

type Held = { id: number; token: string }

/** Runs 40 calls of a player while a row of theirs is locked. Returns the statuses of 60 reads by others meanwhile. */
async function readMeanwhile(lock: (tx: Tx, id: number) => Promise<unknown>, call: (of: Held) => Promise<unknown>) {
  const [locked, ...others] = await Promise.all([makePlayer(t), makePlayer(t), makePlayer(t)])
  const [release, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = outside.transaction().execute(async (tx) => {
    await lock(tx, locked.id)
    held.resolve()
    await release.promise
  })
  await held.promise
  const calls = Promise.allSettled(Array.from({ length: 40 }, () => call(locked)))
  await expect.poll(countWaiting).toBeGreaterThan(0)
  const reads = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => t.call(getUser, { token: others[index % 2]?.token })),
  )
  const waiting = await countWaiting()
  release.resolve()
  await holding
  await calls
  return { statuses: [...new Set(reads.map(({ status }) => status))], waiting }
}

const lockPlayer = (tx: Tx, id: number) => sql`select from players where id = ${id} for update`.execute(tx)
const lockSessions = (tx: Tx, id: number) => sql`select from sessions where player_id = ${id} for update`.execute(tx)

test.each<[string, typeof lockPlayer, (of: Held) => Promise<unknown>]>([
  ['changes of the photo', lockPlayer, ({ token }) => t.call(deletePhoto, { token })],
  ['sign-ins', lockPlayer, ({ id }) => startSession(t.app.db, id, t.clock.now())],
  [
    'changes with different idempotency keys',
    lockPlayer,
    ({ token }) =>
      t.server.inject({
        method: updatePrivacy.method,
        url: `/api${updatePrivacy.path}`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
        payload: { shows_email: true, shows_phone: true },
      }),
  ],
  [
    'ends of sessions',
    lockSessions,
    async ({ id, token }) => {
      const { id: session } = await t.db
        .selectFrom('sessions')
        .select('id')
        .where('player_id', '=', id)
        .executeTakeFirstOrThrow()
      return t.call(endOneSession, { token, params: { id: session } })
    },
  ],
])('%s that wait for a locked row leave the connections to everybody else', async (_, lock, call) => {
  const { statuses, waiting } = await readMeanwhile(lock, call)
  expect(statuses).toEqual([200])
  expect(waiting).toBeLessThanOrEqual(2)
})

test('a read does not wait for the row of its session', async () => {
  const player = await makePlayer(t)
  await t.db.updateTable('sessions').set({ last_seen_at: null }).where('player_id', '=', player.id).execute()
  await outside.transaction().execute(async (tx) => {
    await lockSessions(tx, player.id)
    expect((await t.call(getUser, { token: player.token })).status).toBe(200)
  })
  await t.call(getUser, { token: player.token })
  const { last_seen_at } = await t.db
    .selectFrom('sessions')
    .select('last_seen_at')
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow()
  expect(last_seen_at).not.toBeNull()
})
