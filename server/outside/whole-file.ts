import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '#/db/error-code.ts'

/**
 * Stores a file so that a reader sees all of it or nothing, and makes its folder if it is missing. If it cannot be
 * stored, as on a full disk, no part of it is left.
 */
export async function writeWholeFile(
  folder: string,
  name: string,
  content: Uint8Array,
  { mode = 0o666, folderMode = 0o777 }: { mode?: number; folderMode?: number } = {},
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: folderMode })
  const half = join(folder, `${randomUUID()}.half`)
  try {
    await writeFile(half, content, { mode })
    await rename(half, join(folder, name))
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

/** Whether the disk or the user's quota is full, here or where PostgreSQL writes (53100). */
export function isDiskFull(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return /^(ENOSPC|EDQUOT|53100)$/.test(codeOf(error)) || isDiskFull(error.cause)
}
