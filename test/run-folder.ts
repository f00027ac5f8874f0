import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '#/db/error-code.ts'

const prefix = 'deuce-run-'
const enoughBytes = 2 * 1024 ** 3

/**
 * The folder for all temporary files of this test run, created at the first call and removed when the process exits. In
 * memory if possible: copying a database there takes a tenth of the time that it takes on disk. Processes started later
 * use it as their temporary folder too.
 */
export function runFolder(): string {
  const known = process.env['DEUCE_RUN_FOLDER']
  if (known !== undefined) return known
  const parent = isGoodMemory('/dev/shm') ? '/dev/shm' : tmpdir()
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // Tests start PostgreSQL as other users, who need access to their own folders in here.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  process.env['DEUCE_RUN_FOLDER'] = folder
  // The next run can reuse code that Node.js has compiled.
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')
  process.env['TMPDIR'] = folder
  return folder
}

/** Containers often have only 64 MB there, mounted without permission to run programs. */
function isGoodMemory(folder: string): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${folder} tmpfs `))
    const { bavail, bsize } = statfsSync(folder)
    return mount !== undefined && !mount.includes('noexec') && bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}

/** Removes folders of runs that were killed. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (pid > 0 && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is alive, but belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}
