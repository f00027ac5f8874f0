import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { seasonRules } from '#/contract/season-rules.ts'
import { formatChoice } from '#/contract/locale.ts'
import { findSeason, listedSeasons } from '#/contract/seasons.ts'
import type { SeasonSlug } from '#/rules/season.ts'

/** A season template by slug or name, in any letter case. Parsed to its slug. */
export const seasonTemplate = z.pipe(
  z.string(),
  z.transform((value, ctx): SeasonSlug => {
    const found = findSeason(value)
    if (found) return found.slug
    ctx.issues.push({
      code: 'custom',
      message: `Please choose ${formatChoice(listedSeasons().map(({ name }) => name))}.`,
      input: value,
    })
    return z.NEVER
  }),
)

/** The year of a season's first day. */
export const seasonYear = z.coerce
  .number('Please give a year, like 2026.')
  .check(
    z.int('Please give a year, like 2026.'),
    z.minimum(2000, 'Please give a year, like 2026.'),
    z.maximum(2999, 'Please give a year, like 2026.'),
  )

/**
 * The filters ?area=&season=&year=&division=, to spread into a query's schema. `area` defaults to the player's area.
 */
export const leagueQuery = {
  area: z.optional(area),
  season: z.optional(seasonTemplate),
  year: z.optional(seasonYear),
  /** A division's slug. */
  division: z.optional(z.string().check(z.trim(), z.maxLength(60))),
}

/** A league that the player is in. `league_*` is the season, `level_*` the division. Days are yyyy/MM/dd. */
const leagueEntry = z.object({
  league_id: z.int(),
  season_id: z.int(),
  league_name: z.string(),
  league_slug: z.string(),
  level_name: z.string(),
  level_slug: z.string(),
  year: z.int(),
  area: z.string(),
  starting_date: z.string(),
  ending_date: z.string(),
  /** The last day of matches that count. */
  counts_until: z.string(),
  rules: seasonRules,
  kind: z.enum(['singles', 'doubles']),
  /** Whether pairs are a woman and a man. */
  is_mixed: z.boolean(),
  /** The order that paid for it. Null for a partner. */
  order_id: z.nullable(z.string()),
  /**
   * Doubles: the player's partner, or the state of the invitation; null in singles. `invited` and `expired`: invited by
   * email; `missing`: nobody is invited. `name` is null if nobody is named; `email` is the open invitation's.
   */
  partner: z.nullable(
    z.object({
      state: z.enum(['playing', 'invited', 'expired', 'declined', 'missing']),
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
  /** Whether the player is the partner and can still leave, as the season has not started. */
  can_leave: z.boolean(),
  /** By the area's day: during the season, before it, or after it. */
  phase: z.enum(['playing', 'next', 'past']),
  /** Whether a match played today counts. */
  takes_scores: z.boolean(),
  /** Entries that count, including the player's; pairs in doubles. */
  entries: z.int(),
  /** Maximum number of entries. Null if there is no limit. */
  capacity: z.nullable(z.int()),
  /** The match format as a sentence. Null for a round robin. */
  format: z.nullable(z.string()),
  /** Whether it is a ladder, where players challenge others. */
  ladder: z.boolean(),
  /** Whether the player's match cards exist. */
  drawn: z.boolean(),
  /** Null if the player cannot withdraw, or did not pay. */
  withdrawal: z.nullable(
    z.object({
      purchase_id: z.int(),
      returns: z.enum(['card', 'free_season', 'cash', 'nothing']),
      amount: z.number(),
      /** The entry's results, which would no longer count, and its open matches, which would be deleted. */
      results: z.int(),
      open_matches: z.int(),
      /** Why it would be refused now. Null if it would not. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Whether the player has withdrawn and the refund is in progress. */
  leaving: z.boolean(),
})
export type LeagueEntry = z.output<typeof leagueEntry>

export const listMyLeagues = endpoint({
  method: 'GET',
  path: '/users/misc/my-league',
  access: 'player',
  kept_on_device: true,
  tag: 'Join',
  summary:
    'My leagues: those being played today (the newest by first day first), then the next to begin, then past ones, newest first.',
  reply: z.array(leagueEntry),
})
