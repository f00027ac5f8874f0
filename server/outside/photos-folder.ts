import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { photoName, type Photos } from './photos.ts'
import { writeWholeFile } from './whole-file.ts'

/** The embedded store: files in a folder, which is made with the first photo. */
export function openPhotoFolder(folder: string): Photos {
  return {
    async put(key, webp) {
      // There must never be an incomplete file under a name that browsers cache for a year.
      await writeWholeFile(folder, photoName(key), webp)
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
