import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { CanNotRun } from '#/db/embedded-refusals.ts'
import { codeOf } from '#/db/error-code.ts'

/** How many ports after the default one are tried. */
const attempts = 20

/**
 * The port to listen on: `port` or, if it is taken and `any` is set, the next free one. 0 means any free port. Throws
 * CanNotRun with one line that names the process on the port.
 */
export async function choosePort(port: number, host: string, any: boolean): Promise<number> {
  if (await isFree(port, host)) return port
  if (any) for (let next = port + 1; next <= port + attempts; next++) if (await isFree(next, host)) return next
  throw portInUse(port)
}

/** A one-line message about a listen error for the operator; other errors stay as they are. */
export function listenFailure(error: unknown, port: number, host: string): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return portInUse(port)
  if (code === 'EACCES') return new CanNotRun(`Port ${port} cannot be opened by this user: set PORT to 1024 or higher.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return new CanNotRun(`The setting HOST=${host} is not an address of this machine.`)
  return error
}

function portInUse(port: number): CanNotRun {
  const holder = findListener(port) ?? 'another program'
  return new CanNotRun(`Port ${port} is in use by ${holder}: stop it, or set PORT to a free port.`)
}

/** Throws CanNotRun if this machine or user cannot listen on the address. */
async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
    return true
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false
    throw listenFailure(error, port, host)
  } finally {
    server.close()
  }
}

/** The process that listens on a port, like `node (process 4711)`. Null if this user may not see it. */
function findListener(port: number): string | null {
  try {
    return process.platform === 'linux' ? findInProc(port) : findByLsof(port)
  } catch {
    return null
  }
}

/** Finds the process by the socket's inode, which is in /proc/net/tcp and in a link among the process's open files. */
function findInProc(port: number): string | null {
  const listening = '0A'
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === listening)
    .map((fields) => `socket:[${fields[9]}]`)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const files = openFilesOf(pid)
    if (sockets.some((socket) => files.includes(socket))) return `${programOf(pid)} (process ${pid})`
  }
  return null
}

/** The name of a process's program. `comm` has that of its main thread, which Node calls MainThread. */
function programOf(pid: string): string {
  return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
}

/** Empty for another user's process, or one that has just ended. */
function openFilesOf(pid: string): string[] {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).map((file) => readlinkSync(`${folder}/${file}`))
  } catch {
    return []
  }
}

function findByLsof(port: number): string | null {
  const output = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { encoding: 'utf8' })
  const pid = /^p(\d+)$/m.exec(output)?.[1]
  const name = /^c(.+)$/m.exec(output)?.[1]
  return pid && name ? `${name} (process ${pid})` : null
}
