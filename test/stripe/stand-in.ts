import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import Stripe from 'stripe'
import * as shapes from './shapes.ts'

/** The keys that the stand-in accepts. */
export const keys = {
  STRIPE_SECRET_KEY: 'sk_test_standin',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
  STRIPE_WEBHOOK_SECRET: 'whsec_standin',
} as const

/** Stripe's own test cards (docs.stripe.com/testing), by the names of its test payment methods. */
export type TestCard =
  | 'pm_card_visa'
  | 'pm_card_chargeDeclined'
  | 'pm_card_chargeDeclinedInsufficientFunds'
  | 'pm_card_authenticationRequired'

/**
 * The fault of a request, and whether it happens before or after the request is carried out. Like Stripe, the stand-in
 * stores an error_500 under the idempotency key if it comes after or instead of the request, but not if it comes before
 * it.
 */
export type Trouble =
  | `${'error_500' | 'hang' | 'drop'} ${'before' | 'after'}`
  | 'error_500 instead'
  | 'error_429 instead'
  | 'slow'

/** The behavior of a saved card, by its last digits. */
const cardsByEnd: Partial<Record<string, TestCard>> = {
  '0002': 'pm_card_chargeDeclined',
  '9995': 'pm_card_chargeDeclinedInsufficientFunds',
  '3155': 'pm_card_authenticationRequired',
}

class Failure extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, body: Record<string, unknown>) {
    super(String(body['message']))
    this.status = status
    this.body = body
  }
}

type Answer = { status: number; body: unknown }
type Remembered = { params: string; answer: Answer | null }

type TokenParams = NonNullable<Parameters<Stripe['testHelpers']['confirmationTokens']['create']>[0]>

/** The parameters that each call accepts. Like Stripe, the stand-in refuses one that the SDK's types do not know. */
const known = {
  payment_intent: [
    'amount',
    'currency',
    'confirm',
    'confirmation_token',
    'customer',
    'payment_method',
    'use_stripe_sdk',
    'allowed_payment_method_types',
    'metadata',
    'expand',
  ] satisfies (keyof Stripe.PaymentIntentCreateParams)[],
  refund: ['payment_intent', 'amount', 'reason', 'metadata'] satisfies (keyof Stripe.RefundCreateParams)[],
  customer: ['name', 'email'] satisfies (keyof Stripe.CustomerCreateParams)[],
  setup_intent: [
    'customer',
    'allowed_payment_method_types',
    'usage',
  ] satisfies (keyof Stripe.SetupIntentCreateParams)[],
  token: ['payment_method'] satisfies (keyof TokenParams)[],
  intents: ['created', 'limit', 'starting_after'] satisfies (keyof Stripe.PaymentIntentListParams)[],
  balance: ['created', 'expand', 'limit', 'starting_after'] satisfies (keyof Stripe.BalanceTransactionListParams)[],
}

/**
 * A stand-in for Stripe on loopback: the calls that the app makes, with data in memory, idempotency keys, refusals, and
 * failures that tests request. Its shapes are checked against the SDK's types (test/stripe/shapes.ts).
 */
