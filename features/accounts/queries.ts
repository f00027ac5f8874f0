import { randomBytes } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { type AreaSlug, areaName } from '#/contract/areas.ts'
import type { Players } from '#/db/types.ts'
import type { Db, Tx, WritableDb } from '#/server/db.ts'
import { photoUrl } from '#/server/outside/photos.ts'
import { refuse } from '#/server/refuse.ts'
import { endAccess } from './access.ts'
import type { User } from './contract.ts'
import { profileColumns, toColumns, type NewPlayer } from './profile-columns.ts'

/**
 * Inserts a player and returns the id. Refuses `email_in_use`, an unknown referral code (422), and the same as
 * `toColumns`.
 */
export async function insertPlayer(db: WritableDb | Tx, player: NewPlayer, now: Date): Promise<number> {
  const { email, password_hash, first_name, last_name, referral_code, opened_by_id = null } = player
  const stored = await db
    .insertInto('players')
    .values({
      ...toColumns(player, now),
      email,
      password_hash,
      first_name,
      last_name,
      referral_code: newReferralCode(),
      referred_by_id: referral_code ? await findReferrer(db, referral_code) : null,
      opened_by_id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id
}

/** Changes an account. Refuses not_signed_in if it has just been closed, so that erased data does not come back. */
export async function updateAccount(tx: Tx, id: number, change: Updateable<Players>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('players')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('not_signed_in')
}

/** Letters and digits that cannot be mistaken for each other when read out. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function newReferralCode(): string {
  return Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
}

async function findReferrer(db: Db | Tx, code: string): Promise<number> {
  const found = await db
    .selectFrom('players')
    // The code of a merged account counts for the account it was merged into.
    .select(sql<number>`coalesce(merged_into_id, id)`.as('id'))
    .where('referral_code', '=', code.toUpperCase())
    .executeTakeFirst()
  return found?.id ?? refuse('invalid', { fields: { referral_code: 'We do not know this referral code.' } })
}

/** Finds an account and its password hash by email, ignoring case. */
export async function findCredentials(
  db: Db | Tx,
  email: string,
): Promise<{ id: number; password_hash: string | null } | undefined> {
  return db
    .selectFrom('players')
    .select(['id', 'password_hash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** The hash of a player's password. Null if the account has no password. */
export async function findPasswordHash(db: Db, id: number): Promise<string | null> {
  const player = await db.selectFrom('players').select('password_hash').where('id', '=', id).executeTakeFirst()
  return player?.password_hash ?? null
}

/** The area where a player lives. Null until the player has said so. */
export async function findAreaOf(db: Db, id: number): Promise<AreaSlug | null> {
  const row = await db.selectFrom('players').select('area').where('id', '=', id).executeTakeFirst()
  return row?.area ?? null
}

/** The player to whom an email is addressed. Undefined if the account is closed. */
export async function findAddressee(
  db: Db,
  id: number,
): Promise<{ id: number; email: string; email_verified: boolean; first_name: string; name: string } | undefined> {
  const row = await db
    .selectFrom('players')
    .select(['id', 'email', 'email_verified_at', 'first_name', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      id,
      email: row.email,
      email_verified: row.email_verified_at !== null,
      first_name: row.first_name,
      name: row.name,
    }
  )
}

/**
 * Locks an account until the transaction ends, so that simultaneous changes of it follow each other. Other transactions
 * can still insert rows that refer to it. To keep out orders, use `lockForEntry`.
 */
export async function lockPlayer(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('players').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Whether the password is still the one whose hash was checked; it cannot change until the transaction ends. */
export async function lockPassword(tx: Tx, id: number, password_hash: string): Promise<boolean> {
  const kept = await tx
    .selectFrom('players')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forShare()
    .executeTakeFirst()
  return kept !== undefined
}

/** Marks the email as verified. Returns false if the account has another email by now. */
export async function updateEmailVerified(
  tx: Tx,
  { player_id, email }: { player_id: number; email: string },
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .updateTable('players')
    .set({ email_verified_at: sql`coalesce(email_verified_at, ${now})` })
    .where('id', '=', player_id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Stores a password that was chosen by a mailed link, and ends what acted for the player until then. */
export async function updatePassword(tx: Tx, player_id: number, password_hash: string, now: Date): Promise<void> {
  await tx.updateTable('players').set({ password_hash }).where('id', '=', player_id).execute()
  await endAccess(tx, player_id, 'password_reset', { now })
}

/**
 * Reads what re-authentication checks: the email, the password's hash (null without a password) and when this session
 * last used a passkey.
 */
export async function findSessionCredentials(
  db: Db,
  id: number,
  token_hash: Buffer,
): Promise<{ email: string; password_hash: string | null; used_passkey_at: Date | null }> {
  return db
    .selectFrom('players')
    .innerJoin('sessions', 'sessions.player_id', 'players.id')
    .select(['players.email', 'players.password_hash', 'sessions.used_passkey_at'])
    .where('players.id', '=', id)
    .where('sessions.token_hash', '=', token_hash)
    .executeTakeFirstOrThrow()
}

/** The account as its player sees it. */
export async function findUser(db: Db | Tx, id: number): Promise<User> {
  const { email_verified_at, area, photo, doubles_partner_name, doubles_partner_email, created_at, ...row } = await db
    .selectFrom('players')
    .select(profileColumns)
    .select(['id', 'email', 'email_verified_at', 'area', 'role', 'photo', 'created_at'])
    .select(['doubles_partner_name', 'doubles_partner_email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    email_verified: email_verified_at !== null,
    profile_complete: area !== null,
    doubles_partner:
      doubles_partner_name === null ? null : { full_name: doubles_partner_name, email: doubles_partner_email ?? '' },
    location: area && areaName(area),
    impersonated: false,
    photo: photo && photoUrl(photo),
    created_at: created_at.toISOString(),
  }
}
