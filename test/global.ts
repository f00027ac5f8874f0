import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#/db/embedded.ts'
import { migrate } from '#/db/migrate.ts'
import { keyOf } from '#/ops/inputs.ts'
import { forgetPrepared, makePrepared } from './prepared.ts'
import { runFolder } from './run-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's maintenance database. `template` is migrated and never written to. */
    postgres: string
  }
}

const shared = 'DEUCE_TEST_POSTGRES'

/**
 * Starts one PostgreSQL for all projects of a run; each test file copies the migrated template. TEST_POSTGRES, the URL
 * of an empty server's maintenance database, replaces the embedded one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const known = process.env[shared]
  if (known !== undefined) {
    project.provide('postgres', known)
    return () => Promise.resolve()
  }
  const other = process.env['TEST_POSTGRES']
  if (other !== undefined) {
    await createTemplate(other)
    process.env[shared] = other
    project.provide('postgres', other)
    return () => Promise.resolve()
  }
  const dataDir = join(runFolder(), `postgres-${randomUUID()}`)
  const server = await startPrepared(dataDir).catch(async () => {
    // The prepared copy may be damaged, for example by a power cut.
    await forgetPrepared('postgres', key())
    await rm(dataDir, { recursive: true, force: true })
    return startPrepared(dataDir)
  })
  const maintenance = urlOf(server.url, 'postgres')
  process.env[shared] = maintenance
  project.provide('postgres', maintenance)
  return async () => {
    delete process.env[shared]
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startPrepared(dataDir: string) {
  await makePrepared('postgres', key(), dataDir, prepare)
  return startEmbeddedPostgres({ dataDir, fsync: false, log: () => {} })
}

function key(): string {
  return keyOf(['db/migrations/*.sql', 'db/migrate.ts', 'db/embedded*.ts'])
}

async function prepare(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, log: () => {} })
  try {
    await createTemplate(urlOf(server.url, 'postgres'))
  } finally {
    await server.stop()
  }
}

/** Creates the migrated database that each test file copies. */
async function createTemplate(maintenance: string): Promise<void> {
  const sql = postgres(maintenance, { max: 1, onnotice: () => {} })
  await sql`create database template`
  await migrate(urlOf(maintenance, 'template'))
  // The queue's library closes its connections after it returns. If the server cuts one off, it throws where nothing
  // catches it.
  while ((await sql`select from pg_stat_activity where datname = 'template'`).length > 0) await wait(20)
  await sql.end()
}

function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
