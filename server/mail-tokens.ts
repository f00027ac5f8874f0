import { sql } from 'kysely'
import { inTurn, type Db, type Tx } from './db.ts'
import { hashOf, makeToken } from './token.ts'

/** The account that a link signs in to or changes, and the email that the link proves. */
type AccountSubject = { player_id: number; email: string; issuer: string | null; subject: string | null }

/** Columns that a link has, by its purpose. The constraint `mail_tokens_one_subject` guarantees them. */
type Subjects = {
  verify_email: AccountSubject
  reset_password: AccountSubject
  set_password: AccountSubject
  change_email: AccountSubject
  correct_email: AccountSubject
  claim: AccountSubject
  link_identity: AccountSubject
  score: { score_id: number; addressee_id: number }
  offer: { offer_id: number; addressee_id: number }
  pair_invitation: { pair_invitation_id: number }
  entry_invitation: { entry_invitation_id: number }
  merge_keep: { merge_request_id: number }
  merge_from: { merge_request_id: number }
}
export type Purpose = keyof Subjects
type MailToken<P extends Purpose> = { purpose: P } & Subjects[P]

const DAY_MS = 86_400_000
const KEPT_DAYS = 7

/**
 * Expiry of a link whose subject has its own deadline, such as an offer: a week after the deadline, so that a late reader
 * learns what became of it.
 */
export function weekAfter(deadline: Date): Date {
  return new Date(deadline.getTime() + KEPT_DAYS * DAY_MS)
}

/** Stores the hash of a new link's token and returns the token, which only the email contains. */
export async function insertMailToken<P extends Purpose>(
  db: Db | Tx,
  link: MailToken<P> & { expires_at: Date },
  now: Date,
): Promise<string> {
  const token = makeToken()
  await inTurn(db, [], (writable) =>
    writable
      .insertInto('mail_tokens')
      .values({ ...link, token_hash: hashOf(token), created_at: now })
      .execute(),
  )
  return token
}

/** Finds a link that can be used for one of these purposes. Changes nothing, because mail scanners open links. */
export async function findMailToken<P extends Purpose>(
  db: Db | Tx,
  token: string,
  purposes: readonly P[],
  now: Date,
): Promise<MailToken<P> | undefined> {
  const link = await db
    .selectFrom('mail_tokens')
    .selectAll()
    .where(isUsable(token, purposes, now))
    .executeTakeFirst()
  return link as MailToken<P> | undefined
}

/** Marks a link as used and returns it; undefined if it cannot be used. If the caller's transaction fails, it can be used again. */
export async function spendMailToken<P extends Purpose>(
  tx: Tx,
  token: string,
  purposes: readonly P[],
  now: Date,
): Promise<MailToken<P> | undefined> {
  // A single statement, so that the second of two simultaneous calls waits for the row and finds it used.
  const link = await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where(isUsable(token, purposes, now))
    .returningAll()
    .executeTakeFirst()
  return link as MailToken<P> | undefined
}

/** A link that acts as a player is dead while that account is closed or suspended. */
function isUsable(token: string, purposes: readonly Purpose[], now: Date) {
  return sql<boolean>`token_hash = ${hashOf(token)} and purpose = any (${purposes}) and used_at is null
    and expires_at > ${now}
    and not exists (
      select from players p
      where p.id = addressee_id and (p.deleted_at is not null or p.suspended_at is not null))`
}

/** Deletes the links that have expired. */
export async function deleteExpiredMailTokens(db: Db, now: Date): Promise<void> {
  await inTurn(db, [], (writable) => writable.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute())
}
