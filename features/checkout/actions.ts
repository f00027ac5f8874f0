import type { FastifyBaseLogger } from 'fastify'
import { countFreeSeasons, lockFreeSeasons, spendFreeSeason } from '#/features/referrals/queries.ts'
import { invitePartners } from '#/features/pairs/actions.ts'
import { answerQuestions } from '#/features/questions/answer.ts'
import { acceptAll } from '#/features/texts/accept.ts'
import type { Acceptance } from '#/features/texts/contract.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { getOwnerOfCard } from '#/features/cards/actions.ts'
import type { Received } from '#/contract/endpoint.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { runAction, type Actor, type Visitor, runPublicAction } from '#/server/action.ts'
import { refuse, constraintOf, Refusal } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { chargeWithTimeout } from './charge.ts'
import type * as calls from './contract.ts'
import type { OrderAnswer } from './contract.ts'
import { enterLeague } from './entry-queries.ts'
import {
  findOrder,
  findOrderByToken,
  hasEntryInOneOf,
  insertOrder,
  type NewOrder,
  type Order,
  insertEvent,
} from './queries.ts'
import { readOrder } from './read-order.ts'
import { settle } from './settle-actions.ts'
import { note } from '#/server/observe.ts'
import { startJob } from '#/server/queue.ts'
import type { GivenAnswer } from '#/rules/questions.ts'
import type { PaymentEvent } from '#/server/outside/payments.ts'

type Logged = { log: FastifyBaseLogger }

/**
 * Buys divisions by card. The same confirmation token again gets the same answer. Refuses profile_incomplete, token_used,
 * and as `readOrder`, `getOwnerOfCard`, `insertOrder` and `continueOrder`.
 */
export async function buyDivisions(
  actor: Actor<SignedIn> & Logged,
  form: Received<typeof calls.purchase>['body'],
): Promise<OrderAnswer> {
  const { app, player, now } = actor
  const area = areaOf(player)
  const confirmation_token = form.confirmationToken
  const known = await findOwnOrderByToken(actor, confirmation_token)
  if (known) return continueOrder(actor, known)
  const order = await readOrder(app.db, form, { area, player_id: player.id }, now)
  const card = form.saved_card === undefined ? {} : await findCharged(actor, form.saved_card)
  await placeOrder(actor, { ...order, ...card, player_id: player.id, confirmation_token }, form)
  return continueOrder(actor, (await findOwnOrderByToken(actor, confirmation_token)) ?? refuse('conflict'))
}

async function findCharged(actor: Actor, saved_card: string) {
  return { saved_card, saved_card_customer: await getOwnerOfCard(actor, saved_card) }
}

function areaOf({ area }: SignedIn): AreaSlug {
  return area ?? refuse('profile_incomplete')
}

/** The order of a confirmation token. Refuses token_used when it is another player's. */
async function findOwnOrderByToken({ app, player }: Actor, confirmation_token: string): Promise<Order | undefined> {
  const order = await findOrderByToken(app.db, confirmation_token)
  if (order && order.player_id !== player.id) refuse('token_used')
  return order
}

async function placeOrder(
  actor: Actor,
  order: NewOrder,
  { answers, ...acceptance }: Acceptance & { answers?: readonly GivenAnswer[] | undefined },
): Promise<void> {
  try {
    await runAction(actor, async ({ tx, now }) => {
      await acceptAll(tx, order.player_id, acceptance, now)
      await answerQuestions(tx, order, answers, now)
      await insertOrder(tx, order, now)
    })
  } catch (error) {
    // Another tab was faster: its order has the league, paid or not yet. That order's state decides what to refuse.
    const league_ids = order.lines.map(({ league_id }) => league_id)
    if (isLeagueTaken(error) && (await hasEntryInOneOf(actor.app.db, order.player_id, league_ids)))
      refuse('already_in_league')
    throw error
  }
}

function isLeagueTaken(error: unknown): boolean {
  return constraintOf(error) === 'purchases_one_live_per_league'
}

/** Continues the player's own order. Refuses not_found, and as `continueOrder`. */
export async function completeOwnOrder(
  actor: Actor & Logged,
  { order_id }: { order_id: string },
): Promise<OrderAnswer> {
  return continueOrder(actor, (await findOrder(actor.app.db, actor.player.id, order_id)) ?? refuse('not_found'))
}

