import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, instant } from '#/contract/fields.ts'

export const MOST_DAYS_FORWARD = 400

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
    /** Within the next 400 days, by date. */
    milestones: z.array(milestone),
    /** The task that is playing the demo forward. Null if there is none. */
    task_id: z.nullable(z.int()),
  }),
})

/** The events on the days that a task has played. */
export const playedDays = z.object({
  days: z.int(),
  entries: z.int(),
  results: z.int(),
  disputes: z.int(),
  settled: z.int(),
})
export type PlayedDays = z.output<typeof playedDays>

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
