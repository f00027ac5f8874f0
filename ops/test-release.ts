import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#/db/embedded.ts'

// Does what the Containerfile does, without a container: builds the committed files, removes build-only packages,
// starts the app as a user who may write only to DATA_DIR, and tests it through the real nginx and Caddy if they are
// installed (on Debian: apt-get install nginx-light caddy openssl curl). node ops/test-release.ts
/** Milliseconds for a program to start. */
const START_TIMEOUT_MS = 60_000

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'deuce-release-'))
const release = join(folder, 'app')
const stops: (() => unknown)[] = []
const organizer = { email: 'organizer@league.example', password: 'a quiet word with the net' }
try {
  await run()
} finally {
  for (const stop of stops.toReversed()) await stop()
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  mkdirSync(release)
  chmodSync(folder, 0o755)
  const archive = join(folder, 'files.tar')
  execFileSync('git', ['archive', '-o', archive, 'HEAD'], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', release])
  for (const step of buildSteps()) {
    console.log(`$ ${step}`)
    execFileSync('sh', ['-ec', step], { cwd: release, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  console.log(`size: ${execFileSync('du', ['-sh', release], { encoding: 'utf8' }).split('\t')[0]}`)

  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {}, fsync: false })
  stops.push(() => database.stop())
  const port = await freePort()
  const app = startApp(database.url, port)
  stops.push(() => app.kill('SIGKILL'))
  await until(() => fetch(`http://127.0.0.1:${port}/health/ready`).then(({ ok }) => ok))
  check('the app answers its page', (await fetch(`http://127.0.0.1:${port}/`)).status, 200)

  const token = await signIn(port)
  if (isInstalled('nginx')) await askThrough('nginx', port, token, startNginx)
  if (isInstalled('caddy')) await askThrough('caddy', port, token, startCaddy)

  const ended = once(app, 'exit')
  app.kill('SIGTERM')
  check('the app ends at SIGTERM with', (await ended)[0], 0)
}

/** The RUN lines of the Containerfile, which is the only description of a release. */
function buildSteps(): string[] {
  const text = readFileSync(join(root, 'Containerfile'), 'utf8').replaceAll(/ *\\\n */g, ' ')
  return [...text.matchAll(/^RUN (npm .*)$/gm)].map(([, step = '']) => step)
}

function startApp(databaseUrl: string, port: number): ChildProcess {
  const data = join(folder, 'data')
  mkdirSync(data)
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (nobody.uid !== undefined) chownSync(data, nobody.uid, nobody.gid)
  const program = join(folder, 'node')
  // This machine's Node.js may be in a folder that others cannot read.
  execFileSync('cp', [process.execPath, program])
  return spawn(program, ['--import', './ops/node-24.mjs', 'app/main.ts'], {
    cwd: release,
    ...nobody,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: data,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'https://league.example',
      SUPPORT_EMAIL: 'help@league.example',
      MAIL_FROM: 'league@league.example',
      MAIL_TRANSPORT: 'outbox',
      PAYMENTS: 'test',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
      ORGANIZER_EMAIL: organizer.email,
      ORGANIZER_PASSWORD: organizer.password,
    },
  })
}

/** Signs the organizer in and returns the token. */
async function signIn(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(organizer),
  })
  return ((await answer.json()) as { token: string }).token
}

async function askThrough(
  name: string,
  app: number,
  token: string,
  start: (app: number, port: number) => ChildProcess,
): Promise<void> {
  const port = await freePort()
  const proxy = start(app, port)
  stops.push(() => proxy.kill('SIGKILL'))
  const resolve = ['-sk', '--resolve', `league.example:${port}:127.0.0.1`]
  const site = `https://league.example:${port}`
  const ask = (path: string, ...more: string[]) =>
    spawnSync('curl', [...resolve, '-i', ...more, `${site}${path}`], { encoding: 'utf8', maxBuffer: 1e8 }).stdout
  await until(async () => ask('/health/ready').includes('"ready"'))

  const page = ask('/', '--http2')
  check(`${name}: the page comes over`, page.split(' ')[0], 'HTTP/2')
  check(`${name}: the app knows that it is https`, /^strict-transport-security:/im.test(page), true)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '/'
  check(
    `${name}: scripts are compressed`,
    /^content-encoding: br/im.test(ask(script, '-H', 'accept-encoding: br')),
    true,
  )
  // Still open when curl gives up: what arrived by then was not buffered.
  const stream = ask('/api/live', '-N', '--http2', '--max-time', '3', '-H', `authorization: Bearer ${token}`)
  check(`${name}: a stream comes as it is sent`, /^HTTP\/2 200[^]*\r\n\r\n: open\n/.test(stream), true)
  const file = (megabytes: number) => {
    const path = join(folder, `${megabytes}.jpg`)
    writeFileSync(path, Buffer.alloc(megabytes * 1024 * 1024))
    return path
  }
  const upload = (megabytes: number) => {
    // Over HTTP/2, Debian's Caddy resets the stream of a refused body before its response is read.
    const headers = ['--http1.1', '-X', 'PUT', '-H', `authorization: Bearer ${token}`, '-H', 'expect:']
    return ask('/api/users/photo', ...headers, '-F', `image=@${file(megabytes)};type=image/jpeg`).split(' ')[1]
  }
  check(`${name}: an upload of 10 MB that is not a picture reaches the app`, upload(10), '422')
  check(`${name}: one of 40 MB is refused with`, upload(40), '413')
  proxy.kill('SIGTERM')
  await once(proxy, 'exit')
}

function startNginx(app: number, port: number): ChildProcess {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=league.example',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  )
  const site = readFileSync(join(root, 'ops/deploy/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${app}`)
    .replace(/server \{\n\tlisten 80;[^}]*\}\n/, '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
  const conf = join(folder, 'nginx.conf')
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  writeFileSync(
    conf,
    `user root;\npid ${join(folder, 'nginx.pid')};\nevents {}\nhttp {\naccess_log off;\n${temp}\n${site}\n}\n`,
  )
  return spawn('nginx', ['-c', conf, '-e', 'stderr', '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'inherit'] })
}

function startCaddy(app: number, port: number): ChildProcess {
  const conf = join(folder, 'Caddyfile')
  const site = readFileSync(join(root, 'ops/deploy/Caddyfile'), 'utf8')
  // Without the internet it signs the certificate itself.
  const own = site.replace('{$SITE} {', '{$SITE} {\n\ttls internal')
  writeFileSync(conf, `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${own}`)
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', conf], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'caddy'),
      SITE: `https://league.example:${port}`,
      APP: `127.0.0.1:${app}`,
    },
  })
}

function check(what: string, found: unknown, expected: unknown): void {
  const holds = found === expected
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}: ${String(found)}`)
  if (!holds) process.exitCode = 1
}

function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0
}

async function until(isReady: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS
  while (!(await isReady().catch(() => false))) {
    if (performance.now() > end) throw new Error('It did not start in time.')
    await wait(200)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
