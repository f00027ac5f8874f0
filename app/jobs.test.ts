import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { listWaitingJobs, runJobs, startApp } from '#/test/app.ts'
import { makeUnprovedPlayer } from '#/test/make.ts'
import { pauseTimetable } from '#/test/timetable.ts'
import { merge } from './features.ts'
import { startWorker } from './job-worker.ts'
import { notify } from '#/server/notify.ts'
import { startJob } from '#/server/queue.ts'

const t = await startApp()
pauseTimetable()

test('a job in a transaction that fails is never queued', async () => {
  const player = await makeUnprovedPlayer(t)
  await expect(
    t.db.transaction().execute(async (tx) => {
      await notify(tx, 'verify_email', { player_id: player.id })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await listWaitingJobs(t)).toEqual([])
  await runJobs(t)
  expect(t.emails).toEqual([])
})

test('a job with a start time waits for the app’s clock, in any year', async () => {
  const player = await makeUnprovedPlayer(t)
  const payload = {
    message_id: '<later@deuce.example>',
    email: 'verify_email',
    about: { player_id: player.id },
  } as const
  await startJob(t.db, 'send_mail', payload, { run_at: new Date('2026-07-16T16:00:00Z') })
  t.clock.set('2026-07-16T15:59:59Z')
  await runJobs(t)
  expect(t.emails).toEqual([])
  t.clock.set('2026-07-16T16:00:00Z')
  await runJobs(t)
  expect(t.emails.splice(0).map((email) => email.message_id)).toEqual(['<later@deuce.example>'])
  t.clock.set('2026-07-15T16:00:00Z')
})

test('a job with a key replaces the queued one with the same key', async () => {
  const [first, second] = [await makeUnprovedPlayer(t), await makeUnprovedPlayer(t)]
  await notify(t.db, 'verify_email', { player_id: first.id }, { key: 'one' })
  await notify(t.db, 'verify_email', { player_id: second.id }, { key: 'one' })
  await runJobs(t)
  expect(t.emails.splice(0).map((email) => email.to.email)).toEqual([second.email])
})

test('a job that fails is kept and retried later with the same Message-ID', async () => {
  const own = await startApp()
  const player = await makeUnprovedPlayer(own)
  const send = vi.spyOn(own.app.mail, 'send').mockRejectedValueOnce(new Error('the mail server is away'))
  await notify(own.db, 'verify_email', { player_id: player.id })
  await expect(runJobs(own)).rejects.toThrow('the mail server is away')
  expect(await listWaitingJobs(own)).toMatchObject([{ attempts: 1, locked_by: null }])
  await runJobs(own)
  expect(own.emails).toEqual([])
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(own.db)
  await runJobs(own)
  expect(own.emails.map((email) => email.message_id)).toEqual([send.mock.calls[0]?.[0].message_id])
  expect(await listWaitingJobs(own)).toEqual([])
})

test('workers of several processes share the jobs; each email is sent once', async () => {
  const player = await makeUnprovedPlayer(t)
  const workers = [startWorker(t.app, t.url, t.server.log), startWorker(t.app, t.url, t.server.log)]
  for (let n = 0; n < 30; n += 1) await notify(t.db, 'password_changed', { player_id: player.id })
  await expect.poll(() => t.emails.length).toBe(30)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(new Set(t.emails.splice(0).map((email) => email.message_id)).size).toBe(30)
  expect(await listWaitingJobs(t)).toEqual([])
})

test('stopping waits for the email that is being sent', async () => {
  const player = await makeUnprovedPlayer(t)
  const sending = Promise.withResolvers<void>()
  const send = vi.spyOn(t.app.mail, 'send').mockReturnValueOnce(sending.promise)
  const worker = startWorker(t.app, t.url, t.server.log)
  await notify(t.db, 'password_changed', { player_id: player.id })
  await expect.poll(() => send.mock.calls.length).toBe(1)
  const stopped = worker.stop()
  expect(await listWaitingJobs(t)).toHaveLength(1)
  sending.resolve()
  await stopped
  expect(await listWaitingJobs(t)).toEqual([])
})

test('two features cannot have a job or an email of the same name', () => {
  expect(merge([{ open_seasons: 1 }, { send_reminders: 2 }])).toEqual({ open_seasons: 1, send_reminders: 2 })
  expect(() => merge([{ open_seasons: 1 }, { open_seasons: 2 }])).toThrow('Two features have open_seasons.')
})
