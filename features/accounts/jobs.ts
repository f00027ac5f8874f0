import { sql } from 'kysely'
import { inTransaction, type Db } from '#/server/db.ts'
import { hashPassword } from './password.ts'
import { proveEmail } from './proof-actions.ts'
import { findCredentials, insertPlayer, updatePassword } from './queries.ts'

/**
 * Makes the first organizer, an owner, at start. A proved account that already has the email becomes one and keeps its
 * password; one that anybody may have opened gets the password of the settings, and every other claim to it ends.
 * Several processes may start at once.
 */
export async function ensureOrganizer(
  db: Db,
  { email, password, name }: { email: string; password: string; name?: string | undefined },
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
          ...nameFor(email, name),
          // Nothing is invented: the owner completes the profile, if they play.
          phone: null,
          singles_level: null,
          gender: null,
          location: null,
        },
        now,
      ))
    await tx.updateTable('players').set({ role: 'owner', email_verified_at: now }).where('id', '=', id).execute()
  })
}

/** The name of the settings, 'Ada Moreno'; without one, what stands before the @ of the email. */
function nameFor(email: string, name = ''): { first_name: string; last_name: string } {
  const given = name.trim() === '' ? email.replace(/@.*$/, '').replaceAll(/[._+-]+/g, ' ') : name
  const [first_name = '', ...rest] = given.trim().split(/\s+/)
  return { first_name, last_name: rest.join(' ') || 'Organizer' }
}
