import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, message } from '#/contract/fields.ts'

/** The days on which a player would rather play. */
export const searchDays = ['any', 'weekdays', 'weekends'] as const
export type SearchDays = (typeof searchDays)[number]

const person = {
  player_id: z.int(),
  name: z.string(),
  /** The key of the player's level. Null if they do not show it. */
  level: z.nullable(z.string()),
  days: z.enum(searchDays),
  /** Whether the player has entered already, so that a partner has nothing to pay. */
  has_place: z.boolean(),
}

const partnerOffer = z.object({
  id: z.int(),
  ...person,
  /** Whether I have made it. */
  is_mine: z.boolean(),
  /** The other's email, once both have agreed. */
  email: z.nullable(z.string()),
})
export type PartnerOffer = z.output<typeof partnerOffer>

const searchLeague = z.object({
  league_id: z.int(),
  league: z.string(),
  season_slug: z.string(),
  season_year: z.int(),
  division_id: z.int(),
  /** Whether I have entered this league and have no partner in it. */
  has_place: z.boolean(),
  /** My own search. Null if I am not looking. */
  days: z.nullable(z.enum(searchDays)),
  players: z.array(z.object(person)),
  /** Open offers. */
  offers: z.array(partnerOffer),
  /** The player with whom I have agreed to play. */
  agreed: z.nullable(partnerOffer),
})
export type SearchLeague = z.output<typeof searchLeague>

export const listPartnerSearches = endpoint({
  method: 'GET',
  path: '/users/partner-searches',
  access: 'player',
  tag: 'Pairs',
  summary:
    'The doubles leagues of my area in which I can look for a partner, with the players who look, 50 at most in each, and the offers between us.',
  reply: z.object({ leagues: z.array(searchLeague) }),
})

const params = z.object({ league_id: id })

export const setPartnerSearch = endpoint({
  method: 'PUT',
  path: '/users/partner-searches/{league_id}',
  access: 'player',
  tag: 'Pairs',
  summary: 'Look for a partner in a doubles league, or stop looking (`days`: null).',
  params,
  body: z.object({ days: z.nullable(z.enum(searchDays)) }),
  reply: message,
  example: { body: { days: 'weekends' } },
})

export const offerPartnership = endpoint({
  method: 'POST',
  path: '/users/partner-searches/{league_id}/offers',
  access: 'player',
  tag: 'Pairs',
  summary: 'Offer to play doubles with somebody who looks for a partner.',
  params,
  body: z.object({ player_id: id }),
  reply: message,
  status: 201,
  example: { body: { player_id: 12 } },
})

const offerParams = z.object({ id })

export const acceptPartnership = endpoint({
  method: 'POST',
  path: '/users/partner-offers/{id}/accept',
  access: 'player',
  tag: 'Pairs',
  summary:
    'Accept an offer to play doubles. Both see the email of the other. If one of us has entered the league, the other is invited to it.',
  params: offerParams,
  reply: message,
})

export const endPartnership = endpoint({
  method: 'DELETE',
  path: '/users/partner-offers/{id}',
  access: 'player',
  tag: 'Pairs',
  summary: 'Decline an offer, withdraw my own, or end what we have agreed.',
  params: offerParams,
  reply: message,
})
