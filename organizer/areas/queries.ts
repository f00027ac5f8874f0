import { sql } from 'kysely'
import { findFreeSlug, lockList, refuseTakenName } from '#/organizer/desk/named-lists.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { unknownZone, type OrganizerArea } from './contract.ts'

/** Every area in display order, with the number of players who live there. */
export async function listAllAreas(db: Db | Tx): Promise<OrganizerArea[]> {
  const { rows } = await sql<OrganizerArea>`
    select a.slug, a.name, a.time_zone, (select count(*) from players p where p.area = a.slug) as players
    from areas a order by a.position`.execute(db)
  return rows
}

/** Inserts an area at the end of the list; answers its slug. Refuses a taken name, and a time zone that the database does not know. */
export async function insertArea(tx: Tx, { name, time_zone }: { name: string; time_zone: string }): Promise<string> {
  await lockList(tx, 'areas')
  await refuseTakenName(tx, 'areas', name)
  await refuseUnknownZone(tx, time_zone)
  const slug = await findFreeSlug(tx, 'areas', name)
  await tx
    .insertInto('areas')
    .values({ slug, name, time_zone, position: sql<number>`(select coalesce(max(position), 0) + 1 from areas)` })
    .execute()
  return slug
}

/** Refuses, at the field time_zone, a zone that the database does not know: PostgreSQL works out days too. */
export async function refuseUnknownZone(tx: Tx, time_zone: string): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${time_zone})`.execute(tx)
  if (rows.length === 0) refuse('invalid', { fields: { time_zone: unknownZone } })
}
