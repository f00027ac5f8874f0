import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#/server/db.ts'

/** Makes the token of an invitation's link; stored is its hash. It works until the invitation is answered or expires. */
export async function insertPairLink(db: Db, invitation_id: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('pair_links')
    .values({ token_hash: hashOf(token), invitation_id, created_at: now })
    .execute()
  return token
}

/** Removes the links that nobody can use any more. */
export async function forgetPairLinks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('pair_links')
    .using('pair_invitations')
    .whereRef('pair_invitations.id', '=', 'pair_links.invitation_id')
    .where('pair_invitations.expires_at', '<=', now)
    .execute()
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
