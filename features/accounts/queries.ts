import { randomBytes } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { type AreaSlug, areaName } from '#/contract/areas.ts'
import type { Players } from '#/db/types.ts'
import type { Db, Tx } from '#/server/db.ts'
import { photoUrl } from '#/server/outside/photos.ts'
import { checkPhone } from '#/server/phone.ts'
import { checkYearOfBirth } from '#/server/year-of-birth.ts'
import { refuse } from '#/server/refuse.ts'
import { endSessionsOf } from '#/server/session.ts'
import type { User } from './contract.ts'

export type NewPlayer = {
  email: string
  password_hash: string | null
  first_name: string
  last_name: string
  /** These four are there together or not at all. */
  phone: string | null
  singles_level: User['singles_level']
  doubles_level?: User['doubles_level'] | undefined
  doubles_partner?: User['doubles_partner'] | undefined
  gender: User['gender']
  year_of_birth?: number | null | undefined
  location: AreaSlug | null
  referral_code?: string | null | undefined
  /** The organizer whose entry or import opens the account: a draft until its owner verifies the email. */
  opened_by_id?: number | undefined
}

/** Stores a player; answers the id. Refuses `email_in_use`, and 422 on an unknown referral code and a year that has not begun. */
export async function insertPlayer(db: Db | Tx, player: NewPlayer, now: Date): Promise<number> {
  const partner = player.doubles_level ? (player.doubles_partner ?? null) : null
  const stored = await db
    .insertInto('players')
    .values({
      email: player.email,
      password_hash: player.password_hash,
      first_name: player.first_name,
      last_name: player.last_name,
      phone: player.phone && checkPhone(player.phone),
      singles_level: player.singles_level,
      doubles_level: player.doubles_level ?? null,
      doubles_partner_name: partner?.full_name ?? null,
      doubles_partner_email: partner?.email ?? null,
      gender: player.gender,
      year_of_birth: checkYearOfBirth(player.year_of_birth ?? null, now),
      area: player.location,
      referral_code: newReferralCode(),
      referred_by_id: player.referral_code ? await findReferrer(db, player.referral_code) : null,
      opened_by_id: player.opened_by_id ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id
}

/** Changes an account. Refuses not_signed_in when it has just been closed: what was erased does not come back. */
export async function updateAccount(db: Db, id: number, change: Updateable<Players>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('players')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('not_signed_in')
}

/** A profile that nobody has filled in. The settings are as in a new account. */
export const emptyProfile = {
  phone: null,
  singles_level: null,
  doubles_level: null,
  doubles_partner_name: null,
  doubles_partner_email: null,
  gender: null,
  year_of_birth: null,
  area: null,
  photo: null,
  shows_email: true,
  shows_phone: true,
  shows_name: false,
  confirmed_age: null,
  age_confirmed_at: null,
  emergency_name: null,
  emergency_phone: null,
} as const

/** Deletes when an account's player can play and has looked at their dashboard, and its calendar's address. */
export async function deleteTimes(tx: Tx, player_id: number): Promise<void> {
  await tx.deleteFrom('availability_hours').where('player_id', '=', player_id).execute()
  await tx.deleteFrom('days_away').where('player_id', '=', player_id).execute()
  await tx.deleteFrom('visits').where('player_id', '=', player_id).execute()
  await tx.deleteFrom('calendar_feeds').where('player_id', '=', player_id).execute()
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

/** The account of an email, in any letter case, with its password's hash. */
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

/** The hash of a player's password; null: there is none. */
export async function findPasswordHash(db: Db, id: number): Promise<string | null> {
  const player = await db.selectFrom('players').select('password_hash').where('id', '=', id).executeTakeFirst()
  return player?.password_hash ?? null
}

/** Where a player lives; null: not known yet. */
export async function findAreaOf(db: Db, id: number): Promise<AreaSlug | null> {
  const row = await db.selectFrom('players').select('area').where('id', '=', id).executeTakeFirst()
  return row?.area ?? null
}

/** The player an email is addressed to; undefined when the account is closed. */
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
 * Locks an account until the transaction ends, so that two changes of it at once follow each other. Rows that name it may be
 * stored meanwhile: where an order may not come in between, `lockForEntry`.
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

/** Marks the email as verified if the account still has it; answers whether it does. */
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

/** Stores a new password and ends every session of the player. */
export async function updatePassword(tx: Tx, player_id: number, password_hash: string): Promise<void> {
  await tx.updateTable('players').set({ password_hash }).where('id', '=', player_id).execute()
  await endSessionsOf(tx, player_id)
}

/** The account as its player sees it. */
export async function findUser(db: Db | Tx, id: number): Promise<User> {
  const row = await db.selectFrom('players').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    profile_complete: row.area !== null,
    phone: row.phone,
    singles_level: row.singles_level,
    doubles_level: row.doubles_level,
    doubles_partner:
      row.doubles_partner_name === null
        ? null
        : { full_name: row.doubles_partner_name, email: row.doubles_partner_email ?? '' },
    gender: row.gender,
    year_of_birth: row.year_of_birth,
    location: row.area && areaName(row.area),
    role: row.role,
    impersonated: false,
    photo: row.photo && photoUrl(row.photo),
    created_at: row.created_at.toISOString(),
  }
}
