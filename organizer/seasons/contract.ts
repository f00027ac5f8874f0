import * as z from 'zod/mini'
import { area } from '#/contract/areas.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id, message } from '#/contract/fields.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { seasonRules } from '#/contract/season-rules.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'

export const seasonStates = ['upcoming', 'on_sale', 'playing', 'closed'] as const
export type SeasonState = (typeof seasonStates)[number]

/** An edition as the desk has it; days are yyyy/MM/dd. */
const season = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  year: z.int(),
  starting_date: z.string(),
  ending_date: z.string(),
  /** Last day of the sale, and last day on which a match counts. */
  sold_until: z.string(),
  counts_until: z.string(),
  state: z.enum(seasonStates),
  /** It may be on sale while it is played already. */
  on_sale: z.boolean(),
  entries: z.int(),
  /** Matches with a score. */
  results: z.int(),
})
export type OrganizerSeason = z.output<typeof season>

export const listOrganizerSeasons = endpoint({
  method: 'GET',
  path: '/organizer/seasons',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Every edition of every season, the latest first, with entries and results of the caller’s areas.',
  query: z.object({ ...pageQuery(), area: z.optional(area) }),
  reply: paged('seasons', season),
})

const stages = z.object({ 1: z.string(), 2: z.string(), 3: z.string() })

const organizerLeague = z.object({
  id: z.int(),
  area: z.string(),
  division_id: z.int(),
  division_name: z.string(),
  kind: z.enum(['singles', 'doubles']),
  /** The division is not for sale any more. */
  retired: z.boolean(),
  /** Those who stand, and orders under way: each has a place. */
  taken: z.int(),
  /** Null: no limit. */
  capacity: z.nullable(z.int()),
  waiting: z.int(),
  results: z.int(),
})
export type OrganizerLeague = z.output<typeof organizerLeague>

const seasonDetail = z.extend(season, {
  /** An organizer's own last day of the sale; null: 14 days after the first day. */
  sale_until: z.nullable(z.string()),
  rules: seasonRules,
  /** By when the stages of the play-offs are played. */
  stages,
  /** Whether an organizer has set them. */
  own_stages: z.boolean(),
  /** The next year's edition; null: there is none yet. */
  next_id: z.nullable(z.int()),
  leagues: z.array(organizerLeague),
})
export type SeasonDetail = z.output<typeof seasonDetail>

export const getOrganizerSeason = endpoint({
  method: 'GET',
  path: '/organizer/seasons/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'One edition with its dates, its rules and its leagues in the caller’s areas.',
  params: z.object({ id }),
  query: z.object({ area: z.optional(area) }),
  reply: seasonDetail,
})

export const createSeason = endpoint({
  method: 'POST',
  path: '/organizer/seasons',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Make an edition of a season, with the dates of the calendar; it has the rules of the edition before it.',
  body: z.object({ season: seasonTemplate, year: seasonYear }),
  reply: z.object({ message: z.string(), id: z.int() }),
  status: 201,
  example: { body: { season: 'fall', year: 2027 } },
})

export const rollOverSeason = endpoint({
  method: 'POST',
  path: '/organizer/seasons/{id}/roll-over',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Make next year’s edition: the same dates a year later, the same rules, leagues and limits. Once.',
  params: z.object({ id }),
  reply: z.object({ message: z.string(), id: z.int() }),
})

export const changeSeason = endpoint({
  method: 'PUT',
  path: '/organizer/seasons/{id}',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Change the days of an edition: first and last, the end of its sale, the stages of its play-offs.',
  params: z.object({ id }),
  body: z.object({
    starting_date: day,
    ending_date: day,
    /** Null: 14 days after the first day. */
    sale_until: z.nullable(day),
    /** Null: by the rule. */
    stages: z.nullable(z.object({ 1: day, 2: day, 3: day })),
  }),
  reply: message,
  example: {
    body: { starting_date: '2026/09/22', ending_date: '2026/11/29', sale_until: '2026/10/10', stages: null },
  },
})

export const closeSeason = endpoint({
  method: 'POST',
  path: '/organizer/seasons/{id}/close',
  access: 'owner',
  tag: 'Organizer',
  summary: 'Close an edition now: no match of today or later counts any more, and the play-offs can be made.',
  params: z.object({ id }),
  reply: message,
})

export const changeRules = endpoint({
  method: 'PUT',
  path: '/organizer/seasons/{id}/rules',
  access: 'owner',
  tag: 'Organizer',
  summary:
    'Change the rules of an edition. Once results have been reported, `despite_results` says that the owner knows; the tables are then worked out anew.',
  params: z.object({ id }),
  body: z.object({ rules: seasonRules, despite_results: z._default(z.boolean(), false) }),
  reply: z.object({
    message: z.string(),
    /** The work on the tables; null: there is nothing to work out. */
    task_id: z.nullable(z.int()),
  }),
  example: { body: { rules: { ...standardRules, formats: ['best_of_three'], match_tie_break: 'always' } } },
})

const room = z
  .int('Please enter a whole number, or leave it empty for no limit.')
  .check(z.minimum(0, 'Please enter 0 or more.'), z.maximum(10_000, 'Please enter 10,000 at most.'))

export const setCapacity = endpoint({
  method: 'PUT',
  path: '/organizer/leagues/{id}/capacity',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'Limit the entries of a league, or lift the limit. Free places go to the wait-list first.',
  params: z.object({ id }),
  body: z.object({ capacity: z.nullable(room) }),
  reply: message,
  example: { body: { capacity: 12 } },
})
