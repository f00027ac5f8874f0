import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { area } from '#/contract/area-field.ts'
import { id, instant, line, message } from '#/contract/fields.ts'
import { purchaseStatuses } from '#/contract/choices.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { savedCardId } from '#/features/cards/contract.ts'
import { couponCode } from '#/features/coupons/contract.ts'
import { namedPartner } from '#/features/pairs/contract.ts'
import { answering } from '#/contract/questions.ts'
import { acceptance } from '#/features/texts/contract.ts'

/** A division in the cart, by id or slug. */
const cartItem = z
  .object({
    id: z.optional(id),
    slug: z.optional(z.string().check(z.maxLength(80))),
    season_count: z._default(z.literal(1, 'One season at a time.'), 1),
  })
  .check(
    z.refine((item) => item.id !== undefined || item.slug !== undefined, 'Please say which division, by id or slug.'),
  )
export type CartItem = z.output<typeof cartItem>

const tokenId = z.string().check(z.trim(), z.minLength(1, 'Confirmation token is missing'), z.maxLength(200))

/** The state of an order. `client_secret` is sent with requires_action, only to the buyer. */
const orderAnswer = z.object({
  message: z.string(),
  data: z.object({
    order_id: z.string(),
    /** `Confirmed`: there was nothing to pay. `Held`: neither, but the email of the account must be confirmed by `held_until`. */
    status: z.enum(['Paid', 'Confirmed', 'requires_action', 'Pending', 'Held']),
    client_secret: z.optional(z.string()),
    held_until: z.optional(instant),
  }),
})
export type OrderAnswer = z.output<typeof orderAnswer>

export const purchase = endpoint({
  method: 'POST',
  path: '/users/purchases',
  access: 'player',
  in_line: true,
  tag: 'Join',
  summary:
    'Join divisions of one season and pay by card; without a card if they are free. A repeated confirmation token gets the same response; a decline is 402.',
  body: z.object({
    /** The season. */
    league_slug: line(40),
    league_name: z.optional(z.string()),
    /** The edition. Defaults to the one on sale. */
    year: z.optional(z.coerce.number().check(z.int())),
    cart: z.array(cartItem).check(z.maxLength(60, 'That is too many.')),
    /** The total that the buyer saw. As text, with at most two decimals. */
    price: z.union([z.number(), z.string()], 'Please fill this in.'),
    /** Optional for a free order. If the caller generates one, a repeated order is stored once. */
    confirmationToken: z.optional(
      z.union(
        [
          tokenId,
          z.pipe(
            z.object({ id: tokenId }),
            z.transform((token) => token.id),
          ),
        ],
        'Confirmation token is missing',
      ),
    ),
    /**
     * A saved card of the player to charge instead of an entered one. The caller generates `confirmationToken` for this
     * payment; repeating it repeats the same order.
     */
    saved_card: z.optional(savedCardId),
    /** Where to play. Defaults to the player's area. */
    area: z.optional(area),
    /**
     * The partners to invite by email once the order is paid. Defaults to the profile's doubles partner in each doubles
     * division. A doubles division that is not in the list gets its partner later.
     */
    partners: z.optional(z.array(namedPartner).check(z.maxLength(60, 'That is too many.'))),
    /** A coupon code. `price` is then the total after it. */
    coupon: z.optional(couponCode),
    /** Acceptance of the organization's current terms, if not given before (`GET /users/acceptances`). */
    ...acceptance,
    /** Answers to the season's questions that were not answered before. */
    ...answering,
  }),
  reply: orderAnswer,
  status: 201,
  example: {
    body: {
      league_slug: 'spring',
      league_name: 'Spring',
      cart: [{ id: 7, slug: 'womens-singles-3-5', season_count: 1 }],
      price: '39.00',
      confirmationToken: { id: 'ctoken_test_0f1e2d3c4b5a69788796a5b4c3d2e1f0' },
    },
    reply: {
      message: 'Paid. See you on court.',
      data: { order_id: '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6', status: 'Paid' },
    },
  },
})

export const completePurchase = endpoint({
  method: 'POST',
  path: '/users/purchases/{order_id}/complete',
  access: 'player',
  tag: 'Join',
  summary: 'Read the state of an order from the payment provider, after authentication or to check again.',
  params: z.object({ order_id: z.uuid() }),
  reply: orderAnswer,
  example: {
    reply: {
      message: 'Paid. See you on court.',
      data: { order_id: '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6', status: 'Paid' },
    },
  },
})

/** One line of an order. `league_name` is the season, `level_name` the division, `price` an amount. */
const purchaseRow = z.object({
  id: z.int(),
  order_id: z.string(),
  league_name: z.string(),
  level_name: z.string(),
  /** The price after all discounts, and the discount of the coupon. */
  price: z.number(),
  discount: z.number(),
  /** The discount as an additional division. Omitted if there was none. */
  second_division: z.optional(z.number()),
  /** The code of the coupon. */
  coupon: z.nullable(z.string()),
  payment_status: z.enum(purchaseStatuses),
  year: z.int(),
  created_at: instant,
  area: z.string(),
  /** The player has left the league, and the refund is being processed. */
  refund_requested: z.boolean(),
  /** Until when the place is held for a buyer who has not confirmed the email. Omitted if it is not. */
  held_until: z.optional(instant),
})
export type PurchaseRow = z.output<typeof purchaseRow>

