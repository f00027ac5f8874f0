import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant } from '#/contract/fields.ts'
import { leagueQuery } from '#/features/leagues/contract.ts'

const seasonQuery = z.object({ area: leagueQuery.area, season: leagueQuery.season, year: leagueQuery.year })

/** A league with fewer entries is too small. */
export const FEWEST_ENTRIES = 4

export const getToDo = endpoint({
  method: 'GET',
  path: '/organizer/overview/to-do',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The first things to do in a season of my areas, the longest waiting first, five of each kind.',
  query: seasonQuery,
  reply: z.object({
    disputes: z.array(z.object({ id: z.int(), one: z.string(), two: z.string(), reason: z.string(), since: instant })),
    /** Failed refunds that nobody has tried again. */
    refunds: z.array(z.object({ id: z.int(), order_id: z.string(), player: z.string(), amount: z.number() })),
    /** Players whose mail server refuses their emails. Not only those of the season. */
    bounced: z.object({
      total: z.int(),
      players: z.array(z.object({ id: z.int(), name: z.string(), since: instant })),
    }),
    /** Leagues with one to three entries, from two weeks before the season until its last day. */
    small: z.object({
      total: z.int(),
      leagues: z.array(z.object({ id: z.int(), name: z.string(), area: z.string(), entries: z.int() })),
    }),
  }),
})

const points = z.array(z.object({ day: z.string(), value: z.int() }))
const share = z.object({ in_time: z.int(), total: z.int() })

export const getOverviewCharts = endpoint({
  method: 'GET',
  path: '/organizer/overview/charts',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The charts of a season in my areas. Same default season as the overview.',
  query: seasonQuery,
  reply: z.object({
    charts: z.nullable(
      z.object({
        entries: z.object({
          total: z.int(),
          /** Entries so far by day. */
          series: points,
          /** Those of the same season a year before, on the day as far from its first day. Empty if there was none. */
          before: points,
          /** The entries of a year before as of the same day. Null if there was no such season. */
          before_by_now: z.nullable(z.int()),
        }),
        matches: z.object({
          /** Matches played so far, by week. */
          played: points,
          /** Matches whose window has ended by then. */
          planned: points,
          planned_by_now: z.int(),
        }),
        /** Dollars after refunds. */
        money: z.array(z.object({ area: z.string(), card: z.number(), cash: z.number() })),
        /** Results and offered times that the other side answered within 24 hours, of those that had 24 hours. */
        answers: z.object({ results: share, offers: share }),
        /** Players of each season, oldest first, and how many of them entered the season after it. Five at most. */
        retention: z.array(z.object({ season: z.string(), players: z.int(), again: z.int() })),
        /** `limited`: the entries of the leagues with a limit. `places`: the sum of those limits. */
        fill: z.array(
          z.object({ division: z.string(), leagues: z.int(), entries: z.int(), limited: z.int(), places: z.int() }),
        ),
      }),
    ),
  }),
})

export type ToDo = z.output<typeof getToDo.reply>
export type Charts = NonNullable<z.output<typeof getOverviewCharts.reply>['charts']>
