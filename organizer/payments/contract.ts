import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, line, message } from '#/contract/fields.ts'
import { purchaseStatuses } from '#/contract/choices.ts'
import { pageQuery, paged } from '#/contract/page.ts'
import { amount } from '#/organizer/desk/discount-contract.ts'
import { paymentFilter } from '#/organizer/desk/contract.ts'

const balance = z.object({ taken: z.number(), refunded: z.number(), net: z.number() })

/** One tax, by name and rate: net revenue of the orders with it, card and cash together, and the tax included. */
const taxes = z.array(z.object({ name: z.string(), rate: z.number(), net: z.number(), tax: z.number() }))

/** By card; cash recorded by organizers; both together; and the taxes included. */
export const sums = z.extend(balance, { cash: balance, together: balance, taxes })
export type Sums = z.output<typeof sums>

const paymentLine = z.object({
  id: z.int(),
  order_id: z.string(),
  created_at: instant,
  player_id: z.int(),
  player: z.string(),
  league_id: z.int(),
  league_name: z.string(),
  year: z.int(),
  level_name: z.string(),
  area: z.string(),
  /** Dollars, like all amounts here. */
  price: z.number(),
  /** Discounts already subtracted: for an additional division of the season, and by a coupon. */
  second_division: z.number(),
  discount: z.number(),
  /** The amount charged by the provider, and the part of it refunded. */
  taken: z.number(),
  refunded: z.number(),
  /** Cash that an organizer received for it, and the part of it returned by hand. */
  cash: z.number(),
  cash_returned: z.number(),
  payment_status: z.enum(purchaseStatuses),
  refund_requested: z.boolean(),
  /** The payment provider refused its refund, and no other has replaced it. */
  refund_failed: z.boolean(),
  /** An organizer withdrew it without a refund. */
  withdrawn: z.boolean(),
  by_card: z.boolean(),
  provider_payment: z.nullable(z.string()),
})
export type PaymentLine = z.output<typeof paymentLine>

const linesPage = paged('lines', paymentLine)

export const listPayments = endpoint({
  method: 'GET',
  path: '/organizer/payments',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The lines of all orders in my areas, with revenue and refunds of all matching ones by card and in cash, and the number of lines in these areas with a failed refund.',
  query: z.object({
    ...pageQuery(),
    ...paymentFilter,
    league_id: z.optional(id),
    sort: z._default(z.enum(['-date', 'date']), '-date'),
  }),
  reply: z.extend(linesPage, { sums, failed_refunds: z.int() }),
})

export const listPaymentSums = endpoint({
  method: 'GET',
  path: '/organizer/payments/areas',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Revenue and refunds of the matching lines in each of my areas. `from` and `to` are local days of each area; the list’s sums use the organization’s days.',
  query: z.object(paymentFilter),
  reply: z.object({ areas: z.array(z.extend(sums, { area: z.string(), time_zone: z.string(), total: z.int() })) }),
})

const refund = z.object({
  id: z.int(),
  /** Of the whole line, of a part, of a failed order that was charged, by hand, or returned by the provider. */
  kind: z.enum(['withdrawal', 'part', 'failed_order', 'by_hand', 'returned']),
  /** Null for the charge of a failed order. */
  purchase_id: z.nullable(z.int()),
  level_name: z.nullable(z.string()),
  amount: z.number(),
  reason: z.nullable(z.string()),
  /** `requested` until the provider has made it. `failed`: the provider will not make it, and the amount can still be refunded. */
  state: z.enum(['requested', 'done', 'failed']),
  failed_reason: z.nullable(z.string()),
  /** Failed, and retried by another refund. */
  retried: z.boolean(),
  provider_refund: z.nullable(z.string()),
  /** Null if nobody did: the site or the provider started it. */
  requested_by: z.nullable(z.string()),
  requested_at: instant,
})
export type Refund = z.output<typeof refund>

