import { sql } from 'kysely'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { hashOf, makeToken } from '#/server/token.ts'

/** Hours until a mailed link expires. */
const lifetimes = {
  verify_email: 7 * 24,
  reset_password: 1,
  set_password: 7 * 24,
  change_email: 24,
  link_identity: 1,
} as const
export type Purpose = keyof typeof lifetimes

/** A user's identity at a provider. */
export type Identity = { issuer: string; subject: string }

type MailToken = { player_id: number; email: string } & (
  | { purpose: Exclude<Purpose, 'link_identity'> }
  | ({ purpose: 'link_identity' } & Identity)
)

/**
 * Creates the token of a mailed link and stores its hash. `email` is the address that the link is about. Null if the
 * account has just been closed.
 */
export async function insertMailToken(
  db: Db | Tx,
  { purpose, player_id, ...about }: MailToken,
  now: Date,
): Promise<string | null> {
  const token = makeToken()
  const expires_at = new Date(now.getTime() + lifetimes[purpose] * 3_600_000)
  const { issuer = null, subject = null } = 'issuer' in about ? about : {}
  const { rows } = await sql`
    insert into mail_tokens (token_hash, purpose, player_id, email, issuer, subject, created_at, expires_at)
    select ${hashOf(token)}, ${purpose}, id, ${about.email}, ${issuer}, ${subject}, ${now}, ${expires_at}
    from players where id = ${player_id} and deleted_at is null for key share
    returning 1`.execute(db)
  return rows.length > 0 ? token : null
}

/** Spends a token, once. Refuses `link_dead` if it is used, expired, unknown or for another purpose. */
export async function spendMailToken(
  tx: Tx,
  token: string,
  purposes: readonly Purpose[],
  now: Date,
): Promise<{ purpose: string; player_id: number; email: string; issuer: string | null; subject: string | null }> {
  // One statement: if two requests arrive at once, the second waits for the row and finds the token used.
  const spent = await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['purpose', 'player_id', 'email', 'issuer', 'subject'])
    .executeTakeFirst()
  return spent ?? refuse('link_dead')
}

/** The player of a valid token, without spending it. Refuses like `spendMailToken`. */
export async function findMailToken(
  db: Db | Tx,
  token: string,
  purposes: readonly Purpose[],
  now: Date,
): Promise<{ player_id: number }> {
  const found = await db
    .selectFrom('mail_tokens')
    .select('player_id')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found ?? refuse('link_dead')
}

/** Invalidates the player's other links for these purposes. */
export async function endMailTokens(tx: Tx, player_id: number, purposes: readonly Purpose[], now: Date): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('player_id', '=', player_id)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Invalidates the password links mailed to an email's account. Does the same work if there is no account. */
export async function endResetLinks(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('player_id', '=', (players) =>
      players
        .selectFrom('players')
        .select('id')
        .where(sql`lower(email)`, '=', email),
    )
    .where('purpose', '=', 'reset_password')
    .where('used_at', 'is', null)
    .execute()
}

/** Counts the links of this purpose mailed to the player since `since`. */
export async function countMailTokens(db: Db | Tx, player_id: number, purpose: Purpose, since: Date): Promise<number> {
  const { made } = await db
    .selectFrom('mail_tokens')
    .select((select) => select.fn.countAll<number>().as('made'))
    .where('player_id', '=', player_id)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return made
}
