import { insertVersion, type NewScore, type StoredScore } from '#/features/matches/queries.ts'
import type { Tx } from '#/server/db.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { updateAnswer } from '#/features/confirmation/queries.ts'

/** How the other side answered a reported score; `open`: it was just reported and has no answer yet. */
export type Story = 'silence' | 'confirmed' | 'corrected' | 'disputed' | 'open'

/** The demo player's scores show every way to answer, the newest match first. */
export const herStories: readonly Story[] = ['open', 'disputed', 'corrected', 'confirmed']

type Reported = {
  league_id: number
  entry_one_id: number
  winner_entry_id: number
  /** The player who answers. */
  other: { entry_id: number; player_id: number }
  score: NewScore
}

const hour = 3_600_000

/** Plays the answer to a score that was reported at `at`; nothing happens later than now. */
export async function playAnswer(
  tx: Tx,
  story: Story,
  { match_id, score_id }: StoredScore,
  { league_id, entry_one_id, winner_entry_id, other, score }: Reported,
  at: Date,
  now: Date,
): Promise<void> {
  const then = new Date(at.getTime() + 5 * hour)
  if (story === 'silence' || story === 'open' || then > now) return
  if (story === 'corrected') {
    const correction = { ...score, reported_by_id: other.player_id, duration_minutes: score.duration_minutes + 10 }
    await insertVersion(
      tx,
      { id: match_id, entry_one_id },
      correction,
      { version: 2, kind: 'correction', side_entry_id: other.entry_id, winner_entry_id },
      then,
    )
  } else {
    const answer_reason = story === 'disputed' ? 'We stopped at 4-4 in the second set because of the rain.' : ''
    await updateAnswer(tx, score_id, { answer: story, answered_by_id: other.player_id, answer_reason }, then)
  }
  await rebuildLeague(tx, league_id)
}
