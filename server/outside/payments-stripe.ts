import { organization } from '#/contract/organization.ts'
import Stripe from 'stripe'
import { reasonOf, refundReasonOf } from './payments-reasons.ts'
import {
  KeySpent,
  PaymentsUnavailable,
  RefundRefused,
  TEST_PAYMENT,
  type ChargedCard,
  type Movement,
  type PaymentAnswer,
  type Payments,
} from './payments.ts'

export type StripeSettings = {
  secret_key: string
  publishable_key: string
  webhook_secret: string
  /** A host other than Stripe's. */
  api_url: string | null
}

/** Timeout of one attempt at a call. A broken connection is retried once, with the same idempotency key. */
const timeoutMs = 8_000

/** The greatest age of a signed event, in seconds. */
const tolerance = 300

/** The greatest difference between our clock and Stripe's, in seconds. */
const CLOCK_DIFFERENCE_S = 300

/** The most payments to search for one order, in up to a hundred requests. */
const MOST_LISTED = 10_000

/** The amount of a payment that is canceled at once: more than Stripe's minimum in any currency. */
const CHECKED_AMOUNT = 100_000

/** The events that Stripe must send (docs/decisions/008-payments.md). */
const neededEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

const {
  StripeAuthenticationError,
  StripeCardError,
  StripeError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripePermissionError,
} = Stripe.errors