export const listPurchases = endpoint({
  method: 'GET',
  path: '/users/purchases',
  access: 'player',
  tag: 'Join',
  summary: 'My purchases, newest first.',
  query: z.object(pageQuery(60)),
  reply: paged('purchases', purchaseRow),
})

/** A line of a receipt. */
const receiptLine = z.object({
  id: z.int(),
  level_name: z.string(),
  /** The price after all discounts, and the discounts: as an additional division, and by the coupon. */
  price: z.number(),
  second_division: z.number(),
  discount: z.number(),
  payment_status: z.enum(purchaseStatuses),
  /** Whether the line cost nothing, so that there is nothing to refund. */
  is_free: z.boolean(),
  /** Amount refunded: all of it, or a part while the entry stays. */
  refunded: z.number(),
  refund_requested: z.boolean(),
  refunded_at: z.nullable(instant),
  /** The season has not begun, and the line is paid. */
  can_withdraw: z.boolean(),
})
export type ReceiptLine = z.output<typeof receiptLine>

const receipt = z.object({
  order_id: z.string(),
  created_at: instant,
  /** Null until the order is settled. */
  settled_at: z.nullable(instant),
  /** Until when the places are held for a buyer who has not confirmed the email. Omitted if they are not. */
  held_until: z.optional(instant),
  buyer: z.object({ name: z.string(), email: z.string() }),
  league_name: z.string(),
  year: z.int(),
  area: z.string(),
  /** yyyy/MM/dd. */
  starting_date: z.string(),
  ending_date: z.string(),
  /** Of all lines together. */
  payment_status: z.enum(purchaseStatuses),
  /** In the currency's main unit. */
  total: z.number(),
  /** Total discount for additional divisions. */
  second_division: z.number(),
  /** The coupon and its discount. Null if none was used. */
  coupon: z.nullable(z.object({ code: z.string(), discount: z.number() })),
  /** Tax included in the amount paid minus refunds, at the order's rate. Null if no tax applied. */
  tax: z.nullable(z.object({ name: z.string(), rate: z.number(), amount: z.number() })),
  refunded: z.number(),
  by_card: z.boolean(),
  /** Whether the whole order cost nothing. */
  is_free: z.boolean(),
  /**
   * An organizer entered the player without a card: paid in cash, or free. If false and without a card, a free season
   * paid for it.
   */
  by_organizer: z.boolean(),
  lines: z.array(receiptLine),
})
export type Receipt = z.output<typeof receipt>

export const getOrder = endpoint({
  method: 'GET',
  path: '/users/purchases/{order_id}',
  access: 'player',
  tag: 'Join',
  summary: 'The receipt of one order: its lines, the amount paid and refunds.',
  params: z.object({ order_id: z.uuid() }),
  reply: z.object({ order: receipt }),
  example: {
    reply: {
      order: {
        order_id: '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6',
        created_at: '2026-07-15T16:00:00.000Z',
        settled_at: '2026-07-15T16:00:01.000Z',
        buyer: { name: 'Ada Moreno', email: 'ada@example.com' },
        league_name: 'Spring',
        year: 2026,
        area: 'brighton',
        starting_date: '2026/09/22',
        ending_date: '2026/11/29',
        payment_status: 'Paid',
        total: 39,
        second_division: 0,
        coupon: null,
        tax: null,
        refunded: 0,
        by_card: true,
        is_free: false,
        by_organizer: false,
        lines: [
          {
            id: 31,
            level_name: "Women's Singles 3.5",
            price: 39,
            second_division: 0,
            discount: 0,
            payment_status: 'Paid',
            is_free: false,
            refunded: 0,
            refund_requested: false,
            refunded_at: null,
            can_withdraw: true,
          },
        ],
      },
    },
  },
})

export const getSecondDivision = endpoint({
  method: 'GET',
  path: '/users/seasons/{id}/second-division',
  access: 'player',
  tag: 'Join',
  summary:
    'Whether I already have a division of this season with a price, so that each additional one costs less (`second_division` of `GET /public/seasons`).',
  params: z.object({ id }),
  reply: z.object({
    has_division: z.boolean(),
    /** The highest full price of my divisions: a more expensive one gets the discount of that price. Null if it is unknown. */
    highest_price: z.nullable(z.number()),
  }),
  example: { reply: { has_division: true, highest_price: 39 } },
})

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/payments/webhook',
  access: 'public',
  tag: 'Payments',
  summary:
    "The payment provider's signed events (Stripe-Signature), as bytes. Each is processed once; the state of the payment is then read from the provider.",
  raw: true,
  reply: message,
  example: { reply: { message: 'Received.' } },
})

export const claimFreeSeason = endpoint({
  method: 'POST',
  path: '/users/misc/free-season/claim',
  access: 'player',
  in_line: true,
  tag: 'Join',
  summary: 'Join divisions of one season, using a free season for each in the cart that has a price; all or none.',
  body: z.omit(purchase.body, { confirmationToken: true, saved_card: true, coupon: true }),
  reply: z.object({
    message: z.string(),
    data: z.object({
      order_id: z.string(),
      status: z.literal('Confirmed'),
      /** Free seasons left. */
      count: z.int(),
    }),
  }),
  status: 201,
})
