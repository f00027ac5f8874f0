import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '#/test/app.ts'
import { printFigure } from '#/test/figures.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'deuce-main-'))
const started: ChildProcess[] = []
afterAll(async () => {
  for (const app of started) app.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** The app as `npm start` runs it, on an empty demo-less folder at a free port. */
function startApp(settings: Record<string, string | undefined> = {}) {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    ...settings,
  }
  const app = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'app/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(app)
  let output = ''
  let errors = ''
  const ready = new Promise<string>((resolve) => {
    app.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /^Deuce is at (\S+)$/m.exec(output)?.[1]
      if (address) resolve(address)
    })
  })
  app.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(app, 'exit').then(([code]) => ({ code: code as number | null, errors }))
  return { app, ready, output: () => output, ended }
}

test('the app serves pages, a second app on the same data fails with one line, and the first stops with its database', async () => {
  const first = startApp()
  const address = await first.ready
  expect((await fetch(`${address}/api/public/seasons`)).status).toBe(200)

  const second = await startApp().ended
  expect(second.code).toBe(1)
  expect(second.errors).toMatch(/^Deuce is already running on this data folder \(process \d+\)\.\n$/)
  expect((await fetch(`${address}/api/public/seasons`)).status).toBe(200)

  // Sends the signal twice, as Ctrl-C under npm does.
  first.app.kill('SIGINT')
  first.app.kill('SIGINT')
  expect(await first.ended).toEqual({ code: 0, errors: '' })

  // The folder can be used again.
  const again = startApp()
  await again.ready
  again.app.kill('SIGTERM')
  expect(await again.ended).toEqual({ code: 0, errors: '' })
})

const empty = await freshDatabase()

test('a stop that comes before the first owner’s link is stored waits until it is stored, and prints nothing', async () => {
  const db = postgres(empty, { max: 2, onnotice: () => {} })
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The link is stored in this table.
  const holding = db.begin(async (tx) => {
    await tx`lock table owner_links in access exclusive mode`
    held.resolve()
    await released.promise
  })
  await held.promise
  const { app, ready, ended } = startApp({ DATABASE_URL: empty })
  await ready
  // The connections for live events and jobs, which send keep-alive queries.
  const listeners = async () => {
    const [found] = await db<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and (query ilike 'listen %' or query = 'select 1')`
    return found?.n
  }
  await expect.poll(listeners).toBeGreaterThan(1)
  app.kill('SIGTERM')
  // No background work is left.
  await expect.poll(listeners).toBe(0)
  released.resolve()
  await holding
  expect(await ended).toEqual({ code: 0, errors: '' })
  expect(await db`select count(*)::int as links from owner_links`).toEqual([{ links: 1 }])
  await db.end()
})

test('losing the database after the start does not end the app: the first owner’s link is in a private file once it is back, and not in the output', async () => {
  const url = await freshDatabase()
  const db = postgres(url, { max: 2, onnotice: () => {} })
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.begin(async (tx) => {
    await tx`lock table owner_links in access exclusive mode`
    held.resolve()
    await released.promise
  })
  await held.promise
  const { app, ready, output, ended } = startApp({ DATABASE_URL: url })
  const address = await ready
  const findWaiting = async () => {
    const [found] = await db<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return found?.pid ?? null
  }
  await expect.poll(findWaiting).not.toBeNull()
  const first = await findWaiting()
  await db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'deuce'`
  // The app retries with a new connection.
  const next = async () => ![null, first].includes(await findWaiting())
  await expect.poll(next).toBe(true)
  released.resolve()
  await holding
  await expect.poll(output).toMatch(/The owner opens this link .+: see \S+owner-link\n/)
  const file = join(dataDir, 'owner-link')
  expect(await readFile(file, 'utf8')).toMatch(/^https?:\/\/\S+\/owner#token=\S+\n$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(output()).not.toContain('/owner#token=')
  expect((await fetch(`${address}/api/public/seasons`)).status).toBe(200)
  app.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  await db.end()
})

test('a bad setting stops the start with one line that names it', async () => {
  const { code, errors } = await startApp({ NODE_ENV: 'bananas' }).ended
  expect(code).toBe(1)
  expect(errors).toBe('The setting NODE_ENV is development, test or production.\n')
})

// These are examples. server/config.test.ts, app/settings.test.ts and db/requirements.test.ts test every setting.
test.each([
  ['PUBLIC_URL', 'ftp://deuce.example', 'is the address people type, like https://deuce.example'],
  ['HOST', '192.0.2.1', 'is not an address of this machine'],
  ['DATA_DIR', '/proc/deuce/data', 'cannot be used'],
])('the setting %s=%s stops the start with one line', async (name, value, sentence) => {
  const { code, errors } = await startApp({ [name]: value }).ended
  expect(code).toBe(1)
  expect(errors.split('\n')).toHaveLength(2)
  expect(errors).toMatch(new RegExp(`^The setting ${name}.* ${sentence}`))
  printFigure('settings', 'a broken setting stops the start with one line that names it')
})

test('the app starts in a login shell that sets variables for other databases', async () => {
  const login = { MAIL: '/var/mail/ada', LOGNAME: 'ada', LC_ALL: 'de_DE.UTF-8', TZ: 'Asia/Kolkata' }
  const other = { PGSSLMODE: 'require', PGHOST: 'db.example', PGOPTIONS: '-c statement_timeout=1', PGDATABASE: 'x' }
  const { app, ready, ended } = startApp({ ...login, ...other, PGTARGETSESSIONATTRS: 'standby' })
  expect((await fetch(`${await ready}/api/public/seasons`)).status).toBe(200)
  app.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, errors: '' })
})

