import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { appointment, arranged, timeHasADay } from '#/features/arranging/contract.ts'
import { chosenPlayer } from '#/features/matches/contract.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'

export const addMatch = endpoint({
  method: 'POST',
  path: '/users/matchups',
  access: 'player',
  tag: 'Matches',
  summary: 'Add a match of my own against a player of one of my leagues.',
  body: z
    .object({
      season: seasonTemplate,
      year: z.optional(z.nullable(seasonYear)),
      /** A division's slug, required if the two players share several leagues. */
      division: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(60)))),
      opponent: chosenPlayer('Please choose the opponent from the list.'),
      ...appointment,
    })
    .check(timeHasADay),
  reply: z.extend(arranged, { id: z.int() }),
  status: 201,
  example: {
    body: {
      season: 'Spring',
      opponent: { id: 31, name: 'Grace Lindqvist' },
      match_date: '2026/07/18',
      match_time: '18:30',
      match_location: 'Dendy Park, court 4',
    },
    reply: { message: 'The match is added.', warnings: [], id: 481 },
  },
})
