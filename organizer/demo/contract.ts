import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, instant } from '#/contract/fields.ts'

/** Days that the demo is played forward at once, at most. */
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
  summary:
    'The demo’s day, what comes next in its year, and the task that plays it forward. 404 where there is no demo.',
  reply: z.object({
    now: instant,
    /** yyyy/MM/dd */
    today: z.string(),
    /** In the next 400 days, by date. */
    milestones: z.array(milestone),
    /** The task that plays the demo forward now; null: none. */
    task_id: z.nullable(z.int()),
  }),
})

export const playForward = endpoint({
  method: 'POST',
  path: '/organizer/demo/clock',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Play the demo league forward to a day: entries, results, answers, disputes, play-offs. One at a time.',
  body: z.object({ date: day }),
  reply: z.object({ task_id: z.int() }),
  status: 201,
  example: { body: { date: '2026/09/22' }, reply: { task_id: 12 } },
})
