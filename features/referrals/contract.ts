import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { purchase } from '#/features/checkout/contract.ts'

export const getReferral = endpoint({
  method: 'GET',
  path: '/users/misc/referral',
  access: 'player',
  tag: 'Join',
  summary: 'My code for friends, and how many players signed up with it.',
  reply: z.object({ referral_count: z.int(), referral_code: z.string() }),
  example: { reply: { referral_count: 2, referral_code: 'K7QX2MVB' } },
})

export const getFreeSeasons = endpoint({
  method: 'GET',
  path: '/users/misc/my-free-seasons',
  access: 'player',
  tag: 'Join',
  summary: 'How many free seasons I have left. One pays for one division once.',
  reply: z.object({ count: z.int() }),
  example: { reply: { count: 1 } },
})

export const claimFreeSeason = endpoint({
  method: 'POST',
  path: '/users/misc/free-season/claim',
  access: 'player',
  tag: 'Join',
  summary: 'Join divisions of one season with as many free seasons as there are divisions in the cart, or not at all.',
  body: z.omit(purchase.body, { confirmationToken: true }),
  reply: z.object({
    message: z.string(),
    data: z.object({
      order_id: z.string(),
      status: z.literal('Confirmed'),
      /** Free seasons that are left. */
      count: z.int(),
    }),
  }),
  status: 201,
  example: {
    body: {
      league_slug: 'fall',
      league_name: 'Fall',
      cart: [{ id: 7, slug: 'womens-singles-3-5', season_count: 1 }],
      price: '39.00',
    },
    reply: {
      message: "You've successfully claimed your free season. Enjoy!",
      data: { order_id: '0198f2a4-6c1b-7d3e-8f90-a1b2c3d4e5f6', status: 'Confirmed', count: 0 },
    },
  },
})
