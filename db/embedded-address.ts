import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CanNotRun } from './embedded-refusals.ts'

/** Whether this folder contains a database. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'cluster'))
}

/** The address of the server that another process runs on this folder. Throws CanNotRun while it is not ready. */
export async function findRunning(dataDir: string): Promise<string> {
  const password = await readFile(join(dataDir, 'password'), 'utf8').catch(() => '')
  const lines = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  // PostgreSQL's documentation, section 66.1: the port is on line 4, the state on line 8.
  const port = Number(lines[3])
  if (password === '' || !(port > 0) || lines[7]?.trim() !== 'ready')
    throw new CanNotRun('The database is starting or stopping; try again in a moment.')
  return `postgres://deuce:${password}@127.0.0.1:${port}/deuce`
}