const orderLine = z.object({
  id: z.int(),
  league_id: z.int(),
  level_name: z.string(),
  price: z.number(),
  second_division: z.number(),
  discount: z.number(),
  /** Whether the line cost nothing. */
  is_free: z.boolean(),
  taken: z.number(),
  refunded: z.number(),
  cash: z.number(),
  cash_returned: z.number(),
  /** The amount that can still be refunded. */
  left: z.number(),
  payment_status: z.enum(purchaseStatuses),
  refund_requested: z.boolean(),
  refunded_at: z.nullable(instant),
  withdrawn: z.boolean(),
})
export type OrderLine = z.output<typeof orderLine>

const booking = z.object({
  id: z.int(),
  purchase_id: z.int(),
  level_name: z.string(),
  kind: z.enum(['cash', 'transfer']),
  /** Negative: given back. */
  amount: z.number(),
  reason: z.nullable(z.string()),
  /** Who had the money in hand. Null if the order names nobody. */
  organizer: z.nullable(z.string()),
  /** Null if it followed from entering or withdrawing the player. */
  booked_by: z.nullable(z.string()),
  booked_at: instant,
})
export type Booking = z.output<typeof booking>

const order = z.object({
  order_id: z.string(),
  player_id: z.int(),
  player: z.string(),
  email: z.string(),
  league_name: z.string(),
  year: z.int(),
  area: z.string(),
  created_at: instant,
  settled_at: z.nullable(instant),
  /** Until when the places are held for a buyer who has not confirmed the email. Null if they are not. */
  held_until: z.nullable(instant),
  disputed_at: z.nullable(instant),
  /** The combined status of all lines. */
  payment_status: z.enum(purchaseStatuses),
  total: z.number(),
  /** The combined discounts for additional divisions of the season. */
  second_division: z.number(),
  /** The coupon used, and its discount. */
  coupon: z.nullable(z.object({ code: z.string(), discount: z.number() })),
  by_card: z.boolean(),
  provider_payment: z.nullable(z.string()),
  decline_reason: z.nullable(z.string()),
  /** The organizer who entered the player without a card. */
  entered_by: z.nullable(z.string()),
  lines: z.array(orderLine),
  /** Oldest first. */
  refunds: z.array(refund),
  /** Money by hand, oldest first. */
  bookings: z.array(booking),
  /** The provider's events about the payment, oldest first. */
  events: z.array(z.object({ id: z.string(), type: z.string(), received_at: instant })),
})
export type PaymentOrder = z.output<typeof order>

export const getPaymentOrder = endpoint({
  method: 'GET',
  path: '/organizer/payments/{order_id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: "One order: its lines, its refunds, its payment and the provider's events.",
  params: z.object({ order_id: z.uuid() }),
  reply: z.object({ order }),
})

const month = z.string().check(z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'Please give a month, like 2026-07.'))

const reason = line(300, 'Please give a reason for the audit log.')

export const refundPurchase = endpoint({
  method: 'POST',
  path: '/organizer/payments/lines/{id}/refund',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Refund a line to the card. Without an amount: all that is left, and the entry is withdrawn. With an amount: the entry stays. Repeating a key repeats no refund.',
  params: z.object({ id }),
  body: z.object({
    /** Dollars. */
    amount: z.optional(amount),
    reason,
    /** Created by the caller for this one refund. */
    key: z.uuid(),
  }),
  reply: message,
  example: {
    body: {
      amount: '10.00',
      reason: 'The court was closed on the first day',
      key: '7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b',
    },
  },
})

export const bookMoney = endpoint({
  method: 'POST',
  path: '/organizer/payments/{order_id}/bookings',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Book money that was received or given back by hand for a line of an order. The entry stays. Repeating a key books nothing more.',
  params: z.object({ order_id: z.uuid() }),
  body: z.object({
    purchase_id: id,
    direction: z.enum(['received', 'returned']),
    kind: z.enum(['cash', 'transfer']),
    /** Dollars. */
    amount,
    reason,
    /** Created by the caller for this one booking. */
    key: z.uuid(),
  }),
  reply: message,
  example: {
    body: {
      purchase_id: 31,
      direction: 'received',
      kind: 'cash',
      amount: '39.00',
      reason: 'Paid at the courts',
      key: '2b0c9a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b',
    },
  },
})

const cashUpSums = { cash: z.number(), transfers: z.number(), returned: z.number(), handed_over: z.number() }

