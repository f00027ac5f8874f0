import { sql } from 'kysely'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import { hashOf, makeToken } from '#/server/token.ts'

/** How many hours each kind of account link works. */
const lifetimes = {
  verify_email: 7 * 24,
  reset_password: 1,
  set_password: 7 * 24,
  change_email: 24,
  correct_email: 10 * 24,
  claim: 14 * 24,
  link_identity: 1,
} as const
export type AccountPurpose = keyof typeof lifetimes

/** A person's identity at a provider. */
export type Identity = { issuer: string; subject: string }

type AccountToken = { player_id: number; email: string } & (
  | { purpose: Exclude<AccountPurpose, 'link_identity'> }
  | ({ purpose: 'link_identity' } & Identity)
)

/**
 * Inserts a token for a link that signs in to an account or changes it. `email` is the address that the link proves.
 * Returns null if the account has just been closed, because closing deletes these links and none may follow.
 */
export async function insertAccountToken(
  db: Db | Tx,
  { purpose, player_id, ...about }: AccountToken,
  now: Date,
): Promise<string | null> {
  const token = makeToken()
  const expires_at = new Date(now.getTime() + lifetimes[purpose] * 3_600_000)
  const { issuer = null, subject = null } = 'issuer' in about ? about : {}
  const { rows } = await inTurn(db, [`player ${player_id}`], (writable) =>
    sql`
    insert into mail_tokens (token_hash, purpose, player_id, email, issuer, subject, created_at, expires_at)
    select ${hashOf(token)}, ${purpose}, id, ${about.email}, ${issuer}, ${subject}, ${now}, ${expires_at}
    from players where id = ${player_id} and deleted_at is null for key share
    returning 1`.execute(writable),
  )
  return rows.length > 0 ? token : null
}

/** Ends the player's links for these purposes. */
export async function endMailTokens(
  tx: Tx,
  player_id: number,
  purposes: readonly AccountPurpose[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('player_id', '=', player_id)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Counts the links for this purpose that were emailed to the player since an instant. */
export async function countMailTokens(
  db: Db | Tx,
  player_id: number,
  purpose: AccountPurpose,
  since: Date,
): Promise<number> {
  const { made } = await db
    .selectFrom('mail_tokens')
    .select((select) => select.fn.countAll<number>().as('made'))
    .where('player_id', '=', player_id)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return made
}
