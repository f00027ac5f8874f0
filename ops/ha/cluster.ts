import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** Milliseconds for the whole cluster to start, or for a node to return. */
const START_TIMEOUT_MS = 90_000

/**
 * Patroni's timing, in seconds: how long a lost leader's key lives, the pause between rounds, and the timeout of one
 * attempt to reach etcd.
 */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

type Node = { name: string; postgres: number; api: number; folder: string; patroni: ChildProcess | null }

/**
 * A primary and its synchronous standby behind Patroni, HAProxy and PgBouncer, from Debian's packages, on this machine.
 */
export type Cluster = Awaited<ReturnType<typeof startCluster>>

export async function startCluster(folder: string) {
  const programs = findPrograms()
  const user = unprivilegedUser()
  const running = new Set<ChildProcess>()
  const [etcdPort, etcdPeer, primary, standby, pooler, postgresOne, apiOne, postgresTwo, apiTwo] = await freePorts(9)
  const passwords = { app: secret(), superuser: secret(), replication: secret() }
  const makeFolder = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  makeFolder('.')
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }

  function start(name: string, program: string, args: string[]): ChildProcess {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LC_ALL: 'C.UTF-8', TMPDIR: folder },
      stdio: ['ignore', log, log],
      ...user,
    })
    closeSync(log)
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }

  const [clients, peers] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${etcdPeer}`]
  const etcdSettings = {
    name: 'one',
    'data-dir': makeFolder('etcd'),
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `one=${peers}`,
  }
  start(
    'etcd',
    programs.etcd,
    Object.entries(etcdSettings).map(([name, value]) => `--${name}=${value}`),
  )

  const nodes: Node[] = [
    { name: 'one', postgres: postgresOne, api: apiOne, folder: makeFolder('one'), patroni: null },
    { name: 'two', postgres: postgresTwo, api: apiTwo, folder: makeFolder('two'), patroni: null },
  ]
  for (const node of nodes) write(`${node.name}.json`, patroniSettings(node, folder, { etcdPort, passwords, programs }))
  const startNode = (node: Node) =>
    void (node.patroni = start(node.name, programs.patroni, [join(folder, `${node.name}.json`)]))
  for (const node of nodes) startNode(node)

  write('haproxy.cfg', haproxySettings(nodes, { primary, standby }))
  start('haproxy', programs.haproxy, ['-db', '-f', join(folder, 'haproxy.cfg')])
  const superuser = `postgres://postgres:${passwords.superuser}@127.0.0.1:${primary}/postgres`
  await until('a primary', async () => {
    const client = await connectTo(superuser)
    try {
      await client.query(`create role deuce login password '${passwords.app}'`)
      // For the benchmark's data.
      await client.query('grant pg_checkpoint to deuce')
      await client.query('create database deuce owner deuce')
    } finally {
      await client.end()
    }
    return true
  })

  write('users.txt', `"deuce" "${passwords.app}"\n`)
  write('pgbouncer.ini', pgbouncerSettings({ pooler, primary, folder }))
  start('pgbouncer', programs.pgbouncer, [join(folder, 'pgbouncer.ini')])
  const urlAt = (port: number) => `postgres://deuce:${passwords.app}@127.0.0.1:${port}/deuce`

  /** The role that Patroni reports for each node. Null if Patroni does not respond. */
  async function roleOf({ api }: Node): Promise<string | null> {
    const answer = await fetch(`http://127.0.0.1:${api}/patroni`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => null,
    )
    if (!answer) return null
    const { role, state } = (await answer.json()) as { role?: string; state?: string }
    return state === 'running' ? (role ?? null) : null
  }

  /** Waits until there is a primary with a synchronous standby that Patroni would promote. */
  async function settled(): Promise<void> {
    await until('a synchronous standby', async () => {
      const answers = await Promise.all(
        nodes.map(({ api }) => fetch(`http://127.0.0.1:${api}/sync`, { signal: AbortSignal.timeout(1_000) })),
      )
      return answers.some(({ ok }) => ok)
    })
    await until('the pooler and the replica', async () => {
      for (const port of [pooler, standby]) await (await connectTo(urlAt(port))).end()
      return true
    })
  }

  async function primaryNode(): Promise<Node> {
    for (const node of nodes) if (['master', 'primary'].includes((await roleOf(node)) ?? '')) return node
    throw new Error('There is no primary.')
  }

  /**
   * Kills all processes of the primary's PostgreSQL with SIGKILL. `node`: also its Patroni, as when a machine fails.
   */
  async function killPrimary(what: 'postgres' | 'node'): Promise<Node> {
    const node = await primaryNode()
    const processes = processesOf(node)
    if (what === 'node') node.patroni?.kill('SIGKILL')
    for (const pid of processes)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended between the two.
      }
    return node
  }

  /** Processor seconds used by the two databases, in processes that still run. */
  async function cpuSeconds(): Promise<{ primary: number; standby: number }> {
    const primaryOne = await primaryNode()
    const used = (node: Node) => processesOf(node).reduce((sum, pid) => sum + secondsOf(pid), 0)
    const other = nodes.find((node) => node !== primaryOne)
    return { primary: used(primaryOne), standby: other ? used(other) : 0 }
  }

  /** Stops everything, killing what does not stop by itself. */
  async function stop(): Promise<void> {
    const all = [...running]
    for (const child of all) child.kill('SIGTERM')
    await Promise.race([
      Promise.all(all.map(async (child) => child.exitCode ?? child.signalCode ?? once(child, 'exit'))),
      wait(15_000),
    ])
    for (const child of running) child.kill('SIGKILL')
    for (const file of globSync('*/data/postmaster.pid', { cwd: folder })) {
      const pid = Number(readFileSync(join(folder, file), 'utf8').split('\n')[0])
      try {
        process.kill(pid, 'SIGQUIT')
      } catch {
        // It has ended and left its file.
      }
    }
  }

  return {
    /** The addresses of the pooler, the primary and the standby for the app's settings. */
    urls: { pooler: urlAt(pooler), direct: urlAt(primary), replica: urlAt(standby) },
    versions: versionsOf(programs),
    user,
    settled,
    killPrimary,
    cpuSeconds,
    restart: (node: Node) => {
      if (node.patroni?.exitCode !== null || node.patroni.signalCode !== null) startNode(node)
    },
    stop,
  }
}

