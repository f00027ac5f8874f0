import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS, REQUEST_LIMITS } from '#/server/pool-limits.ts'
import { freshDatabase } from '#/test/app.ts'
import { makeCaller, processesOn } from '#/test/process.ts'
import { formatSeconds, printFigure } from '#/test/figures.ts'

const url = await freshDatabase()
const direct = openDatabase(url, { ...JOB_LIMITS, connections: 4 })
const { origin } = await processesOn(url, { NOW: '' }).start(Date.now())
const callers = await Promise.all(
  Array.from({ length: 41 }, (_, n) => makeCaller(direct, `player-${n}@example.com`, new Date())),
)
const [other, ...writers] = callers.map(({ headers }) => headers)
const { rows: leagues } = await sql<{ id: number }>`select id from leagues order by id limit 5`.execute(direct)
const [locked = 0, ...others] = leagues.map(({ id }) => id)
afterAll(() => direct.destroy())

/** Withdraws an invitation that does not exist, which locks the league and then responds with 404. */
async function write(league_id: number, headers: Record<string, string> | undefined) {
  const from = performance.now()
  const answer = await fetch(`${origin}/api/users/misc/my-league/${league_id}/partner`, {
    method: 'DELETE',
    headers: { authorization: headers?.['authorization'] ?? '' },
  })
  const { code } = (await answer.json()) as { code: string }
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after'), ms: performance.now() - from }
}

async function read(path: string) {
  const from = performance.now()
  const { status } = await fetch(`${origin}/api${path}`, { headers: other ?? {} })
  return { status, ms: performance.now() - from }
}

/** A hundred calls that do not need the locked league: reads, and writes of other leagues. Four at a time. */
async function callOthers() {
  const calls = Array.from({ length: 100 }, (_, n) => () => {
    if (n % 4 === 0) return write(others[(n / 4) % others.length] ?? 0, other)
    return read(['/users', '/users/misc/my-league', '/public/seasons'][n % 3] ?? '')
  })
  const answers: { status: number; ms: number }[] = []
  const work = async () => {
    for (let call = calls.pop(); call; call = calls.pop()) answers.push(await call())
  }
  await Promise.all([work(), work(), work(), work()])
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return { statuses: [...new Set(answers.map(({ status }) => status))].toSorted(), p95: times[94] ?? Infinity }
}

test('forty writers that wait for one league hold two connections, and all other calls are as fast as usual', async () => {
  await callOthers()
  const normal = await callOthers()
  expect(normal.statuses).toEqual([200, 404])

  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = direct.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select from leagues where id = ${locked} for no key update`.execute(tx)
    begun.resolve()
    await released.promise
  })
  await begun.promise
  let isLocked = true
  const refused: Awaited<ReturnType<typeof write>>[] = []
  const writing = writers.map(async (headers) => {
    while (isLocked) refused.push(await write(locked, headers))
  })
  let mostWaiting = 0
  const watching = (async () => {
    while (isLocked) {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(direct)
      mostWaiting = Math.max(mostWaiting, rows.length)
      await wait(100)
    }
  })()
  await wait(500)
  const meanwhile = await callOthers()
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(40)
  isLocked = false
  released.resolve()
  await Promise.all([holder, watching, ...writing])

  expect(meanwhile.statuses).toEqual([200, 404])
  expect(mostWaiting).toBeLessThanOrEqual(REQUEST_LIMITS.per_lock)
  // The margin is for a busy machine. Without the queue for writers, these calls would wait for a second and be
  // refused.
  expect(meanwhile.p95).toBeLessThan(2 * normal.p95 + 750)
  const busy = refused.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThanOrEqual(40)
  for (const answer of busy) expect(answer).toMatchObject({ code: 'busy', retryAfter: '2' })
  // Each writer that was still waiting when the league was unlocked got its turn.
  expect(refused.filter(({ status }) => status !== 503).every(({ status }) => status === 404)).toBe(true)
  expect(await write(locked, writers[0])).toMatchObject({ status: 404 })
  printFigure(
    'fairness',
    `40 writers on one locked league: ${mostWaiting} connections wait, p95 of 100 other calls ${formatSeconds(meanwhile.p95 / 1000)} (${(meanwhile.p95 / normal.p95).toFixed(1)} of the normal ${formatSeconds(normal.p95 / 1000)}), ${busy.length} refused as busy`,
  )
})
