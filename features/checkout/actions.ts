import type { FastifyBaseLogger } from 'fastify'
import { countFreeSeasons, lockFreeSeasons, spendFreeSeason } from '#/features/referrals/queries.ts'
import { invitePartners } from '#/features/pairs/actions.ts'
import { answerQuestions } from '#/features/questions/answer.ts'
import { acceptAll } from '#/features/texts/accept.ts'
import type { Acceptance } from '#/features/texts/contract.ts'
import { getOwnerOfCard } from '#/features/cards/actions.ts'
import type { Received } from '#/contract/endpoint.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { runAction, type Actor, type Visitor, runPublicAction } from '#/server/action.ts'
import { refuse, constraintOf, Refusal } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { chargeWithTimeout } from './charge.ts'
import type * as calls from './contract.ts'
import type { OrderAnswer } from './contract.ts'
import { totalOf } from './cart-queries.ts'
import { enterConfirmed } from './entry-actions.ts'
import { completeFreeOrder } from './free-order-actions.ts'
import {
  findOrder,
  findOrderByToken,
  hasEntryInOneOf,
  insertOrder,
  type NewOrder,
  type Order,
  insertEvent,
} from './queries.ts'
import { orderIfFree } from './order-if-free.ts'
import { readOrder } from './read-order.ts'
import { limitedNetworkOf } from '#/server/limits.ts'
import { settle } from './settle-actions.ts'
import { note } from '#/server/observe.ts'
import { startJob } from '#/server/queue.ts'
import type { GivenAnswer } from '#/rules/questions.ts'
import type { PaymentEvent } from '#/server/outside/payments.ts'

type Logged = { log: FastifyBaseLogger }

/**
 * Buys divisions by card, or without one if they are free. A repeated confirmation token gets the same response.
 * Refuses profile_incomplete, token_used, and for the same reasons as `readOrder`, `getOwnerOfCard`, `insertOrder` and
 * `continueOrder`.
 */
export async function buyDivisions(
  actor: Actor<SignedIn> & Logged & { address: string },
  form: Received<typeof calls.purchase>['body'],
): Promise<OrderAnswer> {
  const { app, player, now } = actor
  const area = areaOf(player)
  const confirmation_token = form.confirmationToken ?? null
  const known = await findOwnOrderByToken(actor, confirmation_token)
  if (known) return continueOrder(actor, known)
  const network = limitedNetworkOf(actor)
  const order_id = await orderIfFree(app, { area, form, player_id: player.id }, now, async (remember) => {
    const order = await readOrder(app.db, form, { area, player_id: player.id }, now)
    remember(order.lines)
    const card =
      form.saved_card === undefined || totalOf(order.lines) === 0 ? {} : await findCharged(actor, form.saved_card)
    return placeOrder(actor, { ...order, ...card, network, player_id: player.id, confirmation_token }, form)
  })
  const placed =
    order_id === null
      ? await findOwnOrderByToken(actor, confirmation_token)
      : await findOrder(app.db, player.id, order_id)
  return continueOrder(actor, placed ?? refuse('conflict'))
}

async function findCharged(actor: Actor, saved_card: string) {
  return { saved_card, saved_card_customer: await getOwnerOfCard(actor, saved_card) }
}

function areaOf({ area }: SignedIn): AreaSlug {
  return area ?? refuse('profile_incomplete')
}

/**
 * Finds the order that was placed with a confirmation token, if there is one. Refuses token_used if it belongs to
 * another player.
 */
async function findOwnOrderByToken(
  { app, player }: Actor,
  confirmation_token: string | null,
): Promise<Order | undefined> {
  if (confirmation_token === null) return undefined
  const order = await findOrderByToken(app.db, confirmation_token)
  if (order && order.player_id !== player.id) refuse('token_used')
  return order
}

/** Stores an order, and enters the buyer at once if it is free. Returns like `insertOrder`. */
async function placeOrder(
  actor: Actor,
  order: NewOrder,
  { answers, ...acceptance }: Acceptance & { answers?: readonly GivenAnswer[] | undefined },
): Promise<string | null> {
  try {
    return await runAction(actor, async (action) => {
      const { tx, now } = action
      await acceptAll(tx, order.player_id, acceptance, now)
      await answerQuestions(tx, order, answers, now)
      const order_id = await insertOrder(tx, order, now)
      if (order_id !== null && totalOf(order.lines) === 0) await completeFreeOrder(action, { order_id })
      return order_id
    })
  } catch (error) {
    // Another tab was faster: the state of its order for the same league, paid or not, decides what to refuse.
    const league_ids = order.lines.map(({ league_id }) => league_id)
    if (isLeagueTaken(error) && (await hasEntryInOneOf(actor.app.db, order.player_id, league_ids)))
      refuse('already_in_league')
    throw error
  }
}

function isLeagueTaken(error: unknown): boolean {
  return constraintOf(error) === 'purchases_one_live_per_league'
}

/** Continues the player's own order. Refuses not_found, and for the same reasons as `continueOrder`. */
export async function completeOwnOrder(
  actor: Actor & Logged,
  { order_id }: { order_id: string },
): Promise<OrderAnswer> {
  return continueOrder(actor, (await findOrder(actor.app.db, actor.player.id, order_id)) ?? refuse('not_found'))
}

