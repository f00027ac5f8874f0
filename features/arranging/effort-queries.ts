import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { closedSql, listClosedDays, type ClosedDay } from '#/features/availability/closed-days.ts'
import { awaySql, hoursSql } from '#/features/availability/queries.ts'
import { daylightAt } from '#/features/availability/daylight.ts'
import { namedCourt } from '#/features/courts/queries.ts'
import type { Side } from '#/rules/arranging.ts'
import { suitsSide, type EffortEvent, type EffortOffer, type EffortPlayer } from '#/rules/effort.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import { isLightThen } from '#/rules/slots.ts'
import type { Db, Tx } from '#/server/db.ts'

const msOf = (instant: RawBuilder<unknown>) => sql`(extract(epoch from ${instant}) * 1000)::float8`
const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone a.time_zone)::date`
const since = sql`coalesce(m.extended_at, '-infinity')`

/** The effort record of match `m`, as columns: offers since it was extended, and all events. */
export const effortColumns = sql`
  coalesce(${dayOf(sql`m.extended_at`)}, m.play_from, greatest(se.starting_date, ${dayOf(sql`m.created_at`)})) as effort_from,
  ${closedSql(sql`m.area`)} as closed,
  coalesce((
    select json_agg(json_build_object('side', o.side, 'made_at', ${msOf(sql`o.created_at`)}, 'made_on', ${dayOf(sql`o.created_at`)},
      'ended_at', ${msOf(sql`least(o.ended_at, o.expires_at)`)}, 'outcome', o.outcome, 'times', (
        select json_agg(json_build_object('day', t.match_date, 'starts_at', ${msOf(sql`t.starts_at`)},
          'suits', coalesce(t.suits, t.match_time between '07:00' and '20:30')))
        from match_offer_times t where t.offer_id = o.id)) order by o.id)
    from match_offers o where o.match_id = m.id and o.created_at >= ${since}), '[]') as effort_offers,
  coalesce((
    select json_agg(json_build_object('kind', e.kind, 'side', e.side, 'at', ${msOf(sql`e.at`)}, 'on', ${dayOf(sql`e.at`)},
      'day', e.match_date, 'starts_at', ${msOf(sql`(e.match_date + coalesce(e.match_time, '00:00')) at time zone a.time_zone`)},
      'before_extension', e.at < ${since}) order by e.id)
    from match_events e
    where e.match_id = m.id and e.kind in ('taken', 'agreed', 'called_off', 'objected', 'declined')), '[]') as effort_events`

export type EffortColumns = {
  effort_from: string
  effort_offers: EffortOffer[]
  effort_events: EffortEvent[]
  /** The days without play of its area. */
  closed: ClosedDay[]
}

type PlacedTime = { match_date: string; match_time: string; match_location: string; court_id: number | null }
type OfferedMatch = {
  id: number
  area: AreaSlug
  first_day: string
  last_day: string
  rules: Pick<SeasonRules, 'effort_days'>
}

/** Whether the other side could play at each of these times: by its hours and days away, the area's days without play, and the light of the court. */
export async function listSuits(
  tx: Tx,
  match: OfferedMatch,
  other: Side,
  times: readonly (PlacedTime & { starts_at: Date })[],
): Promise<boolean[]> {
  const { rows: players } = await sql<EffortPlayer>`
    select ${hoursSql} as hours, ${awaySql} as away
    from match_players mp join players p on p.id = mp.player_id
    where mp.match_id = ${match.id} and mp.side = ${other}`.execute(tx)
  const closed = await listClosedDays(tx, match.area)
  const window = { from: match.first_day, to: match.last_day, closed }
  const suits = []
  for (const time of times) {
    const day = { day: time.match_date, time: time.match_time }
    suits.push(suitsSide(players, day, window, match.rules) && (await isLit(tx, match.area, time)))
  }
  return suits
}

/** Whether the court has lights or daylight during the match. True without a known court. */
async function isLit(
  db: Db | Tx,
  area: AreaSlug,
  { court_id, match_location, match_date, starts_at }: PlacedTime & { starts_at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ has_lights: boolean; latitude: number; longitude: number }>`
    select c.has_lights, c.latitude, c.longitude from courts c
    where c.id = coalesce(${court_id}::int, ${namedCourt(sql`${area}`, sql`${match_location}::text`)})`.execute(db)
  const [court] = rows
  return !court || court.has_lights || isLightThen(daylightAt(court, match_date), starts_at.getTime())
}
