import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id, message, text } from '#/contract/fields.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'

/** '' is a field of a form that is left empty. */
const nothing = z.pipe(
  z.literal(''),
  z.transform(() => null),
)
const time = z.string().check(z.trim(), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, like 18:30.'))

const appointment = {
  match_date: z._default(z.nullable(z.union([nothing, day], 'Invalid date provided.')), null),
  /** 'HH:mm', where the match is. */
  match_time: z._default(z.nullable(z.union([nothing, time], 'Please enter a time, like 18:30.')), null),
  match_location: z._default(text(120), ''),
  /** A court of the match's area; null: the one that `match_location` names, if any. */
  court_id: z._default(z.nullable(z.union([nothing, id], 'Please choose a court from the list.')), null),
}

function timeHasADay({ value, issues }: z.core.ParsePayload<{ match_date: string | null; match_time: string | null }>) {
  if (value.match_time !== null && value.match_date === null)
    issues.push({
      code: 'custom',
      path: ['match_date'],
      message: 'Please choose the day as well as the time.',
      input: value,
    })
}

/** `warnings`: players with another match at that hour, a sentence each. They are in the message too. */
const arranged = z.extend(message, { warnings: z.array(z.string()) })

export const arrangeMatch = endpoint({
  method: 'PUT',
  path: '/users/matchups/{id}',
  access: 'player',
  tag: 'Matches',
  summary: 'Set the date, the time and the court of a match of mine without a score; null clears them.',
  params: z.object({ id }),
  body: z.object(appointment).check(timeHasADay),
  reply: arranged,
  example: {
    body: { match_date: '2026/07/18', match_time: '18:30', match_location: 'Leeper Park, court 4' },
  },
})

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
      /** A division's slug: needed when the two play in several leagues together. */
      division: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(60)))),
      opponent: z.object({ id, name: z.optional(z.string()) }, 'Please choose the opponent from the list.'),
      ...appointment,
    })
    .check(timeHasADay),
  reply: z.extend(arranged, { id: z.int() }),
  status: 201,
  example: {
    body: {
      season: 'Summer 1',
      opponent: { id: 31, name: 'Grace Lindqvist' },
      match_date: '2026/07/18',
      match_time: '18:30',
      match_location: 'Leeper Park, court 4',
    },
    reply: { message: 'The match is added.', warnings: [], id: 481 },
  },
})
