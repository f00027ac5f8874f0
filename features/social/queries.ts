import { sql } from 'kysely'
import { line } from '#/contract/fields.ts'
import { insertPlayer } from '#/features/accounts/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { SocialPerson } from '#/server/outside/social.ts'
import { endSessionsOf } from '#/server/session.ts'

/**
 * The player whom a provider vouches for; answers the id. A first sign-in takes the account that has the e-mail, else
 * opens one whose profile is incomplete (docs/product.md, "Accounts and sessions").
 */
export function enterSocially(db: Db, person: SocialPerson, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Of two first sign-ins at once the second finds what the first has stored.
    await sql`select pg_advisory_xact_lock(hashtextextended(lower(${person.email}), 0))`.execute(tx)
    const known = await tx
      .selectFrom('social_identities')
      .select('player_id')
      .where('issuer', '=', person.issuer)
      .where('subject', '=', person.subject)
      .executeTakeFirst()
    if (known) return known.player_id

    const player_id = (await takeAccount(tx, person.email)) ?? (await openAccount(tx, person, now))
    await tx
      .updateTable('players')
      .set({ email_verified_at: now })
      .where('id', '=', player_id)
      .where('email_verified_at', 'is', null)
      .execute()
    await tx
      .insertInto('social_identities')
      .values({ issuer: person.issuer, subject: person.subject, player_id, created_at: now })
      .execute()
    return player_id
  })
}

/**
 * The account that has the e-mail. If its e-mail was never verified, somebody else may have opened it and be waiting
 * for the owner (pre-hijacking): the password, sessions and mailed links of whoever it was end first.
 */
async function takeAccount(tx: Tx, email: string): Promise<number | undefined> {
  const account = await tx
    .selectFrom('players')
    .select(['id', 'email_verified_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
  if (account?.email_verified_at === null) {
    await tx.updateTable('players').set({ password_hash: null }).where('id', '=', account.id).execute()
    await endSessionsOf(tx, account.id)
    await tx.deleteFrom('mail_tokens').where('player_id', '=', account.id).execute()
  }
  return account?.id
}

function openAccount(tx: Tx, person: SocialPerson, now: Date): Promise<number> {
  return insertPlayer(
    tx,
    {
      email: person.email,
      password_hash: null,
      // The start of the e-mail is a name that its owner knows, until they give another.
      first_name: nameOf(person.first_name) || nameOf(person.email.replace(/@.*$/, '')),
      last_name: nameOf(person.last_name),
      phone: null,
      singles_level: null,
      gender: null,
      location: null,
    },
    now,
  )
}

/** A name as our own forms would take it; empty when they would not. */
function nameOf(given: string): string {
  const read = line(60).safeParse(given)
  return read.success ? read.data : ''
}