/** Stripe behind the interface. Stripe's types and terms are only used in this file. */
export function openStripe({ secret_key, publishable_key, webhook_secret, api_url }: StripeSettings): Payments {
  const stripe = new Stripe(secret_key, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(api_url === null ? {} : addressOf(api_url)),
  })

  async function retrieve(payment: string): Promise<PaymentAnswer> {
    if (payment.startsWith(TEST_PAYMENT)) return { status: 'canceled', payment }
    const intent = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
    // The buyer's browser has the secret, so until it is canceled, another card could still be charged for a failed order.
    return intent.status === 'requires_payment_method' ? cancel(payment, 'requested_by_customer') : answerOf(intent)
  }

  async function cancel(payment: string, reason: 'abandoned' | 'requested_by_customer'): Promise<PaymentAnswer> {
    try {
      return await answerOf(
        await stripe.paymentIntents.cancel(payment, { cancellation_reason: reason, expand: ['latest_charge'] }),
      )
    } catch (error) {
      if (!(error instanceof StripeError) || error.code !== 'payment_intent_unexpected_state') throw error
      return answerOf(await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] }))
    }
  }

  /** The result for a payment in its state. */
  async function answerOf(intent: Stripe.PaymentIntent): Promise<PaymentAnswer> {
    const payment = intent.id
    switch (intent.status) {
      case 'succeeded':
        return { status: 'succeeded', payment, ...(await readReturns(intent)) }
      case 'requires_action':
        if (intent.client_secret === null) throw new PaymentsUnavailable('a payment came without its secret')
        return { status: 'requires_action', payment, client_secret: intent.client_secret }
      case 'canceled':
        return intent.last_payment_error
          ? { status: 'declined', payment, reason: reasonOf(codeOf(intent.last_payment_error)) }
          : { status: 'canceled', payment }
      case 'requires_payment_method':
        return { status: 'declined', payment, reason: reasonOf(codeOf(intent.last_payment_error)) }
      default:
        return { status: 'processing', payment }
    }
  }

  async function readReturns(intent: Stripe.PaymentIntent): Promise<{ returned_cents: number; disputed: boolean }> {
    const charge = intent.latest_charge
    if (charge === null || typeof charge === 'string')
      throw new PaymentsUnavailable('a payment came without its charge')
    if (!charge.disputed) return { returned_cents: charge.amount_refunded, disputed: false }
    const disputes = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 })
    const lost = disputes.data
      .filter(({ status }) => status === 'lost')
      .reduce((cents, { amount }) => cents + amount, 0)
    return {
      returned_cents: charge.amount_refunded + lost,
      disputed: disputes.data.some(({ status }) => /needs_response|under_review/.test(status)),
    }
  }

  /** The reason why events would not arrive at this address. Null if Stripe knows it. */
  async function findWebhookProblem(webhook: string): Promise<string | null> {
    for await (const { url, status, enabled_events } of stripe.webhookEndpoints.list({ limit: 100 })) {
      if (url !== webhook) continue
      if (status !== 'enabled') return `Stripe has turned off the webhook ${webhook}. Enable it in Stripe’s dashboard.`
      const missing = neededEvents.filter((name) => !enabled_events.some((each) => each === name || each === '*'))
      return missing.length === 0 ? null : `Stripe’s webhook ${webhook} lacks the events ${missing.join(', ')}.`
    }
    return `Stripe has no webhook for ${webhook}. Add it in Stripe’s dashboard, with the events ${neededEvents.join(', ')}.`
  }

  async function hasCard(customer: string, card: string): Promise<boolean> {
    try {
      await stripe.customers.retrievePaymentMethod(customer, card)
      return true
    } catch (error) {
      if (error instanceof StripeError && error.code === 'resource_missing') return false
      throw error
    }
  }

  return {
    mode: 'stripe',
    publishable_key,

    charge: ({ order_id, idempotency_key, amount_cents, ...card }) =>
      plainly(async () => {
        try {
          return await answerOf(
            await stripe.paymentIntents.create(
              {
                amount: amount_cents,
                currency: organization().currency.toLowerCase(),
                confirm: true,
                ...paramsOf(card),
                allowed_payment_method_types: ['card'],
                metadata: { order_id },
                expand: ['latest_charge'],
              },
              { idempotencyKey: idempotency_key },
            ),
          )
        } catch (error) {
          if (error instanceof StripeCardError)
            return { status: 'declined', payment: error.payment_intent?.id ?? null, reason: reasonOf(codeOf(error)) }
          // The request is refused before any charge: the token is unknown, used or too old, or the card was removed.
          if (error instanceof StripeInvalidRequestError && isFinal(error))
            return {
              status: 'declined',
              payment: null,
              reason: reasonOf('saved_card' in card ? 'saved_card_gone' : 'unreadable'),
            }
          throw isStored(error) ? new KeySpent(plain(error).message) : error
        }
      }),

    retrieve: (payment) => plainly(() => retrieve(payment)),

    find: (order_id) =>
      plainly(async () => {
        const found = await stripe.paymentIntents.search({ query: `metadata['order_id']:'${order_id}'`, limit: 1 })
        const intent = found.data[0]
        return intent ? retrieve(intent.id) : null
      }),

    // A new payment is in the list at once, but a search finds it only after up to a minute (docs.stripe.com/search).
    findSince: (order_id, since) =>
      plainly(async () => {
        const created = { gte: seconds(since) - CLOCK_DIFFERENCE_S }
        let listed = 0
        for await (const { id, metadata } of stripe.paymentIntents.list({ created, limit: 100 })) {
          if (ourId(metadata, 'order_id') === order_id) return retrieve(id)
          if (++listed === MOST_LISTED) throw new PaymentsUnavailable('too many payments to be certain')
        }
        return null
      }),

    cancel: (payment) => plainly(() => cancel(payment, 'abandoned')),

    refund: ({ payment, amount_cents, idempotency_key }) =>
      plainly(async () => {
        // Stripe forgets a key after a day, but its list of refunds is complete.
        for await (const refund of stripe.refunds.list({ payment_intent: payment, limit: 100 }))
          if (refund.metadata?.['line'] === idempotency_key) return expectMade(refund)
        try {
          return expectMade(
            await stripe.refunds.create(
              {
                payment_intent: payment,
                amount: amount_cents,
                reason: 'requested_by_customer',
                metadata: { line: idempotency_key },
              },
              { idempotencyKey: idempotency_key },
            ),
          )
        } catch (error) {
          throw toRefundRefused(error) ?? error
        }
      }),

    findRefund: (id) =>
      plainly(async () => {
        try {
          const refund = await stripe.refunds.retrieve(id)
          return refundMovement(refund, { created: refund.created, amount: -refund.amount, fee: null })
        } catch (error) {
          if (error instanceof StripeError && error.code === 'resource_missing') return null
          throw error
        }
      }),

    async *listMovements(from, to) {
      const created = { gte: seconds(from), lt: seconds(to) }
      try {
        for await (const entry of stripe.balanceTransactions.list({ created, expand: ['data.source'], limit: 100 })) {
          const movement = movementOf(entry)
          if (movement) yield movement
        }
      } catch (error) {
        throw plain(error)
      }
    },

    readWebhook(body, headers) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') return null
      try {
        return eventOf(stripe.webhooks.constructEvent(body, signature, webhook_secret, tolerance))
      } catch {
        return null
      }
    },

    check: (webhook) =>
      plainly(async () => {
        try {
          const problem = await findWebhookProblem(webhook)
          if (problem !== null) return { problem }
          const currency = organization().currency.toLowerCase()
          const { id } = await stripe.paymentIntents.create({
            amount: CHECKED_AMOUNT,
            currency,
            allowed_payment_method_types: ['card'],
          })
          await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
          return { payment: id }
        } catch (error) {
          const problem = problemOf(error)
          if (problem === null) throw error
          return { problem }
        }
      }),

    cards: {
      openCustomer: ({ idempotency_key, name, email }) =>
        plainly(async () => (await stripe.customers.create({ name, email }, { idempotencyKey: idempotency_key })).id),

      startSaving: (customer) =>
        plainly(async () => {
          const { client_secret } = await stripe.setupIntents.create({
            customer,
            allowed_payment_method_types: ['card'],
            usage: 'on_session',
          })
          if (client_secret === null) throw new PaymentsUnavailable('a set-up came without its secret')
          return { client_secret }
        }),

      list: (customer) =>
        plainly(async () => {
          const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 20 })
          return data.flatMap(({ id, card }) =>
            card
              ? [{ id, brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year }]
              : [],
          )
        }),

      has: (customer, card) => plainly(() => hasCard(customer, card)),

      forget: (customer, card) =>
        plainly(async () => {
          if (!(await hasCard(customer, card))) return false
          await stripe.paymentMethods.detach(card)
          return true
        }),
    },
  }
}

