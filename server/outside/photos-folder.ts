import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { photoName, type Photos } from './photos.ts'

/** The embedded store: files in a folder, which is made when the first photo comes. */
export function openPhotoFolder(folder: string): Photos {
  return {
    async put(key, webp) {
      await mkdir(folder, { recursive: true })
      // Never a half-written file under a name that browsers keep for a year.
      const half = join(folder, `${randomUUID()}.half`)
      await writeFile(half, webp)
      await rename(half, join(folder, photoName(key)))
    },

    async get(key) {
      return readFile(join(folder, photoName(key))).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
    },

    async remove(key) {
      await rm(join(folder, photoName(key)), { force: true })
    },
  }
}
