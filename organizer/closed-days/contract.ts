import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id, nameLine, message } from '#/contract/fields.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { daysBetween } from '#/rules/day.ts'

/** The longest span of days without play. */
const MOST_DAYS = 100

const closedDay = z.object({
  id: z.int(),
  /** Null if they apply in all areas. */
  area: z.nullable(z.string()),
  name: z.string(),
  /** The first and the last day, yyyy/MM/dd. */
  from: z.string(),
  to: z.string(),
  /** Whether the caller can delete it. Only owners can delete days of all areas. */
  can_delete: z.boolean(),
})
export type ListedClosedDay = z.output<typeof closedDay>

export const listClosedDays = endpoint({
  method: 'GET',
  path: '/organizer/closed-days',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The days without play of the caller’s areas and of all areas, newest first.',
  query: z.object({ area: z.optional(area), ...pageQuery() }),
  reply: paged('closed_days', closedDay),
})

const span = { area: z.nullable(area), from: day, to: day }

const isForward = z.refine<{ from: string; to: string }>(({ from, to }) => from <= to, {
  path: ['to'],
  error: 'Please choose a last day that is not before the first.',
})
const isShort = z.refine<{ from: string; to: string }>(({ from, to }) => daysBetween(from, to) < MOST_DAYS, {
  path: ['to'],
  error: `Please choose ${MOST_DAYS} days at most.`,
})

const touched = z.object({ match_id: z.int(), one: z.string(), two: z.string(), league: z.string(), area: z.string() })

export const previewClosedDays = endpoint({
  method: 'POST',
  path: '/organizer/closed-days/preview',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'The open matches whose windows contain these days, with the last days that they would get, and those set for them.',
  body: z.object(span).check(isForward, isShort),
  reply: z.object({
    digest: z.string(),
    /** At most 100 of them. */
    windows: z.array(z.object({ ...touched.shape, play_by: z.string(), new_play_by: z.string() })),
    windows_total: z.int(),
    appointments: z.array(z.object({ ...touched.shape, match_date: z.string(), match_time: z.nullable(z.string()) })),
    appointments_total: z.int(),
  }),
  example: { body: { area: 'hampton', from: '2026/11/26', to: '2026/11/29' } },
})
export type ClosedDaysPreview = z.output<typeof previewClosedDays.reply>

export const createClosedDays = endpoint({
  method: 'POST',
  path: '/organizer/closed-days',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'Add days without play to an area of the caller, or (owners, `area` null) to all areas. `move_windows` moves the windows as in the preview. Refused if they have changed since.',
  body: z
    .object({
      ...span,
      name: nameLine(80, 'Please enter a name, like Thanksgiving.'),
      move_windows: z.boolean(),
      digest: z.string().check(z.minLength(1, 'Please look at the preview first.'), z.maxLength(100)),
    })
    .check(isForward, isShort),
  reply: z.object({ message: z.string(), id: z.int() }),
  status: 201,
  example: {
    body: {
      area: 'hampton',
      name: 'Thanksgiving',
      from: '2026/11/26',
      to: '2026/11/29',
      move_windows: true,
      digest: 'the digest of the preview',
    },
  },
})

export const deleteClosedDays = endpoint({
  method: 'DELETE',
  path: '/organizer/closed-days/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Delete days without play. Windows that were moved stay as they are.',
  params: z.object({ id }),
  reply: message,
})
