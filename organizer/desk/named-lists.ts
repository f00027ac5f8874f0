import { sql } from 'kysely'
import { firstFree, plainSlug } from '#/rules/slug.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'

/** The two lists that owners edit by hand. Each row has a unique name, a slug made from it, and a position. */
type NamedList = 'divisions' | 'areas'

/** Locks the list until the transaction ends, so that changes happen one at a time. */
export async function lockList(tx: Tx, list: NamedList): Promise<void> {
  await sql`lock table ${sql.table(list)} in share row exclusive mode`.execute(tx)
}

/** Refuses, at the field `name`, a name that another row has, ignoring case. `slug` is the row being renamed. */
export async function refuseTakenName(
  tx: Tx,
  list: NamedList,
  name: string,
  slug: string | null = null,
): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(list)} where lower(name) = lower(${name}) and slug is distinct from ${slug}`.execute(tx)
  if (rows.length > 0) refuse('invalid', { fields: { name: 'This name is already taken.' } })
}

/**
 * A slug for a new row: 'Men’s Singles 3.5' becomes mens-singles-3-5, or mens-singles-3-5-2 if that is taken. Current
 * and former addresses of an area are taken for the others; `own` is the area that gets a new address.
 */
export async function findFreeSlug(tx: Tx, list: NamedList, name: string, own: string | null = null): Promise<string> {
  const slug = slugOf(name)
  const addresses =
    list === 'areas'
      ? sql`union all select address, area as row from area_addresses union all select 'order', null`
      : sql``
  const { rows } = await sql<{ slug: string }>`
    select known.slug from (select slug, slug as row from ${sql.table(list)} ${addresses}) known
    where (known.slug = ${slug} or known.slug like ${`${slug}-%`}) and (known.row is null or known.row is distinct from ${own}::text)`.execute(
    tx,
  )
  return firstFree(slug, new Set(rows.map((row) => row.slug)))
}

/** Converts a name to lowercase letters, digits and hyphens. */
export function slugOf(name: string): string {
  return plainSlug(name) || 'division'
}

/** Stores a new order. Refuses conflict unless `keys` are exactly the rows of the list. */
export async function reorderList<K extends string | number>(
  tx: Tx,
  list: NamedList,
  key: 'id' | 'slug',
  keys: readonly K[],
): Promise<void> {
  const { rows } = await sql<{ key: K }>`select ${sql.ref(key)} as key from ${sql.table(list)}`.execute(tx)
  if (rows.length !== keys.length || !rows.every((row) => keys.includes(row.key))) refuse('conflict')
  // Positions are unique after each statement, so all of them move out of the way first.
  await sql`update ${sql.table(list)} set position = -position`.execute(tx)
  for (const [index, each] of keys.entries())
    await sql`update ${sql.table(list)} set position = ${index + 1} where ${sql.ref(key)} = ${each}`.execute(tx)
}
