import { hashOf } from '#/server/token.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { Passkey } from './contract.ts'

/** How long a challenge waits for its signature. */
export const CHALLENGE_MS = 300_000

export type StoredPasskey = {
  id: string
  player_id: number
  credential: Buffer
  public_key: Buffer
  user_handle: Buffer
  counter: number
  transports: string[]
}

/** A challenge's use. Those within a session can be used only in that session. */
export type Purpose =
  | { purpose: 'sign_in' }
  | { purpose: 'check'; session_hash: Buffer }
  | { purpose: 'add'; session_hash: Buffer }

export async function insertChallenge(
  tx: Tx,
  challenge: string,
  { user_handle = null, ...use }: Purpose & { user_handle?: Buffer | null },
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + CHALLENGE_MS)
  await tx
    .insertInto('passkey_challenges')
    .values({ ...use, user_handle, challenge_hash: hashOf(challenge), expires_at })
    .execute()
}

/** Deletes a challenge that can be used, and returns it. Undefined if there is none. */
export async function takeChallenge(
  tx: Tx,
  challenge: string,
  use: Purpose,
  now: Date,
): Promise<{ user_handle: Buffer | null } | undefined> {
  return tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', use.purpose)
    .where('session_hash', 'is not distinct from', 'session_hash' in use ? use.session_hash : null)
    .where('expires_at', '>', now)
    .returning('user_handle')
    .executeTakeFirst()
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await inTurn(db, [], (writable) => writable.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute())
}

/** The player's passkeys, oldest first. */
export function findPasskeysOf(db: Db | Tx, player_id: number): Promise<StoredPasskey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'player_id', 'credential', 'public_key', 'user_handle', 'counter', 'transports'])
    .where('player_id', '=', player_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Finds a passkey by its credential, in base64url. */
export async function findPasskey(db: Db, credential: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'player_id', 'credential', 'public_key', 'user_handle', 'counter', 'transports'])
    .where('credential', '=', Buffer.from(credential, 'base64url'))
    .executeTakeFirst()
}

/** The player's passkeys as the player sees them, oldest first. */
export async function listPasskeysOf(db: Db, player_id: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('player_id', '=', player_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }))
}

/** Stores a passkey, named after the device of the session. Refuses `conflict` for a credential that is stored already. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<StoredPasskey, 'id'>,
  token_hash: Buffer,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('passkeys')
    .values((of) => ({
      ...passkey,
      created_at: now,
      device: of.selectFrom('sessions').select('device').where('token_hash', '=', token_hash),
    }))
    .execute()
}

/** Notes a use of a passkey. Returns false if it was removed, or if another use with this counter was faster. */
export async function updateCounter(
  tx: Tx,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  now: Date,
): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((of) => of.or([of('counter', '<', counter), of.and([of('counter', '=', 0), of.lit(counter === 0)])]))
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Removes one of the player's passkeys. Refuses not_found for anybody else's. */
export async function deletePasskey(tx: Tx, player_id: number, id: string): Promise<void> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('player_id', '=', player_id)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) refuse('not_found')
}
