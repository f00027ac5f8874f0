import type { PublicAction } from '#/server/action.ts'

type ScoreEmail = 'score_to_confirm' | 'score_disputed' | 'score_to_settle' | 'score_settled'

/** Emails players about a version of a score. */
export async function emailScore(
  { email }: Pick<PublicAction, 'email'>,
  name: ScoreEmail,
  score_id: number,
  player_ids: readonly number[],
): Promise<void> {
  for (const player_id of player_ids) await email(name, { score_id, player_id })
}
