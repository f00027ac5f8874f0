import { startEmbeddedPostgres } from './embedded.ts'

// An app that only runs the database: `node db/embedded-fixture.ts <data folder>`, ended by SIGTERM.
try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: (line) => console.error(line) })
  console.log(JSON.stringify({ url: server.url, pid: server.pid }))
  process.once('SIGTERM', () => void server.stop())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
