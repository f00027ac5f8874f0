import type { PublicAction } from '#/server/action.ts'

type ScoreEmail = 'score_to_confirm' | 'score_disputed' | 'score_to_settle' | 'score_settled'

/** Emails players about a version of a score. */
export async function emailScore(
  { notify }: Pick<PublicAction, 'notify'>,
  name: ScoreEmail,
  score_id: number,
  player_ids: readonly number[],
): Promise<void> {
  for (const player_id of player_ids) await notify(name, { score_id, player_id })
}
