import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BadSetting } from '#/server/config.ts'
import { codeOf } from '#/db/error-code.ts'

/** Creates the folder of DATA_DIR if it is missing. Throws BadSetting with one line if it cannot hold files. */
export async function prepareDataDir(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    await tryWriting(folder)
  } catch (error) {
    throw new BadSetting(`The setting DATA_DIR=${folder} ${reasonOf(error)}.`)
  }
  for (const name of ['postgres', 'photos', 'outbox', 'backups'])
    if ((await kindOf(join(folder, name))) === 'other')
      throw new BadSetting(`The setting DATA_DIR=${folder} has a file called ${name}, where a folder belongs.`)
  if ((await kindOf(join(folder, 'secret-key'))) === 'folder')
    throw new BadSetting(`The setting DATA_DIR=${folder} has a folder called secret-key, where a file belongs.`)
}

/**
 * Writes a file instead of checking permissions: root may write everywhere, but not on a read-only disk or in /proc.
 */
async function tryWriting(folder: string): Promise<void> {
  const path = join(folder, `${randomUUID()}.part`)
  try {
    await writeFile(path, '')
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Makes one folder at a time, because Node's `recursive` never ends in a folder that cannot hold others, like /proc.
 */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  if (!(await isFolder(dirname(folder)))) await makeFolder(dirname(folder))
  await mkdir(folder).catch(async (error: unknown) => {
    // Another process may have created the folder at the same time.
    if (!(await isFolder(folder))) throw error
  })
}

async function isFolder(path: string): Promise<boolean> {
  return (await kindOf(path)) === 'folder'
}

async function kindOf(path: string): Promise<'folder' | 'other' | 'nothing'> {
  return stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : 'other'),
    () => 'nothing',
  )
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'is a file, or below a file; it must be a folder'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'cannot be written by this user'
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'is on a disk that is full'
  return `cannot be used (${error instanceof Error ? error.message : String(error)})`
}