test('a port in use stops the start with one line that names the process, before anything is changed', async () => {
  const holder = createServer().listen(0, 'localhost')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  // Nothing listens at port 1: the start would fail there if the port were free.
  const { code, errors } = await startApp({ PORT: String(port), DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' }).ended
  holder.close()
  expect(code).toBe(1)
  const who = process.platform === 'linux' ? String.raw`${basename(process.execPath)} \(process ${process.pid}\)` : '.+'
  expect(errors).toMatch(new RegExp(`^Port ${port} is in use by ${who}: stop it, or set PORT to a free port\\.\n$`))
})

test('an app that is stopped during its start logs neither an error nor a warning', async () => {
  const begin = performance.now()
  const whole = startApp({ LOG_LEVEL: 'warn' })
  await whole.ready
  const startMs = performance.now() - begin
  whole.app.kill('SIGTERM')
  await whole.ended
  for (const part of [0.6, 0.7, 0.8, 0.9, 1]) {
    const { app, output, ended } = startApp({ LOG_LEVEL: 'warn' })
    await wait(startMs * part)
    app.kill('SIGTERM')
    const { errors } = await ended
    const logged = output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect({ errors, logged }, `stopped after ${part} of the start`).toEqual({ errors: '', logged: [] })
  }
})

const server = new URL(inject('postgres'))
const secret = 'a-password-that-no-log-shows'
test.each([
  ['nothing that listens', { port: '1' }, 'nothing listens at 127.0.0.1:1.'],
  ['a wrong password', { password: secret }, `${server.host} refuses this user or password (`],
  ['a missing database', { pathname: '/nowhere' }, `${server.host} has no database "nowhere"; create it first.`],
  ['an unknown host', { host: 'no-such-host.invalid' }, 'no host is called no-such-host.invalid'],
])('a DATABASE_URL with %s stops the start with one line', async (_, change, sentence) => {
  const url = Object.assign(new URL(server), change)
  const { code, errors } = await startApp({ DATABASE_URL: url.href }).ended
  expect(code).toBe(1)
  expect(errors.split('\n')).toHaveLength(2)
  expect(errors).toContain(`DATABASE_URL: ${sentence}`)
  expect(errors).not.toContain(secret)
  printFigure('settings', 'a broken setting stops the start with one line that names it')
})

test('a PostgreSQL that is too old stops the start with one line that names the found and the required version', async () => {
  const old = await startOldServer('14.9 (Debian 14.9-1)')
  const { code, errors } = await startApp({ DATABASE_URL: old.url }).ended
  old.close()
  expect(code).toBe(1)
  expect(errors).toBe(`DATABASE_URL: ${old.host} is PostgreSQL 14.9 (Debian 14.9-1); Deuce needs 15 or newer.\n`)
  printFigure('settings', 'a broken setting stops the start with one line that names it')
})

/** The part of PostgreSQL's protocol (its documentation, chapter 55) that a version query needs. */
async function startOldServer(version: string) {
  const text = (word: string) => Buffer.from(`${word}\0`)
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const int = (size: 2 | 4, value: number) => {
    const bytes = Buffer.alloc(size)
    bytes.writeIntBE(value, 0, size)
    return bytes
  }
  const column = (name: string, type: number) =>
    Buffer.concat([text(name), int(4, 0), int(2, 0), int(4, type), int(2, -1), int(4, -1), int(2, 0)])
  const value = (word: string) => Buffer.concat([int(4, word.length), Buffer.from(word)])
  const [int4, varchar] = [23, 25]
  const ready = message('Z', Buffer.from('I'))
  const describe = message('T', int(2, 2), column('number', int4), column('name', varchar))
  const row = message('D', int(2, 2), value('140009'), value(version))
  const answers: Record<string, Buffer> = {
    Q: Buffer.concat([describe, row, message('C', text('SELECT 1')), ready]),
  }
  const listener = createServer((socket) => {
    let greeted = false
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      if (!greeted) {
        greeted = true
        socket.write(Buffer.concat([message('R', int(4, 0)), ready]))
        return
      }
      for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
        const answer = answers[String.fromCharCode(bytes[at] ?? 0)]
        if (answer) socket.write(answer)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  return { host, url: `postgres://deuce:x@${host}/deuce`, close: () => listener.close() }
}