/** A node's PostgreSQL processes: the first one and its children. */
function processesOf({ folder }: Node): number[] {
  const postmaster = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = execFileSync('ps', ['--ppid', String(postmaster), '-o', 'pid='], { encoding: 'utf8' })
  return [postmaster, ...children.trim().split(/\s+/).map(Number)]
}

/** The processor time of a process: fields 14 and 15 of its stat, in hundredths (proc(5)). */
function secondsOf(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

type Programs = { etcd: string; patroni: string; haproxy: string; pgbouncer: string; postgres: string }

function findPrograms(): Programs {
  const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']
  const find = (name: string): string => {
    const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (found === undefined)
      throw new Error(`${name} is missing: apt-get install patroni etcd-server haproxy pgbouncer postgresql`)
    return found
  }
  const postgres = globSync('/usr/lib/postgresql/*/bin/postgres').toSorted().at(-1)
  if (postgres === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  return {
    etcd: find('etcd'),
    patroni: find('patroni'),
    haproxy: find('haproxy'),
    pgbouncer: find('pgbouncer'),
    postgres: join(postgres, '..'),
  }
}

function versionsOf(programs: Programs): string {
  const versions = [
    [join(programs.postgres, 'postgres'), '--version'],
    [programs.patroni, '--version'],
    [programs.etcd, '--version'],
    [programs.haproxy, '-v'],
    [programs.pgbouncer, '--version'],
  ].map(([program = '', argument = '']) => execFileSync(program, [argument], { encoding: 'utf8' }).split('\n')[0])
  return versions.join(' · ')
}

/** PostgreSQL, PgBouncer and HAProxy do not run as root. Null if this process is not root. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

type NinePorts = [number, number, number, number, number, number, number, number, number]

async function freePorts(count: 9): Promise<NinePorts> {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(listeners.map((listener) => once(listener, 'listening')))
  const ports = listeners.map((listener) => (listener.address() as AddressInfo).port)
  for (const listener of listeners) listener.close()
  return ports as NinePorts
}

function secret(): string {
  return randomBytes(16).toString('hex')
}

/** JSON is YAML. */
function patroniSettings(
  { name, postgres, api, folder }: Node,
  shared: string,
  of: { etcdPort: number; passwords: { superuser: string; replication: string }; programs: Programs },
): string {
  return JSON.stringify({
    scope: 'deuce',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { hosts: `127.0.0.1:${of.etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        // A primary that dies is replaced, not restarted.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: join(folder, 'data'),
      bin_dir: of.programs.postgres,
      pgpass: join(shared, `${name}.pgpass`),
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      authentication: {
        superuser: { username: 'postgres', password: of.passwords.superuser },
        replication: { username: 'replicator', password: of.passwords.replication },
      },
      parameters: {
        unix_socket_directories: folder,
        password_encryption: 'scram-sha-256',
        max_connections: 100,
        shared_buffers: '128MB',
        wal_log_hints: 'on',
        hot_standby_feedback: 'on',
      },
    },
    watchdog: { mode: 'off' },
  })
}

/** Patroni reports each node's role; a node without one loses its connections at once. */
function haproxySettings(nodes: readonly Node[], ports: { primary: number; standby: number }): string {
  const section = (name: string, port: number, check: string) => [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    `  option httpchk GET ${check}`,
    '  http-check expect status 200',
    '  default-server inter 1s fall 1 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.postgres} check port ${node.api}`),
  ]
  return [
    'global',
    '  maxconn 500',
    'defaults',
    '  mode tcp',
    '  retries 1',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    ...section('primary', ports.primary, '/primary'),
    ...section('replica', ports.standby, '/replica'),
    '',
  ].join('\n')
}

function pgbouncerSettings({ pooler, primary, folder }: { pooler: number; primary: number; folder: string }): string {
  return [
    '[databases]',
    `deuce = host=127.0.0.1 port=${primary} dbname=deuce`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${pooler}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    'default_pool_size = 15',
    'max_client_conn = 200',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users.txt')}`,
    'server_login_retry = 1',
    'server_connect_timeout = 2',
    'query_wait_timeout = 5',
    '',
  ].join('\n')
}

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  let last: unknown
  while (performance.now() < deadline) {
    try {
      if (await isSo()) return
    } catch (error) {
      last = error
    }
    await wait(250)
  }
  throw new Error(`There is not ${what} after ${START_TIMEOUT_MS / 1000} s.`, { cause: last })
}