/** The card in Stripe's terms. Stripe refuses a saved card of another customer. */
function paramsOf(card: ChargedCard): Partial<Stripe.PaymentIntentCreateParams> {
  if ('confirmation_token' in card) return { confirmation_token: card.confirmation_token }
  // A confirmation token already makes Stripe's script in the browser open the bank's window.
  return { customer: card.customer, payment_method: card.saved_card, use_stripe_sdk: true }
}

async function plainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw plain(error)
  }
}

/** Stripe's errors contain whole payments with their secrets, so only the kind of error is logged. */
function plain(error: InstanceType<typeof StripeError>): PaymentsUnavailable
function plain(error: unknown): unknown
function plain(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error
  const { type, code, statusCode, requestId } = error
  return new PaymentsUnavailable(['Stripe:', type, code, statusCode, requestId].filter(Boolean).join(' '))
}

/** An entry of Stripe's balance as a movement of players' money. Null for payouts and fees of the account. */
function movementOf({ type, amount, created, fee, source }: Stripe.BalanceTransaction): Movement | null {
  if (source === null || typeof source === 'string') return null
  if (source.object === 'charge' && (type === 'charge' || type === 'payment')) {
    const at = new Date(created * 1000)
    const payment = idOf(source.payment_intent)
    const idempotency_key = ourId(source.metadata, 'order_id')
    return { id: source.id, kind: 'charge', at, payment, idempotency_key, amount_cents: amount, fee_cents: fee }
  }
  // A refund that the bank rejects comes back as a separate, positive entry.
  if (source.object === 'refund') return refundMovement(source, { created, amount, fee })
  if (source.object !== 'dispute') return null
  const dispute = {
    id: source.id,
    kind: 'dispute',
    payment: idOf(source.payment_intent),
    idempotency_key: null,
  } as const
  return { ...dispute, at: new Date(created * 1000), amount_cents: amount, fee_cents: fee }
}

