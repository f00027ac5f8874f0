import type { Db } from '#/server/db.ts'
import { hashOf, makeToken } from '#/server/token.ts'

/**
 * Inserts the link of one account of a merge, by the hash of its token. Returns the token. It works until the merge
 * ends or expires.
 */
export async function insertMergeLink(
  db: Db,
  link: { merge_request_id: number; side: 'keep' | 'from' },
  now: Date,
): Promise<string> {
  const token = makeToken()
  await db
    .insertInto('merge_links')
    .values({ ...link, token_hash: hashOf(token), created_at: now })
    .execute()
  return token
}

/** Deletes the links of expired merges. */
export async function deleteExpiredMergeLinks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('merge_links')
    .using('merge_requests')
    .whereRef('merge_requests.id', '=', 'merge_links.merge_request_id')
    .where('merge_requests.expires_at', '<=', now)
    .execute()
}
