import * as z from 'zod/mini'
import { area } from '#/contract/area-field.ts'
import { endpoint } from '#/contract/endpoint.ts'
import { seasonRules } from '#/contract/season-rules.ts'
import { formatChoice } from '#/contract/locale.ts'
import { findSeason, listedSeasons } from '#/contract/seasons.ts'
import type { SeasonSlug } from '#/rules/season.ts'

/** What kind of season, by slug or by name, in any case; its slug inside. */
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

/** The filters ?area=&season=&year=&division=, to spread into a query's schema. `area` defaults to the player's own. */
export const leagueQuery = {
  area: z.optional(area),
  season: z.optional(seasonTemplate),
  year: z.optional(seasonYear),
  /** A division's slug. */
  division: z.optional(z.string().check(z.trim(), z.maxLength(60))),
}

/** A league that the player is in. `league_*` is the season, `level_*` the division; days are yyyy/MM/dd. */
const leagueEntry = z.object({
  league_id: z.int(),
  league_name: z.string(),
  league_slug: z.string(),
  level_name: z.string(),
  level_slug: z.string(),
  year: z.int(),
  area: z.string(),
  starting_date: z.string(),
  ending_date: z.string(),
  /** The last day on which a match counts. */
  counts_until: z.string(),
  rules: seasonRules,
  kind: z.enum(['singles', 'doubles']),
  /** For a woman and a man together. */
  is_mixed: z.boolean(),
  /** The order that paid for it; null: a partner's. */
  order_id: z.nullable(z.string()),
  /**
   * Doubles: my partner, or the state of the invitation; null in singles. `invited` and `expired`: invited by email;
   * `missing`: nobody is invited. `name` is null when nobody is named; `email` is the open invitation's.
   */
  partner: z.nullable(
    z.object({
      state: z.enum(['playing', 'invited', 'expired', 'declined', 'missing']),
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
  /** I am the partner, and the season has not started. */
  can_leave: z.boolean(),
  /** By the area's day: between the season's first day and its last, before, or after. */
  phase: z.enum(['playing', 'next', 'past']),
  /** A match of today counts for it. */
  takes_scores: z.boolean(),
  /** Entries that count, mine included; in doubles pairs. */
  entries: z.int(),
  /** The most entries; null: no limit. */
  capacity: z.nullable(z.int()),
  /** How its matches are drawn, as a sentence; null: in a round robin. */
  format: z.nullable(z.string()),
  /** It is a ladder: I may challenge others. */
  ladder: z.boolean(),
  /** My match cards are made. */
  drawn: z.boolean(),
  /** Null: I cannot withdraw (any more), or did not pay. */
  withdrawal: z.nullable(
    z.object({
      purchase_id: z.int(),
      returns: z.enum(['card', 'free_season', 'cash', 'nothing']),
      amount: z.number(),
    }),
  ),
  /** I have withdrawn, and the refund is under way. */
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
