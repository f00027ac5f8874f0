import type { Db } from '#/server/db.ts'
import { hashPassword } from './password.ts'
import { findCredentials, insertPlayer } from './queries.ts'

/** Removes the links that nobody can use any more. */
export async function forgetMailTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute()
}

/** Makes the first organizer, an owner, at start; an account that already has the email becomes one and keeps its password. */
export async function ensureOrganizer(
  db: Db,
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<void> {
  const known = await findCredentials(db, email)
  const id =
    known?.id ??
    (await insertPlayer(
      db,
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
  await db.updateTable('players').set({ role: 'owner', email_verified_at: now }).where('id', '=', id).execute()
}
