import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase, type WritableDb } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { notify } from '#/server/notify.ts'
import { startJob } from '#/server/queue.ts'
import { freshDatabase, listWaitingJobs, startApp } from '#/test/app.ts'
import { makePlayer } from '#/test/make.ts'
import { kill, makeCaller, processesOn } from '#/test/process.ts'
import { startProxy } from '#/test/tcp-proxy.ts'
import { pauseTimetable } from '#/test/timetable.ts'
import { formatSeconds, printFigure, secondsSince } from '#/test/figures.ts'
import { startWorker } from './job-worker.ts'

const url = await freshDatabase()
const db = openDatabase(url, { ...JOB_LIMITS, connections: 2 })
const processes = processesOn(url, { NOW: '' })
afterAll(() => db.destroy())
pauseTimetable()

/** Milliseconds: five seconds, and five more for a busy machine. */
const soon = 10_000

/** Connections of this database that wait for a lock, or sleep in a statement. */
async function countHanging(at: WritableDb, reason: 'lock' | 'sleep'): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database()
      and case ${reason} when 'lock' then wait_event_type = 'Lock' else wait_event = 'PgSleep' end`.execute(at)
  return rows.length
}

/** A league with one free place, and a player on its wait-list. */
async function makeWaitList(at: WritableDb, player_id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update leagues set capacity = 1 where id = (
      select l.id from leagues l join seasons s on s.id = l.season_id order by s.starting_date desc, l.id limit 1)
    returning id`.execute(at)
  const league_id = rows[0]?.id ?? 0
  await at.insertInto('wait_list').values({ league_id, player_id, created_at: new Date() }).execute()
  return league_id
}

test('a job that hangs in the database ends at its timeout, with its statement and transaction, and is retried', async () => {
  const own = await startApp()
  const player = await makePlayer(own)
  const league_id = await makeWaitList(own.db, player.id)
  const direct = openDatabase(own.url, { ...JOB_LIMITS, connections: 2 })
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = direct.transaction().execute(async (tx) => {
    await sql`select from wait_list where league_id = ${league_id} for update`.execute(tx)
    begun.resolve()
    await released.promise
  })
  await begun.promise
  const worker = startWorker(own.app, own.url, own.server.log, { others: 1_500 })
  await startJob(own.db, 'offer_places', { league_id }, { key: 'hangs' })
  await expect.poll(() => countHanging(direct, 'lock'), { timeout: soon }).toBe(1)
  await expect.poll(() => listWaitingJobs(own), { timeout: soon }).toMatchObject([{ attempts: 1, locked_by: null }])
  const { rows } = await sql<{ last_error: string }>`select last_error from graphile_worker.jobs`.execute(direct)
  expect(rows).toEqual([{ last_error: 'The job took longer than 1.5 s and was ended.' }])
  expect(await countHanging(direct, 'lock')).toBe(0)
  // The job's lock on the league is released too.
  await sql`select from leagues where id = ${league_id} for update nowait`.execute(direct)

  released.resolve()
  await holder
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(direct)
  await expect.poll(() => own.emails.map(({ to }) => to.email), { timeout: soon }).toEqual([player.email])
  await worker.stop()
  await direct.destroy()
  printFigure(
    'jobs',
    'a job that hangs at the database is ended by its limit, with its statement and its lock, and done later',
  )
})

test('a job that hangs elsewhere ends at its timeout, and is retried', async () => {
  const own = await startApp()
  const player = await makePlayer(own)
  const sending = Promise.withResolvers<void>()
  const send = vi.spyOn(own.app.mail, 'send').mockReturnValueOnce(sending.promise)
  const worker = startWorker(own.app, own.url, own.server.log, { others: 1_000 })
  await notify(own.db, 'password_changed', { player_id: player.id })
  await expect.poll(() => listWaitingJobs(own), { timeout: soon }).toMatchObject([{ attempts: 1, locked_by: null }])
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(own.db)
  await expect.poll(() => own.emails.length, { timeout: soon }).toBe(1)
  expect(own.emails[0]?.message_id).toBe(send.mock.calls[0]?.[0].message_id)
  sending.resolve()
  await worker.stop()
})

