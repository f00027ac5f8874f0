import { sql, type RawBuilder } from 'kysely'
import {
  isLeaguePlayer,
  isLive,
  matchColumns,
  matchTables,
  type MatchColumns,
} from '#/features/leagues/live-queries.ts'
import { isArrangeable, publicName, sideOf } from '#/features/leagues/sides.ts'
import { leagueRulesSql } from '#/features/seasons/queries.ts'
import type { LiveSetup, LiveState, LoggedEvent } from '#/rules/live-scoring.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Caller } from '#/server/session.ts'

type StoredLive = {
  setup: LiveSetup
  state: LiveState
  line: string
  version: number
  pen: string
  scored_by: string
  started_at: string
  changed_at: string
  is_live: boolean
}

function liveColumn(now: Date): RawBuilder<StoredLive | null> {
  return sql`(select json_build_object('setup', ls.setup, 'state', ls.state, 'line', ls.line, 'version', ls.version, 'pen', ls.pen,
      'scored_by', (select p.name from players p where p.id = ls.pen_player_id), 'started_at', ls.started_at, 'changed_at', ls.changed_at,
      'is_live', ${isLive(now)} and ${isArrangeable})
    from live_scores ls where ls.match_id = m.id)`
}

export type LiveMatch = MatchColumns & {
  live: StoredLive | null
  is_reported: boolean
  /** Null if the caller may only watch. */
  side: 1 | 2 | null
  may_score: boolean
  /** No score, not canceled, and both sides can play. */
  arrangeable: boolean
  /** The last day of matches that count, and today in the area; yyyy-mm-dd. Null for a play-off match. */
  counts_until: string | null
  today: string
  rules: Pick<SeasonRules, 'formats' | 'match_tie_break' | 'stopped' | 'no_ad' | 'padel_deuce'>
  /** A woman and a man on each side. */
  mixed: boolean
  log: LoggedEvent[]
}

/**
 * A match that the caller may follow, with its live score: in a league that they play in or organize, or in the
 * play-offs. Includes the log if they may score it.
 */
export async function findLiveMatch(
  db: Db | Tx,
  id: number,
  caller: Caller,
  now: Date,
): Promise<LiveMatch | undefined> {
  const { rows } = await sql<LiveMatch>`
    select found.*, case when found.may_score then coalesce((
        select json_agg(e.event order by e.number) from live_score_events e where e.match_id = found.match_id), '[]') else '[]' end as log
    from (
      select ${matchColumns()}, ${liveColumn(now)} as live, m.score_id is not null as is_reported, mine.side,
        mine.side is not null or m.area = any(${caller.organizer_areas}::text[]) as may_score,
        ${isArrangeable} as arrangeable, ${leagueRulesSql} as rules, d.is_mixed as mixed,
        case when m.playoff_stage is null then se.counts_until::text end as counts_until,
        (${now}::timestamptz at time zone a.time_zone)::date::text as today
      from matches m ${matchTables}
      join areas a on a.slug = m.area
      cross join lateral (select ${sideOf(caller.id)} as side) mine
      where m.id = ${id} and m.canceled_at is null
        and (m.playoff_stage is not null or m.area = any(${caller.organizer_areas}::text[]) or ${isLeaguePlayer(caller.id)})) found`.execute(
    db,
  )
  return rows[0]
}

/** A play-off match with its live score and public names. */
export async function findPublicLiveMatch(
  db: Db,
  id: number,
  now: Date,
): Promise<(MatchColumns & Pick<LiveMatch, 'live' | 'is_reported'>) | undefined> {
  const { rows } = await sql<MatchColumns & Pick<LiveMatch, 'live' | 'is_reported'>>`
    select ${matchColumns(publicName)}, ${liveColumn(now)} as live, m.score_id is not null as is_reported
    from matches m ${matchTables}
    where m.id = ${id} and m.playoff_stage is not null and m.canceled_at is null`.execute(db)
  return rows[0]
}

/** Locks a match, so that changes of its live score and a report of its score run one at a time. */
export async function lockLiveMatch(tx: Tx, id: number): Promise<void> {
  await sql`select from matches where id = ${id} for update`.execute(tx)
}

/** Starts a live score; entries are added later. */
export async function insertLiveScore(
  tx: Tx,
  match_id: number,
  setup: LiveSetup,
  { state, line }: { state: LiveState; line: string },
  { pen, player_id }: { pen: string; player_id: number },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('live_scores')
    .values({
      match_id,
      setup: JSON.stringify(setup),
      state: JSON.stringify(state),
      line,
      is_over: state.over !== null,
      version: 0,
      pen,
      pen_player_id: player_id,
      started_at: now,
      changed_at: now,
    })
    .execute()
}

/** Adds entries after `version`, and stores the score of the whole log. */
export async function addLiveEvents(
  tx: Tx,
  match_id: number,
  version: number,
  events: readonly LoggedEvent[],
  { state, line }: { state: LiveState; line: string },
  { pen, player_id }: { pen: string; player_id: number },
  now: Date,
): Promise<void> {
  if (events.length > 0)
    await tx
      .insertInto('live_score_events')
      .values(events.map((event, index) => ({ match_id, number: version + index + 1, event: JSON.stringify(event) })))
      .execute()
  await tx
    .updateTable('live_scores')
    .set({
      version: version + events.length,
      state: JSON.stringify(state),
      line,
      is_over: state.over !== null,
      pen,
      pen_player_id: player_id,
      changed_at: now,
    })
    .where('match_id', '=', match_id)
    .execute()
}

export async function deleteLive(tx: Tx, match_id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('live_scores').where('match_id', '=', match_id).executeTakeFirst()
  return numDeletedRows > 0n
}
