import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AlreadyRunning, CanNotRun } from './embedded-refusals.ts'
import { codeOf } from './error-code.ts'

/**
 * Locks the folder for this process and returns a function that unlocks it (safe to call twice). Throws AlreadyRunning
 * if it is locked. The operating system releases the lock however the process dies, so a reused pid does no harm.
 */
export function lockFolder(folder: string): () => void {
  const pidFile = join(folder, 'pid')
  const lock = openLock(join(folder, 'lock'), folder)
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5
    throw busy ? new AlreadyRunning(livePid(pidFile)) : error
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return () => {
    if (!lock.isOpen) return
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

/** Opens an SQLite file, used only for SQLite's file locks because Node has no API for locks. */
function openLock(file: string, folder: string) {
  try {
    // Never opens an existing file: closing it again would drop a POSIX lock that this process may hold on it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw new CanNotRun(`This user cannot write the data folder ${folder}.`, { cause: error })
  }
}

/** The pid in the file, for the message only. Null until a new holder has replaced a dead process's pid. */
function livePid(file: string): number | null {
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
  try {
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return codeOf(error) === 'EPERM' ? pid : null
  }
}
