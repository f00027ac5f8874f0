import * as z from 'zod/mini'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const count = z.int().check(z.nonnegative())

/** The schema of a table: the app's, or the schema of the job queue's library. */
const schema = z.enum(['app', 'graphile_worker'])

const table = z.object({ schema, name: z.string(), columns: z.array(z.string()), rows: count, sha256 })

/** The contents of a backup. The last file in it. */
export const manifestForm = z.object({
  format: z.literal(1),
  /** The version of the app that wrote it, and of its PostgreSQL. */
  release: z.string(),
  postgresql: z.string(),
  /** The instant of the snapshot. */
  created_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ schema, name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** Photos and keys. */
  files: z.array(z.object({ name: z.string(), sha256 })),
  /** Photos deleted after the snapshot, before they could be copied. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof manifestForm>
export type TableEntry = z.output<typeof table>

export const MANIFEST = 'manifest.json'

/** The name of a part of a table in the archive. */
export function partName({ schema: place, name }: Pick<TableEntry, 'schema' | 'name'>, part: number): string {
  return `tables/${place}.${name}/${String(part).padStart(6, '0')}`
}

/** The table of a part, as "schema.name". Null for other files. */
export function tableOfPart(name: string): string | null {
  return /^tables\/([^/]+)\/\d+$/.exec(name)?.[1] ?? null
}
