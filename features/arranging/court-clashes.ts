import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { namedCourt } from '#/features/courts/queries.ts'
import { MATCH_MINUTES } from '#/rules/slots.ts'
import type { Db, Tx } from '#/server/db.ts'
import { formatStoredTime } from './format.ts'

/** The open match `o` has a time. The index `matches_set_on_court` has these matches. */
const isSet = sql<SqlBool>`o.score_id is null and o.canceled_at is null and o.match_time is not null`

/**
 * Whether a match that starts then would find all courts of place `c` taken by other matches at some moment: the same as
 * `isCourtFull` in rules/slots.ts. `starts_at` is a timestamp on the clock of the place, `match_id` the match itself.
 */
export function isCourtTaken(starts_at: RawBuilder<unknown>, match_id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const length = sql`interval '1 minute' * ${MATCH_MINUTES}::int`
  const others = sql`
    select o.match_date + o.match_time as starts_at from matches o
    where o.court_id = c.id and ${isSet} and o.id <> ${match_id}
      and o.match_date between (${starts_at})::date - 1 and (${starts_at})::date + 1
      and o.match_date + o.match_time > ${starts_at} - ${length} and o.match_date + o.match_time < ${starts_at} + ${length}`
  return sql`exists (
    with other as (${others})
    select from (select ${starts_at} as at union all select starts_at from other where starts_at > ${starts_at}) moment
    where (
      select count(*) from other where other.starts_at <= moment.at and other.starts_at > moment.at - ${length}) >= c.court_count)`
}

/** A place whose courts are all taken at a time. */
type TakenCourt = { name: string; court_count: number; match_date: string; match_time: string }

/** The place of an open match if its courts are all taken at the match's time. Null once its day is over. */
export async function findTakenCourt(
  db: Db | Tx,
  match_id: number,
  now: Date,
): Promise<Pick<TakenCourt, 'name' | 'court_count'> | null> {
  const { rows } = await sql<Pick<TakenCourt, 'name' | 'court_count'>>`
    select c.name, c.court_count
    from matches o
    join courts c on c.id = o.court_id
    join areas a on a.slug = c.area
    where o.id = ${match_id} and ${isSet} and o.match_date >= (${now}::timestamptz at time zone a.time_zone)::date
      and ${isCourtTaken(sql`(select m.match_date + m.match_time from matches m where m.id = ${match_id})`, sql`${match_id}::int`)}`.execute(
    db,
  )
  return rows[0] ?? null
}

/**
 * The same for a match that has just been set. Waits for others who set a match on the same court at this moment, so that
 * of two the second is warned.
 */
export async function findTakenCourtOfSetMatch(tx: Tx, match_id: number, now: Date) {
  await sql`
    select from courts where id = (select court_id from matches where id = ${match_id}) for no key update`.execute(tx)
  return findTakenCourt(tx, match_id, now)
}

/** The times of an offer at which all courts of their place are taken, by time. */
export async function listTakenCourts(tx: Tx, offer_id: number): Promise<TakenCourt[]> {
  const { rows } = await sql<TakenCourt>`
    select c.name, c.court_count, t.match_date, to_char(t.match_time, 'HH24:MI') as match_time
    from match_offers f
    join matches m on m.id = f.match_id
    join match_offer_times t on t.offer_id = f.id
    join courts c on c.id = coalesce(t.court_id, ${namedCourt(sql`m.area`, sql`t.match_location`)})
    where f.id = ${offer_id} and ${isCourtTaken(sql`t.match_date + t.match_time`, sql`m.id`)}
    order by t.starts_at`.execute(tx)
  return rows
}

/** A warning for players and organizers, without the names of the other players. */
export function formatTaken({ name, court_count }: Pick<TakenCourt, 'name' | 'court_count'>): string {
  return court_count === 1
    ? `${name} has one court, and another match is set there then.`
    : `${name} has ${court_count} courts, and other matches are set on all of them then.`
}

/** A warning about one time of an offer. */
export function formatTakenTime({ match_date, match_time, ...court }: TakenCourt): string {
  return `${formatStoredTime({ match_date, match_time, match_location: '' })}: ${formatTaken(court)}`
}
