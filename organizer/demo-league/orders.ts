import { randomBytes } from 'node:crypto'
import type { AreaSlug } from '#/contract/areas.ts'
import { withSecondDivision } from '#/features/checkout/cart-queries.ts'
import { enterConfirmed } from '#/features/checkout/entry-actions.ts'
import { findOrderByToken, insertOrder } from '#/features/checkout/queries.ts'
import { findSecondDivision } from '#/features/seasons/second-division-queries.ts'
import { settleOrder } from '#/features/checkout/settle-actions.ts'
import { grantReferralCredit } from '#/features/referrals/queries.ts'
import type { Tx } from '#/server/db.ts'
import { taxOfNow } from '#/server/organization.ts'
import { TEST_PAYMENT } from '#/server/outside/payments.ts'
import { reasonOf } from '#/server/outside/payments-reasons.ts'
import { createTestToken, openTestPayments } from '#/server/outside/payments-test.ts'

/** The test provider's cards (server/outside/payments-test.ts). */
export const cards = {
  paid: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  authenticate: '4000 0025 0000 3155',
} as const

type NewOrder = Omit<Parameters<typeof insertOrder>[1], 'confirmation_token'>

/** A complete checkout through the purchase workflow. `lines` use the prices of their leagues. */
export async function placeOrder(tx: Tx, order: NewOrder, number: string, at: Date): Promise<void> {
  const card = { number, exp_month: 12, exp_year: at.getUTCFullYear() + 3, cvc: '123' }
  const confirmation_token = await createTestToken(tx, card, at)
  const lines = withSecondDivision(order.lines, await findSecondDivision(tx, order))
  await insertOrder(tx, { ...order, lines, confirmation_token }, at)
  const stored = await findOrderByToken(tx, confirmation_token)
  if (!stored) throw new Error('the order was not stored')
  if (stored.status !== 'Pending') return enterConfirmed(tx, stored.id, at)
  const answer = await openTestPayments(tx).charge(
    { order_id: stored.id, idempotency_key: stored.id, amount_cents: stored.total_cents, confirmation_token },
    at,
  )
  await settleOrder(tx, stored.id, answer, at)
}

/** An order for one league with a price, paid or attempted. */
export type PastOrder = {
  player_id: number
  season_id: number
  area: AreaSlug
  line: { league_id: number; price_cents: number }
  card: 'paid' | 'declined'
  at: Date
  /** The buyer's partner, who has agreed to play. */
  partner?: { player_id: number; agreed_at: Date } | null
}

/**
 * Stores the rows that `placeOrder` would leave for each order, in a few statements for all of them (the demo's test
 * compares the two). Only for leagues and players of the demo, because it makes none of a checkout's checks. The caller
 * rebuilds the leagues.
 */
export async function storePastOrders(tx: Tx, past: readonly PastOrder[]): Promise<void> {
  if (past.length === 0) return
  const charged = past.map((order) => ({
    ...order,
    token: `ctoken_test_${randomBytes(16).toString('hex')}`,
    payment: `${TEST_PAYMENT}${randomBytes(12).toString('hex')}`,
  }))
  await tx
    .insertInto('test_confirmation_tokens')
    .values(charged.map(({ token, card, at }) => ({ id: token, outcome: card, created_at: at })))
    .execute()
  const stored = await tx
    .insertInto('orders')
    .values(
      charged.map(({ player_id, season_id, area, line, card, at, token, payment }) => ({
        player_id,
        season_id,
        area,
        ...taxOfNow(),
        total_cents: line.price_cents,
        confirmation_token: token,
        provider_payment: payment,
        decline_reason: card === 'declined' ? reasonOf('declined') : null,
        created_at: at,
        settled_at: at,
      })),
    )
    .returning(['id', 'confirmation_token'])
    .execute()
  const idOfToken = new Map(stored.map(({ id, confirmation_token }) => [confirmation_token, id]))
  const orders = charged.map((order) => ({ ...order, order_id: known(idOfToken, order.token) }))
  await tx
    .insertInto('test_payments')
    .values(
      orders.map(({ order_id, line, card, at, token, payment }) => ({
        id: payment,
        idempotency_key: order_id,
        confirmation_token: token,
        amount_cents: line.price_cents,
        status: card === 'paid' ? ('succeeded' as const) : card,
        client_secret: `${payment}_secret_${randomBytes(16).toString('hex')}`,
        created_at: at,
      })),
    )
    .execute()
  const lines = await tx
    .insertInto('purchases')
    .values(
      orders.map(({ order_id, player_id, line, card, at }) => ({
        ...line,
        order_id,
        player_id,
        status: card === 'paid' ? ('Paid' as const) : ('Failed' as const),
        taken_cents: card === 'paid' ? line.price_cents : 0,
        created_at: at,
      })),
    )
    .returning(['id', 'order_id'])
    .execute()
  const lineOf = new Map(lines.map(({ id, order_id }) => [order_id, id]))
  const paid = orders.filter(({ card }) => card === 'paid')
  await storeEntries(
    tx,
    paid.map((order) => ({ ...order, purchase_id: known(lineOf, order.order_id) })),
  )
  await grantCredits(tx, paid)
}

async function storeEntries(tx: Tx, paid: readonly (PastOrder & { purchase_id: number })[]): Promise<void> {
  if (paid.length === 0) return
  const entries = await tx
    .insertInto('entries')
    .values(paid.map(({ line: { league_id }, purchase_id, at }) => ({ league_id, purchase_id, created_at: at })))
    .returning(['id', 'purchase_id'])
    .execute()
  const entryOf = new Map(entries.map(({ id, purchase_id }) => [purchase_id, id]))
  await tx
    .insertInto('entry_players')
    .values(
      paid.flatMap(({ line: { league_id }, purchase_id, player_id, partner }) => {
        const entry_id = known(entryOf, purchase_id)
        const buyer = { entry_id, league_id, player_id, position: 1, agreed_at: null }
        return partner ? [buyer, { entry_id, league_id, ...partner, position: 2 }] : [buyer]
      }),
    )
    .execute()
}

/** Grants free seasons for the first orders of referred players. */
async function grantCredits(
  tx: Tx,
  paid: readonly (Pick<PastOrder, 'player_id' | 'at'> & { order_id: string })[],
): Promise<void> {
  const buyers = [...new Set(paid.map(({ player_id }) => player_id))]
  if (buyers.length === 0) return
  const referred = await tx
    .selectFrom('players')
    .select('id')
    .where('id', 'in', buyers)
    .where('referred_by_id', 'is not', null)
    .execute()
  const friends = new Set(referred.map(({ id }) => id))
  for (const { order_id, player_id, at } of paid)
    if (friends.has(player_id)) await grantReferralCredit(tx, order_id, at)
}

function known<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error('the order was not stored')
  return value
}
