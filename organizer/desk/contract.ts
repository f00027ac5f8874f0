import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { day, id, instant } from '#/contract/fields.ts'
import { purchaseStatuses } from '#/contract/choices.ts'
import { leagueQuery } from '#/features/leagues/contract.ts'

/** How an organizer reaches a player. */
export const contact = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether the player is in the caller's scope. Without it, email and phone are null. */
  is_mine: z.boolean(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type Contact = z.output<typeof contact>

const task = z.object({
  id: z.int(),
  kind: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  done: z.int(),
  total: z.nullable(z.int()),
  /** For a failed task: {message}. */
  outcome: z.nullable(z.unknown()),
  created_at: instant,
  finished_at: z.nullable(instant),
})
export type Task = z.output<typeof task>

export const getTask = endpoint({
  method: 'GET',
  path: '/organizer/tasks/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The progress of one of my long-running tasks.',
  params: z.object({ id }),
  reply: task,
})

const choice = { season: z.string(), season_slug: z.string(), year: z.int() }

export const getOverview = endpoint({
  method: 'GET',
  path: '/organizer/overview',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'A season in my areas at a glance. Defaults to the running one with the most entries.',
  query: z.object({
    area: leagueQuery.area,
    season: leagueQuery.season,
    year: leagueQuery.year,
  }),
  reply: z.object({
    /** Null if there is no such season, or none at all. */
    season: z.nullable(z.object({ ...choice, id: z.int(), starting_date: z.string(), ending_date: z.string() })),
    /** Newest first, 60 at most. */
    seasons: z.array(z.object(choice)),
    figures: z.nullable(
      z.object({
        entries: z.int(),
        /** In the same season a year before. Null if there was none. */
        entries_before: z.nullable(z.int()),
        waiting: z.int(),
        /** Dollars: received by card, refunded, and still being checked. */
        taken: z.number(),
        refunded: z.number(),
        pending: z.number(),
        /** Dollars that organizers recorded as received in cash, and returned by hand. */
        cash_taken: z.number(),
        cash_returned: z.number(),
        /** Lines whose refund failed: `GET /organizer/payments?refund=failed`. */
        failed_refunds: z.int(),
        played: z.int(),
        /** Matches played or still to be played. */
        matches: z.int(),
        overdue: z.int(),
        disputed: z.int(),
        unconfirmed: z.int(),
        /** Unconfirmed results for which more than half of the time to answer has passed. */
        late: z.int(),
        /** The players in `GET /organizer/silent`. */
        silent: z.int(),
      }),
    ),
  }),
})
type Overview = z.output<typeof getOverview.reply>
export type OverviewSeason = NonNullable<Overview['season']>
export type Figures = NonNullable<Overview['figures']>

const filterDay = z.optional(day)

/**
 * Filters for the list of order lines, its totals and its export. `from` and `to` are order dates, inclusive.
 */
export const paymentFilter = {
  ...leagueQuery,
  status: z.optional(z.enum(purchaseStatuses)),
  /** failed: the payment provider refused the refund, and no other refund has replaced it. */
  refund: z.optional(z.enum(['failed'])),
  from: filterDay,
  to: filterDay,
  /** Part of a player's name, email or phone, an order's number, or the provider's id of a payment. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
}

export const exportKinds = ['players', 'entries', 'results', 'payments', 'standings'] as const
export type ExportKind = (typeof exportKinds)[number]

export const startExport = endpoint({
  method: 'POST',
  path: '/organizer/exports',
  access: 'organizer',
  reauthenticate: true,
  tag: 'Organizer',
  summary:
    'Export a list of my areas as a CSV file, with these filters. The file is at GET /organizer/tasks/{id}/file.',
  body: z.object({ kind: z.enum(exportKinds), ...paymentFilter }),
  reply: z.object({ task_id: z.int() }),
  status: 201,
  example: { body: { kind: 'results', area: 'brighton', season: 'spring', year: 2026 }, reply: { task_id: 15 } },
})
