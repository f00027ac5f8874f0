import { sql, type RawBuilder } from 'kysely'
import { leagueTables } from '#/features/leagues/league-filter.ts'
import { countsAddedSql, meetingsSql, ruleSql } from '#/features/seasons/queries.ts'
import { kindsThat } from '#/rules/formats/formats.ts'
import { walkoverStatuses } from '#/rules/outcome.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Result } from './contract.ts'
import { openMatchOf, type LeagueSides } from './score-queries.ts'

/** A match that is yet to be stored comes after all others of its day. */
const NEWEST_MATCH = 2_147_483_647

/** Whether the table counts score `s` of a match, as `countingResults` in rules/standings.ts does. */
const counts = sql`s.answer is distinct from 'disputed'
  and not (${ruleSql('walkovers')} = '"nothing"' and coalesce(s.match_status = any(${walkoverStatuses}::text[]), false))`

/**
 * Whether match `m` of league `l` and season `se` has a result beyond those that the season counts of the two, or one that
 * the schedule of a league in which not everybody meets does not have, or one across two flights: a friendly.
 * Play-off matches and challenges on a ladder never are.
 */
export const resultKind: RawBuilder<Result['kind']> = sql`(
  select case when m.playoff_stage is null and (earlier.results >= ${meetingsSql}
    or m.round is null and not ${countsAddedSql}
    or l.format ->> 'kind' = 'flights' and (
      select count(distinct e.flight) from entries e where e.id in (m.entry_one_id, m.entry_two_id)) = 2) then 'friendly' else 'league' end
  from (
    select count(*) as results
    from matches o join scores s on s.id = o.score_id
    where o.league_id = m.league_id and o.playoff_stage is null and ${counts}
      and (o.round is not null or ${countsAddedSql})
      and o.entry_one_id in (m.entry_one_id, m.entry_two_id) and o.entry_two_id in (m.entry_one_id, m.entry_two_id)
      and (o.round is not distinct from m.round or (l.format ->> 'kind' = any(${kindsThat('by_period')}::text[])) is not true)
      and (o.match_date, o.id) < (m.match_date, m.id)) earlier)`

export async function findResultKind(db: Db | Tx, match_id: number): Promise<Result['kind']> {
  const { rows } = await sql<{ kind: Result['kind'] }>`
    select ${resultKind} as kind from matches m join ${leagueTables} on l.id = m.league_id where m.id = ${match_id}`.execute(
    db,
  )
  return rows[0]?.kind ?? 'league'
}

/** The kind of a result before it is stored: of the match that it would be stored for. */
export async function previewResultKind(
  db: Db,
  league: LeagueSides,
  match_date: string,
  matchup_id: number | null,
): Promise<Result['kind']> {
  const { winner_entry_id, opponent_entry_id, league_id } = league
  const { rows } = await sql<{ kind: Result['kind'] }>`
    select ${resultKind} as kind
    from (values (1)) one
    left join lateral (
      select m.id, m.round, m.playoff_stage ${openMatchOf(league, match_date, matchup_id)}) open on true
    cross join lateral (
      select coalesce(open.id, ${NEWEST_MATCH}::int) as id, open.round, open.playoff_stage, ${league_id}::int as league_id,
        ${winner_entry_id}::int as entry_one_id, ${opponent_entry_id}::int as entry_two_id, ${match_date}::date as match_date) m
    join ${leagueTables} on l.id = m.league_id`.execute(db)
  return rows[0]?.kind ?? 'league'
}
