import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'

export const getReferral = endpoint({
  method: 'GET',
  path: '/users/misc/referral',
  access: 'player',
  tag: 'Join',
  summary: 'My code for friends, and how many players signed up with it.',
  reply: z.object({ referral_count: z.int(), referral_code: z.string() }),
})

export const getFreeSeasons = endpoint({
  method: 'GET',
  path: '/users/misc/my-free-seasons',
  access: 'player',
  tag: 'Join',
  summary: 'How many free seasons I have left. One pays for one division once.',
  reply: z.object({ count: z.int() }),
})
