import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { containsAll } from '#/features/leagues/name-search.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Court } from './contract.ts'

/** The map of court `c`: the organizer's link, or its position. */
export const mapUrl = sql<string>`coalesce(c.map_url,
  format('https://www.openstreetmap.org/?mlat=%1$s&mlon=%2$s#map=17/%1$s/%2$s', c.latitude, c.longitude))`

/** The columns of court `c`. */
export const courtColumns = sql<Court>`
  c.id, c.area, c.name, c.address, c.latitude, c.longitude, c.surface, c.court_count, c.has_lights, ${mapUrl} as map_url`

export type CourtFilter = PageQuery & { area?: AreaSlug | undefined; search?: string | undefined }

/** Whether court `c` has every part of the search in its name or address. */
export function isCourtNamed(search = ''): RawBuilder<SqlBool> {
  return containsAll(sql`c.name || ' ' || c.address`, search)
}

/** A page of the courts in use, by area and name. */
export async function listOpenCourts(
  db: Db,
  filter: CourtFilter,
): Promise<{ courts: Court[]; total: number; skip: number }> {
  const skip = skipOf(filter)
  const from = sql`from courts c join areas a on a.slug = c.area
    where c.retired_at is null and ${filter.area === undefined ? sql`true` : sql`c.area = ${filter.area}`}
      and ${isCourtNamed(filter.search)}`
  const { rows: courts } = await sql<Court>`
    select ${courtColumns} ${from} order by a.position, lower(c.name), c.id limit ${filter.per_page} offset ${skip}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db)
  return { courts, total: counted[0]?.total ?? 0, skip }
}

/**
 * The court of an area named in a typed place: 'Leeper Park' and 'Leeper Park, court 4' both name it. Null if there is
 * none. The longest name wins.
 */
export function namedCourt(area: RawBuilder<unknown>, place: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`(
    select c.id from courts c
    where c.area = ${area} and c.retired_at is null
      and (lower(${place}) = lower(c.name) or starts_with(lower(${place}), lower(c.name) || ','))
    order by length(c.name) desc, c.id limit 1)`
}

/** A court in use, by id and area. */
export async function findCourt(
  db: Db | Tx,
  id: number,
  area: AreaSlug,
): Promise<Pick<Court, 'id' | 'name'> | undefined> {
  return db
    .selectFrom('courts')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('area', '=', area)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}
