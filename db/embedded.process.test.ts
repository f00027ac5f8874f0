import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, link, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AlreadyRunning, startEmbeddedPostgres } from './embedded.ts'
import { findPackage, linkLibraries, readyPrograms } from './embedded-programs.ts'

vi.setConfig({ testTimeout: 60_000 })

const fixture = join(import.meta.dirname, 'embedded-fixture.ts')
const isRoot = process.getuid?.() === 0
let shared: string
let folder: string
let cleanUp: (() => unknown)[]

beforeAll(async () => {
  shared = await newFolder()
  await (await startEmbeddedPostgres({ dataDir: join(shared, 'data'), fsync: false, log: silent })).stop()
})

afterAll(() => remove(shared))

beforeEach(async () => {
  folder = await newFolder()
  cleanUp = [() => remove(folder)]
})

afterEach(async () => {
  for (const step of cleanUp.toReversed()) await step()
})

async function newFolder() {
  const made = await mkdtemp(join(tmpdir(), 'deuce-embedded-'))
  // PostgreSQL may run as a different user than the tests.
  await chmod(made, 0o755)
  return made
}

function remove(path: string) {
  return rm(path, { recursive: true, force: true, maxRetries: 5 })
}

function silent() {}

/** A data folder that a server has used before: faster to copy than to create. This call does not copy modes, and is the fast one. */
async function usedData() {
  const dataDir = join(folder, 'data')
  cpSync(join(shared, 'data'), dataDir, { recursive: true })
  await chmod(join(dataDir, 'cluster'), 0o700)
  return dataDir
}

async function start(
  dataDir: string,
  options: { onRestart?: (reason: string) => void; onExit?: (reason: string) => void; fsync?: boolean } = {},
) {
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, log: silent, ...options })
  cleanUp.push(() => server.stop())
  return server
}

function open(server: { url: string }) {
  const sql = postgres(server.url, { max: 1, onnotice: silent })
  cleanUp.push(() => sql.end({ timeout: 1 }))
  return sql
}

type App = { node?: string; script?: string; uid?: number; path?: string }

/** Starts the database in another process, as the app does. `words` is its output once it has ended. */
function startApp(
  dataDir: string,
  { node = process.execPath, script = fixture, uid, path = process.env['PATH'] ?? '' }: App = {},
) {
  const child = spawn(node, [script, dataDir], {
    cwd: dirname(dirname(script)),
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const ended = once(child, 'close')
  const words = text(child.stderr)
  const ready = new Promise<{ url: string; pid: number } | null>((resolve) => {
    child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString())))
    child.once('close', () => resolve(null))
  })
  cleanUp.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return {
    child,
    ready,
    ended,
    words: words.then((all) => all.split('\n').filter((line) => line && !/^[A-Z]+: {2}/.test(line))),
  }
}

async function readyApp(dataDir: string, app: App = {}) {
  const started = startApp(dataDir, app)
  const server = await started.ready
  if (!server) throw new Error((await started.words).join(' '))
  return { ...started, ...server }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(condition: () => boolean) {
  await expect.poll(condition, { interval: 5 }).toBe(true)
}

/** Whether a server accepts connections there. */
function answers(host: string, port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect({ host, port }, () => resolve(socket.destroy() !== null)).once('error', () => resolve(false))
  })
}

