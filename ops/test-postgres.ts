import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

// Runs tests on an installed PostgreSQL; 15 is the oldest that the product supports: node ops/test-postgres.ts [folder
// of its programs] [tests ...] Without tests: those of the migrations, and one whole journey in a browser.
const [programs = '/usr/lib/postgresql/15/bin', ...tests] = process.argv.slice(2)
if (!existsSync(join(programs, 'postgres'))) {
  console.error(`No PostgreSQL in ${programs}. On Debian: apt-get install postgresql-15.`)
  process.exit(1)
}
const folder = await mkdtemp(join(tmpdir(), 'deuce-postgres-'))
// PostgreSQL refuses to run as root; no user has this number on any Linux.
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid)
const data = join(folder, 'data')
const port = await freePort()
execFileSync(
  join(programs, 'initdb'),
  ['-D', data, '--username=deuce', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  { ...owner, stdio: ['ignore', 'ignore', 'inherit'] },
)
const server = spawn(
  join(programs, 'postgres'),
  [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    '',
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
    '-c',
    'max_connections=200',
  ],
  { ...owner, stdio: 'ignore' },
)
const url = `postgres://deuce@127.0.0.1:${port}`
try {
  while (spawnSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status !== 0) await wait(100)
  execFileSync(join(programs, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'deuce', 'journeys'])
  const env = { ...process.env, TEST_POSTGRES: `${url}/postgres`, DATABASE_URL: '' }
  run('vitest', ['run', ...(tests.length > 0 ? tests : ['db/migrate', 'db/league', 'features/checkout'])], env)
  if (tests.length === 0) {
    execFileSync(process.execPath, ['ops/build-if-changed.ts'], { stdio: 'inherit' })
    run('playwright', ['test', 'e2e/main-job.test.ts'], { ...process.env, DATABASE_URL: `${url}/journeys` })
  }
} catch {
  process.exitCode = 1
} finally {
  server.kill('SIGINT')
  await once(server, 'exit')
  await rm(folder, { recursive: true, force: true })
}

function run(tool: string, args: string[], env: NodeJS.ProcessEnv): void {
  execFileSync(join(import.meta.dirname, '../node_modules/.bin', tool), args, { stdio: 'inherit', env })
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port: free } = listener.address() as AddressInfo
  listener.close()
  return free
}
