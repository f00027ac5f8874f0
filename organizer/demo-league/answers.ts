import { sql } from 'kysely'
import { insertVersions, type MatchSides, type NewScore } from '#/features/matches/score-queries.ts'
import { scoreTotals } from '#/rules/score.ts'
import { standardRules } from '#/rules/season-rules.ts'
import type { Tx } from '#/server/db.ts'
import type { Course } from './scores.ts'

/** The other side's answer to a reported score. `open`: it was just reported and has no answer yet. */
export type Story = 'silence' | 'confirmed' | 'corrected' | 'disputed' | 'open'

/** The answers to the demo player's scores, newest match first, with each kind once. */
export const herStories: readonly Story[] = ['open', 'disputed', 'corrected', 'confirmed']

/** A score that one side reported at `at`, and the other side's answer. */
export type Report = {
  match: MatchSides
  score: NewScore
  side_entry_id: number
  winner_entry_id: number
  at: Date
  story: Story
  /** The player who answers. */
  other: { entry_id: number; player_id: number }
}

/** The score of a match with the result `course` and the other fields of `report`. */
export function scoreOf(
  { status, set_games, duration_minutes, match_notes }: Course,
  report: Pick<NewScore, 'reported_by_id' | 'match_date' | 'match_area' | 'match_location'>,
): NewScore {
  const totals = scoreTotals(set_games, status, standardRules).sets
  return {
    ...report,
    duration_minutes,
    set_games,
    total_winner_score: totals.winner,
    total_opponent_score: totals.opponent,
    match_status: status,
    match_notes,
  }
}

const hour = 3_600_000

/** Stores the first scores of matches, with their answers, none later than now. The caller rebuilds the league. */
export async function storeReports(tx: Tx, reports: readonly Report[], now: Date): Promise<void> {
  await insertVersions(
    tx,
    reports.map(({ match, score, side_entry_id, winner_entry_id, at }) => ({
      match,
      score,
      version: { version: 1, kind: 'report', side_entry_id, winner_entry_id },
      at,
    })),
  )
  const later = reports.map((report) => ({ ...report, at: new Date(report.at.getTime() + 5 * hour) }))
  const past = later.filter(({ at }) => at <= now)
  await insertVersions(
    tx,
    past
      .filter(({ story }) => story === 'corrected')
      .map(({ match, score, other, winner_entry_id, at }) => ({
        match,
        score: { ...score, reported_by_id: other.player_id, duration_minutes: score.duration_minutes + 10 },
        version: { version: 2, kind: 'correction', side_entry_id: other.entry_id, winner_entry_id },
        at,
      })),
  )
  await storeAnswers(tx, past)
}

async function storeAnswers(tx: Tx, reports: readonly Report[]): Promise<void> {
  const answers = reports
    .filter(({ story }) => story === 'confirmed' || story === 'disputed')
    .map(({ match, story, other, at }) => ({
      match_id: match.id,
      answer: story,
      answered_by_id: other.player_id,
      answered_at: at,
      answer_reason: story === 'disputed' ? 'We stopped at 4-4 in the second set because of the rain.' : '',
    }))
  await sql`
    update scores s
    set answer = a.answer, answered_by_id = a.answered_by_id, answered_at = a.answered_at, answer_reason = a.answer_reason
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as a (match_id int, answer text, answered_by_id int, answered_at timestamptz, answer_reason text)
    where s.match_id = a.match_id and s.version = 1`.execute(tx)
}
