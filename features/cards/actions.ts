import { findAddressee } from '#/features/accounts/queries.ts'
import type { Actor } from '#/server/action.ts'
import { PaymentsUnavailable, withTimeout, type CardVault } from '#/server/outside/payments.ts'
import { refuse } from '#/server/refuse.ts'
import type { SavedCard } from './contract.ts'

/** The player's saved cards; `kept` is false where the provider keeps none. Refuses payments_unavailable. */
export async function listSavedCards(actor: Actor): Promise<{ kept: boolean; cards: SavedCard[] }> {
  const vault = actor.app.payments.cards
  const customer = vault && (await findCustomer(actor))
  return { kept: vault !== null, cards: vault && customer !== null ? await callVault(vault.list(customer)) : [] }
}

/** Begins to save a card; answers the secret for the browser. Refuses cards_not_kept and payments_unavailable. */
export async function startSavingCard(actor: Actor): Promise<{ client_secret: string }> {
  const vault = actor.app.payments.cards ?? refuse('cards_not_kept')
  return callVault(ensureCustomer(actor, vault).then((customer) => vault.startSaving(customer)))
}

/** Removes a saved card. Refuses not_found and payments_unavailable. */
export async function removeCard(actor: Actor, { card }: { card: string }): Promise<void> {
  const vault = actor.app.payments.cards ?? refuse('not_found')
  const customer = (await findCustomer(actor)) ?? refuse('not_found')
  if (!(await callVault(vault.forget(customer, card)))) refuse('not_found')
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

/** The provider's id of the player, created now if there is none. Two at once get the same: the key is the player's. */
async function ensureCustomer(actor: Actor, vault: CardVault): Promise<string> {
  const known = await findCustomer(actor)
  if (known !== null) return known
  const { app } = actor
  const player = (await findAddressee(app.db, actor.player.id)) ?? refuse('not_found')
  const customer = await vault.openCustomer({
    idempotency_key: `player-${player.id}`,
    name: player.name,
    email: player.email,
  })
  await app.db
    .updateTable('players')
    .set({ provider_customer: customer })
    .where('id', '=', player.id)
    .where('provider_customer', 'is', null)
    .execute()
  return (await findCustomer(actor)) ?? customer
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
