import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBackup } from '#/server/backup/read.ts'
import { freshDatabase } from '#/test/app.ts'
import { kill, spawnApp } from '#/test/process.ts'

const organizer = { email: 'first@example.com', password: 'the first of all organizers' }
const owner = { DEMO: '0', ORGANIZER_EMAIL: organizer.email, ORGANIZER_PASSWORD: organizer.password }
const running: ChildProcess[] = []
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deuce-commands-'))
})
afterAll(async () => {
  for (const child of running) await kill(child)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

function spawnCommand(name: 'backup' | 'restore', args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', './ops/node-24.mjs', `ops/${name}.ts`, ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], NODE_ENV: 'test', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const said = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''))
  return { child, said }
}

async function command(name: 'backup' | 'restore', args: string[], settings: Record<string, string>) {
  const { child, said } = spawnCommand(name, args, settings)
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, words: await said }
}

async function startOn(settings: Record<string, string>) {
  const { child, ready } = spawnApp(settings)
  running.push(child)
  return { child, origin: await ready }
}

async function stop(child: ChildProcess) {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await gone)[0]).toBe(0)
}

test('a backup moves the app from its embedded database to a server and back, both while it runs and while it is stopped', async () => {
  const first = join(folder, 'first')
  const server = { DATABASE_URL: await freshDatabase('template0'), DATA_DIR: join(folder, 'server') }
  const back = { DATA_DIR: join(folder, 'back') }
  const files = ['running', 'stopped', 'server', 'back'].map((name) => join(folder, `${name}.tar.gz`))
  const [whileRunning = '', whileStopped = '', fromServer = '', fromBack = ''] = files

  const { child } = await startOn({ DATA_DIR: first, ...owner })
  const made = await command('backup', [whileRunning], { DATA_DIR: first })
  expect(made.words).toMatch(/^Backed up \d+ rows of \d+ tables and 1 files to \S+\.\n$/)
  expect((await command('restore', [whileRunning], { DATA_DIR: first })).words).toMatch(
    /^Deuce is already running on this data folder \(process \d+\)\.\n$/,
  )
  await stop(child)
  expect((await command('backup', [whileStopped], { DATA_DIR: first })).code).toBe(0)

  expect((await command('restore', [whileStopped], server)).words).toMatch(
    /^Restored the backup of \S+ from \S+\. Start the app now\.\n$/,
  )
  expect(await readFile(join(server.DATA_DIR, 'secret-key'))).toEqual(await readFile(join(first, 'secret-key')))
  expect((await command('backup', [fromServer], server)).code).toBe(0)
  expect((await command('restore', [fromServer], back)).code).toBe(0)
  expect((await command('backup', [fromBack], back)).code).toBe(0)

  const [stopped, ...others] = await Promise.all([whileStopped, fromServer, fromBack].map(checkBackup))
  for (const other of others) {
    expect(other.tables).toEqual(stopped?.tables)
    expect(other.sequences).toEqual(stopped?.sequences)
    expect(other.files).toEqual(stopped?.files)
  }
  const moved = await startOn({ ...back, DEMO: '0' })
  const answer = await fetch(`${moved.origin}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(organizer),
  })
  expect(answer.status).toBe(200)
  await stop(moved.child)
})

test('a backup that is killed leaves no file under its name; a bad file or a missing database is reported in one line and creates nothing', async () => {
  const url = await freshDatabase()
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'killed') }
  const file = join(folder, 'killed.tar.gz')
  const blocker = new Client(url)
  await blocker.connect()
  await blocker.query('begin; lock table players in access exclusive mode')
  const { child } = spawnCommand('backup', [file], settings)
  await expect.poll(() => existsSync(`${file}.part`)).toBe(true)
  await kill(child)
  expect(existsSync(file)).toBe(false)
  await blocker.end()
  expect(await command('backup', [file], settings)).toEqual({
    code: 1,
    words: `The file ${file}.part exists: another backup is writing it, or one was killed. Delete it if none is running.\n`,
  })

  const nowhere = join(folder, 'nowhere')
  const bad = join(folder, 'bad.tar.gz')
  await writeFile(bad, 'not a backup')
  const refused = await command('restore', [bad], { DATA_DIR: nowhere })
  expect(refused.code).toBe(1)
  expect(refused.words).toMatch(/^The file \S+ is not a whole backup \([^\n]+\); nothing was changed\.\n$/)
  expect(await command('backup', [join(folder, 'x.tar.gz')], { DATA_DIR: nowhere })).toEqual({
    code: 1,
    words: `DATA_DIR=${nowhere} has no database.\n`,
  })
  expect(existsSync(nowhere)).toBe(false)
})
