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
    /** Of the whole order, in percent or as an amount. */
    ...discountFields,
    /** In how many orders it can be used; without it in any number. */
    limit: z.optional(
      z.nullable(
        z.int(wholeLimit).check(z.minimum(1, wholeLimit), z.maximum(1_000_000, 'Please enter 1,000,000 at most.')),
      ),
    ),
    /** Its last day, by the day of sales; without it, it does not end. */
    expires_on: z.optional(z.nullable(day)),
    /** The seasons that it is for, by their ids; without them for all. */
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
  /** Null: for all seasons. */
  seasons: z.nullable(z.array(z.object({ id: z.int(), title: z.string() }))),
  /** Orders that use it now; one that failed, was abandoned or was refunded whole does not. */
  uses: z.int(),
  /** What it takes off those orders together. */
  given: z.number(),
  /** `used_up` and `expired`: no order can use it today. */
  state: z.enum(['open', 'used_up', 'expired']),
})
export type OrganizerCoupon = z.output<typeof coupon>

export const listCoupons = endpoint({
  method: 'GET',
  path: '/organizer/coupons',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'The coupons, newest first: what each takes off, for how many orders and until when, and how often it is used.',
  query: z.object(pageQuery()),
  reply: paged('coupons', coupon),
})

export const createCoupon = endpoint({
  method: 'POST',
  path: '/organizer/coupons',
  access: 'owner',
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
  tag: 'Organizer',
  summary:
    'Change a coupon; what is left out has no limit. Placed orders keep their discount, open carts are asked again. The code of one that orders have used stays (409).',
  params: z.object({ id }),
  body: form,
  reply: message,
  example: { body: { code: 'SPRING-26', amount: '5.00' } },
})

export const deleteCoupon = endpoint({
  method: 'DELETE',
  path: '/organizer/coupons/{id}',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Delete a coupon: no order can use it any more. Placed orders keep their discount.',
  params: z.object({ id }),
  reply: message,
})
