import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import { type Client, DatabaseError } from 'pg'
import { withConnection } from './connection.ts'

const folder = new URL('./migrations/', import.meta.url)

/** The number of an advisory lock that nothing else uses. */
export const MIGRATION_LOCK = 3_141_592

/**
 * How long and how often a migration waits for its tables: about ten minutes in total. Each wait is shorter than
 * `deadlock_timeout` (a second): the migration lets go before PostgreSQL ends somebody who waits for it and has what it wants.
 */
const LOCK_TIMEOUT_MS = 200
const LOCK_PAUSE_MS = 1_000
const LOCK_ATTEMPTS = 500

/** Migrations that were renamed after they were applied, with their former names. */
const RENAMED = { '033_ended_claims.sql': '033_ended-claims.sql' }

/** The library logs every step; a failing step also throws. */
const silent = new Logger(() => () => {})

/** A migration that cannot be applied. The message names it. */
export class MigrationFailed extends Error {}

/** The files of db/migrations, in the order in which they are applied. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
}

/** The migrations with their checksums, in the same order. */
export async function readMigrations(): Promise<{ name: string; text: string; checksum: string }[]> {
  return Promise.all(
    (await listMigrations()).map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Brings the database at `url` up to date: applies every file of db/migrations once, in order of name, each in a
 * separate transaction, then the job queue's schema from its library. Several processes may start at once: one
 * migrates, the others wait and find nothing to do. With `last`, the number of a migration, stops after it; with
 * `names`, applies only those. Returns the applied files. Throws if an applied file was edited: migrations only go
 * forward.
 */
export function migrate(url: string, last = '999', names?: ReadonlySet<string>): Promise<string[]> {
  return withConnection(url, async (client) => {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    // A migration lost in a power cut is applied again, so only the last one waits for the disk.
    await client.query('set synchronous_commit = off')
    await addUuidv7(client)
    await client.query(
      `create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const migrations = await readMigrations()
    for (const { name, checksum } of migrations)
      // The previous release may still be running, and looks for the name it knows.
      if (name in RENAMED)
        await client.query(
          'insert into migrations (name, checksum) select $1, $2 from migrations where name = $3 on conflict do nothing',
          [name, checksum, RENAMED[name as keyof typeof RENAMED]],
        )
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    const done = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const applied: string[] = []
    for (const { name, text, checksum } of migrations) {
      if (name.slice(0, 3) > last) break
      if (names && !names.has(name)) continue
      const known = done.get(name)
      if (known === checksum) continue
      if (known !== undefined)
        throw new MigrationFailed(
          `The migration ${name} was edited after it had been applied. Write a new one instead.`,
        )
      await apply(client, text, { name, checksum })
      applied.push(name)
    }
    await runMigrations({ connectionString: url, logger: silent })
    return applied
  })
}

/**
 * Applies a migration in one transaction. While it waits for a table that a long transaction uses, all later statements
 * on that table wait too, even reads. So it waits briefly, lets them pass, and tries again.
 */
async function apply(client: Client, text: string, migration: { name: string; checksum: string }): Promise<void> {
  const { name, checksum } = migration
  for (let attempt = 1; ; attempt += 1) {
    // A table with pending deferred triggers cannot be altered.
    await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; set constraints all immediate`)
    try {
      await client.query(text)
    } catch (error) {
      // A server whose deadlock_timeout is shorter reports a deadlock.
      const isLocked = error instanceof DatabaseError && /^(55P03|40P01)$/.test(error.code ?? '')
      if (!isLocked || attempt === LOCK_ATTEMPTS)
        // The connection ends, and its transaction with it.
        throw new MigrationFailed(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      await client.query('rollback')
      await wait(LOCK_PAUSE_MS)
      continue
    }
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
    return
  }
}

/**
 * Adds uuidv7() to versions before PostgreSQL 18: 48 bits of the time in milliseconds, then the version, then random
 * bits (RFC 9562, section 5.7). A later server's own function, in pg_catalog, takes precedence, so both can exist.
 */
async function addUuidv7(client: Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regprocedure('uuidv7()') is not null as there`)
  if (rows[0]?.there) return
  await client.query(`
    create function uuidv7() returns uuid language sql volatile parallel safe return
      encode(
        set_bit(
          set_bit(
            overlay(
              uuid_send(gen_random_uuid())
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
              from 1 for 6
            ),
            52, 1
          ),
          53, 1
        ),
        'hex'
      )::uuid`)
}
