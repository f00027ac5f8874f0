import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

// The objects of Stripe's API, with every field that its SDK's types name: a shape that drifts does not compile.

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** The current time in seconds, as Stripe counts it. */
export function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

type NewIntent = {
  amount: number
  currency?: string
  customer: string | null
  metadata: Record<string, string>
  payment_method: string | null
}

export function paymentIntent({ amount, currency = 'usd', customer, metadata, payment_method }: NewIntent) {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: seconds(),
    currency,
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_confirmation',
    transfer_group: null,
  } satisfies Stripe.PaymentIntent as Stripe.PaymentIntent
}

export function charge(intent: Stripe.PaymentIntent) {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'DEUCE',
    captured: true,
    created: seconds(),
    currency: intent.currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge as Stripe.Charge
}

export function refund(of: Stripe.Charge, amount: number, metadata: Record<string, string>) {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: of.id,
    created: seconds(),
    currency: of.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: of.payment_intent,
    payment_method: null,
    reason: 'requested_by_customer',
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund as Stripe.Refund
}

export function dispute(of: Stripe.Charge, status: Stripe.Dispute.Status) {
  return {
    id: newId('du'),
    object: 'dispute',
    amount: of.amount,
    balance_transactions: [],
    charge: of.id,
    created: seconds(),
    currency: of.currency,
    enhanced_eligibility_types: [],
    // Some thirty texts that a shop submits. Nothing here reads them.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: of.payment_intent,
    reason: 'fraudulent',
    status,
  } satisfies Stripe.Dispute as Stripe.Dispute
}

/** `created` is in seconds. The fee is Stripe's for a domestic card: 2.9 % and 30 cents. */
export function balanceTransaction(of: Stripe.Charge | Stripe.Refund | Stripe.Dispute, created: number) {
  const [type, amount, fee] = {
    charge: ['charge', of.amount, Math.round(of.amount * 0.029) + 30],
    refund: ['refund', -of.amount, 0],
    dispute: ['adjustment', -of.amount, 1500],
  }[of.object] as [Stripe.BalanceTransaction.Type, number, number]
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency: of.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: of.object,
    source: of.id,
    status: 'available',
    type,
  } satisfies Stripe.BalanceTransaction as Stripe.BalanceTransaction
}

export function confirmationToken() {
  return {
    id: newId('ctoken'),
    object: 'confirmation_token',
    created: seconds(),
    expires_at: seconds() + 12 * 3600,
    livemode: false,
    metadata: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: null,
    return_url: null,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  } satisfies Stripe.ConfirmationToken as Stripe.ConfirmationToken
}

export function newCustomer(name: string, email: string) {
  return {
    id: newId('cus'),
    object: 'customer',
    balance: 0,
    created: seconds(),
    default_source: null,
    description: null,
    email,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name,
    shipping: null,
  } satisfies Stripe.Customer as Stripe.Customer
}

export function setupIntent(of: string) {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    created: seconds(),
    customer: of,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'on_session',
  } satisfies Stripe.SetupIntent as Stripe.SetupIntent
}

export function card(of: string, last4: string) {
  return {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: null,
      country: 'US',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: 2039,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: null,
      regulated_status: null,
      three_d_secure_usage: null,
      wallet: null,
    },
    created: seconds(),
    customer: of,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod as Stripe.PaymentMethod
}

export function list<T>(data: T[], url: string, has_more = false) {
  return { object: 'list' as const, data, has_more, url } satisfies Stripe.ApiList<T>
}

type EventType = Extract<
  Stripe.Event['type'],
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'customer.created'
>

export function event(type: EventType, object: Stripe.Event.Data.Object) {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: seconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  } satisfies Stripe.EventBase
}

/** A webhook endpoint as Stripe lists it. */
export function webhookEndpoint(url: string, enabled_events: string[], status = 'enabled') {
  return {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: seconds(),
    description: null,
    enabled_events,
    livemode: false,
    metadata: {},
    status,
    url,
  } satisfies Stripe.WebhookEndpoint as Stripe.WebhookEndpoint
}
