import { createHash } from 'node:crypto'
import { type Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Manifest, TableEntry } from './manifest.ts'

type Named = Pick<TableEntry, 'schema' | 'name'>
export type Table = Pick<TableEntry, 'schema' | 'name' | 'columns'>

/** The schemas of the app and of the job queue's library, as rows of pg_namespace. */
const ours = `(
  select oid, case when nspname = current_schema() then 'app' else nspname end as name from pg_namespace
  where nspname in (current_schema(), 'graphile_worker'))`

/**
 * Lists the tables, with the columns that are not generated from others. Leaves out the job queue's list of migrations,
 * because the library writes that list where the backup is restored.
 */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select ours.name as schema, c.relname::text as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join ${ours} ours on ours.oid = c.relnamespace
    where c.relkind = 'r' and not (ours.name = 'graphile_worker' and c.relname = 'migrations')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`)
  return rows
}

export async function listSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Named>(`
    select ours.name as schema, c.relname::text as name
    from pg_class c join ${ours} ours on ours.oid = c.relnamespace where c.relkind = 'S' order by 1, 2`)
  const sequences: Manifest['sequences'] = []
  for (const sequence of rows) {
    const { rows: values } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${sqlName(sequence)}`,
    )
    for (const value of values) sequences.push({ ...sequence, ...value })
  }
  return sequences
}

/** The statements that drop and recreate the foreign keys. */
export async function listForeignKeys(client: Client): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as add
    from pg_constraint k join ${ours} ours on ours.oid = k.connamespace where k.contype = 'f' order by k.oid`)
  return rows
}

/** The app's own tables are found by the search path, so their schema may have any name. */
export function sqlName({ schema, name }: Named): string {
  return schema === 'app' ? escapeIdentifier(name) : `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}

export function copySource(table: Table): string {
  return `${sqlName(table)} (${table.columns.map((column) => escapeIdentifier(column)).join(', ')})`
}

/** Makes PostgreSQL write and read values by the same rules everywhere, and allows long statements. */
export async function setCopyRules(client: Client): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO'`,
    `intervalstyle = 'postgres'`,
    'extra_float_digits = 1',
    // A scan that begins in the middle of a table would give the rows another order, and so another hash.
    'synchronize_seqscans = off',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
    `lock_timeout = '30s'`,
  ])
    await client.query(`set local ${setting}`)
}

/** Reads a table from its first to its last row. Returns the number of rows and their hash. */
export async function readTable(
  client: Client,
  table: Table,
  take: (piece: Buffer) => Promise<void> | void,
): Promise<Pick<TableEntry, 'rows' | 'sha256'>> {
  const hash = createHash('sha256')
  const stream = client.query(copyTo(`copy ${copySource(table)} to stdout`))
  for await (const piece of stream as AsyncIterable<Buffer>) {
    hash.update(piece)
    await take(piece)
  }
  return { rows: stream.rowCount, sha256: hash.digest('hex') }
}
