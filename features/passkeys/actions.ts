import type { FastifyBaseLogger } from 'fastify'
import { formatName } from '#/contract/format.ts'
import { reauthenticate } from '#/features/accounts/reauthenticate.ts'
import { findUser } from '#/features/accounts/queries.ts'
import type { User } from '#/features/accounts/contract.ts'
import { runAction, runPublicAction, type Actor, type Visitor } from '#/server/action.ts'
import { Refusal, refuse } from '#/server/refuse.ts'
import { setPasskeyUsed, startSession, type SignedIn } from '#/server/session.ts'
import { hashOf } from '#/server/token.ts'
import { creationOptions, newUserHandle, requestOptions, verifyCreation, verifyUse } from './ceremonies.ts'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from './contract.ts'
import {
  deletePasskey,
  findPasskey,
  findPasskeysOf,
  insertChallenge,
  insertPasskey,
  takeChallenge,
  updateCounter,
  type Purpose,
  type StoredPasskey,
} from './queries.ts'

const MOST_PASSKEYS = 20

type Owner = { password?: string | undefined }
type Logging = { log: FastifyBaseLogger }

/**
 * Returns the options for a new passkey. Refuses like `reauthenticate`, second_factor_due, and `conflict` for more than
 * MOST_PASSKEYS.
 */
export async function startPasskey(actor: Actor<SignedIn>, { password }: Owner): Promise<CreationOptions> {
  const { app, player, now } = actor
  refuseWithoutFactor(player)
  await reauthenticate(app, player, password, now)
  return runAction(actor, async ({ tx }) => {
    const { email, first_name, last_name } = await findUser(tx, player.id)
    const passkeys = await findPasskeysOf(tx, player.id)
    if (passkeys.length >= MOST_PASSKEYS)
      refuse('conflict', { message: `You have ${MOST_PASSKEYS} passkeys. Remove one first.` })
    const user_handle = passkeys[0]?.user_handle ?? newUserHandle()
    const name = formatName({ first_name, last_name })
    const options = await creationOptions(app.config, { email, name, user_handle, passkeys })
    const use = { purpose: 'add', session_hash: player.token_hash, user_handle } as const
    await insertChallenge(tx, options.challenge, use, now)
    return options
  })
}

/** Stores a passkey and emails the player. Refuses passkey_failed, second_factor_due, and `conflict` for one that is stored already. */
export async function addPasskey(actor: Actor<SignedIn> & Logging, attestation: Attestation): Promise<void> {
  const { app, player, now, log } = actor
  refuseWithoutFactor(player)
  let user_handle: Buffer | null = null
  const made = await verifyCreation(app.config, attestation, async (challenge) => {
    const taken = await take(actor, challenge, { purpose: 'add', session_hash: player.token_hash })
    user_handle = taken?.user_handle ?? null
    return taken !== undefined
  }).catch(refusing(log, 'passkey_failed'))
  const handle: Buffer = user_handle ?? refuse('passkey_failed')
  await runAction(actor, async ({ tx, notify }) => {
    await insertPasskey(tx, { ...made, player_id: player.id, user_handle: handle }, player.token_hash, now)
    await setPasskeyUsed(tx, player.token_hash, now)
    await notify('passkey_changed', { player_id: player.id, added: true })
  })
}

/** Removes a passkey and emails the player. Refuses like `reauthenticate`, not_found and second_factor_due. */
export async function removePasskey(actor: Actor<SignedIn>, { id, password }: Owner & { id: string }): Promise<void> {
  const { app, player, now } = actor
  refuseWithoutFactor(player)
  await reauthenticate(app, player, password, now)
  await runAction(actor, async ({ tx, notify }) => {
    await deletePasskey(tx, player.id, id)
    await notify('passkey_changed', { player_id: player.id, added: false })
  })
}

/** Returns the options for the use of one of the player's passkeys in their session. Refuses passkey_missing. */
export function startCheck(actor: Actor<SignedIn>): Promise<RequestOptions> {
  return runAction(actor, async ({ app, tx, player, now }) => {
    const passkeys = await findPasskeysOf(tx, player.id)
    if (passkeys.length === 0) refuse('passkey_missing')
    const options = await requestOptions(app.config, passkeys)
    await insertChallenge(tx, options.challenge, { purpose: 'check', session_hash: player.token_hash }, now)
    return options
  })
}

/** Re-authenticates the session by a passkey, which is also the second factor. Refuses passkey_failed. */
export async function checkPasskey(actor: Actor<SignedIn> & Logging, assertion: Assertion): Promise<void> {
  const { app, player, now, log } = actor
  await app.limits.spend('password_check', player.id)
  const passkey = await findPasskey(app.db, assertion.id)
  if (passkey?.player_id !== player.id) refuse('passkey_failed')
  const used = await verify(actor, {
    assertion,
    passkey,
    use: { purpose: 'check', session_hash: player.token_hash },
  }).catch(refusing(log, 'passkey_failed'))
  await runAction(actor, async ({ tx }) => {
    if (!(await updateCounter(tx, used, now))) refuse('passkey_failed')
    await setPasskeyUsed(tx, player.token_hash, now)
  })
}

/** Returns the options for a sign-in with any passkey. */
export function startSignIn(visitor: Visitor): Promise<RequestOptions> {
  return runPublicAction(visitor, async ({ app, tx, now }) => {
    const options = await requestOptions(app.config)
    await insertChallenge(tx, options.challenge, { purpose: 'sign_in' }, now)
    return options
  })
}

/** Starts a session by a passkey. Refuses passkey_unknown and `suspended`. */
export async function signInByPasskey(
  visitor: Visitor & Logging,
  assertion: Assertion,
): Promise<{ token: string; user: User }> {
  const { app, now, log } = visitor
  const passkey = (await findPasskey(app.db, assertion.id)) ?? refuse('passkey_unknown')
  const used = await verify(visitor, { assertion, passkey, use: { purpose: 'sign_in' } }).catch(
    refusing(log, 'passkey_unknown'),
  )
  const token = await runPublicAction(visitor, async ({ tx }) => {
    if (!(await updateCounter(tx, used, now))) refuse('passkey_unknown')
    const started = await startSession(tx, passkey.player_id, now)
    await setPasskeyUsed(tx, hashOf(started), now)
    return started
  })
  return { token, user: await findUser(app.db, passkey.player_id) }
}

async function verify(
  visitor: Visitor,
  { assertion, passkey, use }: { assertion: Assertion; passkey: StoredPasskey; use: Purpose },
): Promise<{ id: string; counter: number }> {
  const counter = await verifyUse(
    visitor.app.config,
    assertion,
    passkey,
    async (challenge) => (await take(visitor, challenge, use)) !== undefined,
  )
  return { id: passkey.id, counter }
}

/** Uses up a challenge in its own transaction: a wrong answer to it must not leave it for another. */
function take({ app, now }: Visitor, challenge: string, use: Purpose) {
  return runPublicAction({ app, now }, ({ tx }) => takeChallenge(tx, challenge, use, now))
}

/** Refuses and logs the reason that the library gives. */
function refusing(log: FastifyBaseLogger, code: 'passkey_failed' | 'passkey_unknown') {
  return (error: unknown): never => {
    if (error instanceof Refusal) throw error
    log.warn({ err: error }, 'a passkey was refused')
    refuse(code)
  }
}

/** A password alone must not add or remove what the desk asks for. */
function refuseWithoutFactor({ second_factor_due }: SignedIn): void {
  if (second_factor_due) refuse('second_factor_due')
}
