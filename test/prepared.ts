import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, existsSync, globSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const cacheFolder = join(import.meta.dirname, '../node_modules/.cache/deuce')
const settledMs = 10 * 60_000

/**
 * Creates the folder `to` with the content that `prepare` creates for this key. Only the first run with a key calls
 * `prepare`; others copy. Runs may do this at the same time, and may be killed: a prepared folder gets its name when it
 * is complete.
 */
export async function makePrepared(
  name: string,
  key: string,
  to: string,
  prepare: (folder: string) => Promise<void>,
): Promise<void> {
  const kept = join(cacheFolder, `${name}-${key}`)
  if (existsSync(kept)) return copy(kept, to)
  await prepare(to)
  await mkdir(cacheFolder, { recursive: true })
  await removeOld(name)
  const unfinished = join(cacheFolder, `${name}-new-${randomUUID()}`)
  copy(to, unfinished)
  // Another run may have been faster; its folder is the same.
  await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true, force: true }))
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  // PostgreSQL insists on these modes, which a copy does not keep.
  for (const cluster of globSync('{,*/}cluster', { cwd: to })) chmodSync(join(to, cluster), 0o700)
}

/** Deletes the prepared folder of this key, so that it is prepared again. */
export function forgetPrepared(name: string, key: string): Promise<void> {
  return rm(join(cacheFolder, `${name}-${key}`), { recursive: true, force: true })
}

/** Removes all but the newest ones, and nothing that another run may be about to copy. */
async function removeOld(name: string): Promise<void> {
  const names = (await readdir(cacheFolder)).filter((entry) => entry.startsWith(`${name}-`))
  const found = await Promise.all(
    names.map(async (entry) => ({
      path: join(cacheFolder, entry),
      at: (await stat(join(cacheFolder, entry))).mtimeMs,
    })),
  )
  for (const { path, at } of found.toSorted((a, b) => b.at - a.at).slice(2))
    if (Date.now() - at > settledMs) await rm(path, { recursive: true, force: true })
}
