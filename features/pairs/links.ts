import type { Db } from '#/server/db.ts'
import { hashOf, makeToken } from '#/server/token.ts'

/** Inserts an invitation's link by the hash of its token; answers the token. It works until the invitation is answered or expires. */
export async function insertPairLink(db: Db, invitation_id: number, now: Date): Promise<string> {
  const token = makeToken()
  await db
    .insertInto('pair_links')
    .values({ token_hash: hashOf(token), invitation_id, created_at: now })
    .execute()
  return token
}

/** Deletes the links of expired invitations. */
export async function deleteExpiredPairLinks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('pair_links')
    .using('pair_invitations')
    .whereRef('pair_invitations.id', '=', 'pair_links.invitation_id')
    .where('pair_invitations.expires_at', '<=', now)
    .execute()
}