function refundMovement(
  { id, payment_intent, metadata }: Stripe.Refund,
  { created, amount, fee }: { created: number; amount: number; fee: number | null },
): Movement {
  return {
    id,
    kind: 'refund',
    at: new Date(created * 1000),
    payment: idOf(payment_intent),
    idempotency_key: ourId(metadata, 'line'),
    amount_cents: amount,
    fee_cents: fee,
  }
}

/**
 * Our metadata with this name at Stripe. Null if there is none, or if it is not ours: other programs that use the account can
 * write metadata too.
 */
function ourId(metadata: unknown, name: 'order_id' | 'line'): string | null {
  const value = typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>)[name] : null
  return typeof value === 'string' && /^[\w-]{1,80}$/.test(value) ? value : null
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

/**
 * Whether it is an error that Stripe has stored under the key and repeats (docs.stripe.com/api/idempotent_requests). Its
 * status does not matter: a stored 429 is repeated like a stored 500.
 */
function isStored(error: unknown): error is InstanceType<typeof StripeError> {
  return error instanceof StripeError && error.headers?.['idempotent-replayed'] === 'true'
}

/** The reason why Stripe refuses us, if the owner can fix it. Null if there was no response, or if a later one may differ. */
function problemOf(error: unknown): string | null {
  if (error instanceof StripeAuthenticationError)
    return 'Stripe does not know the secret key. Check the setting STRIPE_SECRET_KEY.'
  if (error instanceof StripePermissionError)
    return 'The secret key lacks permissions. Give it the permissions to write payments and to read webhook endpoints.'
  if (error instanceof StripeInvalidRequestError && isFinal(error))
    return `Stripe does not accept cards in ${organization().currency} for this account (${error.code ?? error.type}).`
  return null
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

function isFinal(error: InstanceType<typeof StripeInvalidRequestError>): boolean {
  return (error.statusCode === 400 || error.statusCode === 404) && !(error instanceof StripeIdempotencyError)
}

/** Codes of requests that may succeed later unchanged: the account lacks money, a payment is still being captured. */
const temporaryCodes = new Set([
  'balance_insufficient',
  'insufficient_funds',
  'idempotency_key_in_use',
  'lock_timeout',
  'charge_not_captured',
])

/**
 * The error for a refund that Stripe will never make. Undefined if there was no response, or if Stripe may still make
 * it.
 */
function toRefundRefused(error: unknown): RefundRefused | undefined {
  if (!(error instanceof StripeInvalidRequestError) || !isFinal(error) || temporaryCodes.has(error.code ?? ''))
    return undefined
  // A refund of more than is left has no specific code, but the error names the parameter.
  return new RefundRefused(refundReasonOf(error.param === 'amount' ? 'amount_too_large' : error.code))
}

function codeOf(error: { decline_code?: string; code?: string } | null): string | undefined {
  // A generic decline says less than the error's own code.
  return error?.decline_code && error.decline_code !== 'generic_decline' ? error.decline_code : error?.code
}

function expectMade(refund: Stripe.Refund): string {
  if (refund.status === 'failed' || refund.status === 'canceled')
    throw new RefundRefused(`${refundReasonOf('refund_failed')} It is ${refund.id} there.`)
  return refund.id
}

function eventOf(event: Stripe.Event): ReturnType<Payments['readWebhook']> {
  const about = { id: event.id, type: event.type, created_at: new Date(event.created * 1000) }
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const { id, metadata } = event.data.object
      const order_id = ourId(metadata, 'order_id')
      return {
        ...about,
        payment: id,
        order_id: order_id !== null && isUuid(order_id) ? order_id : null,
      }
    }
    case 'charge.refunded':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const payment = idOf(event.data.object.payment_intent)
      return payment === null ? 'nothing of ours' : { ...about, payment, order_id: null }
    }
    default:
      return 'nothing of ours'
  }
}

function idOf(thing: string | { id: string } | null): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null)
}

function addressOf(api_url: string) {
  const { protocol, hostname, port } = new URL(api_url)
  return protocol === 'http:'
    ? { protocol: 'http' as const, host: hostname, port: port || 80 }
    : { protocol: 'https' as const, host: hostname, port: port || 443 }
}
