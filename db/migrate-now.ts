import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from './embedded.ts'
import { writeTypes } from './generate-types.ts'
import { migrate } from './migrate.ts'

// Migrates DATABASE_URL if it is set. Also runs all migrations on an empty database, and writes db/types.ts from it.
if (process.env['DATABASE_URL'])
  console.log('Applied:', (await migrate(process.env['DATABASE_URL'])).join(', ') || 'nothing new')
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
