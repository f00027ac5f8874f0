import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { Tx } from '#/server/db.ts'
import { playersOf, winnerAndOpponent } from '#/features/leagues/sides.ts'
import { formatSides } from '#/contract/format.ts'

/** A match as stored in the audit log. */
export type MatchSnapshot = {
  area: AreaSlug
  subject: string
  /**
   * With the winner first and the score: 'Ada Moreno beat Grace Lindqvist 6-4 6-3'. Without a score: 'Ada Moreno against
   * Grace Lindqvist'.
   */
  title: string
  /** The whole current version of its score. Without a score, its date, time and court. */
  values: Record<string, unknown>
}

/** Reads a match for the audit log, in its state within this transaction. */
export async function findMatchSnapshot(tx: Tx, match_id: number): Promise<MatchSnapshot> {
  const { rows } = await sql<{
    area: AreaSlug
    one: string
    two: string
    winner: 'one' | 'two' | null
    appointment: Record<string, unknown>
    version: (Record<string, unknown> & { set_games: SetScore[]; match_status: MatchStatus }) | null
  }>`
    select m.area, ${playersOf(1)} as one, ${playersOf(2)} as two,
      (select case s.winner_entry_id when m.entry_one_id then 'one' when m.entry_two_id then 'two' end from scores s where s.id = m.score_id) as winner,
      json_build_object('match_date', m.match_date, 'match_time', to_char(m.match_time, 'HH24:MI'), 'match_location', m.match_location) as appointment,
      (select row_to_json(t) from (
        select s.version, ${winnerAndOpponent()}, s.match_date, s.match_area, s.match_location, s.duration_minutes, s.set_games,
          s.total_winner_score, s.total_opponent_score, s.match_status, s.match_notes, s.answer, s.answer_reason,
          (select r.name from players r where r.id = s.reported_by_id) as reported_by, s.created_at as reported_at
        from scores s where s.id = m.score_id) t) as version
    from matches m
    where m.id = ${match_id}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`there is no match ${match_id}`)
  const { area, one, two, winner, appointment, version } = row
  const sides = formatSides(one, two, winner)
  const line = version && scoreLine(version.set_games, version.match_status)
  return {
    area,
    subject: `match ${match_id}`,
    title: line === null ? sides : `${sides} ${line}`,
    values: version ? { score: line, ...version } : appointment,
  }
}
