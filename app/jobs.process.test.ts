import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { listWaitingJobs, freshDatabase, startApp } from '#/test/app.ts'
import { makePlayer } from '#/test/make.ts'
import { pauseTimetable } from '#/test/timetable.ts'
import { startWorker } from './job-worker.ts'
import { notify } from '#/server/notify.ts'
import { startJob } from '#/server/queue.ts'

pauseTimetable()

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

test('jobs of a dead process are started again; jobs of a running process are left alone', async () => {
  const own = await startApp()
  const [slow, orphan] = [await makePlayer(own), await makePlayer(own)]
  const sending = Promise.withResolvers<void>()
  vi.spyOn(own.app.mail, 'send').mockReturnValueOnce(sending.promise)
  const worker = startWorker(own.app, own.url, own.server.log)
  await notify(own.db, 'password_changed', { player_id: slow.id }, { key: 'slow' })
  await expect.poll(async () => (await listWaitingJobs(own))[0]?.locked_by).toBeTruthy()
  await expect
    .poll(
      async () =>
        (
          await sql`select from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and locktype = 'advisory'`.execute(
            own.db,
          )
        ).rows.length,
    )
    .toBe(1)

  const payload = {
    message_id: '<orphan@deuce.example>',
    email: 'password_changed',
    about: { player_id: orphan.id },
  } as const
  await own.db.transaction().execute(async (tx) => {
    await startJob(tx, 'send_mail', payload, { key: 'orphan' })
    await sql`update graphile_worker._private_jobs set locked_by = 'a dead worker', attempts = 1 where key = 'orphan'`.execute(
      tx,
    )
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`.execute(tx)
  })
  await expect.poll(() => own.emails.map((email) => email.message_id)).toEqual(['<orphan@deuce.example>'])
  // The job is deleted after sending.
  await expect
    .poll(() => listWaitingJobs(own))
    .toMatchObject([{ key: 'slow', attempts: 1, locked_by: expect.any(String) }])
  sending.resolve()
  await worker.stop()
})

/** The app in a separate process, with a database that outlives it. */
async function spawnApp(DATABASE_URL: string, SMTP_URL: string): Promise<{ app: ChildProcess; url: string }> {
  const app = spawn(process.execPath, ['--import', './ops/node-24.mjs', main], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', PORT: '0', DATABASE_URL, SMTP_URL, LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void app.kill('SIGKILL'))
  const { promise, resolve } = Promise.withResolvers<string>()
  app.stdout.on('data', (text: Buffer) => resolve(/http:\S+/.exec(text.toString())?.[0] ?? ''))
  return { app, url: await promise }
}

test('an email survives a mail server outage and a kill -9, always with the same Message-ID', async () => {
  let mood: 'down' | 'hangs' | 'well' = 'down'
  let refused = 0
  const taken: Buffer[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, callback) {
      if (mood !== 'down') return callback()
      refused += 1
      callback(Object.assign(new Error('down'), { responseCode: 421 }))
    },
    onData(stream, _session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        taken.push(Buffer.concat(parts))
        // The mail server has the email, but the app never gets the response.
        if (mood === 'well') callback()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  const database = await freshDatabase()

  const first = await spawnApp(database, smtpUrl)
  const signedUp = await fetch(`${first.url}/api/users/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      first_name: 'Ada',
      last_name: 'Moreno',
      email: 'ada@example.com',
      phone: '+1 574 555 0101',
      singles_level: '3.5',
      gender: 'Female',
      location: 'dc',
      password: 'correct horse battery',
    }),
  })
  expect(signedUp.status).toBe(201)
  await expect.poll(() => refused).toBeGreaterThan(0)

  mood = 'hangs'
  await expect.poll(() => taken.length).toBe(1)
  first.app.kill('SIGKILL')
  await once(first.app, 'exit')

  mood = 'well'
  const second = await spawnApp(database, smtpUrl)
  await expect.poll(() => taken.length).toBe(2)
  const emails = await Promise.all(taken.map((message) => PostalMime.parse(message)))
  expect(emails[0]?.messageId).toMatch(/^<[\w-]{36}@deuce\.example>$/)
  expect(emails[1]?.messageId).toBe(emails[0]?.messageId)

  // A mail program shows one of the two emails; the link works in either.
  const confirm = async (email: (typeof emails)[number] | undefined, password?: string) => {
    const token = /\/verify-email#token=([\w-]{43})/.exec(email?.text ?? '')?.[1]
    const answer = await fetch(`${second.url}/api/users/verify-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    })
    return answer.status
  }
  // A valid link without the password asks for the password and stays valid; the first confirmation ends the other
  // link.
  for (const email of emails) expect(await confirm(email)).toBe(422)
  expect(await confirm(emails[0], 'correct horse battery')).toBe(200)
  expect(await confirm(emails[1], 'correct horse battery')).toBe(409)

  second.app.kill('SIGTERM')
  expect(await once(second.app, 'exit')).toEqual([0, null])
})
