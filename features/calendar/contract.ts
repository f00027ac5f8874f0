import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id } from '#/contract/fields.ts'

const address = z.object({
  /** Secret: anyone who has it can read the calendar. */
  url: z.string(),
})
const example = { reply: { url: 'https://bayside.example/calendar/Zk3h0m7y1v5c9w2q4r6t8u0i2o4p6a8s0d2f4g6h8j0.ics' } }

export const getCalendar = endpoint({
  method: 'GET',
  path: '/users/calendar',
  access: 'player',
  private: true,
  tag: 'Arranging',
  summary: 'The secret address of my calendar: my matches, their deadlines, and the dates of the play-offs.',
  reply: address,
  example,
})

export const renewCalendar = endpoint({
  method: 'POST',
  path: '/users/calendar/renew',
  access: 'player',
  private: true,
  tag: 'Arranging',
  summary: 'A new secret address for my calendar. The old one stops working at once.',
  reply: address,
  example,
})

export const getMatchCalendar = endpoint({
  method: 'GET',
  path: '/users/matchups/{id}/calendar',
  access: 'player',
  tag: 'Arranging',
  summary: 'One of my dated matches, as a calendar file (RFC 5545).',
  params: z.object({ id }),
  file: 'text/calendar; charset=utf-8',
  reply: z.string(),
})
