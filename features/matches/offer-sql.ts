import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isArrangeable } from '#/features/leagues/sides.ts'

/**
 * Whether offer `o` of arrangeable match `m` can be answered. It can end without a change to its row: when its time is
 * over, or when the player who made it leaves the side or is suspended.
 */
export function isStanding(now: Date): RawBuilder<SqlBool> {
  return sql`(o.ended_at is null and o.expires_at > ${now}::timestamptz and exists (
    select from match_players mp join players p on p.id = mp.player_id
    where mp.match_id = m.id and mp.side = o.side and mp.player_id = o.player_id
      and p.suspended_at is null and p.deleted_at is null))`
}

/** Sides of match `m` with an open offer. `{}` if there is nothing to arrange; null once the match is over. */
export function standingSides(now: Date): RawBuilder<number[] | null> {
  return sql`case when ${isArrangeable} then array(
    select o.side from match_offers o where o.match_id = m.id and ${isStanding(now)} order by o.side) end`
}