/**
 * Continues an open order as far as the provider allows, and returns the reply to the buyer. Safe to repeat, even
 * concurrently: the provider's idempotency key is the order's id. Without a response the order stays Pending, and a job
 * checks later. Refuses payment_declined with the bank's reason.
 */
export async function continueOrder({ app, now, log }: Visitor & Logged, order: Order): Promise<OrderAnswer> {
  if (order.status !== 'Pending' || order.held_until !== null) return orderReply(order)
  const answer = await chargeWithTimeout(app, order, now, log)
  if (answer) await settle({ app, now }, { order_id: order.id, answer })
  // Another request may have settled the order in the meantime: the stored status decides.
  const settled =
    (await findOrder(app.db, order.player_id, order.id)) ??
    // A guest's declined order has been deleted with its account.
    refuse('payment_declined', answer?.status === 'declined' ? { message: answer.reason } : {})
  if (settled.status !== 'Pending' || answer?.status !== 'requires_action') return orderReply(settled)
  return {
    message: 'Your bank needs you to confirm this payment.',
    data: { order_id: order.id, status: 'requires_action', client_secret: answer.client_secret },
  }
}

/** The response to a buyer for an order's status. Refuses payment_declined. */
function orderReply({ id, status, total_cents, decline_reason, held_until }: Order): OrderAnswer {
  if (status === 'Failed' || status === 'Closed')
    refuse('payment_declined', decline_reason === null ? {} : { message: decline_reason })
  if (status === 'Pending' && held_until !== null)
    return {
      message: 'Your place is held. Open the link that we emailed to you, and you are in.',
      data: { order_id: id, status: 'Held', held_until: held_until.toISOString() },
    }
  if (status === 'Pending')
    return {
      message: 'We are checking this payment with the bank. You will not be charged twice.',
      data: { order_id: id, status: 'Pending' },
    }
  if (total_cents === 0)
    return {
      message:
        status === 'Refunded' ? 'You have left the leagues of this order.' : 'You are in. There was nothing to pay.',
      data: { order_id: id, status: 'Confirmed' },
    }
  const message = status === 'Refunded' ? 'This order was paid and has been refunded.' : 'Paid. See you on court.'
  return { message, data: { order_id: id, status: 'Paid' } }
}

/**
 * Joins leagues with a free season for each that has a price, all or none. Returns the order's id and the number of
 * free seasons left. The lines are Confirmed and free. Refuses profile_incomplete, no_free_season, already_in_league
 * and order_open.
 */
export async function claimFreeSeasons(
  actor: Actor<SignedIn>,
  form: Received<typeof calls.claimFreeSeason>['body'],
): Promise<{ order_id: string; count: number }> {
  const { app, player, now } = actor
  const area = areaOf(player)
  const order_id = await orderIfFree(app, { area, form, player_id: player.id }, now, async (remember) => {
    const claim = await readOrder(app.db, form, { area, player_id: player.id }, now)
    remember(claim.lines)
    return runAction(actor, async (action) => {
      const { tx } = action
      await acceptAll(tx, player.id, form, now)
      await answerQuestions(tx, { player_id: player.id, season_id: claim.season_id }, form.answers, now)
      const costly = claim.lines.filter(({ price_cents }) => price_cents > 0)
      const credits = await lockFreeSeasons(tx, player.id, costly.length)
      const order = { ...claim, player_id: player.id, claimed: true, confirmation_token: null }
      const id = (await insertOrder(tx, order, now)) ?? refuse('conflict')
      const lines = await tx
        .selectFrom('purchases')
        .select('id')
        .where('order_id', '=', id)
        .where('is_free', '=', false)
        .orderBy('league_id')
        .execute()
      for (const [index, credit] of credits.entries()) {
        const line = lines[index]
        if (!line) throw new Error(`order ${id} has fewer lines than were claimed`)
        await spendFreeSeason(tx, credit, line.id)
      }
      await enterConfirmed(tx, id, now)
      await invitePartners(action, { order_id: id })
      return id
    })
  })
  return { order_id, count: await countFreeSeasons(app.db, player.id) }
}

/** Milliseconds for storing an event. The provider repeats an unanswered event, so it need not wait for long. */
const EVENT_TIMEOUT_MS = 1_900

/**
 * Stores a signed event of the provider and queues the job that checks its payment; a repeated delivery does nothing.
 * Refuses unavailable if the database takes too long.
 */
export async function receivePaymentEvent(visitor: Visitor, event: PaymentEvent): Promise<void> {
  note({ kind: 'payment_event', lag_seconds: (visitor.now.getTime() - event.created_at.getTime()) / 1000 })
  const stored = runPublicAction(visitor, async ({ tx, now }) => {
    const { payment, order_id } = event
    if (await insertEvent(tx, event, now)) await startJob(tx, 'follow_payment', { payment, order_id }, { last: true })
  })
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Refusal('unavailable')), EVENT_TIMEOUT_MS)
  // An event that misses the limit is safe: the provider sends it again, and it is stored once.
  await Promise.race([stored, limit.promise]).finally(() => clearTimeout(timer))
}
