import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant, message } from '#/contract/fields.ts'
import { arranged, offerFields } from '#/features/arranging/contract.ts'

const params = z.object({ league_id: id })

const openPlayer = z.object({
  entry_id: z.int(),
  /** Both names in doubles. */
  name: z.string(),
  /** The match for which the player has an open offer to them, if any. */
  match_id: z.nullable(z.int()),
  /** Times at which both sides can play, best first. */
  suggestions: z.array(
    z.object({
      match_date: z.string(),
      /** 'HH:mm' in the match's time zone. */
      match_time: z.string(),
      court_id: z.nullable(z.int()),
      match_location: z.string(),
    }),
  ),
})
export type OpenPlayer = z.output<typeof openPlayer>

export const listOpenPlayers = endpoint({
  method: 'GET',
  path: '/users/open-to-play/{league_id}',
  access: 'player',
  tag: 'Arranging',
  summary:
    'Players of my league who are looking for a match this week, with times at which both of us can play, and whether I am; 12 at most, those of a likely close match first.',
  params,
  reply: z.object({
    league: z.string(),
    /** Whether rematches count in this season, or it has no schedule. */
    allowed: z.boolean(),
    /** When the player's own listing ends. Null if they are not listed. */
    until: z.nullable(instant),
    players: z.array(openPlayer),
  }),
})

export const setOpenToPlay = endpoint({
  method: 'PUT',
  path: '/users/open-to-play/{league_id}',
  access: 'player',
  tag: 'Arranging',
  summary: 'Start looking for a match in one of my leagues, for seven days, or stop.',
  params,
  body: z.object({ open: z.boolean() }),
  reply: z.extend(message, { until: z.nullable(instant) }),
  example: { body: { open: true } },
})

export const offerToPlay = endpoint({
  method: 'POST',
  path: '/users/open-to-play/{league_id}/offers',
  access: 'player',
  tag: 'Arranging',
  summary: 'Offer times to somebody who is looking for a match: for the open match of the two, or for a new one.',
  params,
  body: z.object({ entry_id: id, ...offerFields }),
  reply: z.extend(arranged, {
    /** The id of the match. */
    id: z.int(),
  }),
  status: 201,
  example: {
    body: {
      entry_id: 88,
      times: [{ match_date: '2026/07/18', match_time: '18:30', match_location: 'Dendy Park, court 4' }],
      note: '',
    },
    reply: { message: 'Your time is offered. The other side is notified.', warnings: [], id: 481 },
  },
})
