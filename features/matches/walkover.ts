import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Side } from '#/rules/arranging.ts'
import type { Tx } from '#/server/db.ts'
import { insertVersion, nextVersion, type MatchSides } from './score-queries.ts'

type Walkover = {
  winner: Side
  reported_by_id: number
  /** The last day on which the match was to be played, yyyy-mm-dd. */
  last_day: string
  reason: string
}

/**
 * Stores a walkover as the settled score of a match that was not played; answers its id. The caller has locked the league,
 * and rebuilds it afterwards.
 */
export async function insertWalkover(
  tx: Tx,
  match: MatchSides & { area: AreaSlug; entry_two_id: number },
  { winner, reported_by_id, last_day, reason }: Walkover,
  now: Date,
): Promise<number> {
  return insertVersion(
    tx,
    match,
    {
      reported_by_id,
      match_date: await findFreeDay(tx, match, last_day),
      match_area: match.area,
      match_location: 'Not played',
      duration_minutes: 0,
      set_games: [],
      total_winner_score: 0,
      total_opponent_score: 0,
      match_status: 'Opponent did not show',
      match_notes: '',
    },
    {
      version: await nextVersion(tx, match.id),
      kind: 'report',
      side_entry_id: null,
      winner_entry_id: winner === 1 ? match.entry_one_id : match.entry_two_id,
      answer_reason: reason,
    },
    now,
  )
}

/**
 * The last day until then on which the two have no result (`matches_one_result_a_day`): where they meet twice, both matches
 * can be left unplayed on the same last day.
 */
async function findFreeDay(
  tx: Tx,
  { id, entry_one_id, entry_two_id }: MatchSides & { entry_two_id: number },
  last_day: string,
): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`
    select max(${last_day}::date - back) as day from generate_series(0, 365) back
    where not exists (
      select from matches m
      where m.match_date = ${last_day}::date - back and m.score_id is not null and m.playoff_stage is null and m.id <> ${id}
        and m.entry_one_id in (${entry_one_id}, ${entry_two_id}) and m.entry_two_id in (${entry_one_id}, ${entry_two_id}))`.execute(
    tx,
  )
  return rows[0]?.day ?? last_day
}