export async function startStripe() {
  const intents = new Map<string, Stripe.PaymentIntent>()
  const charges = new Map<string, Stripe.Charge>()
  const refunds: Stripe.Refund[] = []
  const disputes: Stripe.Dispute[] = []
  const webhooks: Stripe.WebhookEndpoint[] = []
  const tokens = new Map<string, { card: TestCard; used: boolean }>()
  const customers = new Map<string, Stripe.Customer>()
  const setups = new Map<string, Stripe.SetupIntent>()
  const cards = new Map<string, Stripe.PaymentMethod>()
  const remembered = new Map<string, Remembered>()
  const troubles: { call: string; trouble: Trouble }[] = []
  const troublesOfKeys = new Map<string, Trouble>()
  /** All calls that arrived, 'POST /v1/payment_intents'. */
  const calls: string[] = []
  /** The events that Stripe would send by webhook, oldest first. */
  const events: Stripe.EventBase[] = []
  const sockets = new Set<Socket>()
  /** The account's balance, newest entry first, with the object of each. */
  const balance: { entry: Stripe.BalanceTransaction; of: Stripe.Charge | Stripe.Refund | Stripe.Dispute }[] = []
  let slowness = 0
  let secondsNow = shapes.seconds

  function book(of: Stripe.Charge | Stripe.Refund | Stripe.Dispute): void {
    balance.unshift({ entry: shapes.balanceTransaction(of, secondsNow()), of })
  }

  function newToken(card: TestCard): string {
    const token = shapes.confirmationToken()
    tokens.set(token.id, { card, used: false })
    return token.id
  }

  function succeed(intent: Stripe.PaymentIntent): void {
    const charge = shapes.charge(intent)
    charges.set(charge.id, charge)
    book(charge)
    Object.assign(intent, {
      status: 'succeeded',
      latest_charge: charge.id,
      amount_received: intent.amount,
      next_action: null,
    })
    events.push(shapes.event('payment_intent.succeeded', structuredClone(intent)))
  }

  function fail(
    intent: Stripe.PaymentIntent,
    error: Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code'>,
  ): Stripe.PaymentIntent.LastPaymentError {
    const last_payment_error = {
      ...error,
      type: 'card_error',
      message: 'Words of the bank that no player should read.',
    } as const
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error, next_action: null })
    events.push(shapes.event('payment_intent.payment_failed', structuredClone(intent)))
    return last_payment_error
  }

  const declines: Partial<Record<TestCard, Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code'>>> = {
    pm_card_chargeDeclined: { code: 'card_declined', decline_code: 'generic_decline' },
    pm_card_chargeDeclinedInsufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  }

  /** The card to charge: that of an unused confirmation token, or a saved one of the named customer. */
  function readCharged(params: Params): { card: TestCard; payment_method: string } {
    const saved = params.text('payment_method')
    if (saved !== undefined) {
      const card = cards.get(saved)
      if (!card || card.customer !== params.text('customer')) throw invalid('resource_missing', 'payment_method')
      // Without it, the bank's window does not open in the browser.
      if (params.text('use_stripe_sdk') !== 'true') throw invalid('parameter_missing', 'return_url')
      return { card: cardsByEnd[card.card?.last4 ?? ''] ?? 'pm_card_visa', payment_method: saved }
    }
    const token = tokens.get(params.text('confirmation_token') ?? '')
    if (!token) throw invalid('resource_missing', 'confirmation_token')
    if (token.used) throw invalid('confirmation_token_already_used', 'confirmation_token')
    token.used = true
    return { card: token.card, payment_method: token.card }
  }

  function createIntent(params: Params): Stripe.PaymentIntent {
    const amount = Number(params.text('amount'))
    if (!Number.isInteger(amount) || amount < 50) throw invalid('amount_too_small', 'amount')
    const currency = params.text('currency') ?? ''
    if (!/^[a-z]{3}$/.test(currency)) throw invalid('parameter_invalid', 'currency')
    if (params.text('confirm') !== 'true') return newIntent(params, amount, currency)
    const { card, payment_method } = readCharged(params)
    const intent = shapes.paymentIntent({
      amount,
      currency,
      customer: params.text('customer') ?? null,
      metadata: params.record('metadata'),
      payment_method,
    })
    Object.assign(intent, { created: secondsNow() })
    intents.set(intent.id, intent)
    const decline = declines[card]
    if (decline) throw new Failure(402, { ...fail(intent, decline), payment_intent: structuredClone(intent) })
    if (card === 'pm_card_authenticationRequired')
      Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } })
    else succeed(intent)
    return intent
  }

  /** An unconfirmed payment: it waits for a card. */
  function newIntent(params: Params, amount: number, currency: string): Stripe.PaymentIntent {
    const metadata = params.record('metadata')
    const intent = shapes.paymentIntent({ amount, currency, customer: null, metadata, payment_method: null })
    Object.assign(intent, { created: secondsNow(), status: 'requires_payment_method' })
    intents.set(intent.id, intent)
    return intent
  }

  function cancelIntent(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    if (['succeeded', 'canceled', 'processing'].includes(intent.status))
      throw invalid('payment_intent_unexpected_state', 'status')
    Object.assign(intent, { status: 'canceled', canceled_at: shapes.seconds(), next_action: null })
    events.push(shapes.event('payment_intent.canceled', structuredClone(intent)))
    return intent
  }

  function createRefund(params: Params): Stripe.Refund {
    const intent = find(intents, params.text('payment_intent') ?? '')
    const charge = chargeOf(intent)
    const amount = Number(params.text('amount'))
    // A charge stays marked as disputed. Once the dispute is won, it can be refunded.
    if (disputes.some(({ payment_intent, status }) => payment_intent === intent.id && status !== 'won'))
      throw invalid('charge_disputed', 'payment_intent')
    if (charge.refunded) throw invalid('charge_already_refunded', 'payment_intent')
    if (!Number.isInteger(amount) || amount < 1 || charge.amount_refunded + amount > charge.amount)
      throw invalid('amount_too_large', 'amount')
    const refund = shapes.refund(charge, amount, params.record('metadata'))
    refunds.push(refund)
    book(refund)
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    events.push(shapes.event('charge.refunded', structuredClone(charge)))
    return refund
  }

  function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge {
    return find(charges, typeof intent.latest_charge === 'string' ? intent.latest_charge : '')
  }

  function shown(intent: Stripe.PaymentIntent, params: Params): Stripe.PaymentIntent {
    const { latest_charge } = intent
    if (!params.list('expand').includes('latest_charge') || typeof latest_charge !== 'string') return intent
    return { ...intent, latest_charge: find(charges, latest_charge) }
  }

  /** Carries out one call. */
  function carryOut(call: string, id: string, params: Params): unknown {
    switch (call) {
      case 'POST /v1/payment_intents':
        params.expectKnown(known.payment_intent)
        return shown(createIntent(params), params)
      case 'GET /v1/payment_intents': {
        params.expectKnown(known.intents)
        const since = [...intents.values()]
          .filter(({ created }) => created >= Number(params.text('created[gte]')))
          .toReversed()
        const from = since.findIndex(({ id: one }) => one === params.text('starting_after')) + 1
        const to = from + Number(params.text('limit') ?? 10)
        return shapes.list(since.slice(from, to), '/v1/payment_intents', to < since.length)
      }
      case 'GET /v1/payment_intents/:id':
        return shown(find(intents, id), params)
      case 'POST /v1/payment_intents/:id/cancel':
        return shown(cancelIntent(find(intents, id)), params)
      case 'GET /v1/payment_intents/search': {
        const order_id = /^metadata\['order_id'\]:'([^']+)'$/.exec(params.text('query') ?? '')?.[1]
        return {
          object: 'search_result',
          url: '/v1/payment_intents/search',
          has_more: false,
          next_page: null,
          data: [...intents.values()].filter(({ metadata }) => metadata['order_id'] === order_id),
        }
      }
      case 'POST /v1/refunds':
        params.expectKnown(known.refund)
        return createRefund(params)
      case 'GET /v1/refunds':
        return shapes.list(
          refunds.filter(({ payment_intent }) => payment_intent === params.text('payment_intent')),
          '/v1/refunds',
        )
      case 'GET /v1/refunds/:id': {
        const refund = refunds.find((one) => one.id === id)
        if (!refund) throw invalid('resource_missing', 'refund', 404)
        return refund
      }
      case 'GET /v1/balance_transactions': {
        params.expectKnown(known.balance)
        const within = balance.filter(
          ({ entry }) =>
            entry.created >= Number(params.text('created[gte]')) && entry.created < Number(params.text('created[lt]')),
        )
        const from = within.findIndex(({ entry }) => entry.id === params.text('starting_after')) + 1
        const to = from + Number(params.text('limit') ?? 10)
        const expanded = params.list('expand').includes('data.source')
        return shapes.list(
          within.slice(from, to).map(({ entry, of }) => (expanded ? { ...entry, source: of } : entry)),
          '/v1/balance_transactions',
          to < within.length,
        )
      }
      case 'GET /v1/disputes':
        return shapes.list(
          disputes.filter(({ payment_intent }) => payment_intent === params.text('payment_intent')),
          '/v1/disputes',
        )
      case 'POST /v1/customers': {
        params.expectKnown(known.customer)
        const customer = shapes.newCustomer(params.text('name') ?? '', params.text('email') ?? '')
        customers.set(customer.id, customer)
        return customer
      }
      case 'POST /v1/setup_intents': {
        params.expectKnown(known.setup_intent)
        const setup = shapes.setupIntent(find(customers, params.text('customer') ?? '').id)
        setups.set(setup.id, setup)
        return setup
      }
      case 'GET /v1/customers/:id/payment_methods':
        return shapes.list(
          [...cards.values()].filter(({ customer }) => customer === find(customers, id).id),
          `/v1/customers/${id}/payment_methods`,
        )
      case 'GET /v1/customers/:id/payment_methods/:other': {
        const card = find(cards, params.other)
        if (card.customer !== id) throw invalid('resource_missing', 'payment_method', 404)
        return card
      }
      case 'POST /v1/payment_methods/:id/detach':
        return Object.assign(find(cards, id), { customer: null })
      case 'GET /v1/webhook_endpoints':
        return shapes.list(webhooks, '/v1/webhook_endpoints', false)
      case 'POST /v1/test_helpers/confirmation_tokens': {
        params.expectKnown(known.token)
        const token = shapes.confirmationToken()
        tokens.set(token.id, { card: params.text('payment_method') as TestCard, used: false })
        return token
      }
      default:
        throw new Failure(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call}).` })
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    const { call, id, other } = callOf(request.method ?? 'GET', pathname)
    const params = new Params(new URLSearchParams(body || searchParams), other)
    calls.push(call)
    const at = troubles.findIndex((ordered) => ordered.call === call)
    const sentKey = request.headers['idempotency-key']
    const ofKey = typeof sentKey === 'string' ? troublesOfKeys.get(sentKey) : undefined
    const trouble = at < 0 ? ofKey : troubles.splice(at, 1)[0]?.trouble
    if (slowness > 0) await new Promise((done) => setTimeout(done, Math.random() * slowness))
    if (trouble === 'hang before') return
    if (trouble === 'drop before') return void request.socket.destroy()
    if (trouble === 'error_500 before')
      return send(response, {
        status: 500,
        body: { error: { type: 'api_error', message: 'Something is wrong at Stripe.' } },
      })
    if (request.headers.authorization !== `Bearer ${keys.STRIPE_SECRET_KEY}`)
      return send(response, {
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
      })

    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const replayKey = typeof key === 'string' ? `${call} ${key}` : null
    const before = replayKey === null ? undefined : remembered.get(replayKey)
    if (before && before.params !== body)
      return send(response, {
        status: 400,
        body: {
          error: {
            type: 'idempotency_error',
            message:
              'Keys for idempotent requests can only be used with the same parameters they were first used with.',
          },
        },
      })
    if (before && !before.answer)
      return send(response, {
        status: 409,
        body: {
          error: {
            type: 'invalid_request_error',
            code: 'idempotency_key_in_use',
            message: 'There is another request in progress.',
          },
        },
      })
    if (before?.answer) return send(response, before.answer, { 'idempotent-replayed': 'true' })
    if (replayKey !== null) remembered.set(replayKey, { params: body, answer: null })
    if (trouble === 'slow') await new Promise((done) => setTimeout(done, 300))

    const isInstead = trouble === 'error_500 instead' || trouble === 'error_429 instead'
    const done = isInstead ? null : attempt(() => carryOut(call, id, params))
    const answered = done === null || trouble === 'error_500 after' ? errorOf(trouble) : done
    // Refused before anything started, so not remembered.
    if (replayKey !== null && answered.status === 400) remembered.delete(replayKey)
    else if (replayKey !== null) remembered.set(replayKey, { params: body, answer: structuredClone(answered) })
    if (trouble === 'hang after') return
    if (trouble === 'drop after') return void request.socket.destroy()
    if (slowness > 0) await new Promise((wait) => setTimeout(wait, Math.random() * slowness))
    send(response, answered)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      send(response, { status: 500, body: { error: { type: 'api_error', message: String(error) } } }),
    )
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo

  function shut(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => server.close(() => done()))
  }

  return {
    /** The settings of an app that uses this as Stripe. */
    settings: { ...keys, STRIPE_API_URL: `http://127.0.0.1:${port}` },
    calls,
    events,
    webhooks,
    refunds,
    newToken,
    /** All payments that succeeded. */
    succeeded: () => [...intents.values()].filter(({ status }) => status === 'succeeded'),
    intent: (id: string) => find(intents, id),
    intentOf: (order_id: string) => [...intents.values()].filter(({ metadata }) => metadata['order_id'] === order_id),
    /** Makes the next such call fail this way. Several failures apply in turn. */
    order(call: string, ...ordered: Trouble[]) {
      troubles.push(...ordered.map((trouble) => ({ call, trouble })))
    },
    /** Makes calls with this idempotency key fail this way. */
    orderKey(key: string, trouble: Trouble) {
      troublesOfKeys.set(key, trouble)
    },
    /** Delays every call by up to this many milliseconds, before and after it is carried out. */
    slow(milliseconds: number) {
      slowness = milliseconds
    },
    /** Ends all delays and failures, including those requested and not yet used. */
    heal() {
      slowness = 0
      troubles.length = 0
    },
    /** Dates the balance by this clock from now on. */
    dateBy(clock: { now(): Date }) {
      secondsNow = () => Math.floor(clock.now().getTime() / 1000)
    },
    /** The buyer's answer to the bank, which Stripe's script in the browser receives. */
    authenticate(client_secret: string, approved: boolean): Stripe.PaymentIntent {
      const intent = [...intents.values()].find((one) => one.client_secret === client_secret)
      if (!intent || intent.status !== 'requires_action') throw new Error('no payment waits for this')
      if (approved) succeed(intent)
      else fail(intent, { code: 'payment_intent_authentication_failure' })
      return intent
    },
    /** Saves a card that the buyer's browser gave Stripe with the secret of a set-up. */
    saveCard(client_secret: string, last4: string): string {
      const setup = [...setups.values()].find((one) => one.client_secret === client_secret)
      if (!setup || typeof setup.customer !== 'string') throw new Error('no such set-up')
      const card = shapes.card(setup.customer, last4)
      cards.set(card.id, card)
      Object.assign(setup, { status: 'succeeded', payment_method: card.id })
      return card.id
    },
    /** Creates a customer with a saved card. */
    newCustomer(last4: string): { customer: string; card: string } {
      const customer = shapes.newCustomer('Buyer Baker', 'buyer@example.com')
      customers.set(customer.id, customer)
      const card = shapes.card(customer.id, last4)
      cards.set(card.id, card)
      return { customer: customer.id, card: card.id }
    },
    /** A payment and its refund by something else that uses the account, with its own metadata. */
    payForeign(metadata: unknown): void {
      const intent = shapes.paymentIntent({
        amount: 4200,
        customer: null,
        metadata: {},
        payment_method: 'pm_card_visa',
      })
      intents.set(intent.id, intent)
      succeed(intent)
      const charge = chargeOf(intent)
      createRefund(new Params(new URLSearchParams({ payment_intent: intent.id, amount: '4200' }), ''))
      for (const thing of [intent, charge, refunds.at(-1)]) Object.assign(thing ?? {}, { metadata })
    },
    /** A refund made in Stripe's dashboard. */
    refundByHand(payment: string, amount?: number): void {
      const charge = chargeOf(find(intents, payment))
      createRefund(
        new Params(new URLSearchParams({ payment_intent: payment, amount: String(amount ?? charge.amount) }), ''),
      )
    },
    /** The buyer's bank demands the money back. */
    dispute(payment: string): void {
      const charge = chargeOf(find(intents, payment))
      charge.disputed = true
      const dispute = shapes.dispute(charge, 'needs_response')
      disputes.push(dispute)
      book(dispute)
      events.push(shapes.event('charge.dispute.created', structuredClone(dispute)))
    },
    closeDispute(payment: string, status: 'won' | 'lost'): void {
      const dispute = disputes.find(({ payment_intent }) => payment_intent === payment)
      if (!dispute) throw new Error('nothing is disputed')
      dispute.status = status
      events.push(shapes.event('charge.dispute.closed', structuredClone(dispute)))
    },
    /** Simulates a day later: the idempotency keys have expired, and a call that repeats one is carried out again. */
    forgetKeys: () => remembered.clear(),
    /** Makes the address refuse connections until it is opened again. */
    shut,
    open: () => listen(port),
    close: shut,
  }
}

