import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { notify } from '#/server/notify.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { kill, makeCaller, processesOn } from '#/test/process.ts'
import { startPushService } from '#/test/push-service.ts'

const start = '2026-07-15T16:00:00Z'
const url = await freshDatabase()
const t = await startApp(start, {}, url)
const service = await startPushService()
afterAll(() => service.stop())
const { start: startProcess } = processesOn(url, { CALLS_TO_LOOPBACK: '1' })

/** Waits until `isSo` holds. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true)
}

async function countJobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier in ('notify', 'push')`.execute(t.db)
  return rows[0]?.count ?? 0
}

/** An organizer's message to a league, for one player. */
async function makeMessage(player_id: number): Promise<{ message_id: string; player_id: number }> {
  const id = randomUUID()
  await sql`
    insert into league_messages (id, league_id, organizer_id, subject, body, recipients, created_at)
    select ${id}, (select id from leagues order by id limit 1), ${player_id}, 'Courts closed', 'Rain.', 1, ${t.clock.now()}`.execute(
    t.db,
  )
  return { message_id: id, player_id }
}

test('processes that start simultaneously share one key, and a push whose process was killed reaches the device once', async () => {
  const now = Date.parse(start)
  const [one, other] = await Promise.all([startProcess(now), startProcess(now)])
  const { id, headers } = await makeCaller(t.db, 'pushed@example.com', t.clock.now())
  const keyOf = async (origin: string) =>
    ((await (await fetch(`${origin}/api/users/push-devices`, { headers })).json()) as { public_key: string }).public_key
  const [key, same] = await Promise.all([keyOf(one.origin), keyOf(other.origin)])
  expect(key).toMatch(/^[\w-]{87}$/)
  expect(same).toBe(key)

  const device = service.subscribe(key)
  const body = JSON.stringify(device.subscription)
  expect((await fetch(`${other.origin}/api/users/push-devices`, { method: 'POST', headers, body })).status).toBe(200)

  // Although there are two processes, each of twenty notifications is pushed once.
  const all = await Promise.all(Array.from({ length: 20 }, () => makeMessage(id)))
  for (const about of all) await notify(t.db, 'league_message', about)
  await until(async () => (await countJobs()) === 0)
  expect(device.received).toHaveLength(20)
  expect(new Set(device.received.map((push) => push.id)).size).toBe(20)

  // The process is killed after the push service accepted the message and before it responded, so the id and tag
  // identify the repeat.
  await kill(other.child)
  device.received.length = 0
  service.answer({ status: 201, hangs: true })
  await notify(t.db, 'league_message', await makeMessage(id))
  await until(() => device.received.length === 1)
  await kill(one.child)

  // No process runs between this commit and its push.
  await notify(t.db, 'league_message', await makeMessage(id))
  await Promise.all([startProcess(now), startProcess(now)])
  await until(async () => (await countJobs()) === 0)
  const [first, ...rest] = device.received
  const repeats = rest.filter((push) => push.id === first?.id)
  expect(repeats.map(({ tag, topic }) => ({ tag, topic }))).toEqual([{ tag: first?.tag, topic: first?.topic }])
  expect(rest).toHaveLength(2)
  expect(service.problems).toEqual([])
})
