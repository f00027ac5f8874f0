import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BadSetting } from '#/server/config.ts'

/** Makes the folder of DATA_DIR if it is missing. Throws BadSetting with one line when it cannot hold files. */
export async function prepareDataDir(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new BadSetting(`The setting DATA_DIR=${folder} ${reasonOf(error)}.`)
  }
}

/** Folder by folder: below one that takes no folders, like /proc, Node's own `recursive` never ends. */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  if (!(await isFolder(dirname(folder)))) await makeFolder(dirname(folder))
  await mkdir(folder).catch(async (error: unknown) => {
    // Another process may have made it at the same time.
    if (!(await isFolder(folder))) throw error
  })
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'is a file, or below a file; it must be a folder'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'cannot be written by this user'
  return `cannot be made (${error instanceof Error ? error.message : String(error)})`
}
