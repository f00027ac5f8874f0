import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, instant } from '#/contract/fields.ts'

/** The most days that the demo can be played forward in one task. */
export const farthest = 400

const milestone = z.object({
  /** yyyy/MM/dd */
  date: z.string(),
  /** 'Fall 2026 begins' */
  label: z.string(),
})
export type Milestone = z.output<typeof milestone>

export const getDemoClock = endpoint({
  method: 'GET',
  path: '/organizer/demo/clock',
  access: 'owner',
  tag: 'Organizer',
  summary: 'The demo’s date, the next events of its year, and the running task. 404 without a demo.',
  reply: z.object({
    now: instant,
    /** yyyy/MM/dd */
    today: z.string(),
    /** In the next 400 days, by date. */
    milestones: z.array(milestone),
    /** The task that is playing the demo forward; null: none. */
    task_id: z.nullable(z.int()),
  }),
})

export const playForward = endpoint({
  method: 'POST',
  path: '/organizer/demo/clock',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Play the demo league forward to a date: entries, results, answers, disputes, play-offs. One task at a time.',
  body: z.object({ date: day }),
  reply: z.object({ task_id: z.int() }),
  status: 201,
  example: { body: { date: '2026/09/22' }, reply: { task_id: 12 } },
})
