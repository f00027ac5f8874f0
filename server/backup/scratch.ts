import { setTimeout as wait } from 'node:timers/promises'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { withConnection } from '#/db/connection.ts'

/** How long a database is dropped later than its work ends, at most: the job queue's library closes its connections by itself. */
const CLOSE_ATTEMPTS = 100
const CLOSE_PAUSE_MS = 100

/**
 * Runs the work on a new, empty database beside the one at `url`, and drops it. Its name is always the same, so the next call
 * drops what a killed process has left.
 */
export async function withScratchDatabase<T>(url: string, work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = new URL(url)
  const name = `${decodeURIComponent(scratch.pathname.slice(1))}_backup_proof`
  scratch.pathname = `/${encodeURIComponent(name)}`
  await withConnection(url, (client) => createDatabase(client, name))
  try {
    return await work(scratch.href)
  } finally {
    await withConnection(url, (client) => dropUnused(client, name))
  }
}

/** Creates the database with the same encoding and rules of sorting as the one that the client uses. */
async function createDatabase(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string; collate: string; ctype: string }>(`
    select pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype
    from pg_database where datname = current_database()`)
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
  for (const { encoding, collate, ctype } of rows)
    await client.query(`create database ${escapeIdentifier(name)} template template0
      encoding ${escapeLiteral(encoding)} lc_collate ${escapeLiteral(collate)} lc_ctype ${escapeLiteral(ctype)}`)
}

/** Not by force: a connection of the queue's library that is cut off throws where nothing catches it. */
async function dropUnused(client: Client, name: string): Promise<void> {
  for (let attempt = 1; attempt < CLOSE_ATTEMPTS; attempt += 1) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [name],
    )
    if (rowCount === 0) break
    await wait(CLOSE_PAUSE_MS)
  }
  await client.query(`drop database ${escapeIdentifier(name)}`)
}
