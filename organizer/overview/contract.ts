import * as z from 'zod/mini'
import { area } from '#/contract/areas.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { seasonYear } from '#/features/standings/contract.ts'

const choice = { season: z.string(), season_slug: z.string(), year: z.int() }

export const getOverview = endpoint({
  method: 'GET',
  path: '/organizer/overview',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'A season in my areas at a glance; by itself the running one with the most entries.',
  query: z.object({
    area: z.optional(area),
    /** A season's slug, with its year. */
    season: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    year: z.optional(seasonYear),
  }),
  reply: z.object({
    /** Null: there is no such season, or none at all. */
    season: z.nullable(z.object({ ...choice, id: z.int(), starting_date: z.string(), ending_date: z.string() })),
    /** Newest first, 60 at most. */
    seasons: z.array(z.object(choice)),
    figures: z.nullable(
      z.object({
        entries: z.int(),
        /** In the same season a year before; null: there was none. */
        entries_before: z.nullable(z.int()),
        waiting: z.int(),
        /** Dollars: what came in by card, what of it went back, and what is still being checked. */
        taken: z.number(),
        refunded: z.number(),
        pending: z.number(),
        played: z.int(),
        /** All that are played or still to be. */
        matches: z.int(),
        overdue: z.int(),
        disputed: z.int(),
        unconfirmed: z.int(),
        /** Of those, with half their time gone. */
        late: z.int(),
        /** As `GET /organizer/silent` has it. */
        silent: z.int(),
      }),
    ),
  }),
})
export type Figures = NonNullable<z.output<typeof getOverview.reply>['figures']>
