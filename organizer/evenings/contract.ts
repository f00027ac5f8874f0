import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { day, line } from '#/contract/fields.ts'

const badTime = 'Please enter a time from 00:00 to 23:59.'
const time = z._default(z.nullable(z.string(badTime).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, badTime))), null)

const fields = {
  area,
  day,
  /** Only matches at this place. Null if at all places. */
  court_id: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(2_147_483_647))), null),
  /** Only matches that start in these hours. Null if all. */
  from_time: time,
  to_time: time,
  /** The new day. Null if the times are canceled, and the players arrange again. */
  to_day: z.nullable(day),
  /** How many minutes later than before; earlier if negative. */
  shift_minutes: z._default(
    z
      .int('Please enter whole minutes.')
      .check(z.minimum(-720, 'Please enter 720 minutes at most.'), z.maximum(720, 'Please enter 720 minutes at most.')),
    0,
  ),
}

type Chosen = {
  day: string
  from_time?: string | null
  to_time?: string | null
  to_day: string | null
  shift_minutes?: number
}
const isSpan = z.refine<Chosen>(({ from_time, to_time }) => !from_time || !to_time || from_time <= to_time, {
  path: ['to_time'],
  error: 'Please choose an end after the start.',
})
const isMoved = z.refine<Chosen>(({ day: from, to_day, shift_minutes }) => from !== to_day || shift_minutes !== 0, {
  path: ['to_day'],
  error: 'Please choose another day, or another time.',
})

const eveningMatch = z.object({
  match_id: z.int(),
  one: z.string(),
  two: z.string(),
  league: z.string(),
  match_time: z.nullable(z.string()),
  match_location: z.string(),
  /** Null if the time is canceled. */
  new_date: z.nullable(z.string()),
  new_time: z.nullable(z.string()),
  /** Why the match is left alone. Null if it is moved. */
  problem: z.nullable(z.enum(['live', 'past', 'after_season', 'skipped', 'repeated'])),
  /** Clashes at the new time. */
  warnings: z.array(z.string()),
})
export type EveningMatchRow = z.output<typeof eveningMatch>

export const previewEvening = endpoint({
  method: 'POST',
  path: '/organizer/evenings/preview',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The matches set for a day in an area, and where a move would put each.',
  body: z.object(fields).check(isSpan, isMoved),
  reply: z.object({
    digest: z.string(),
    /** How many are moved. */
    moved: z.int(),
    matches: z.array(eveningMatch),
    warnings: z.array(z.string()),
  }),
  example: { body: { area: 'hampton', day: '2026/10/13', to_day: '2026/10/15' } },
})
export type EveningPreview = z.output<typeof previewEvening.reply>

export const moveEvening = endpoint({
  method: 'POST',
  path: '/organizer/evenings',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Move an evening exactly as its preview shows, or cancel its times. An evening that has changed since is refused.',
  body: z
    .object({
      ...fields,
      digest: z.string().check(z.minLength(1, 'Please look at the preview first.'), z.maxLength(100)),
      reason: line(500, 'Please give the players a reason.'),
    })
    .check(isSpan, isMoved),
  reply: z.object({ message: z.string(), moved: z.int(), left: z.int() }),
  example: {
    body: {
      area: 'hampton',
      day: '2026/10/13',
      to_day: '2026/10/15',
      digest: 'the digest of the preview',
      reason: 'Rain',
    },
  },
})
