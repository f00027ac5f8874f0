import * as z from 'zod/mini'
import { area } from '#/contract/areas.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant } from '#/contract/fields.ts'

export const listPlaces = endpoint({
  method: 'GET',
  path: '/public/places',
  access: 'public',
  tag: 'Join',
  summary: 'The leagues of a season and area that have a limit, by division, and how many places are free in each.',
  query: z.object({ season_id: id, area }),
  reply: z.object({ places: z.array(z.object({ division_id: z.int(), free: z.int() })) }),
  example: { reply: { places: [{ division_id: 7, free: 0 }] } },
})

/** My place in the queue for a full league. */
const wait = z.object({
  id: z.int(),
  season_id: z.int(),
  division_id: z.int(),
  area: z.string(),
  league_name: z.string(),
  level_name: z.string(),
  year: z.int(),
  /** From 1. */
  place: z.int(),
  /** A place in the league is kept for me until then; null: not yet. */
  held_until: z.nullable(instant),
})
export type WaitListEntry = z.output<typeof wait>

const exampleWaitListEntry = {
  id: 4,
  season_id: 3,
  division_id: 7,
  area: 'south-bend',
  league_name: 'Fall',
  level_name: "Women's Singles 3.5",
  year: 2026,
  place: 3,
  held_until: null,
}

export const listWaitListEntries = endpoint({
  method: 'GET',
  path: '/users/waits',
  access: 'player',
  tag: 'Join',
  summary: 'The leagues that I wait for a place in.',
  reply: z.object({ waits: z.array(wait) }),
  example: { reply: { waits: [exampleWaitListEntry] } },
})

export const joinWaitList = endpoint({
  method: 'POST',
  path: '/users/waits',
  access: 'player',
  tag: 'Join',
  summary: 'WaitListEntry for a place in a full league. Whoever is next gets a mail, and 48 hours to join.',
  body: z.object({ season_id: id, division_id: id, area: z.optional(area) }),
  reply: z.object({ message: z.string(), wait }),
  status: 201,
  example: {
    body: { season_id: 3, division_id: 7 },
    reply: { message: 'You are 3rd on the wait-list. We mail you when it is your turn.', wait: exampleWaitListEntry },
  },
})

export const leaveWaitList = endpoint({
  method: 'DELETE',
  path: '/users/waits/{id}',
  access: 'player',
  tag: 'Join',
  summary: 'WaitListEntry no longer.',
  params: z.object({ id }),
  reply: z.object({ message: z.string() }),
  example: { reply: { message: 'You are off the wait-list.' } },
})
