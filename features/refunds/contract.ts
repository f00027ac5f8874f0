import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, message } from '#/contract/fields.ts'

export const withdraw = endpoint({
  method: 'DELETE',
  path: '/users/purchases/{id}',
  access: 'player',
  tag: 'Join',
  summary: "Leave one league before the season's first day, with a full refund to the card or the free season back.",
  params: z.object({ id }),
  reply: message,
  example: {
    reply: { message: "You have left Women's Singles 3.5. $45.00 goes back to your card; banks take 5 to 10 days." },
  },
})