export const getCashUp = endpoint({
  method: 'GET',
  path: '/organizer/cash-up',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Money by hand of a month by organizer and day, with the cash that each still has. An owner sees all organizers, others themselves.',
  query: z.object({ month: z.optional(month) }),
  reply: z.object({
    month: z.string(),
    /** `balance`: cash received and neither given back nor handed over, up to now. */
    organizers: z.array(z.object({ id: z.nullable(z.int()), name: z.nullable(z.string()), balance: z.number() })),
    /** `day` is yyyy/MM/dd in the organization's time zone. */
    days: z.array(z.object({ organizer_id: z.nullable(z.int()), day: z.string(), ...cashUpSums })),
  }),
})
export type CashUp = z.output<typeof getCashUp.reply>

export const handOverCash = endpoint({
  method: 'POST',
  path: '/organizer/cash-up/handovers',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Book cash that I have handed over. Repeating a key books nothing more.',
  body: z.object({ amount, reason, key: z.uuid() }),
  reply: message,
  example: { body: { amount: '120.00', reason: 'To the bank', key: '3c0c9a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b' } },
})

export const retryPaymentRefund = endpoint({
  method: 'POST',
  path: '/organizer/payments/refunds/{id}/retry',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Retry a refund. One that is under way keeps its key, so nothing is refunded twice; one that failed becomes a new refund.',
  params: z.object({ id }),
  reply: message,
})

export const differenceKinds = [
  'charge_unknown',
  'charge_not_noted',
  'charge_missing',
  'charge_differs',
  'refund_by_hand',
  'refund_under_way',
  'refund_missing',
  'refund_differs',
  'refund_failed',
  'dispute',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

const difference = z.object({
  kind: z.enum(differenceKinds),
  /** yyyy/MM/dd. */
  day: z.string(),
  /** Dollars, negative for money paid to the buyer. Null if that side does not have it. */
  ours: z.nullable(z.number()),
  theirs: z.nullable(z.number()),
  /** The provider's id of the movement. */
  movement: z.nullable(z.string()),
  payment: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  player: z.nullable(z.string()),
  /** For a refund made by hand: the lines that it can be assigned to, with the amount each has left. */
  lines: z.array(z.object({ id: z.int(), level_name: z.string(), left: z.number() })),
})
export type Difference = z.output<typeof difference>

const side = { taken: z.number(), refunded: z.number(), net: z.number() }
const compared = {
  ours: z.object(side),
  /** Refunds and disputes together. Fees if the provider reports them. */
  theirs: z.object({ ...side, fees: z.nullable(z.number()) }),
  /** Theirs minus ours. */
  difference: z.number(),
  /** Booked by hand on our day, received minus given back. The provider has none of it. */
  cash: z.number(),
}
const reconciledDay = z.object({ day: z.string(), ...compared })
export type ReconciledDay = z.output<typeof reconciledDay>

export const getReconciliation = endpoint({
  method: 'GET',
  path: '/organizer/reconciliation',
  access: 'owner',
  tag: 'Organizer',
  summary:
    "Our books compared with the payment provider's, day by day for a month, with every movement that only one of them has.",
  query: z.object({ month: z.optional(month) }),
  reply: z.object({
    /** yyyy-mm. */
    month: z.string(),
    mode: z.enum(['test', 'stripe']),
    days: z.array(reconciledDay),
    total: z.object(compared),
    differences: z.array(difference),
  }),
})
export type Reconciliation = z.output<typeof getReconciliation.reply>

export const assignRefund = endpoint({
  method: 'POST',
  path: '/organizer/reconciliation/refunds',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Assign a refund made by hand at the provider to a line. No money moves.',
  body: z.object({
    /** The provider's id of the refund. */
    refund: z.string().check(z.trim(), z.minLength(1, 'Please fill this in.'), z.maxLength(200)),
    purchase_id: z.int('Please choose a line.').check(z.minimum(1, 'Please choose a line.'), z.maximum(2_147_483_647)),
    reason,
  }),
  reply: message,
  example: { body: { refund: 're_3Nabc', purchase_id: 31, reason: 'Refunded by phone on Sunday' } },
})
