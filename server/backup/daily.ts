import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { findRunning } from '#/db/embedded-address.ts'
import type { Config } from '#/server/config.ts'
import type { App } from '#/server/context.ts'
import { writeBackup } from './write.ts'

const BACKUPS_KEPT = 7

/** Less than a day, so that the hour of the backup does not shift. */
const INTERVAL_MS = 23.5 * 3_600_000

const timeOf = /^deuce-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/

/**
 * Backs up an embedded database once a day into DATA_DIR/backups, and keeps the last backups. It is called every hour, because
 * the machine may be off at any time of the day. A failure is logged, and retried in an hour.
 */
export async function makeDailyBackup(
  app: App,
  log: FastifyBaseLogger,
  findUrl: (dataDir: string) => Promise<string> = findRunning,
): Promise<void> {
  const { DATA_DIR } = app.config
  if (!isBackedUpDaily(app.config)) return
  const folder = folderIn(DATA_DIR)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Deletes the files that a killed process has left.
    for (const name of await readdir(folder)) if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
    const now = await findTime(app)
    const newest = (await listBackups(folder)).at(-1)
    if (newest !== undefined && now.getTime() - instantOf(newest) < INTERVAL_MS) return
    const place = { url: await findUrl(join(DATA_DIR, 'postgres')), photos: app.photos, data_dir: DATA_DIR }
    await writeBackup(place, join(folder, nameAt(now)))
    for (const old of (await listBackups(folder)).slice(0, -BACKUPS_KEPT)) await rm(join(folder, old), { force: true })
  } catch (error) {
    log.error({ err: error }, 'the daily backup failed; it is tried again in an hour')
  }
}

export function isBackedUpDaily({ BACKUPS, DATABASE_URL }: Config): boolean {
  return BACKUPS === 'on' && DATABASE_URL === undefined
}

/** The newest backup in DATA_DIR/backups that has the name of a daily one */
export async function findNewestBackup(dataDir: string): Promise<{ path: string; made_at: Date } | null> {
  const folder = folderIn(dataDir)
  const name = (await listBackups(folder).catch(() => [])).at(-1)
  return name === undefined ? null : { path: join(folder, name), made_at: new Date(instantOf(name)) }
}

const folderIn = (dataDir: string) => join(dataDir, 'backups')

/** The database's time, because the demo's clock runs ahead. */
async function findTime(app: App): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(app.db)
  return rows[0]?.now ?? app.clock.now()
}

async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => timeOf.test(name)).toSorted()
}

/** The file of a backup: deuce-2026-11-22T033000Z.tar.gz. */
function nameAt(instant: Date): string {
  return `deuce-${instant.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
}

function instantOf(name: string): number {
  return Date.parse(name.replace(timeOf, '$1T$2:$3:$4Z'))
}
