import { statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { CanNotRun } from '#/db/embedded-refusals.ts'
import { findRunning } from '#/db/embedded-address.ts'
import { codeOf } from '#/db/error-code.ts'
import { migrate } from '#/db/migrate.ts'
import { findNewestBackup, isBackedUpDaily, makeDailyBackup } from '#/server/backup/daily.ts'
import { checkBackup } from '#/server/backup/read.ts'
import { restoreBackup } from '#/server/backup/restore.ts'
import { withScratchDatabase } from '#/server/backup/scratch.ts'
import type { App } from '#/server/context.ts'
import { openDatabase } from '#/server/db.ts'
import { JOB_LIMITS } from '#/server/pool-limits.ts'
import { nightlyChecks, type Finding } from './check.ts'

/** The outcome of a proof. Null if this installation keeps no backups where they are looked for. */
export type Proof = { found: Finding[] | null; problem: string | null; backup_at: Date | null } | null

/** A daily backup that is older than this has failed for days. */
const OLDEST_MS = 2 * 86_400_000

/** Restores the newest backup into a database for this purpose, migrates it, and checks its data as that of the app is checked. */
export async function proveNewestBackup(
  app: App,
  log: FastifyBaseLogger,
  findUrl: (dataDir: string) => Promise<string> = findRunning,
): Promise<Proof> {
  const { DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL } = app.config
  // After a week without power, the newest would be a week old.
  await makeDailyBackup(app, log, findUrl)
  const newest = await findNewestBackup(DATA_DIR)
  if (!newest)
    return isBackedUpDaily(app.config)
      ? { found: [{ subject: 'backups', says: 'there is none' }], problem: null, backup_at: null }
      : null
  const { path, made_at: backup_at, age_ms } = await ageOf(app, newest)
  const found: Finding[] = []
  const find = (says: string) => found.push({ subject: basename(path), says })
  if (isBackedUpDaily(app.config) && age_ms > OLDEST_MS) find('is the newest, and older than two days')
  try {
    const manifest = await checkBackup(path)
    const url = DATABASE_DIRECT_URL ?? DATABASE_URL ?? (await findUrl(join(DATA_DIR, 'postgres')))
    if (DATABASE_URL === undefined && !(await hasRoom(app)))
      return { found: null, problem: 'The disk has no room to restore a backup beside the data.', backup_at }
    await withScratchDatabase(url, async (scratch) => {
      await restoreBackup({ url: scratch, photos: null, data_dir: null }, path, manifest)
      await migrate(scratch)
      const db = openDatabase(scratch, { ...JOB_LIMITS, connections: 2, transactions: 1 })
      try {
        for (const { title, find: look } of nightlyChecks.values())
          for (const { subject, says } of await look({ ...app, db })) found.push({ subject, says: `${title}: ${says}` })
      } finally {
        await db.destroy()
      }
    })
  } catch (error) {
    if (codeOf(error) === '42501')
      return {
        found: null,
        problem: 'The database server does not let this user create a database (CREATEDB) to restore a backup into.',
        backup_at,
      }
    // Anything else that the database or the disk refuses says nothing about the backup.
    if (!(error instanceof CanNotRun) && !/^(|22...|23...|42...)$/.test(codeOf(error))) throw error
    find(error instanceof Error ? error.message : String(error))
  }
  return { found, problem: null, backup_at }
}

/** Its age by the database's time, because the demo's clock runs ahead. */
async function ageOf(app: App, newest: { path: string; made_at: Date }) {
  const { rows } = await sql<{ age_ms: number }>`
    select (extract(epoch from now() - ${newest.made_at}::timestamptz) * 1000)::float8 as age_ms`.execute(app.db)
  return { ...newest, age_ms: rows[0]?.age_ms ?? 0 }
}

/** Whether the disk of an embedded database has twice the room that a copy and its log need. */
async function hasRoom({ db, config }: App): Promise<boolean> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db)
  const { bavail, bsize } = await statfs(config.DATA_DIR)
  return bavail * bsize > 4 * (rows[0]?.bytes ?? 0)
}
