import type { Config } from '#/server/config.ts'
import type { Tx } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'

type ScoreEmail = 'score_to_confirm' | 'score_disputed' | 'score_to_settle' | 'score_settled'

/** Mails players about a version of a score, in the transaction that made the news. */
export async function mailScore(
  tx: Tx,
  config: Config,
  email: ScoreEmail,
  score_id: number,
  player_ids: readonly number[],
): Promise<void> {
  for (const player_id of player_ids) await queueEmail(tx, config, email, { score_id, player_id })
}
