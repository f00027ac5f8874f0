import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, message } from '#/contract/fields.ts'

export const listPlaces = endpoint({
  method: 'GET',
  path: '/public/places',
  access: 'public',
  tag: 'Join',
  summary: 'Free places in the leagues of a season and area that have a limit, by division.',
  query: z.object({ season_id: id, area }),
  reply: z.object({ places: z.array(z.object({ division_id: z.int(), free: z.int() })) }),
  example: { reply: { places: [{ division_id: 7, free: 0 }] } },
})

/** The player's position on the wait-list of a full league. */
const waitListEntry = z.object({
  id: z.int(),
  season_id: z.int(),
  division_id: z.int(),
  area: z.string(),
  league_name: z.string(),
  level_name: z.string(),
  year: z.int(),
  /** From 1. */
  place: z.int(),
  /** The deadline for a place reserved for this player. Null until it is this player's turn. */
  held_until: z.nullable(instant),
})
export type WaitListEntry = z.output<typeof waitListEntry>

const exampleWaitListEntry = {
  id: 4,
  season_id: 3,
  division_id: 7,
  area: 'brighton',
  league_name: 'Spring',
  level_name: "Women's Singles 3.5",
  year: 2026,
  place: 3,
  held_until: null,
}

export const listWaitListEntries = endpoint({
  method: 'GET',
  path: '/users/wait-list',
  access: 'player',
  tag: 'Join',
  summary: 'My places on wait-lists.',
  reply: z.object({ wait_list: z.array(waitListEntry) }),
  example: { reply: { wait_list: [exampleWaitListEntry] } },
})

export const joinWaitList = endpoint({
  method: 'POST',
  path: '/users/wait-list',
  access: 'player',
  in_line: true,
  tag: 'Join',
  summary: 'Join the wait-list of a full league. The next player on it gets an email and 48 hours to join.',
  body: z.object({ season_id: id, division_id: id, area: z.optional(area) }),
  reply: z.object({ message: z.string(), entry: waitListEntry }),
  status: 201,
  example: {
    body: { season_id: 3, division_id: 7 },
    reply: {
      message: 'You are 3rd on the wait-list. We will email you when it is your turn.',
      entry: exampleWaitListEntry,
    },
  },
})

export const leaveWaitList = endpoint({
  method: 'DELETE',
  path: '/users/wait-list/{id}',
  access: 'player',
  tag: 'Join',
  summary: 'Leave a wait-list.',
  params: z.object({ id }),
  reply: message,
  example: { reply: { message: 'You have left the wait-list.' } },
})
