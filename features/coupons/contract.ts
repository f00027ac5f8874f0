import * as z from 'zod/mini'
import { discount } from '#/contract/discount.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { line } from '#/contract/fields.ts'

/** A coupon code as typed, in any letter case. */
export const couponCode = line(40, 'Please enter the code of the coupon.')

/** A coupon with its discount on the whole order. */
const coupon = z.object({ code: z.string(), ...discount.shape })

export const checkCoupon = endpoint({
  method: 'POST',
  path: '/public/coupons/check',
  access: 'public',
  reads: true,
  tag: 'Join',
  summary:
    'The discount of a coupon on an order for a season. 409 if it cannot be used, for example because the signed-in player has already used it.',
  body: z.object({
    coupon: couponCode,
    /** The season. */
    league_slug: line(40),
    /** The edition. Defaults to the one on sale. */
    year: z.optional(z.coerce.number().check(z.int())),
  }),
  reply: z.object({ coupon }),
  example: {
    body: { coupon: 'SPRING-26', league_slug: 'spring' },
    reply: { coupon: { code: 'SPRING-26', percent: 10, amount: null } },
  },
})
