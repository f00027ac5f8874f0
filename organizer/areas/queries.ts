import { sql } from 'kysely'
import type { AreaContact } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { findFreeSlug, lockList, refuseTakenName } from '#/organizer/desk/named-lists.ts'
import { dayInZone } from '#/rules/day.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { unknownZone, type OrganizerArea, type Running } from './contract.ts'

/** Why the time zone of the area `a` cannot change: existing days and times are in it. */
const zoneKeptSql = sql<OrganizerArea['zone_kept']>`case
  when exists (select from leagues l where l.area = a.slug and l.results > 0)
    or exists (select from scores s where s.match_area = a.slug) then 'played'
  when exists (
    select from matches m where m.area = a.slug and m.canceled_at is null and (m.match_date is not null or exists (
      select from match_offers o where o.match_id = m.id and o.ended_at is null))) then 'arranged' end`

type AreaRow = Omit<OrganizerArea, 'contact'> & {
  contact_name: string | null
  contact_email: string | null
  contact_phone: string | null
}

/** All areas in display order, archived ones last, with the number of players who live there. */
export async function listAllAreas(db: Db | Tx): Promise<OrganizerArea[]> {
  const { rows } = await sql<AreaRow>`
    select a.slug, coalesce(a.address, a.slug) as address, a.name, a.time_zone, ${zoneKeptSql} as zone_kept, a.sale_from,
      a.contact_name, a.contact_email, a.contact_phone, a.archived_at is not null as archived,
      (select count(*) from players p where p.area = a.slug) as players
    from areas a order by a.archived_at is not null, a.position`.execute(db)
  return rows.map(({ contact_name, contact_email, contact_phone, sale_from, ...area }) => ({
    ...area,
    sale_from: sale_from && wireDay(sale_from),
    contact: toContact({ contact_name, contact_email, contact_phone }),
  }))
}

function toContact(row: Pick<AreaRow, 'contact_name' | 'contact_email' | 'contact_phone'>): AreaContact | null {
  if (row.contact_email === null) return null
  return { name: row.contact_name ?? '', email: row.contact_email, phone: row.contact_phone ?? '' }
}

/** An area as an owner enters it. Days are yyyy-mm-dd. */
export type AreaDraft = {
  name: string
  time_zone: string
  sale_from?: string | null | undefined
  contact?: AreaContact | null | undefined
}

