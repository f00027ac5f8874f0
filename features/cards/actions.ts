import { findAddressee } from '#/features/accounts/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { PaymentsUnavailable, withTimeout, type CardVault } from '#/server/outside/payments.ts'
import { refuse } from '#/server/refuse.ts'
import type { SavedCard } from './contract.ts'

/** The player's saved cards. Refuses payments_unavailable. */
export async function listSavedCards(actor: Actor): Promise<{ cards: SavedCard[] }> {
  const customer = await findCustomer(actor)
  return { cards: customer === null ? [] : await callVault(actor.app.payments.cards.list(customer)) }
}

/** Begins to save a card and returns the secret for the browser. Refuses payments_unavailable. */
export async function startSavingCard(actor: Actor): Promise<{ client_secret: string }> {
  const vault = actor.app.payments.cards
  return callVault(ensureCustomer(actor, vault).then((customer) => vault.startSaving(customer, actor.now)))
}

/** Removes a saved card. Refuses not_found and payments_unavailable. */
export async function removeCard(actor: Actor, { card }: { card: string }): Promise<void> {
  const customer = (await findCustomer(actor)) ?? refuse('not_found')
  if (!(await callVault(actor.app.payments.cards.forget(customer, card)))) refuse('not_found')
}

/**
 * The player's id at the provider, if the player owns this saved card. Refuses card_not_found for any other card, and
 * payments_unavailable.
 */
export async function getOwnerOfCard(actor: Actor, card: string): Promise<string> {
  const customer = (await findCustomer(actor)) ?? refuse('card_not_found')
  if (!(await callVault(actor.app.payments.cards.has(customer, card)))) refuse('card_not_found')
  return customer
}

/** The player's id at the provider. Null if there is none yet. */
async function findCustomer({ app, player }: Actor): Promise<string | null> {
  const { provider_customer } = await app.db
    .selectFrom('players')
    .select('provider_customer')
    .where('id', '=', player.id)
    .executeTakeFirstOrThrow()
  return provider_customer
}

/**
 * The player's id at the provider, created if missing. The key is the player's, so concurrent calls get the same id.
 * Refuses conflict.
 */
async function ensureCustomer(actor: Actor, vault: CardVault): Promise<string> {
  const known = await findCustomer(actor)
  if (known !== null) return known
  const { app } = actor
  const player = (await findAddressee(app.db, actor.player.id)) ?? refuse('not_found')
  const customer = await vault.openCustomer({
    // A player who verified the email gets a separate customer (`proveEmail`).
    idempotency_key: player.email_verified ? `player-${player.id}-proved` : `player-${player.id}`,
    name: player.name,
    email: player.email,
  })
  await runAction(actor, ({ tx }) =>
    tx
      .updateTable('players')
      .set({ provider_customer: customer })
      .where('id', '=', player.id)
      .where('provider_customer', 'is', null)
      .where('deleted_at', 'is', null)
      .where('email_verified_at', player.email_verified ? 'is not' : 'is', null)
      .execute(),
  )
  return (await findCustomer(actor)) ?? refuse('conflict')
}

/** Calls the provider. Refuses payments_unavailable if it does not respond before the timeout. */
async function callVault<T>(work: Promise<T>): Promise<T> {
  try {
    return await withTimeout(work)
  } catch (error) {
    if (error instanceof PaymentsUnavailable) refuse('payments_unavailable')
    throw error
  }
}
