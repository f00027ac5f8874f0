import { sql } from 'kysely'
import { nameLine } from '#/contract/fields.ts'
import { cleanName } from '#/rules/name-characters.ts'
import { endAccess } from '#/features/accounts/access.ts'
import { countMailTokens, type Identity } from '#/features/accounts/mail-tokens.ts'
import { proveEmail } from '#/features/accounts/proof-actions.ts'
import { findUser, insertPlayer } from '#/features/accounts/queries.ts'
import type { User } from '#/features/accounts/contract.ts'
import { runPublicAction, type PublicAction, type Visitor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import type { SocialPerson } from '#/server/outside/social.ts'
import { spendMailToken } from '#/server/mail-tokens.ts'
import { refuse } from '#/server/refuse.ts'
import { isRecentlyAuthenticated, startSession, type SignedIn } from '#/server/session.ts'

/** Links that connect a provider, mailed to one account per hour. */
const LINKS_PER_HOUR = 5

type SignedInUser = { token: string; user: User }

/**
 * Starts a session for a person authenticated by a provider. Returns its token and the account. A first sign-in opens
 * an account with an incomplete profile, or takes the one with the email: at once if its email was never verified, or
 * if the caller has just signed in to it. Otherwise it emails a link to the account (docs/product.md, "Accounts and
 * sessions"). Refuses link_needed, too_many_requests and suspended.
 */
export async function signInSocially(
  visitor: Visitor & { caller: SignedIn | null },
  { person }: { person: SocialPerson },
): Promise<SignedInUser> {
  const { app, now, caller } = visitor
  const player_id = await runPublicAction(visitor, async (action) => {
    const { tx } = action
    // Of two concurrent first sign-ins, the second finds the account of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(lower(${person.email}), 0))`.execute(tx)
    const known = await tx
      .selectFrom('social_identities')
      .select('player_id')
      .where('issuer', '=', person.issuer)
      .where('subject', '=', person.subject)
      .executeTakeFirst()
    if (known) return known.player_id
    const account = await lockAccount(tx, person.email)
    if (account) return (await takeAccount(action, account, person, caller)) ? account.id : null
    const opened = await openAccount(tx, person, now)
    await proveEmail(action, { player_id: opened, email: person.email })
    await insertIdentity(tx, opened, person, now)
    return opened
  })
  // Refused only after the transaction, which would otherwise roll back the mailed link.
  if (player_id === null) refuse('link_needed')
  return { token: await startSession(app.db, player_id, now), user: await findUser(app.db, player_id) }
}

/**
 * Connects a provider through the mailed link, and ends all older sessions. Refuses link_dead, `conflict` and
 * suspended.
 */
export function linkIdentity(visitor: Visitor, { token }: { token: string }): Promise<SignedInUser> {
  return runPublicAction(visitor, async (action) => {
    const { tx, now } = action
    const link = (await spendMailToken(tx, token, ['link_identity'], now)) ?? refuse('link_dead')
    const { player_id, issuer, subject } = link
    if (issuer === null || subject === null || (await proveEmail(action, link)) === 'none') refuse('link_dead')
    await connect(action, player_id, { issuer, subject }, null)
    return { token: await startSession(tx, player_id, now), user: await findUser(tx, player_id) }
  })
}

type Account = { id: number; isProved: boolean }

/** Finds the account of an email and locks it until the transaction ends. */
async function lockAccount(tx: Tx, email: string): Promise<Account | undefined> {
  const account = await tx
    .selectFrom('players')
    .select(['id', 'email_verified_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
  return account && { id: account.id, isProved: account.email_verified_at !== null }
}

/** Connects the person to the account of their email, or emails a link to do so. Returns whether it is connected. */
async function takeAccount(
  action: PublicAction,
  { id, isProved }: Account,
  person: SocialPerson,
  caller: SignedIn | null,
): Promise<boolean> {
  const { app, tx, notify, now } = action
  const own = caller?.id === id && isRecentlyAuthenticated(caller, now) ? caller : null
  if (!isProved) {
    // Anyone may have opened the account. The provider has just verified whose email it is.
    await proveEmail(action, { player_id: id, email: person.email }, { kept: own })
    await connect(action, id, person, own, own === null)
    return true
  }
  if (own) {
    await connect(action, id, person, own)
    return true
  }
  const hourAgo = new Date(now.getTime() - 3_600_000)
  if ((await countMailTokens(tx, id, 'link_identity', hourAgo)) >= LINKS_PER_HOUR)
    refuse('too_many_requests', { retryAfter: 3600 })
  const { issuer, subject } = person
  const about = { player_id: id, provider: app.social?.name ?? '', issuer, subject }
  await notify('link_identity', about, { key: `link_identity:${id}` })
  return false
}

/** Stores the identity, ends what acts for the account except the session `kept`, and notifies its owner. */
async function connect(
  { app, tx, notify, now }: PublicAction,
  player_id: number,
  identity: Identity,
  kept: { token_hash: Buffer } | null,
  ended_claims = false,
): Promise<void> {
  await insertIdentity(tx, player_id, identity, now)
  await endAccess(tx, player_id, 'provider_connected', { now, kept: kept?.token_hash })
  await notify('identity_linked', { player_id, provider: app.social?.name ?? '', ended_claims })
}

async function insertIdentity(tx: Tx, player_id: number, { issuer, subject }: Identity, now: Date): Promise<void> {
  await tx.insertInto('social_identities').values({ issuer, subject, player_id, created_at: now }).execute()
}

function openAccount(tx: Tx, person: SocialPerson, now: Date): Promise<number> {
  return insertPlayer(
    tx,
    {
      email: person.email,
      password_hash: null,
      // The part of the email before the @ is used until the player enters a name.
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

/** A name without characters that our forms refuse, '' if the rest is not valid there. */
function nameOf(name: string): string {
  const parsed = nameLine(60).safeParse(cleanName(name))
  return parsed.success ? parsed.data : ''
}