/** Inserts an area at the end of the list. Returns its slug. Refuses a taken name, and a time zone that the database does not know. */
export async function insertArea(tx: Tx, { name, time_zone, sale_from, contact }: AreaDraft): Promise<string> {
  await lockList(tx, 'areas')
  await refuseTakenName(tx, 'areas', name)
  await refuseUnknownZone(tx, time_zone)
  const slug = await findFreeSlug(tx, 'areas', name)
  await tx
    .insertInto('areas')
    .values({
      slug,
      name,
      time_zone,
      sale_from: sale_from ?? null,
      ...contactColumns(contact ?? null),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from areas)`,
    })
    .execute()
  return slug
}

/** The table's columns for a contact. */
export function contactColumns(contact: AreaContact | null) {
  return {
    contact_name: contact?.name ?? null,
    contact_email: contact?.email ?? null,
    contact_phone: contact?.phone ? contact.phone : null,
  }
}

/** An area as it is stored. */
export type StoredArea = {
  slug: string
  name: string
  time_zone: string
  address: string | null
  sale_from: string | null
  archived_at: Date | null
  zone_kept: OrganizerArea['zone_kept']
  contact: AreaContact | null
}

/**
 * Finds an area and locks it until the transaction ends, so that nothing that refers to it (an order, a league, a
 * player) can be stored. Refuses not_found.
 */
export async function lockArea(tx: Tx, slug: string): Promise<StoredArea> {
  await sql`select from areas where slug = ${slug} for update`.execute(tx)
  type Row = Omit<StoredArea, 'contact'> & Pick<AreaRow, 'contact_name' | 'contact_email' | 'contact_phone'>
  const { rows } = await sql<Row>`
    select a.slug, a.name, a.time_zone, a.address, a.sale_from, a.archived_at, ${zoneKeptSql} as zone_kept,
      a.contact_name, a.contact_email, a.contact_phone
    from areas a where a.slug = ${slug}`.execute(tx)
  const { contact_name, contact_email, contact_phone, ...area } = rows[0] ?? refuse('not_found')
  return { ...area, contact: toContact({ contact_name, contact_email, contact_phone }) }
}

/** Stores the current address of an area, keeping its former ones. */
export async function insertAddress(tx: Tx, area: string, address: string, now: Date): Promise<void> {
  await tx
    .insertInto('area_addresses')
    .values({ address, area, since: now })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
}

/** Counts the open areas other than this one. */
export async function countOtherOpenAreas(tx: Db | Tx, slug: string): Promise<number> {
  const { count } = await tx
    .selectFrom('areas')
    .select(sql<number>`count(*)`.as('count'))
    .where('slug', '<>', slug)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Everything that still runs in an area: seasons with players, orders being paid, wait-lists, invitations and play-offs. */
export async function listRunning(db: Db | Tx, slug: string, time_zone: string, now: Date): Promise<Running[]> {
  const today = dayInZone(now, time_zone)
  const { rows } = await sql<Running>`
    with here as (
      select l.id, l.season_id, se.name || ' ' || se.year as season, se.starting_date, se.counts_until
      from leagues l join seasons se on se.id = l.season_id where l.area = ${slug})
    select 'season' as kind, season_id, season as title, count(*)::int as count, starting_date as since
    from here join entries e on e.league_id = here.id join purchases p on p.id = e.purchase_id and p.counts
    where here.counts_until >= ${today} group by season_id, season, starting_date
    union all
    select 'orders', null, 'Orders that are being paid', count(distinct p.order_id)::int, null
    from here join purchases p on p.league_id = here.id and p.status = 'Pending' having count(*) > 0
    union all
    select 'wait_lists', null, 'Players on wait-lists', count(*)::int, null
    from here join wait_list w on w.league_id = here.id and w.ended_at is null having count(*) > 0
    union all
    select 'invitations', null, 'Invitations to leagues', count(*)::int, null
    from here join entry_invitations i on i.league_id = here.id and i.answered_at is null and i.expires_at > ${now} having count(*) > 0
    union all
    select 'playoffs', season_id, season || ', play-offs', count(distinct here.id)::int, starting_date
    from here join matches m on m.league_id = here.id and m.playoff_stage is not null and m.score_id is null and m.canceled_at is null
    where here.counts_until < ${today} group by season_id, season, starting_date
    order by since nulls last, kind`.execute(db)
  return rows.map(({ kind, season_id, title, count }) => ({ kind, season_id, title, count }))
}

/** What has been stored in an area since it was opened, as words. Null if nothing has. Undefined if there is no such area. */
export async function findAreaUse(db: Db | Tx, slug: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ use: string | null }>`
    select case
      when exists (select from players p where p.area = a.slug) then 'Players live there.'
      when exists (select from orders o where o.area = a.slug)
        or exists (select from leagues l join purchases p on p.league_id = l.id where l.area = a.slug) then 'Somebody has joined a league there.'
      when exists (select from leagues l join entries e on e.league_id = l.id where l.area = a.slug)
        or exists (select from leagues l join wait_list w on w.league_id = l.id where l.area = a.slug)
        or exists (select from leagues l join entry_invitations i on i.league_id = l.id where l.area = a.slug)
        or exists (select from leagues l join league_messages m on m.league_id = l.id where l.area = a.slug) then 'Its leagues are in use.'
      when exists (select from scores s where s.match_area = a.slug) then 'Matches were played there.'
      when exists (select from courts c where c.area = a.slug) then 'It has courts.'
      when exists (select from audit_log r where r.area = a.slug) then 'Organizers have changed something there.'
      when exists (select from tasks t where t.area = a.slug)
        or exists (select from closed_days c where c.area = a.slug)
        or exists (select from organizer_areas o where o.area = a.slug) then 'It is in use at the desk.' end as use
    from areas a where a.slug = ${slug}`.execute(db)
  return rows[0]?.use
}

/** Deletes an area that nothing refers to but its leagues. */
export async function deleteUnusedArea(tx: Tx, slug: string): Promise<void> {
  await tx.deleteFrom('leagues').where('area', '=', slug).execute()
  // At the commit the trigger would raise the version of an area that is gone.
  await sql`set constraints leagues_version immediate`.execute(tx)
  await tx.deleteFrom('area_addresses').where('area', '=', slug).execute()
  await tx.deleteFrom('areas').where('slug', '=', slug).execute()
}

/** The leagues of an area with a wait-list, in ascending order. */
export async function listWaitedLeagues(tx: Tx, slug: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('wait_list')
    .innerJoin('leagues', 'leagues.id', 'wait_list.league_id')
    .distinct()
    .select('leagues.id')
    .where('leagues.area', '=', slug)
    .where('wait_list.ended_at', 'is', null)
    .orderBy('leagues.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Refuses, at the field time_zone, a zone that PostgreSQL does not know, because it computes days too. */
export async function refuseUnknownZone(tx: Tx, time_zone: string): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${time_zone})`.execute(tx)
  if (rows.length === 0) refuse('invalid', { fields: { time_zone: unknownZone } })
}
