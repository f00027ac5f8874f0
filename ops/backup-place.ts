import { rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { findRunning, hasCluster } from '#/db/embedded-address.ts'
import { AlreadyRunning, CanNotRun, startEmbeddedPostgres } from '#/db/embedded.ts'
import { checkServers } from '#/db/requirements.ts'
import type { BackupPlace } from '#/server/backup/write.ts'
import { BadSetting, type Config } from '#/server/config.ts'
import { openPhotoFolder } from '#/server/outside/photos-folder.ts'
import { openS3Photos } from '#/server/outside/photos-s3.ts'
import { isDiskFull } from '#/server/outside/whole-file.ts'

/**
 * Runs the work on the settings' database and photos. An embedded database is used while it runs (`while_running`), or
 * started for the work and stopped afterwards.
 */
export async function withPlace<T>(
  config: Config,
  { while_running }: { while_running: boolean },
  work: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  const photos = config.s3 ? openS3Photos(config.s3) : openPhotoFolder(join(config.DATA_DIR, 'photos'))
  const placeAt = (url: string): BackupPlace => ({ url, photos, data_dir: config.DATA_DIR })
  if (config.DATABASE_URL !== undefined) {
    await checkServers(config)
    return work(placeAt(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL))
  }
  const dataDir = join(config.DATA_DIR, 'postgres')
  if (while_running && !hasCluster(dataDir)) throw new CanNotRun(`DATA_DIR=${config.DATA_DIR} has no database.`)
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} }).catch((error: unknown) => {
    if (while_running && error instanceof AlreadyRunning) return null
    throw error
  })
  if (!server) return work(placeAt(await findRunning(dataDir)))
  try {
    return await work(placeAt(server.url))
  } catch (error) {
    // A server that cannot extend its log ends its connections without a reason.
    const { bavail, bsize } = await statfs(dataDir)
    if (bavail * bsize < LOG_SEGMENT_BYTES)
      throw new CanNotRun(`The disk is full (DATA_DIR=${config.DATA_DIR}).`, { cause: error })
    throw error
  } finally {
    await server.stop()
  }
}

/** The size by which PostgreSQL extends its write-ahead log. */
const LOG_SEGMENT_BYTES = 16 * 1024 ** 2

/** Runs a command and reports a failure in one line. If a signal ends it, deletes `unfinished`. */
export async function runCommand(work: () => Promise<void>, unfinished: string | null = null): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      if (unfinished !== null) rmSync(unfinished, { force: true })
      process.exit(1)
    })
  try {
    await work()
  } catch (error) {
    const isPlain = error instanceof BadSetting || error instanceof CanNotRun
    if (isPlain) console.error(error.message)
    else if (isDiskFull(error)) console.error(`The disk is full (${error.message}).`)
    else console.error(error)
    process.exitCode = 1
  }
}
