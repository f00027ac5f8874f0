import { hashOf } from '#/server/token.ts'
import type { User } from '#/features/accounts/contract.ts'
import type { NewPlayer } from '#/features/accounts/profile-columns.ts'
import { findCredentials, findUser, insertPlayer } from '#/features/accounts/queries.ts'
import { answerQuestions } from '#/features/questions/answer.ts'
import type { GivenAnswer } from '#/rules/questions.ts'
import { acceptAll } from '#/features/texts/accept.ts'
import type { Acceptance } from '#/features/texts/contract.ts'
import type { Received } from '#/contract/endpoint.ts'
import { runPublicAction, type Visitor } from '#/server/action.ts'
import { refusalOf, refuse } from '#/server/refuse.ts'
import { limitedNetworkOf } from '#/server/limits.ts'
import { startSession } from '#/server/session.ts'
import { completeFreeOrder } from './free-order-actions.ts'
import type { purchaseAsGuest } from './guest-contract.ts'
import { deleteGuestOfOrder, findGuestOrder, listUnpaidGuestOrders, lockGuest } from './guest-queries.ts'
import { totalOf } from './cart-queries.ts'
import { findOrderOf, insertOrder, type NewOrder, type Order } from './queries.ts'
import { orderIfFree } from './order-if-free.ts'
import { readOrder } from './read-order.ts'

/** Maximum retries of a request after identical requests were declined and removed their account and order. */
const MAX_TWINS = 50

/**
 * Opens the guest's account with its order, or finds the order of an identical earlier or concurrent request. Refuses
 * token_used, email_in_use, and for the same reasons as `readOrder`.
 */
export async function openGuestOrder(
  visitor: Visitor & { address: string },
  { guest_secret, ...form }: Received<typeof purchaseAsGuest>['body'],
): Promise<Order> {
  const { app, now } = visitor
  const request = {
    confirmation_token: form.confirmationToken ?? null,
    email: form.email,
    guest_secret_hash: guest_secret === undefined ? null : hashOf(guest_secret),
  }
  const known = await findGuestOrder(app.db, request, now)
  if (known) return known
  for (let twins = 0; twins < MAX_TWINS; twins += 1) {
    try {
      const id = await orderIfFree(app, { area: form.location, form, email: form.email }, now, async (remember) => {
        const order = await readOrder(app.db, form, { area: form.location, guest: form }, now)
        remember(order.lines)
        const { confirmation_token, guest_secret_hash } = request
        return insertGuestOrder(visitor, {
          player: form,
          order: { ...order, confirmation_token, guest_secret_hash, network: limitedNetworkOf(visitor) },
          acceptance: form,
          answers: form.answers,
        })
      })
      const opened = await findOrderOf(app.db, { id })
      if (opened) return opened
    } catch (error) {
      if (refusalOf(error)?.code !== 'email_in_use') throw error
    }
    const opened = await findGuestOrder(app.db, request, now)
    if (opened) return opened
    if (await findCredentials(app.db, form.email))
      refuse('email_in_use', { message: 'This email already has an account: sign in to buy. Nothing was charged.' })
  }
  refuse('conflict')
}

/**
 * Opens the account and stores its order, in one transaction. Returns the order's id. Refuses email_in_use and
 * token_used.
 */
function insertGuestOrder(
  visitor: Visitor,
  {
    player,
    order,
    acceptance,
    answers,
  }: {
    player: Omit<NewPlayer, 'password_hash'>
    order: Omit<NewOrder, 'player_id'>
    acceptance: Acceptance
    answers: readonly GivenAnswer[] | undefined
  },
): Promise<string> {
  return runPublicAction(visitor, async (action) => {
    const { tx, now } = action
    const player_id = await insertPlayer(tx, { ...player, password_hash: null }, now)
    await acceptAll(tx, player_id, acceptance, now)
    await answerQuestions(tx, { player_id, season_id: order.season_id }, answers, now)
    const order_id =
      (await insertOrder(tx, { ...order, player_id, opened_account: true }, now)) ??
      // Another email with the same token was faster: the refusal rolls this account back.
      refuse('token_used')
    if (totalOf(order.lines) === 0) await completeFreeOrder(action, { order_id })
    return order_id
  })
}

/**
 * Signs the guest in. Refuses payment_declined if the account was deleted because an identical concurrent request was
 * declined, and email_in_use if somebody verified the account while the card was charged.
 */
export function startGuestSession(
  visitor: Visitor,
  { player_id }: { player_id: number },
): Promise<{ token: string; user: User }> {
  return runPublicAction(visitor, async ({ tx, now }) => {
    const guest = await lockGuest(tx, player_id)
    if (guest === 'deleted') refuse('payment_declined')
    if (guest === 'proved')
      refuse('email_in_use', { message: 'This email now has an account. Sign in to see your order.' })
    return { token: await startSession(tx, player_id, now), user: await findUser(tx, player_id) }
  })
}

/**
 * Deletes an unpaid order and the account that it opened, if nothing else depends on the account: no password, no
 * verified email, no other order.
 */
export async function deleteUnpaidGuest(visitor: Visitor, { order_id }: { order_id: string }): Promise<void> {
  try {
    await runPublicAction(visitor, ({ tx }) => deleteGuestOfOrder(tx, order_id))
  } catch (error) {
    // Another order, an entry or a referred friend references the account, so it stays.
    if (!isStillReferenced(error)) throw error
  }
}

/** SQLSTATE foreign_key_violation, restrict_violation. */
function isStillReferenced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23001')
}

/** Deletes the accounts of guests whose orders were never paid, because they expired or a crash interrupted them. */
export async function deleteUnpaidGuests(visitor: Visitor): Promise<void> {
  for (const order_id of await listUnpaidGuestOrders(visitor.app.db)) await deleteUnpaidGuest(visitor, { order_id })
}