describe('one app on its data folder', () => {
  test('an empty folder becomes a durable server in UTC with a database named deuce', async () => {
    const dataDir = join(folder, 'data')
    const sql = open(await start(dataDir, { fsync: true }))
    const [about] =
      await sql`select current_database() as database, current_setting('fsync') as fsync, current_setting('timezone') as timezone,
      current_setting('recovery_init_sync_method') as sync, current_setting('server_encoding') as encoding, current_setting('max_connections') as connections, upper('é') as upper`
    expect(about).toEqual({
      database: 'deuce',
      fsync: 'on',
      timezone: 'UTC',
      // The other is slow after a kill; only Linux has this one.
      sync: process.platform === 'linux' ? 'syncfs' : 'fsync',
      encoding: 'UTF8',
      connections: '60',
      upper: 'É',
    })
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600)
  })

  test('the server listens on loopback only', async () => {
    const { url } = await start(await usedData())
    const port = Number(new URL(url).port)
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map((each) => each.address)
      .filter((each) => each !== '127.0.0.1')
    const answering = []
    for (const address of ['127.0.0.1', '127.0.0.2', '::1', ...others])
      if (await answers(address, port)) answering.push(address)
    expect(answering).toEqual(['127.0.0.1'])
  })

  test('only a client with the password from the data folder can connect', async () => {
    const { url } = await start(await usedData())
    const wrong = new URL(url)
    wrong.password = 'guessed'
    await expect(open({ url: wrong.href })`select 1`).rejects.toMatchObject({ code: '28P01' })
    expect(await open({ url })`select 1 as one`).toEqual([{ one: 1 }])
  })

  test('stopping ends the server, and the next start finds the data', async () => {
    const dataDir = await usedData()
    const first = await start(dataDir)
    await open(first)`create table kept as select 42 as answer`
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    expect(await open(await start(dataDir))`select answer from kept`).toEqual([{ answer: 42 }])
  })

  test('a server that dies is restarted up to three times a minute, then the app is notified', async () => {
    const dataDir = await usedData()
    const restarts: string[] = []
    const exits: string[] = []
    const first = await start(dataDir, {
      // Otherwise an acknowledged row may be lost.
      fsync: true,
      onRestart: (reason) => restarts.push(reason),
      onExit: (reason) => exits.push(reason),
    })
    await open(first)`create table kept as select 42 as answer`
    const postmaster = join(dataDir, 'cluster', 'postmaster.pid')
    const pid = () => Number.parseInt(existsSync(postmaster) ? readFileSync(postmaster, 'utf8') : '', 10)
    const port = Number(new URL(first.url).port)
    for (let kill = 1; kill <= 4; kill += 1) {
      await expect.poll(() => answers('127.0.0.1', port)).toBe(true)
      const killed = pid()
      process.kill(killed, 'SIGKILL')
      if (kill === 4) break
      await expect.poll(() => isAlive(pid()) && pid() !== killed).toBe(true)
      await expect.poll(() => open(first)`select answer from kept`.catch(() => null)).toEqual([{ answer: 42 }])
    }
    await until(() => exits.length > 0)
    expect([restarts, exits]).toEqual([Array.from({ length: 3 }, () => 'killed by SIGKILL'), ['killed by SIGKILL']])
    await first.stop()
    expect(await open(await start(dataDir))`select 1 as one`).toEqual([{ one: 1 }])
  })
})

