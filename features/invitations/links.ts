import type { Db } from '#/server/db.ts'
import { hashOf, makeToken } from '#/server/token.ts'

/** Inserts an invitation's link by the hash of its token; answers the token. It works until the invitation is answered or expires. */
export async function insertEntryInvitationLink(db: Db, invitation_id: number, now: Date): Promise<string> {
  const token = makeToken()
  await db
    .insertInto('entry_invitation_links')
    .values({ token_hash: hashOf(token), invitation_id, created_at: now })
    .execute()
  return token
}

/** Deletes the links of expired invitations. */
export async function deleteExpiredEntryInvitationLinks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('entry_invitation_links')
    .using('entry_invitations')
    .whereRef('entry_invitations.id', '=', 'entry_invitation_links.invitation_id')
    .where('entry_invitations.expires_at', '<=', now)
    .execute()
}
