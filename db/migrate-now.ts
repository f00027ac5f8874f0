import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from './embedded.ts'
import { writeTypes } from './generate-types.ts'
import { migrate } from './migrate.ts'

// Migrates DATABASE_URL if it is set, bypassing a pooler (DATABASE_DIRECT_URL). Also runs all migrations on an empty
// database, and writes db/types.ts from it.
const url = process.env['DATABASE_DIRECT_URL'] || process.env['DATABASE_URL']
if (url) console.log('Applied:', (await migrate(url)).join(', ') || 'nothing new')
const dataDir = await mkdtemp(join(tmpdir(), 'deuce-types-'))
const server = await startEmbeddedPostgres({ dataDir, fsync: false, log: () => {} })
try {
  await migrate(server.url)
  await writeTypes(server.url)
  console.log('Wrote db/types.ts')
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
