import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { codeOf } from '#/db/error-code.ts'

/** Reads a file that only its owner may read. Makes it, with this content, if it is missing. */
export async function readOrMakeSecretFile(path: string, make: () => string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await makeFile(path, make)
  // A copied folder may have other permissions.
  await chmod(path, 0o600)
  return readFile(path, 'utf8')
}

/** Makes the file if it is missing. It appears complete or not at all: another process may start at the same time, and a disk may be full. */
async function makeFile(path: string, make: () => string): Promise<void> {
  if (existsSync(path)) return
  const half = `${path}.${randomUUID()}.half`
  try {
    await writeFile(half, `${make()}\n`, { mode: 0o600 })
    // Unlike a rename, a link never replaces the file of another process. Some file systems have no links.
    await link(half, path).catch(async (error: unknown) => {
      const code = codeOf(error)
      if (code === 'EEXIST') return
      if (code !== 'EPERM' && code !== 'ENOTSUP') throw error
      await rename(half, path)
    })
  } finally {
    await rm(half, { force: true })
  }
}