describe('two starts on one folder', () => {
  test('the second is refused with a sentence and leaves the first running', async () => {
    const dataDir = await usedData()
    const sql = open(await start(dataDir))
    const sentence = `Deuce is already running on this data folder (process ${process.pid}).`
    await expect(start(dataDir)).rejects.toThrow(new AlreadyRunning(process.pid))
    const second = startApp(dataDir)
    expect(await second.ready).toBeNull()
    expect(await second.words).toEqual([sentence])
    expect(second.child.exitCode).toBe(1)
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  test('when two processes start at once, exactly one runs, whether the folder is empty or already has data', async () => {
    const dataDir = join(folder, 'data')
    for (const state of ['empty', 'full']) {
      const apps = [startApp(dataDir), startApp(dataDir)]
      const servers = await Promise.all(apps.map((app) => app.ready))
      const winner = servers.find((server) => server !== null)
      expect([state, servers.filter((server) => server === null).length]).toEqual([state, 1])
      const loser = apps[servers.indexOf(null)]
      expect(await loser?.words).toEqual([
        expect.stringMatching(/^Deuce is already running on this data folder( \(process \d+\))?\.$/),
      ])
      expect(await open({ url: winner?.url ?? '' })`select 1 as one`).toEqual([{ one: 1 }])
      for (const app of apps) app.child.kill('SIGTERM')
      await Promise.all(apps.map((app) => app.ended))
    }
  })
})

describe('after kill -9 of the app', () => {
  // setpriv binds the server's life to the app's. A PATH without it simulates a system that lacks it.
  const leavesNone = process.platform === 'linux' ? '/nonexistent' : process.env['PATH']
  test.each([
    { server: 'goes with it', path: process.env['PATH'] ?? '', isLeft: process.platform !== 'linux' },
    { server: 'is left behind', path: leavesNone ?? '', isLeft: true },
  ])('a new start has every acknowledged row if the server $server', async ({ path, isLeft }) => {
    const dataDir = await usedData()
    const app = await readyApp(dataDir, { path })
    const sql = postgres(app.url, { max: 1, onnotice: silent })
    await sql`create table acknowledged (n int primary key)`
    let last = 0
    const inserting = (async () => {
      for (;;) {
        const [row] = await sql<{ n: number }[]>`insert into acknowledged values (${last + 1}) returning n`
        last = row?.n ?? last
      }
    })().catch(() => 'cut off')
    await until(() => last > 200)
    app.child.kill('SIGKILL')
    await app.ended
    const oldPort = Number(new URL(app.url).port)
    expect((await answers('127.0.0.1', oldPort)) || !isLeft).toBe(true)
    const server = await start(dataDir)
    expect(await answers('127.0.0.1', oldPort)).toBe(false)
    await sql.end({ timeout: 0 })
    expect(await inserting).toBe('cut off')
    const rows = await open(server)`select n from acknowledged where n <= ${last}`
    expect(rows).toHaveLength(last)
  })

  test('a half-created cluster is created again', async () => {
    const dataDir = join(folder, 'data')
    const app = startApp(dataDir)
    const begun = () =>
      existsSync(dataDir) &&
      readdirSync(dataDir).some((name) => name.startsWith('new-') && existsSync(join(dataDir, name, 'cluster', 'base')))
    await until(begun)
    app.child.kill('SIGKILL')
    await app.ended
    expect(existsSync(join(dataDir, 'cluster'))).toBe(false)
    expect(await open(await start(dataDir))`select 1 as one`).toEqual([{ one: 1 }])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('new-'))).toEqual([])
  })

  test('a process that has reused the pid of a dead app or server does not prevent a start', async () => {
    const dataDir = await usedData()
    await writeFile(join(dataDir, 'pid'), `${process.pid}\n`)
    await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'cluster')}\n`)
    expect(await open(await start(dataDir))`select 1 as one`).toEqual([{ one: 1 }])
  })
})

describe('where it can run', () => {
  const links: { target: string }[] = JSON.parse(
    readFileSync(join(findPackage(), 'native', 'pg-symlinks.json'), 'utf8'),
  )

  async function copyPackage(to: string) {
    cpSync(findPackage(), to, { recursive: true, verbatimSymlinks: true })
    for (const { target } of links) await rm(join(to, target), { force: true })
  }

  test('missing library links are created when install scripts were blocked, even by two starts at once', async () => {
    const copy = join(folder, 'package')
    await copyPackage(copy)
    expect(links.length).toBeGreaterThan(0)
    await Promise.all([linkLibraries(copy), linkLibraries(copy)])
    const broken = links
      .map(({ target }) => join(copy, target))
      .filter((path) => !lstatSync(path).isSymbolicLink() || !existsSync(path))
    expect(broken).toEqual([])
    const { postgres: program } = await readyPrograms(copy, folder)
    expect(await text(spawn(program, ['--version']).stdout)).toMatch(/^postgres \(PostgreSQL\) 18\./)
  })

  describe('from a checkout in a home folder that only its owner may enter', () => {
    const nobody = 65_534
    const nameless = 54_321
    const users = isRoot ? [0, nobody, nameless] : [process.getuid?.() ?? 0]
    let home: string
    let checkout: string
    let libraries: string
    let node: string

    beforeAll(async () => {
      home = join(shared, 'home')
      checkout = join(home, 'deuce')
      node = join(shared, 'node')
      const modules = join(import.meta.dirname, '..', 'node_modules')
      const packageCopy = join(checkout, 'node_modules', findPackage().slice(modules.length + 1))
      libraries = join(packageCopy, 'native', 'lib')
      await copyPackage(packageCopy)
      cpSync(import.meta.dirname, join(checkout, 'db'), { recursive: true })
      cpSync(join(import.meta.dirname, '..', 'contract'), join(checkout, 'contract'), { recursive: true })
      // The driver and its dependencies.
      for (const name of readdirSync(modules).filter((each) =>
        /^(pg|pg-.+|pgpass|postgres-.+|split2|xtend)$/.test(each),
      ))
        cpSync(join(modules, name), join(checkout, 'node_modules', name), { recursive: true })
      cpSync(join(modules, '..', 'package.json'), join(checkout, 'package.json'))
      await link(process.execPath, node).catch(() => cpSync(process.execPath, node))
    })

    /** Gives the home folder to this user, without a data folder or the package's links. */
    async function moveIn(uid: number) {
      await remove(join(checkout, 'data'))
      for (const { target } of links) await rm(join(libraries, '..', '..', target), { force: true })
      if (isRoot)
        for (const entry of ['.', ...readdirSync(home, { recursive: true, encoding: 'utf8' })])
          lchownSync(join(home, entry), uid, uid)
      await chmod(home, 0o700)
      return { node, script: join(checkout, 'db', 'embedded-fixture.ts'), ...(isRoot && { uid }) }
    }

    test.each(users)('as user %i', async (uid) => {
      const app = await moveIn(uid)
      const server = await readyApp(join(checkout, 'data'), app)
      expect(await open(server)`select 1 as one`).toEqual([{ one: 1 }])
      expect(readdirSync(join(checkout, 'data')).filter((name) => name.startsWith('programs-'))).toEqual([])
    })

    test('with a read-only package that lacks its links', async () => {
      const app = await moveIn(isRoot ? nobody : (process.getuid?.() ?? 0))
      await chmod(libraries, 0o555)
      cleanUp.push(() => chmod(libraries, 0o755))
      const server = await readyApp(join(checkout, 'data'), app)
      expect(await open(server)`select 1 as one`).toEqual([{ one: 1 }])
      expect(readdirSync(join(checkout, 'data')).filter((name) => name.startsWith('programs-'))).toHaveLength(1)
    })
  })

  test('where PostgreSQL cannot run, one line says why and what to do', async () => {
    const dataDir = join(folder, 'data')
    await mkdir(join(dataDir, 'cluster'), { recursive: true })
    await expect(start(dataDir)).rejects.toThrow(
      /^PostgreSQL cannot run here \(.+\); set DATABASE_URL to a PostgreSQL server\.$/,
    )
  })
})
