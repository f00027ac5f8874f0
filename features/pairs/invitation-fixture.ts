import { insertMailToken, weekAfter } from '#/server/mail-tokens.ts'
import type { TestApp } from '#/test/app.ts'

/** Returns the token of a link to the newest invitation of an email, without the wait for the email. */
export async function makeInvitationLink(t: TestApp, email: string): Promise<string> {
  const { id, expires_at } = await t.db
    .selectFrom('pair_invitations')
    .select(['id', 'expires_at'])
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const link = { purpose: 'pair_invitation', pair_invitation_id: id, expires_at: weekAfter(expires_at) } as const
  return insertMailToken(t.db, link, t.clock.now())
}
