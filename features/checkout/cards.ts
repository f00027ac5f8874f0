import type { App } from '#/server/context.ts'
import { PaymentsAway, type CardKeeper } from '#/server/outside/payments.ts'
import { refuse } from '#/server/refuse.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { inTime } from './payment.ts'

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
export async function ensureCustomer(app: App, keeper: CardKeeper, player_id: number): Promise<string> {
  const known = await findCustomer(app, player_id)
  if (known !== null) return known
  const player = (await findAddressee(app.db, player_id)) ?? refuse('not_found')
  const customer = await keeper.openCustomer({
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

/** What the provider answers in time. Refuses payments_away. */
export async function askKeeper<T>(work: Promise<T>): Promise<T> {
  try {
    return await inTime(work)
  } catch (error) {
    if (error instanceof PaymentsAway) refuse('payments_away')
    throw error
  }
}
