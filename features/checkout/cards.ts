import type { App } from '#/server/context.ts'
import { PaymentsUnavailable, withTimeout, type CardVault } from '#/server/outside/payments.ts'
import { refuse } from '#/server/refuse.ts'
import { findAddressee } from '#/features/accounts/queries.ts'

/** The provider's name for a player; null: it has none yet. */
export async function findCustomer({ db }: App, player_id: number): Promise<string | null> {
  const { provider_customer } = await db
    .selectFrom('players')
    .select('provider_customer')
    .where('id', '=', player_id)
    .executeTakeFirstOrThrow()
  return provider_customer
}

/** The provider's name for a player, made now if there is none. */
export async function ensureCustomer(app: App, vault: CardVault, player_id: number): Promise<string> {
  const known = await findCustomer(app, player_id)
  if (known !== null) return known
  const player = (await findAddressee(app.db, player_id)) ?? refuse('not_found')
  const customer = await vault.openCustomer({
    idempotency_key: `player-${player_id}`,
    name: player.name,
    email: player.email,
  })
  await app.db
    .updateTable('players')
    .set({ provider_customer: customer })
    .where('id', '=', player_id)
    .where('provider_customer', 'is', null)
    .execute()
  return (await findCustomer(app, player_id)) ?? customer
}

/** What the provider answers in time. Refuses payments_unavailable. */
export async function askVault<T>(work: Promise<T>): Promise<T> {
  try {
    return await withTimeout(work)
  } catch (error) {
    if (error instanceof PaymentsUnavailable) refuse('payments_unavailable')
    throw error
  }
}
