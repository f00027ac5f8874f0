import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id } from '#/contract/fields.ts'
import { GRID_FROM, GRID_TO } from '#/rules/availability.ts'

const halfHour = 'Please choose a full or a half hour from 06:00 to 23:00.'
const time = z.string(halfHour).check(
  z.regex(/^([01]\d|2[0-3]):(00|30)$/, halfHour),
  z.refine((value) => value >= GRID_FROM && value <= GRID_TO, halfHour),
)

const hours = z
  .object({
    /** 1 is Monday, 7 is Sunday. */
    weekday: z.int('Please choose a day from 1 (Monday) to 7 (Sunday).').check(z.minimum(1), z.maximum(7)),
    from: time,
    to: time,
  })
  .check(z.refine(({ from, to }) => from < to, { path: ['to'], error: 'Please choose an end after the start.' }))

const away = z.object({ from: day, to: day }).check(
  z.refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'Please choose a last day that is not before the first.',
  }),
)

const example = {
  weekly: [
    { weekday: 1, from: '18:00', to: '21:30' },
    { weekday: 6, from: '09:00', to: '12:00' },
  ],
  away: [{ from: '2026/07/18', to: '2026/07/26' }],
}

/** The availability as it is stored, with overlapping and adjacent ranges merged. Days are yyyy/MM/dd. */
const stored = {
  weekly: z.array(z.object({ weekday: z.int(), from: z.string(), to: z.string() })),
  away: z.array(z.object({ from: z.string(), to: z.string() })),
}

export const getAvailability = endpoint({
  method: 'GET',
  path: '/users/availability',
  access: 'player',
  private: true,
  tag: 'Arranging',
  summary: 'When I can play every week, and the days I am away. Nobody else sees it.',
  reply: z.object(stored),
  example: { reply: example },
})

export const updateAvailability = endpoint({
  method: 'PUT',
  path: '/users/availability',
  access: 'player',
  private: true,
  tag: 'Arranging',
  summary: 'Replace when I can play. Ranges that overlap or touch become one.',
  body: z.object({
    weekly: z.array(hours).check(z.maxLength(300, 'These are too many ranges.')),
    away: z.array(away).check(z.maxLength(100, 'Please enter 100 absences at most.')),
  }),
  reply: z.object({ message: z.string(), ...stored }),
  example: { body: example },
})

const suggestion = z.object({
  match_date: z.string(),
  /** 'HH:mm' in the match's time zone. */
  match_time: z.string(),
  /** Null if the area has no courts in its list. */
  court_id: z.nullable(z.int()),
  match_location: z.string(),
  /** A sentence or two. */
  why: z.string(),
})
export type SuggestedTime = z.output<typeof suggestion>

export const suggestTimes = endpoint({
  method: 'GET',
  path: '/users/matchups/{id}/suggestions',
  access: 'player',
  tag: 'Arranging',
  summary: 'Up to three times at which all players of one of my matches can play, best first.',
  params: z.object({ id }),
  reply: z.object({ suggestions: z.array(suggestion) }),
  example: {
    reply: {
      suggestions: [
        {
          match_date: '2026/07/21',
          match_time: '18:00',
          court_id: 3,
          match_location: 'Dendy Park',
          why: 'You can play then.',
        },
      ],
    },
  },
})
