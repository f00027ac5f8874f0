import { sql } from 'kysely'
import { inTransaction, type Db } from '#/server/db.ts'
import { hashPassword } from './password.ts'
import { proveEmail } from './proof-actions.ts'
import { findCredentials, insertPlayer, updatePassword } from './queries.ts'

/** Removes the links that nobody can use any more. */
export async function forgetMailTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute()
}

/**
 * Makes the first organizer, an owner, at start. A proved account that already has the email becomes one and keeps its
 * password; one that anybody may have opened gets the password of the settings, and every other claim to it ends.
 * Several processes may start at once.
 */
export async function ensureOrganizer(
  db: Db,
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first_organizer', 0))`.execute(tx)
    const known = await findCredentials(tx, email)
    if (known && (await proveEmail({ tx, now }, { player_id: known.id, email })) === 'first')
      await updatePassword(tx, known.id, await hashPassword(password))
    const id =
      known?.id ??
      (await insertPlayer(
        tx,
        {
          email,
          password_hash: await hashPassword(password),
          first_name: 'League',
          last_name: 'Organizer',
          phone: '+1 000 000 0000',
          singles_level: '3.5',
          gender: 'Female',
          location: 'south-bend',
        },
        now,
      ))
    await tx.updateTable('players').set({ role: 'owner', email_verified_at: now }).where('id', '=', id).execute()
  })
}
