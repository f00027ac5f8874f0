import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#/db/embedded.ts'
import { migrate } from '#/db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's maintenance database; `template` is migrated and never written to. */
    postgres: string
  }
}

/** One PostgreSQL for the whole run; each test file copies the migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'deuce-test-'))
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), fsync: false, log: () => {} })
  const maintenance = urlOf(server.url, 'postgres')
  const sql = postgres(maintenance, { max: 1, onnotice: () => {} })
  await sql`create database template`
  await migrate(urlOf(server.url, 'template'))
  await sql.end()
  project.provide('postgres', maintenance)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
