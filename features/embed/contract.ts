import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { line } from '#/contract/fields.ts'
import { replacements } from '#/features/standings/contract.ts'
import { seasonTemplate, seasonYear } from '#/features/leagues/contract.ts'
import { leftEntry, publicCorrection } from '#/features/standings/contract.ts'

/** Views of a league that other websites can embed. */
export const embedViews = ['standings', 'results', 'bracket', 'schedule', 'join'] as const
export type EmbedView = (typeof embedViews)[number]

const call = {
  method: 'GET',
  access: 'public',
  shared: true,
  tag: 'Pages for other websites',
  /** By slug or name. */
  params: z.object({ area, division: line(60) }),
  /** Defaults to the newest season in progress, then the next one, then the last. */
  query: z.object({ season: z.optional(seasonTemplate), year: z.optional(seasonYear) }),
} as const

/** The league on display. */
const league = {
  area: z.string(),
  area_name: z.string(),
  division: z.string(),
  division_name: z.string(),
  season: z.string(),
  season_name: z.string(),
  year: z.int(),
}

const row = z.object({
  /** The entry's position, within its flight or box if the league has them. */
  rank: z.int(),
  /** From 1, the strongest. Null if the league has one table. */
  flight: z.nullable(z.int()),
  name: z.string(),
  replacements,
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  played: z.int(),
  /** After deductions. Null unless the season ranks by points. */
  points: z.nullable(z.int()),
  /** Rounds without an opponent. */
  byes: z.int(),
})

export const embedStandings = endpoint({
  ...call,
  path: '/public/embed/{area}/{division}/standings',
  summary: 'A league’s table for other websites. Players are “Ada M.” unless they allow the full name.',
  reply: z.object({
    ...league,
    /** The name of the league's parts: 'Flight' or 'Box'. Null if it has one table. */
    group: z.nullable(z.string()),
    standings: z.array(row),
    /** Entries with results that have left. */
    left: z.array(leftEntry),
    /** Corrections after the season, newest first. */
    corrections: z.array(publicCorrection),
  }),
})

const result = z.object({
  winner: z.string(),
  opponent: z.string(),
  /** Whether nobody won. */
  tie: z.boolean(),
  /** The winner's games come first in each set. */
  score: z.string(),
  /** yyyy/MM/dd */
  match_date: z.string(),
  playoffs: z.boolean(),
})

export const embedResults = endpoint({
  ...call,
  path: '/public/embed/{area}/{division}/results',
  summary: 'A league’s newest results for other websites, 50 at most.',
  reply: z.object({ ...league, results: z.array(result) }),
})

const side = z.nullable(z.string())

export const embedBracket = endpoint({
  ...call,
  path: '/public/embed/{area}/{division}/bracket',
  summary: 'A league’s play-offs for other websites, stage by stage; no stages before they are drawn.',
  reply: z.object({
    ...league,
    stages: z.array(
      z.object({
        stage: z.int(),
        name: z.string(),
        /** The day by which it is played, yyyy/MM/dd. Null for the champion. */
        date: z.nullable(z.string()),
        /** Names are null and scores empty while unknown. Player one's games come first. */
        rows: z.array(
          z.object({
            /** Counts from the top of the bracket. Slot 2 of stage 3 is the match for third place. */
            slot: z.int(),
            player_one: side,
            player_two: side,
            score: z.string(),
            winner: z.nullable(z.enum(['player_one', 'player_two'])),
          }),
        ),
      }),
    ),
  }),
})

const match = z.object({
  player_one: z.string(),
  player_two: z.string(),
  /** yyyy/MM/dd and HH:mm. Null until agreed. Never includes the place. */
  match_date: z.nullable(z.string()),
  match_time: z.nullable(z.string()),
  /** The last day to play it, yyyy/MM/dd. */
  play_by: z.nullable(z.string()),
  playoffs: z.boolean(),
})

export const embedSchedule = endpoint({
  ...call,
  path: '/public/embed/{area}/{division}/schedule',
  summary: 'A league’s upcoming matches for other websites, 100 at most.',
  reply: z.object({ ...league, matches: z.array(match) }),
})

export const embedJoin = endpoint({
  ...call,
  path: '/public/embed/{area}/{division}/join',
  summary:
    'Whether a league can be joined, until when and at what price, for other websites. Without a season: the first on sale.',
  reply: z.object({
    ...league,
    on_sale: z.boolean(),
    price: z.number(),
    currency: z.string(),
    /** yyyy/MM/dd */
    starting_date: z.string(),
    ending_date: z.string(),
    sold_until: z.string(),
    entries: z.int(),
    /** Null if there is no limit. */
    capacity: z.nullable(z.int()),
    /** Where to join it. */
    url: z.string(),
  }),
})

export const embedCalls = {
  standings: embedStandings,
  results: embedResults,
  bracket: embedBracket,
  schedule: embedSchedule,
  join: embedJoin,
} as const
