import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { rounded, verdict, writeFigures } from './figures.ts'

// Times a new engineer's installation, from a clone of the committed files to the first page, with npm's cache filled,
// and measures its size: node bench/install.ts
// installation weighs: node bench/install.ts
const targets = { seconds: 60, megabytes: 700 }
const run = promisify(execFile)

const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'deuce-install-'))
const began = performance.now()
const parts: Record<string, number> = {}
let last = began

try {
  await run('git', ['clone', '--quiet', root, folder])
  endPart('clone')
  await run('npm', ['ci'], { cwd: folder })
  endPart('npm ci')
  const stop = await openFirstPage()
  endPart('npm start, to the first page')
  await stop()
  const seconds = rounded((last - began) / 1000)
  const megabytes = Math.round((await bytesIn(join(folder, 'node_modules'))) / 2 ** 20)
  const met = { seconds: seconds <= targets.seconds, megabytes: megabytes <= targets.megabytes }
  for (const [name, took] of Object.entries(parts)) console.log(`${name.padEnd(46)}${took.toFixed(1)} s`)
  console.log(
    `${'from the clone to the first page'.padEnd(46)}${seconds.toFixed(1)} s, ${verdict(met.seconds)} (${targets.seconds})`,
  )
  console.log(`${'node_modules'.padEnd(46)}${megabytes} MB, ${verdict(met.megabytes)} (${targets.megabytes})`)
  await writeFigures('install', { targets, parts, seconds, megabytes, met })
} finally {
  await rm(folder, { recursive: true, force: true })
}

function endPart(name: string): void {
  const now = performance.now()
  parts[name] = rounded((now - last) / 1000)
  last = now
}

/** Starts the product on a free port and waits for its first page. Returns a function that stops it. */
async function openFirstPage(): Promise<() => Promise<void>> {
  const { DATABASE_URL: _, DATA_DIR: __, ...env } = process.env
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm does not forward signals to what it starts, so the whole group is signaled.
    detached: true,
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  const address = new Promise<string>((found, failed) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [origin] = /http:\/\/\S+:\d+/.exec(line) ?? []
      if (origin !== undefined) found(origin)
    })
    void ended.then(([code]) => failed(new Error(`npm start ended with ${code} before it took connections.`)))
  })
  const page = await fetch(await address)
  if (!page.ok || !(await page.text()).includes('<h1')) throw new Error(`The first page returned ${page.status}.`)
  return stop
}

/** A folder's size on disk in bytes, as `du` counts it; a file with two names counts once. */
async function bytesIn(of: string): Promise<number> {
  const seen = new Set<number>()
  let bytes = 0
  for (const entry of await readdir(of, { recursive: true, withFileTypes: true })) {
    const { ino, blocks } = await lstat(join(entry.parentPath, entry.name))
    if (!seen.has(ino)) bytes += blocks * 512
    seen.add(ino)
  }
  return bytes
}
