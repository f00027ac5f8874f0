import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { PRODUCT_NAME } from '#/contract/product.ts'
import { withConnection } from '#/db/connection.ts'
import { CanNotRun } from '#/db/embedded-refusals.ts'
import { MIGRATION_LOCK } from '#/db/migrate.ts'
import { RELEASE } from '#/server/log.ts'
import { photoName, photoSizes, type Photos } from '#/server/outside/photos.ts'
import { type AddFile, writeArchive } from './archive.ts'
import { MANIFEST, partName, type Manifest } from './manifest.ts'
import { listSequences, listTables, readTable, setCopyRules, sqlName, type Table } from './tables.ts'

/** Bytes of a table that are held in memory at once. */
const PART_BYTES = 4 * 1024 * 1024

export type BackupPlace = { url: string; photos: Photos; data_dir: string }

/**
 * Writes the database at `url`, the photos of its players and the keys in DATA_DIR to one file. All tables are read in one
 * snapshot, so the backup is consistent while the app runs (decision 054).
 */
export function writeBackup(place: BackupPlace, file: string): Promise<Manifest> {
  return writeArchive(file, (add) =>
    withConnection(place.url, async (client) => {
      await beginSnapshot(client)
      const manifest = await addEverything(client, place, add)
      await add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 2)))
      return manifest
    }),
  )
}

/** Waits for a migration in progress. A later one waits for the tables that are being read. */
async function beginSnapshot(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  await client.query('begin isolation level repeatable read, read only')
  await setCopyRules(client)
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new CanNotRun(`There is nothing to back up: the database has no tables of ${PRODUCT_NAME}.`)
  await client.query(`lock table ${tables.map(sqlName).join(', ')} in access share mode`)
  await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
}

async function addEverything(client: Client, place: BackupPlace, add: AddFile): Promise<Manifest> {
  const [about] = (
    await client.query<{ created_at: Date; postgresql: string }>(
      `select now() as created_at, current_setting('server_version') as postgresql`,
    )
  ).rows
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from migrations order by name',
  )
  // Photos are read first, because a photo that a player replaces now is deleted soon.
  const { files, missing } = await addFiles(client, place, add)
  const tables = []
  for (const table of await listTables(client)) tables.push({ ...table, ...(await addTable(client, table, add)) })
  return {
    format: 1,
    release: RELEASE,
    postgresql: about?.postgresql ?? '',
    created_at: about?.created_at.toISOString() ?? '',
    migrations,
    tables,
    // Lists the sequences after the tables, because a sequence belongs to no snapshot and must not be behind them.
    sequences: await listSequences(client),
    files,
    missing,
  }
}

async function addFiles(client: Client, { photos, data_dir }: BackupPlace, add: AddFile) {
  const files: Manifest['files'] = []
  const missing: string[] = []
  const addFile = async (name: string, content: Uint8Array) => {
    await add(name, content)
    files.push({ name, sha256: createHash('sha256').update(content).digest('hex') })
  }
  for (const name of await listKeys(data_dir)) await addFile(`keys/${name}`, await readFile(join(data_dir, name)))
  const { rows } = await client.query<{ hash: string }>(
    'select distinct photo as hash from players where photo is not null order by photo',
  )
  for (const { hash } of rows)
    for (const size of photoSizes) {
      const webp = await photos.get({ hash, size })
      if (webp) await addFile(`photos/${photoName({ hash, size })}`, webp)
      else missing.push(photoName({ hash, size }))
    }
  return { files, missing }
}

/** The key files in DATA_DIR: secret-key, and other files with a similar name. */
async function listKeys(dataDir: string): Promise<string[]> {
  if (!existsSync(dataDir)) return []
  const entries = await readdir(dataDir, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && isKeyName(entry.name)).map(({ name }) => name)
}

/** Whether a file in DATA_DIR has keys, by its name. */
export function isKeyName(name: string): boolean {
  return /^[a-z-]+-keys?$/.test(name)
}

async function addTable(client: Client, table: Table, add: AddFile) {
  let pieces: Buffer[] = []
  let bytes = 0
  let part = 0
  const flush = async () => {
    if (bytes > 0) await add(partName(table, (part += 1)), Buffer.concat(pieces))
    pieces = []
    bytes = 0
  }
  const read = await readTable(client, table, async (piece) => {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= PART_BYTES) await flush()
  })
  await flush()
  return read
}
