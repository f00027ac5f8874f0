import { sql } from 'kysely'
import { courtImage, type Court } from '#/contract/courts.ts'
import type { Gender, SinglesLevel } from '#/contract/fields.ts'
import { centsToDollars } from '#/rules/price.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { unknownZone, type OrganizerArea, type OrganizerDivision } from './catalog-contract.ts'

/** Every division in order: some dozens at most. */
export async function listAllDivisions(db: Db): Promise<OrganizerDivision[]> {
  const rows = await db
    .selectFrom('divisions')
    .select(['id', 'slug', 'name', 'kind', 'level', 'gender', 'price_cents', 'image', 'retired_at'])
    .orderBy('position')
    .execute()
  return rows.map(({ price_cents, retired_at, ...division }) => ({
    ...division,
    price: centsToDollars(price_cents),
    retired: retired_at !== null,
  }))
}

/** What an owner says of a division. */
export type DivisionForm = {
  name: string
  level: SinglesLevel | null
  gender: Gender | null
  price_cents: number
  image: string
}

/** The form as it is stored. */
export function divisionOf({
  price,
  picture,
  ...form
}: {
  name: string
  level: SinglesLevel | null
  gender: Gender | null
  price: number
  picture: Court
}): DivisionForm {
  return { ...form, price_cents: price, image: courtImage(picture) }
}

/** Stores a division behind the others; answers its id. Refuses a name that another one has. */
export async function insertDivision(
  tx: Tx,
  division: DivisionForm & { kind: 'singles' | 'doubles' },
): Promise<number> {
  await lockDivisions(tx)
  await refuseTakenName(tx, 'divisions', division.name)
  const slug = await freeSlug(tx, 'divisions', division.name)
  const { id } = await tx
    .insertInto('divisions')
    .values({ ...division, slug, position: sql<number>`(select coalesce(max(position), 0) + 1 from divisions)` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Waits until nobody else is changing the list of divisions. */
export async function lockDivisions(tx: Tx): Promise<void> {
  await sql`lock table divisions in share row exclusive mode`.execute(tx)
}

/** Waits until nobody else is changing the list of areas. */
export async function lockAreas(tx: Tx): Promise<void> {
  await sql`lock table areas in share row exclusive mode`.execute(tx)
}

/** Refuses, at the field, a name that another division or area has, in any case. */
export async function refuseTakenName(
  tx: Tx,
  table: 'divisions' | 'areas',
  name: string,
  slug: string | null = null,
): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(table)} where lower(name) = lower(${name}) and slug is distinct from ${slug}`.execute(tx)
  if (rows.length > 0) refuse('invalid', { fields: { name: 'This name is taken already.' } })
}

/** The address of a new division or area: 'Men’s Singles 3.5' is mens-singles-3-5, a second one mens-singles-3-5-2. */
export async function freeSlug(tx: Tx, table: 'divisions' | 'areas', name: string): Promise<string> {
  const slug = slugOf(name)
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)} where slug = ${slug} or slug like ${`${slug}-%`}`.execute(tx)
  const taken = new Set(rows.map((row) => row.slug))
  for (let next = 1; ; next += 1) {
    const free = next === 1 ? slug : `${slug}-${next}`
    if (!taken.has(free)) return free
  }
}

/** A name as an address: lowercase letters, digits and hyphens. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/['’\p{M}]/gu, '')
  return (
    plain
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'division'
  )
}

/** Puts rows in a new order. Refuses conflict when they are not exactly those that there are. */
export async function reorder<K extends string | number>(
  tx: Tx,
  table: 'divisions' | 'areas',
  key: 'id' | 'slug',
  keys: readonly K[],
): Promise<void> {
  const { rows } = await sql<{ key: K }>`select ${sql.ref(key)} as key from ${sql.table(table)}`.execute(tx)
  if (rows.length !== keys.length || !rows.every((row) => keys.includes(row.key))) refuse('conflict')
  // Each position is taken once at any moment.
  await sql`update ${sql.table(table)} set position = -position`.execute(tx)
  for (const [index, each] of keys.entries())
    await sql`update ${sql.table(table)} set position = ${index + 1} where ${sql.ref(key)} = ${each}`.execute(tx)
}

/** Every area in order, with how many players live there. */
export async function listAllAreas(db: Db): Promise<OrganizerArea[]> {
  const { rows } = await sql<OrganizerArea>`
    select a.slug, a.name, a.time_zone, (select count(*) from players p where p.area = a.slug) as players
    from areas a order by a.position`.execute(db)
  return rows
}

/** Stores an area behind the others; answers its slug. Refuses a name that another one has, and a zone unknown to the database. */
export async function insertArea(tx: Tx, { name, time_zone }: { name: string; time_zone: string }): Promise<string> {
  await lockAreas(tx)
  await refuseTakenName(tx, 'areas', name)
  // Every query that tells an area's day reckons with it.
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${time_zone})`.execute(tx)
  if (rows.length === 0) refuse('invalid', { fields: { time_zone: unknownZone } })
  const slug = await freeSlug(tx, 'areas', name)
  await tx
    .insertInto('areas')
    .values({ slug, name, time_zone, position: sql<number>`(select coalesce(max(position), 0) + 1 from areas)` })
    .execute()
  return slug
}
