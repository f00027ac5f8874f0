import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { arrangeMatch } from '#/features/arranging/contract.ts'
import { makeOffer, makerOfPairs } from '#/features/arranging/pair-fixture.ts'
import { startJob } from '#/server/queue.ts'
import { freshDatabase, listWaitingJobs, runJobs, startApp } from '#/test/app.ts'
import { holdChanges } from '#/test/hold.ts'
import { kill, processesOn } from '#/test/process.ts'

const start = '2026-05-18T16:00:00Z'
/** Two days later: offers are 48 hours old, and a match at 3 p.m. begins in three hours. */
const due = Date.parse('2026-05-20T16:05:00Z')
const url = await freshDatabase()
const t = await startApp(start, {}, url)
const processes = processesOn(url, {})
const makePair = makerOfPairs(t, { play_from: '2026-05-18', play_by: '2026-05-31' })

/** A match with an unanswered offer, and one that is played two days later. */
async function makeMatches() {
  t.clock.set(start)
  const [offered, agreed] = [await makePair(), await makePair()]
  await makeOffer(t, offered.ann, offered.id, [{ match_date: '2026/05/29', match_time: '18:00' }])
  const body = { match_date: '2026/05/20', match_time: '15:00', match_location: '' }
  const { status } = await t.call(arrangeMatch, { token: agreed.ann.token, params: { id: agreed.id }, body })
  expect(status).toBe(200)
  // Sends the emails about these matches, which are not reminders.
  await runJobs(t)
  return { offered, agreed }
}

/** The emails sent by the app's processes: 'bea@example.com: An offer is waiting for your answer'. */
async function listEmailed(): Promise<string[]> {
  const files = await readdir(processes.outbox).catch(() => [])
  const emails = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .map(async (file) => PostalMime.parse(await readFile(join(processes.outbox, file)))),
  )
  return emails.map(({ to, subject }) => `${to?.[0]?.address}: ${subject?.split(':')[0]}`).toSorted()
}

const isOver = async () =>
  (await listWaitingJobs(t)).filter(({ task_identifier }) =>
    ['send_reminders', 'notify', 'send_mail'].includes(task_identifier),
  ).length === 0

test('each reminder is sent once, although its process is killed midway and two others continue', async () => {
  const matches = [await makeMatches(), await makeMatches(), await makeMatches()]
  const [, second] = matches
  const expected = matches
    .flatMap(({ offered, agreed }) => [
      `${offered.bea.email}: An offer is waiting for your answer`,
      `${agreed.ann.email}: Today`,
      `${agreed.bea.email}: Today`,
    ])
    .toSorted()

  // The reminders of the offers are sent; those of today's matches are stored and three of their six notifications
  // queued, but nothing is committed.
  const about = { match_id: second?.agreed.id, player_id: second?.agreed.bea.id }
  const hold = await holdChanges(
    t.db,
    sql`insert on graphile_worker._private_jobs`,
    sql`new.payload::jsonb @> ${sql.lit(JSON.stringify({ kind: 'match_soon', about }))}`,
  )
  const first = await processes.start(due)
  await startJob(t.db, 'send_reminders', {})
  await expect.poll(hold.waiting).toBe(1)
  await kill(first.child)
  await hold.end()
  const stored = await t.db.selectFrom('match_reminders').select('kind').execute()
  expect(stored.map(({ kind }) => kind)).toEqual(['offer_waiting', 'offer_waiting', 'offer_waiting'])

  // Two processes run the dead one's job and four new ones at the same time.
  const [two] = await Promise.all([processes.start(due), processes.start(due)])
  for (let run = 0; run < 4; run += 1) await startJob(t.db, 'send_reminders', {})
  // One of the two processes dies too, while the notifications are sent.
  const countNotified = async () =>
    (await t.db.selectFrom('notifications').select('id').where('kind', '=', 'match_soon').execute()).length
  await expect.poll(countNotified, { interval: 5 }).toBeGreaterThan(0)
  await kill(two.child)
  await expect.poll(isOver).toBe(true)

  expect(await listEmailed()).toEqual(expected)
  const notified = await t.db
    .selectFrom('notifications')
    .select(['player_id', 'kind', 'subject'])
    .where('kind', 'in', ['offer_waiting', 'match_soon'])
    .execute()
  expect(notified).toHaveLength(expected.length)
  expect(new Set(notified.map((each) => JSON.stringify(each))).size).toBe(expected.length)
})
