import { findAddressee } from '#/features/accounts/queries.ts'
import type { Actor } from '#/server/action.ts'
import { PaymentsUnavailable, withTimeout, type CardVault } from '#/server/outside/payments.ts'
import { refuse } from '#/server/refuse.ts'
import type { SavedCard } from './contract.ts'

/** The player's saved cards. Refuses payments_unavailable. */
export async function listSavedCards(actor: Actor): Promise<{ cards: SavedCard[] }> {
  const customer = await findCustomer(actor)
  return { cards: customer === null ? [] : await callVault(actor.app.payments.cards.list(customer)) }
}

/** Begins to save a card; answers the secret for the browser. Refuses payments_unavailable. */
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
 * The provider's id of the player, who has this saved card. Refuses card_not_found for every card but the player's own, and
 * payments_unavailable.
 */
export async function getOwnerOfCard(actor: Actor, card: string): Promise<string> {
  const customer = (await findCustomer(actor)) ?? refuse('card_not_found')
  if (!(await callVault(actor.app.payments.cards.has(customer, card)))) refuse('card_not_found')
  return customer
}

/** The provider's id of the player; null: it has none yet. */
async function findCustomer({ app, player }: Actor): Promise<string | null> {
  const { provider_customer } = await app.db
    .selectFrom('players')
    .select('provider_customer')
    .where('id', '=', player.id)
    .executeTakeFirstOrThrow()
  return provider_customer
}

/** The provider's id of the player, created now if there is none. Two at once get the same: the key is the player's. Refuses conflict. */
async function ensureCustomer(actor: Actor, vault: CardVault): Promise<string> {
  const known = await findCustomer(actor)
  if (known !== null) return known
  const { app } = actor
  const player = (await findAddressee(app.db, actor.player.id)) ?? refuse('not_found')
  const customer = await vault.openCustomer({
    // The person who proves to own the email gets a customer of their own (`proveEmail`).
    idempotency_key: player.email_verified ? `player-${player.id}-proved` : `player-${player.id}`,
    name: player.name,
    email: player.email,
  })
  await app.db
    .updateTable('players')
    .set({ provider_customer: customer })
    .where('id', '=', player.id)
    .where('provider_customer', 'is', null)
    .where('deleted_at', 'is', null)
    .where('email_verified_at', player.email_verified ? 'is not' : 'is', null)
    .execute()
  return (await findCustomer(actor)) ?? refuse('conflict')
}

/** Waits for the provider. Refuses payments_unavailable when it does not answer in time. */
async function callVault<T>(work: Promise<T>): Promise<T> {
  try {
    return await withTimeout(work)
  } catch (error) {
    if (error instanceof PaymentsUnavailable) refuse('payments_unavailable')
    throw error
  }
}
