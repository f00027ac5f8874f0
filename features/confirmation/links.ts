import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { hashOf, makeToken } from '#/server/token.ts'

/** A link to answer one version of a score, as one of its players. */
export type ScoreLink = { match_id: number; version: number; player_id: number }

/** Makes the token of a link to email and stores its hash. It works once, as long as the version can be answered. */
export async function insertScoreLink(
  db: Db,
  { score_id, player_id, expires_at }: { score_id: number; player_id: number; expires_at: Date },
  now: Date,
): Promise<string> {
  const token = makeToken()
  await db
    .insertInto('score_links')
    .values({ token_hash: hashOf(token), score_id, player_id, created_at: now, expires_at })
    .execute()
  return token
}

/** The player and the version of a link. Changes nothing. Refuses `score_link_dead`: used, expired or unknown. */
export async function findScoreLink(db: Db | Tx, token: string, now: Date): Promise<ScoreLink> {
  const link = await db
    .selectFrom('score_links')
    .innerJoin('scores', 'scores.id', 'score_links.score_id')
    .innerJoin('players', 'players.id', 'score_links.player_id')
    .select(['scores.match_id', 'scores.version', 'score_links.player_id'])
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('players.deleted_at', 'is', null)
    .where('players.suspended_at', 'is', null)
    .executeTakeFirst()
  return link ?? refuse('score_link_dead')
}

/** Marks a link as used, once; when the answer is refused, the caller's transaction undoes it. Refuses `score_link_dead`. */
export async function markScoreLinkUsed(tx: Tx, token: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('score_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('score_link_dead')
}

/** Removes the links that nobody can use any more. */
export async function deleteExpiredScoreLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('score_links').where('expires_at', '<=', now).execute()
}
