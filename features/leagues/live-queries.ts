import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { LIVE_HOURS } from '#/rules/live-scoring.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { Db } from '#/server/db.ts'
import type { Caller } from '#/server/session.ts'
import { joinSeasonAndDivision } from './league-filter.ts'
import type { LiveRow, ShownLive } from './live-contract.ts'
import { fullName, isArrangeable, playersOf } from './sides.ts'

/** Whether live score `ls` is still live: after hours without a tap it is not. */
export function isLive(now: Date): RawBuilder<boolean> {
  return sql<boolean>`ls.changed_at > ${now}::timestamptz - make_interval(hours => ${LIVE_HOURS}::int)`
}

/** The live score of match `m`, if any. */
export function liveOf(now: Date): RawBuilder<ShownLive> {
  return sql<ShownLive>`(select json_build_object('line', ls.line, 'is_over', ls.is_over) from live_scores ls
    where ls.match_id = m.id and ${isLive(now)})`
}

/** When match `m` stops being live. Null if it is not live. */
export function liveUntil(now: Date): RawBuilder<Date | null> {
  return sql<Date | null>`(select ls.changed_at + make_interval(hours => ${LIVE_HOURS}::int) from live_scores ls
    where ls.match_id = m.id and ${isLive(now)})`
}

/** The heading of a live score: match `m` in league `l`, each player `p` by `name`. */
export function matchColumns(name = fullName): RawBuilder<MatchColumns> {
  return sql`m.id as match_id, ${playersOf(1, name)} as player_one, ${playersOf(2, name)} as player_two,
    d.kind = 'doubles' as pairs, m.league_id, se.name as league_name, d.name as level_name, m.area, se.year, d.sport,
    m.playoff_stage is not null as is_playoff`
}

export const matchTables = sql`join leagues l on l.id = m.league_id ${joinSeasonAndDivision}`

export type MatchColumns = Omit<LiveRow, 'line' | 'is_over' | 'changed_at' | 'sport'> & { sport: Sport }

/** Whether the player is in the league of match `m`. */
export function isLeaguePlayer(player_id: number): RawBuilder<SqlBool> {
  return sql`exists (select from entry_players me where me.league_id = m.league_id and me.player_id = ${player_id} and not me.former)`
}

/** Live matches of the caller's leagues, or of one of them, most recently changed first. */
export async function listLiveMatches(
  db: Db,
  caller: Caller,
  league_id: number | null,
  now: Date,
  limit: number,
): Promise<LiveRow[]> {
  const { rows } = await sql<LiveRow>`
    select ${matchColumns()}, ls.line, ls.is_over, to_json(ls.changed_at) as changed_at
    from live_scores ls
    join matches m on m.id = ls.match_id ${matchTables}
    where ${isLive(now)} and ${isArrangeable} and (${league_id}::int is null or m.league_id = ${league_id})
      and (${isLeaguePlayer(caller.id)} or (${league_id}::int is not null and m.area = any(${caller.organizer_areas}::text[])))
    order by ls.changed_at desc, m.id
    limit ${limit}`.execute(db)
  return rows
}
