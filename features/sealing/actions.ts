import type { Action } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'

type Change = {
  league_id: number
  match_id: number
  /** The match's score before the change. Null if it had none. */
  before_score_id: number | null
  reason: string
}

/**
 * Records that an organizer has changed the result of a match in a sealed league: its table says so. Call it after the
 * change. Refuses `league_sealed` without a reason.
 */
export async function recordCorrection(
  { tx, player, now }: Action,
  { reason, before_score_id, ...of }: Change,
): Promise<void> {
  if (reason.trim() === '')
    refuse('league_sealed', {
      message: 'The season is over and its table is final. Please correct this result at the desk, with a reason.',
    })
  const { score_id: after_score_id } = await tx
    .selectFrom('matches')
    .select('score_id')
    .where('id', '=', of.match_id)
    .executeTakeFirstOrThrow()
  if (after_score_id === before_score_id) return
  await tx
    .insertInto('league_corrections')
    .values({ ...of, before_score_id, after_score_id, reason, organizer_id: player.id, corrected_at: now })
    .execute()
}