export type StandIn = Awaited<ReturnType<typeof startStripe>>

/** An event as Stripe posts it: the bytes and the signature over them. `age` in seconds. */
export function sign(
  event: Stripe.EventBase,
  { age = 0, secret = keys.STRIPE_WEBHOOK_SECRET }: { age?: number; secret?: string } = {},
) {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: shapes.seconds() - age })
  return { payload, signature }
}

/** The parameters of a call, form-encoded as `metadata[order_id]=...` and `expand[0]=...`. */
class Params {
  readonly other: string
  readonly #sent: URLSearchParams
  constructor(sent: URLSearchParams, other: string) {
    this.#sent = sent
    this.other = other
  }
  text(name: string): string | undefined {
    return this.#sent.get(name) ?? undefined
  }
  list(name: string): string[] {
    return [...this.#sent].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value)
  }
  record(name: string): Record<string, string> {
    return Object.fromEntries(
      [...this.#sent]
        .filter(([key]) => key.startsWith(`${name}[`))
        .map(([key, value]) => [key.slice(name.length + 1, -1), value]),
    )
  }
  expectKnown(names: readonly string[]): void {
    for (const key of this.#sent.keys())
      if (!names.includes(key.replace(/\[.*$/, ''))) throw invalid('parameter_unknown', key)
  }
}

function callOf(method: string, pathname: string): { call: string; id: string; other: string } {
  const ids: string[] = []
  const path = pathname.replaceAll(
    /\/((?:pi|cus|pm|seti|re)_\w+)/g,
    (_, id: string) => `/${ids.push(id) === 1 ? ':id' : ':other'}`,
  )
  return { call: `${method} ${path}`, id: ids[0] ?? '', other: ids[1] ?? '' }
}

function attempt(work: () => unknown): Answer {
  try {
    return { status: 200, body: work() }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { status: error.status, body: { error: error.body } }
  }
}

function invalid(code: string, param: string, status = 400): Failure {
  return new Failure(status, {
    type: 'invalid_request_error',
    code,
    param,
    message: 'Words of Stripe that no player should read.',
  })
}

function find<T>(things: Map<string, T>, id: string): T {
  const thing = things.get(id)
  if (!thing) throw invalid('resource_missing', 'id', 404)
  return thing
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

function send(response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': shapes.newId('req'), ...headers })
  response.end(JSON.stringify(body))
}

function errorOf(trouble: Trouble | undefined): Answer {
  return trouble === 'error_429 instead'
    ? { status: 429, body: { error: { type: 'invalid_request_error', code: 'lock_timeout', message: 'Busy.' } } }
    : { status: 500, body: { error: { type: 'api_error', message: 'Something is wrong at Stripe.' } } }
}
