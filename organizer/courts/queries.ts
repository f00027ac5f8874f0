import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { skipOf } from '#/contract/page.ts'
import { courtColumns, isCourtNamed, type CourtFilter } from '#/features/courts/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { CourtValues, OrganizerCourt } from './contract.ts'

/** A page of the courts of these areas, by area and name, retired ones last. */
export async function listCourtsOf(
  db: Db,
  areas: readonly AreaSlug[],
  filter: CourtFilter,
): Promise<{ courts: OrganizerCourt[]; total: number; skip: number }> {
  const skip = skipOf(filter)
  const from = sql`from courts c join areas a on a.slug = c.area
    where c.area = any(${areas}::text[]) and ${isCourtNamed(filter.search)}`
  const { rows: courts } = await sql<OrganizerCourt>`
    select ${courtColumns}, c.map_url as own_map_url, c.retired_at is not null as retired ${from}
    order by c.retired_at is not null, a.position, lower(c.name), c.id limit ${filter.per_page} offset ${skip}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db)
  return { courts, total: counted[0]?.total ?? 0, skip }
}

/** Finds a court of these areas and locks it until the transaction ends. Refuses not_found. */
export async function lockCourt(
  tx: Tx,
  id: number,
  areas: readonly AreaSlug[],
): Promise<{ values: CourtValues; retired: boolean }> {
  const court = await tx
    .selectFrom('courts')
    .select([
      'area',
      'name',
      'address',
      'latitude',
      'longitude',
      'surface',
      'court_count',
      'has_lights',
      'map_url',
      'retired_at',
    ])
    .where('id', '=', id)
    .where('area', 'in', areas.length === 0 ? [''] : areas)
    .forUpdate()
    .executeTakeFirst()
  if (!court) refuse('not_found')
  const { retired_at, ...values } = court
  return { values, retired: retired_at !== null }
}
