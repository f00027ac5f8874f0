import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { joinLeague, makeOrganizer, makePlayer } from '#/test/make.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { kill, processesOn } from '#/test/process.ts'
import { startWebhookReceiver } from '#/test/webhook-receiver.ts'

const start = '2026-05-20T16:00:00Z'
const url = await freshDatabase()
const t = await startApp(start, { CALLS_TO_LOOPBACK: '1' }, url)
const receiver = await startWebhookReceiver()
afterAll(() => receiver.stop())
const processes = processesOn(url, { CALLS_TO_LOOPBACK: '1', SECRET_KEY: randomBytes(32).toString('base64') })

/** Waits until the condition is true. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true)
}

async function post(origin: string, path: string, token: string, body: unknown): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status, `${path}: ${answer.statusText}`).toBe(201)
  return (await answer.json()) as Record<string, string>
}

test('a delivery interrupted by a killed process is sent again with the same id, and events from before a restart are sent', async () => {
  const now = Date.parse(start)
  const first = await processes.start(now)
  const owner = await makeOrganizer(t)
  const body = { url: receiver.url, events: ['entry.created'] }
  const { secret = '' } = await post(first.origin, '/organizer/webhooks', owner.token, body)
  receiver.trust(secret)

  // The receiver gets the message, but its response never reaches the app.
  receiver.answer(() => {})
  const division = 'womens-singles-3-5'
  await joinLeague(t, await makePlayer(t), { season: 'summer-1', division })
  await until(() => receiver.received.length === 1)
  await kill(first.child)

  await joinLeague(t, await makePlayer(t), { season: 'summer-1', division })
  await Promise.all([processes.start(now), processes.start(now)])
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs
      where task_identifier in ('deliver_webhook', 'spread_webhook_events')`.execute(t.db)
    return rows[0]?.count ?? 0
  }
  await until(async () => (await countWaiting()) === 0)
  const [before, ...after] = receiver.received
  expect(after).toHaveLength(2)
  expect(after.filter(({ id }) => id === before?.id)).toEqual([before])
  expect(receiver.problems).toEqual([])
  expect(processes.log()).not.toContain(secret.slice('whsec_'.length))
})

test('a revoked API key stops working in every process immediately, and no key is in a log', async () => {
  const now = Date.parse(start)
  const [one, other] = await Promise.all([processes.start(now), processes.start(now)])
  const owner = await makeOrganizer(t)
  const { key = '', id = '' } = await post(one.origin, '/organizer/api-keys', owner.token, {
    name: 'Club',
    scopes: ['read:desk'],
  })
  const statuses = () =>
    Promise.all(
      [one, other].map(async ({ origin }) => {
        const headers = { authorization: `Bearer ${key}` }
        return (await fetch(`${origin}/api/organizer/entries`, { headers })).status
      }),
    )
  expect(await statuses()).toEqual([200, 200])
  await fetch(`${one.origin}/api/organizer/api-keys/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(await statuses()).toEqual([401, 401])
  await until(() => processes.log().includes('/organizer/entries'))
  expect(processes.log()).not.toContain(key)
})
