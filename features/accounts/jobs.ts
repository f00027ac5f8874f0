import { sql } from 'kysely'
import { inTransaction, type Db } from '#/server/db.ts'
import { hashPassword } from './password.ts'
import { proveEmail } from './proof-actions.ts'
import { findCredentials, insertPlayer, updatePassword } from './queries.ts'

/**
 * Creates the first organizer, an owner, at the start. An account that already has this email becomes the owner. If its
 * email is proved, it keeps its password. Otherwise anybody may have opened it, so it gets the password from the
 * settings, and every other claim to it ends. Several processes may start at once.
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
      await updatePassword(tx, known.id, await hashPassword(password), now)
    const id =
      known?.id ??
      (await insertPlayer(
        tx,
        {
          email,
          password_hash: await hashPassword(password),
          ...nameFor(email, name),
          // The owner completes the profile only if they play.
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

/** The name of the settings, 'Ada Moreno' or 'Madonna'. Without one, the part of the email before the @. */
function nameFor(email: string, name = ''): { first_name: string; last_name: string; one_name: boolean } {
  const isGiven = name.trim() !== ''
  const given = isGiven ? name : email.replace(/@.*$/, '').replaceAll(/[._+-]+/g, ' ')
  const [first_name = '', ...rest] = given.trim().split(/\s+/)
  const last_name = rest.join(' ') || (isGiven ? '' : 'Organizer')
  return { first_name, last_name, one_name: last_name === '' }
}