test('a job that a worker locked, but whose response was lost, is started again within five seconds', async () => {
  const own = await startApp()
  const player = await makePlayer(own)
  const sending = Promise.withResolvers<void>()
  vi.spyOn(own.app.mail, 'send').mockReturnValueOnce(sending.promise)
  const worker = startWorker(own.app, own.url, own.server.log)
  const email = {
    message_id: '<slow@deuce.example>',
    email: 'password_changed',
    about: { player_id: player.id },
  } as const
  await startJob(own.db, 'send_mail', email, { key: 'slow' })
  await expect.poll(async () => (await listWaitingJobs(own))[0]?.locked_by, { timeout: soon }).toBeTruthy()

  // The state after the worker's connection breaks before the response.
  await own.db.transaction().execute(async (tx) => {
    await startJob(tx, 'send_mail', { ...email, message_id: '<lost@deuce.example>' }, { key: 'lost' })
    await sql`
      update graphile_worker._private_jobs lost set locked_by = slow.locked_by, locked_at = now(), attempts = 1
      from graphile_worker._private_jobs slow where lost.key = 'lost' and slow.key = 'slow'`.execute(tx)
  })
  const lost = performance.now()
  await expect
    .poll(() => own.emails.map(({ message_id }) => message_id), { timeout: soon })
    .toEqual(['<lost@deuce.example>'])
  printFigure(
    'jobs',
    `a job whose answer was lost on its way to the worker is begun again after ${formatSeconds(secondsSince(lost))}`,
  )
  // The job that the worker is running stays locked.
  await expect.poll(() => listWaitingJobs(own), { timeout: soon }).toMatchObject([{ key: 'slow', attempts: 1 }])
  sending.resolve()
  await worker.stop()
  expect(await listWaitingJobs(own)).toEqual([])
})

test('three jobs that end while the database is unavailable, two done and one failed, do not stop the queue', async () => {
  const own = await startApp()
  const player = await makePlayer(own)
  const proxy = await startProxy(own.url)
  const sendings = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const send = vi.spyOn(own.app.mail, 'send')
  for (const { promise } of sendings) send.mockReturnValueOnce(promise)
  const worker = startWorker(own.app, proxy.url, own.server.log)
  const sendOne = () => notify(own.db, 'password_changed', { player_id: player.id })
  for (const _ of sendings) await sendOne()
  await expect.poll(() => send.mock.calls.length, { timeout: soon }).toBe(3)
  await proxy.set('refuse')
  for (const end of [
    () => sendings[0]?.resolve(),
    () => sendings[1]?.resolve(),
    () => sendings[2]?.reject(new Error('no mail server')),
  ]) {
    end()
    await wait(200)
  }
  await proxy.set('none')
  const from = performance.now()
  await sendOne()
  await expect.poll(() => own.emails.length, { timeout: 5_000 }).toBeGreaterThan(0)
  printFigure(
    'jobs',
    `after three jobs whose ends were lost the queue goes on after ${formatSeconds(secondsSince(from))}`,
  )
  // The three jobs are started again, like those of a dead process.
  await expect.poll(() => listWaitingJobs(own), { timeout: 2 * soon }).toEqual([])
  await worker.stop()
  proxy.stop()
})

test('a queue whose first query for its tasks failed is started again', async () => {
  const own = await startApp()
  const player = await makePlayer(own)
  await sql`alter table graphile_worker._private_tasks rename to away`.execute(own.db)
  const worker = startWorker(own.app, own.url, own.server.log)
  await expect.poll(() => own.app.health.queueSeenAt, { timeout: soon }).not.toBeNull()
  await sql`alter table graphile_worker.away rename to _private_tasks`.execute(own.db)
  const from = performance.now()
  await notify(own.db, 'password_changed', { player_id: player.id })
  await expect.poll(() => own.emails.length, { timeout: 5_000 }).toBe(1)
  printFigure('jobs', `a queue whose start failed half-way goes on after ${formatSeconds(secondsSince(from))}`)
  await worker.stop()
})

test('a job whose process is killed has no effect, and its next attempt has its effect once', async () => {
  const first = await processes.start(Date.now())
  const { id } = await makeCaller(db, 'waits@example.com', new Date())
  const league_id = await makeWaitList(db, id)
  // The first attempt sleeps after it has reserved the place.
  await sql`create sequence attempts`.execute(db)
  await sql`
    create function sleep_once() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') = 1 then perform pg_sleep(3); end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger sleep_once after update of held_until on wait_list
    for each row when (new.held_until is not null) execute function sleep_once()`.execute(db)
  await startJob(db, 'offer_places', { league_id }, { key: 'killed' })
  await expect.poll(() => countHanging(db, 'sleep'), { timeout: soon }).toBe(1)
  await kill(first.child)

  await processes.start(Date.now())
  const emailsOf = async () => {
    const files = await readdir(processes.outbox).catch(() => [])
    const emails = await Promise.all(files.map((file) => readFile(join(processes.outbox, file), 'utf8')))
    return emails.filter((email) => email.includes('waits@example.com')).length
  }
  await expect.poll(emailsOf, { timeout: 3 * soon }).toBe(1)
  await expect
    .poll(async () => (await sql`select from graphile_worker.jobs where key = 'killed'`.execute(db)).rows.length)
    .toBe(0)
  const { rows } = await sql<{ attempts: number }>`select last_value as attempts from attempts`.execute(db)
  expect(rows).toEqual([{ attempts: 2 }])
  expect(await db.selectFrom('wait_list').select('held_until').where('ended_at', 'is', null).execute()).toEqual([
    { held_until: expect.any(Date) },
  ])
  expect(await emailsOf()).toBe(1)
  printFigure('jobs', 'a process killed in the middle of a job: two attempts, one effect, one email')
})
