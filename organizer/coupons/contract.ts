import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id, message } from '#/contract/fields.ts'
import { pageQuery, paged } from '#/contract/page.ts'
import { discountFields, isOneDiscount } from '#/organizer/desk/discount-contract.ts'
import { normalizeCode } from '#/rules/coupon.ts'

const codeRule = 'Please use 3 to 40 letters A to Z, digits and hyphens, like SPRING-26.'

const code = z.pipe(
  z.string().check(z.trim(), z.minLength(1, 'Please enter a code.'), z.regex(/^[a-z0-9][a-z0-9-]{2,39}$/i, codeRule)),
  z.transform(normalizeCode),
)

const wholeLimit = 'Please enter a whole number above zero, or leave it empty for no limit.'

const form = z
  .object({
    code,
    /** A discount on the whole order, as a percentage or an amount. */
    ...discountFields,
    /** The number of orders that can use it. Unlimited if left out. */
    limit: z.optional(
      z.nullable(
        z.int(wholeLimit).check(z.minimum(1, wholeLimit), z.maximum(1_000_000, 'Please enter 1,000,000 at most.')),
      ),
    ),
    /** Its last day, as a day of sales. Without it, the coupon does not expire. */
    expires_on: z.optional(z.nullable(day)),
    /** The ids of its seasons. All seasons if left out. */
    seasons: z.optional(
      z.nullable(
        z.array(id).check(z.minLength(1, 'Please choose a season.'), z.maxLength(200, 'Please choose 200 at most.')),
      ),
    ),
  })
  .check(isOneDiscount)
export type CouponForm = z.output<typeof form>

const coupon = z.object({
  id: z.int(),
  code: z.string(),
  percent: z.nullable(z.int()),
  amount: z.nullable(z.number()),
  limit: z.nullable(z.int()),
  /** yyyy/MM/dd. */
  expires_on: z.nullable(z.string()),
  /** Null for all seasons. */
  seasons: z.nullable(z.array(z.object({ id: z.int(), title: z.string() }))),
  /** Orders that currently use it, without those that failed, were abandoned or were fully refunded. */
  uses: z.int(),
  /** The sum of its discounts on those orders. */
  given: z.number(),
  /** With `used_up` and `expired`, no order can use it today. */
  state: z.enum(['open', 'used_up', 'expired']),
})
export type OrganizerCoupon = z.output<typeof coupon>

export const listCoupons = endpoint({
  method: 'GET',
  path: '/organizer/coupons',
  access: 'owner',
  tag: 'Organizer',
  summary: 'The coupons, newest first: their discounts, limits and last days, and how often they were used.',
  query: z.object(pageQuery()),
  reply: paged('coupons', coupon),
})

export const createCoupon = endpoint({
  method: 'POST',
  path: '/organizer/coupons',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Create a coupon: a code that takes a percentage or an amount off an order, once for each player.',
  body: form,
  reply: z.object({ message: z.string(), id: z.int() }),
  status: 201,
  example: { body: { code: 'SPRING-26', percent: 10, limit: 50, expires_on: '2026/08/31' } },
})

export const changeCoupon = endpoint({
  method: 'PUT',
  path: '/organizer/coupons/{id}',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Change a coupon. Limits left out are removed. Placed orders keep their discount; open carts have to be confirmed again. The code cannot change once orders have used it (409).',
  params: z.object({ id }),
  body: form,
  reply: message,
  example: { body: { code: 'SPRING-26', amount: '5.00' } },
})

export const deleteCoupon = endpoint({
  method: 'DELETE',
  path: '/organizer/coupons/{id}',
  access: 'owner',
  reauthenticate: true,
  tag: 'Organizer',
  summary: 'Delete a coupon: orders can no longer use it. Placed orders keep their discount.',
  params: z.object({ id }),
  reply: message,
})
