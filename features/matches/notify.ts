import type { Config } from '#/server/config.ts'
import type { Tx } from '#/server/db.ts'
import { postLetter } from '#/server/queue.ts'

type ScoreLetter = 'score_to_confirm' | 'score_disputed' | 'score_to_settle' | 'score_settled'

/** Mails players about a version of a score, in the transaction that made the news. */
export async function mailScore(
  tx: Tx,
  config: Config,
  letter: ScoreLetter,
  score_id: number,
  player_ids: readonly number[],
): Promise<void> {
  for (const player_id of player_ids) await postLetter(tx, config, letter, { score_id, player_id })
}
