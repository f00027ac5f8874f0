import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const cacheFolder = join(import.meta.dirname, '../node_modules/.cache/deuce')
const keptMs = 24 * 60 * 60_000

/** A key that changes with any of these files (globs from the project's root), the installed packages or the user. */
export function keyOf(files: string[]): string {
  const root = join(import.meta.dirname, '..')
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`)
  for (const file of globSync(['package-lock.json', ...files], { cwd: root }).toSorted())
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Copies the folder that `prepare` made for this key to `to`; only the first run with a key calls `prepare`.
 * Runs may do this at the same time, and may be killed: a prepared folder gets its name when it is complete.
 */
export async function copyPrepared(
  name: string,
  key: string,
  to: string,
  prepare: (folder: string) => Promise<void>,
): Promise<void> {
  const ready = join(cacheFolder, `${name}-${key}`)
  if (!existsSync(ready)) {
    await removeOld(name)
    await mkdir(cacheFolder, { recursive: true })
    const folder = join(cacheFolder, `${name}-new-${randomUUID()}`)
    await prepare(folder)
    // If another run was faster its folder is as good.
    await rename(folder, ready).catch(() => rm(folder, { recursive: true, force: true }))
  }
  cpSync(ready, to, { recursive: true })
  // PostgreSQL insists on it, and a copy has default modes.
  for (const cluster of globSync('{,*/}cluster', { cwd: to })) chmodSync(join(to, cluster), 0o700)
}

/** Deletes what `copyPrepared` keeps for this key, so that it is prepared again. */
export function forgetPrepared(name: string, key: string): Promise<void> {
  return rm(join(cacheFolder, `${name}-${key}`), { recursive: true, force: true })
}

/** Folders of older keys, and those that a killed run left; not those that another run may be using. */
async function removeOld(name: string): Promise<void> {
  for (const entry of await readdir(cacheFolder).catch(() => [])) {
    const path = join(cacheFolder, entry)
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (entry.startsWith(`${name}-`) && age > keptMs) await rm(path, { recursive: true, force: true })
  }
}
