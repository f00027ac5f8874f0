import { randomUUID } from 'node:crypto'
import { appendFileSync, chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { withConnection } from '#/db/connection.ts'
import { startEmbeddedPostgres } from '#/db/embedded.ts'
import { migrate } from '#/db/migrate.ts'

/**
 * Starts two PostgreSQL servers for a test file: a migrated database, and its standby, which follows by streaming
 * replication.
 */
export async function startWithStandby() {
  const folder = join(tmpdir(), `deuce-standby-${randomUUID()}`)
  const [dataDir, standbyDir] = [join(folder, 'one'), join(folder, 'two')]
  const start = (dir: string) => startEmbeddedPostgres({ dataDir: dir, fsync: false, log: () => {} })
  const first = await start(dataDir)
  await migrate(first.url)
  // The queue's library closes its connections after it returns. If the server cuts one off, it throws where nothing
  // catches it.
  await withConnection(first.url, async (client) => {
    const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    while ((await client.query(others)).rowCount !== 0) await wait(20)
  })
  await first.stop()
  cpSync(dataDir, standbyDir, { recursive: true })
  const primary = await start(dataDir)
  const { port, password } = new URL(primary.url)
  const cluster = join(standbyDir, 'cluster')
  chmodSync(cluster, 0o700)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  for (const left of ['lock', 'pid']) rmSync(join(standbyDir, left), { recursive: true, force: true })
  writeFileSync(join(cluster, 'standby.signal'), '')
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=deuce password=${password}'\n`,
  )
  const standby = await start(standbyDir)
  afterAll(async () => {
    await standby.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { url: primary.url, standbyUrl: standby.url, stopStandby: () => standby.stop() }
}
