import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withConnection } from '#/db/connection.ts'
import { CanNotRun } from '#/db/embedded-refusals.ts'
import { migrate } from '#/db/migrate.ts'
import { photoKeyOf } from '#/server/outside/photos.ts'
import { writeWholeFile } from '#/server/outside/whole-file.ts'
import { readArchive } from './archive.ts'
import { tableOfPart, type Manifest } from './manifest.ts'
import { copySource, listForeignKeys, listTables, readTable, setCopyRules, sqlName } from './tables.ts'
import { isKeyName, type BackupPlace } from './write.ts'

/** `photos` and `data_dir` are null where photos and keys are not restored. */
type RestorePlace = { [K in keyof BackupPlace]: BackupPlace[K] | (K extends 'url' ? never : null) }

type Options = {
  /** Deletes waiting emails, because they may have been sent since the backup. */
  without_emails?: boolean
}

/**
 * Restores the backup that `checkBackup` has read from `file` into an empty installation. Tables, sequences and keys are
 * restored in one transaction. Photos are stored outside it, named by their content. Throws CanNotRun with one line.
 */
export async function restoreBackup(
  place: RestorePlace,
  file: string,
  manifest: Manifest,
  { without_emails = false }: Options = {},
): Promise<void> {
  await withConnection(place.url, (client) => checkEmpty(client, manifest))
  await migrate(place.url, '999', new Set(manifest.migrations.map(({ name }) => name)))
  await withConnection(place.url, async (client) => {
    await client.query('begin')
    await setCopyRules(client)
    await checkColumns(client, manifest)
    const keys = await loadTables(client, manifest, () => loadArchive(client, place, file, manifest))
    for (const { schema, name, last_value, is_called } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        sqlName({ schema, name }),
        last_value,
        is_called,
      ])
    if (without_emails)
      await client.query(`delete from graphile_worker._private_jobs where task_id in (
        select id from graphile_worker._private_tasks where identifier in ('notify', 'send_mail', 'send_digest'))`)
    if (place.data_dir !== null) for (const { name, content } of keys) await writeKey(place.data_dir, name, content)
    await client.query('commit')
    await client.query('analyze')
  })
}

/** Refuses a database with accounts. One that is empty, or left by a failed restore, will do. */
async function checkEmpty(client: Client, manifest: Manifest): Promise<void> {
  const [found] = (
    await client.query<{ set_up: boolean; has_players: boolean }>(
      `select to_regclass('migrations') is not null as set_up, to_regclass('players') is not null as has_players`,
    )
  ).rows
  if (!found?.set_up) {
    if ((await listTables(client)).length > 0)
      throw new CanNotRun('The database has tables of something else; restore into an empty one.')
    return
  }
  if (found.has_players && (await client.query('select from players limit 1')).rowCount !== 0)
    throw new CanNotRun('The database has data; restore into an empty one.')
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const known = new Set(manifest.migrations.map(({ name }) => name))
  if (rows.some(({ name }) => !known.has(name)))
    throw new CanNotRun('The database was set up by a newer release than the backup; restore into an empty one.')
}

/** The job queue's library may be newer than the backup. The app's own tables must be those of the backup. */
async function checkColumns(client: Client, manifest: Manifest): Promise<void> {
  const here = new Map((await listTables(client)).map((table) => [sqlName(table), new Set(table.columns)]))
  for (const table of manifest.tables)
    for (const column of table.columns)
      if (!here.get(sqlName(table))?.has(column))
        throw new CanNotRun(
          `The backup has ${sqlName(table)}.${column}, which this release does not know; restore it with release ${manifest.release}.`,
        )
}

/**
 * Empties the tables that the migrations have filled and loads those of the backup, without foreign keys and triggers.
 * Recreating the foreign keys checks every row. Then compares each table with its hash.
 */
async function loadTables<T>(client: Client, manifest: Manifest, load: () => Promise<T>): Promise<T> {
  const names = manifest.tables.map(sqlName)
  const foreignKeys = await listForeignKeys(client)
  for (const { drop } of foreignKeys) await client.query(drop)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  const result = await load()
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { add } of foreignKeys) await client.query(add)
  for (const table of manifest.tables) {
    const { rows, sha256 } = await readTable(client, table, () => {})
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new Error(`The table ${table.name} was restored with other rows than the backup has.`)
  }
  return result
}

/** Fills the tables and the store of photos, and returns the keys. */
async function loadArchive(client: Client, { photos }: RestorePlace, file: string, manifest: Manifest) {
  const tables = new Map(manifest.tables.map((table) => [`${table.schema}.${table.name}`, table]))
  const keys: { name: string; content: Buffer }[] = []
  const entries = readArchive(file)
  let next = await entries.next()
  /** The parts of one table, up to the first other file. */
  async function* partsOf(name: string) {
    while (!next.done && tableOfPart(next.value.name) === name) {
      yield next.value.content
      next = await entries.next()
    }
  }
  while (!next.done) {
    const { name, content } = next.value
    const tableName = tableOfPart(name)
    const table = tableName === null ? undefined : tables.get(tableName)
    if (tableName !== null && table) {
      await pipeline(partsOf(tableName), client.query(copyFrom(`copy ${copySource(table)} from stdin`)))
      continue
    }
    const [folder = '', base = ''] = name.split('/')
    const photo = folder === 'photos' ? photoKeyOf(base) : null
    if (photo) await photos?.put(photo, content)
    if (folder === 'keys' && isKeyName(base)) keys.push({ name: base, content })
    next = await entries.next()
  }
  return keys
}

/** Throws CanNotRun if DATA_DIR has another key than the backup, because neither could read what the other has encrypted. */
async function writeKey(dataDir: string, name: string, content: Buffer): Promise<void> {
  const present = await readFile(join(dataDir, name)).catch(() => null)
  if (present?.equals(content)) return
  if (present)
    throw new CanNotRun(
      `The file ${join(dataDir, name)} is a different key from the one in the backup; move it away first.`,
    )
  await writeWholeFile(dataDir, name, content, { mode: 0o600 })
}