/**
 * Continues an open order as far as the provider allows, and answers the reply to the buyer. Safe to repeat, also at the
 * same moment: the provider's idempotency key is the order's id. Without an answer the order stays Pending, and a job
 * checks later. Refuses payment_declined with the bank's reason.
 */
export async function continueOrder({ app, now, log }: Visitor & Logged, order: Order): Promise<OrderAnswer> {
  if (order.status !== 'Pending') return orderReply(order)
  const answer = await chargeWithTimeout(app, order, now, log)
  if (answer) await settle({ app, now }, { order_id: order.id, answer })
  // Another request may have settled the order meanwhile: what is stored decides.
  const settled =
    (await findOrder(app.db, order.player_id, order.id)) ??
    // A guest's order that was declined has been deleted with its account.
    refuse('payment_declined', answer?.status === 'declined' ? { message: answer.reason } : {})
  if (settled.status !== 'Pending' || answer?.status !== 'requires_action') return orderReply(settled)
  return {
    message: 'Your bank needs you to confirm this payment.',
    data: { order_id: order.id, status: 'requires_action', client_secret: answer.client_secret },
  }
}

/** The reply to a buyer for an order's status. Refuses payment_declined. */
function orderReply({ id, status, decline_reason }: Order): OrderAnswer {
  if (status === 'Failed' || status === 'Closed')
    refuse('payment_declined', decline_reason === null ? {} : { message: decline_reason })
  if (status === 'Pending')
    return {
      message: 'We are checking this payment with the bank. You will not be charged twice.',
      data: { order_id: id, status: 'Pending' },
    }
  const message = status === 'Refunded' ? 'This order was paid and has been refunded.' : 'Paid. See you on court.'
  return { message, data: { order_id: id, status: 'Paid' } }
}

/**
 * Joins leagues with a free season each, all of them or none; answers the order's id and how many free seasons are left.
 * The lines are Confirmed and cost nothing. Refuses profile_incomplete, no_free_season, already_in_league and order_open.
 */
export async function claimFreeSeasons(
  actor: Actor<SignedIn>,
  form: Received<typeof calls.claimFreeSeason>['body'],
): Promise<{ order_id: string; count: number }> {
  const { app, player, now } = actor
  const claim = await readOrder(app.db, form, { area: areaOf(player), player_id: player.id }, now)
  const order_id = await runAction(actor, async (action) => {
    const { tx } = action
    await acceptAll(tx, player.id, form, now)
    await answerQuestions(tx, { player_id: player.id, season_id: claim.season_id }, form.answers, now)
    const credits = await lockFreeSeasons(tx, player.id, claim.lines.length)
    const free = claim.lines.map((line) => ({ ...line, price_cents: 0 }))
    const order = { ...claim, player_id: player.id, lines: free, confirmation_token: null }
    const id = (await insertOrder(tx, order, now)) ?? refuse('conflict')
    const lines = await tx
      .selectFrom('purchases')
      .select(['id', 'league_id', 'player_id'])
      .where('order_id', '=', id)
      .orderBy('league_id')
      .execute()
    for (const [index, credit] of credits.entries()) {
      const line = lines[index]
      if (!line) throw new Error(`order ${id} has fewer lines than were claimed`)
      await spendFreeSeason(tx, credit, line.id)
      await enterLeague(tx, line, now)
      await rebuildLeague(tx, line.league_id)
    }
    await invitePartners(action, { order_id: id })
    return id
  })
  return { order_id, count: await countFreeSeasons(app.db, player.id) }
}

/** Milliseconds for storing an event. The provider repeats one that is not answered, so it need not wait for long. */
const EVENT_TIMEOUT_MS = 1_900

/**
 * Stores a signed event of the provider and starts the job that follows its payment; a repeated delivery does nothing.
 * Refuses unavailable when the database takes too long.
 */
export async function receivePaymentEvent(visitor: Visitor, event: PaymentEvent): Promise<void> {
  note({ kind: 'payment_event', lag_seconds: (visitor.now.getTime() - event.created_at.getTime()) / 1000 })
  const stored = runPublicAction(visitor, async ({ tx, now }) => {
    const { payment, order_id } = event
    if (await insertEvent(tx, event, now)) await startJob(tx, 'follow_payment', { payment, order_id }, { last: true })
  })
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Refusal('unavailable')), EVENT_TIMEOUT_MS)
  // What comes after the limit is no harm: the provider sends the event again, and it is stored once.
  await Promise.race([stored, limit.promise]).finally(() => clearTimeout(timer))
}
