import { sql } from 'kysely'
import { line } from '#/contract/fields.ts'
import { proveEmail } from '#/features/accounts/proof-actions.ts'
import { findUser, insertPlayer } from '#/features/accounts/queries.ts'
import type { User } from '#/features/accounts/contract.ts'
import { runPublicAction, type Visitor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import type { SocialPerson } from '#/server/outside/social.ts'
import { startSession } from '#/server/session.ts'

/**
 * Starts a session for the person a provider vouches for; answers its token and the account. A first sign-in takes the
 * account that has the email, else opens one whose profile is incomplete (docs/product.md, "Accounts and sessions").
 */
export async function signInSocially(
  visitor: Visitor,
  { person }: { person: SocialPerson },
): Promise<{ token: string; user: User }> {
  const { app, now } = visitor
  const player_id = await findOrOpenAccount(visitor, person)
  return { token: await startSession(app.db, player_id, now), user: await findUser(app.db, player_id) }
}

function findOrOpenAccount(visitor: Visitor, person: SocialPerson): Promise<number> {
  return runPublicAction(visitor, async (action) => {
    const { app, tx, email, now } = action
    // Of two first sign-ins at once the second finds what the first has stored.
    await sql`select pg_advisory_xact_lock(hashtextextended(lower(${person.email}), 0))`.execute(tx)
    const known = await tx
      .selectFrom('social_identities')
      .select('player_id')
      .where('issuer', '=', person.issuer)
      .where('subject', '=', person.subject)
      .executeTakeFirst()
    if (known) return known.player_id

    const known_id = await findAccount(tx, person.email)
    const player_id = known_id ?? (await openAccount(tx, person, now))
    const proof = await proveEmail(action, { player_id, email: person.email })
    if (known_id !== undefined)
      await email('identity_linked', { player_id, provider: app.social?.name ?? '', ended_claims: proof === 'first' })
    await tx
      .insertInto('social_identities')
      .values({ issuer: person.issuer, subject: person.subject, player_id, created_at: now })
      .execute()
    return player_id
  })
}

/** The account that has the email. */
async function findAccount(tx: Tx, email: string): Promise<number | undefined> {
  const account = await tx
    .selectFrom('players')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return account?.id
}

function openAccount(tx: Tx, person: SocialPerson, now: Date): Promise<number> {
  return insertPlayer(
    tx,
    {
      email: person.email,
      password_hash: null,
      // Until the player gives a name, the start of the email is used.
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

/** A name as our own forms accept it; empty when they do not. */
function nameOf(name: string): string {
  const parsed = line(60).safeParse(name)
  return parsed.success ? parsed.data : ''
}
