import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { pageQuery } from '#/contract/page.ts'
import { leagueQuery } from '#/features/leagues/contract.ts'

/**
 * The players of an entry who took the place of another: the place keeps its results, and each result names who played it.
 * `since` is yyyy/MM/dd. Null if there are none.
 */
export const replacements = z.nullable(z.array(z.object({ name: z.string(), replaces: z.string(), since: z.string() })))

export const standingRow = z.object({
  entry_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  /** In doubles, once the partner is known. */
  partner_first_name: z.nullable(z.string()),
  partner_last_name: z.nullable(z.string()),
  /** The entry's position, within its flight if the league has flights. */
  rank: z.int(),
  /** From 1, the strongest. Null if the league has one table. */
  flight: z.nullable(z.int()),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  /** Matches played. A walkover counts as won or lost, but not as played. */
  played: z.int(),
  /** After deductions. Null unless the season ranks by points. */
  points: z.nullable(z.int()),
  /** Of its results on the rating's scale. Null unless the season ranks by strength of results. */
  strength: z.nullable(z.int()),
  /** Rounds without an opponent, which count as wins for the order. */
  byes: z.int(),
  /** Points that an organizer has taken away. */
  deducted: z.int(),
  /** How many of its results the other side can still answer. */
  unconfirmed: z.int(),
  replacements,
  is_me: z.boolean(),
})
export type StandingLine = z.output<typeof standingRow>

export const leftEntry = z.object({
  name: z.string(),
  /** Whether the season keeps the results of an entry that leaves. */
  results: z.enum(['keep', 'drop', 'drop_below_half']),
  /** yyyy/MM/dd. Null if an earlier release did not record it. */
  left_on: z.nullable(z.string()),
})
export type LeftEntry = z.output<typeof leftEntry>

/** A result that an organizer has changed after the season. */
export const publicCorrection = z.object({
  /** yyyy/MM/dd */
  corrected_on: z.string(),
  /** Both sides. */
  match: z.string(),
  /** The result before and after. Null if there was none, or it was voided. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
const correction = z.extend(publicCorrection, {
  /** The organizer's. Null for readers who do not play in the league. */
  reason: z.nullable(z.string()),
})
export type Correction = z.output<typeof correction>

export const listStandings = endpoint({
  method: 'GET',
  path: '/users/standings',
  access: 'player',
  kept_on_device: true,
  tag: 'Standings',
  summary: "One league's table. By default my newest league in the area, else the area's newest league with results.",
  query: z.object({ ...pageQuery(), ...leagueQuery }),
  reply: z.object({
    players: z.array(standingRow),
    total: z.int(),
    skip: z.int(),
    league_id: z.nullable(z.int()),
    /** The season's name. Null if no league matches. */
    season: z.nullable(z.string()),
    season_slug: z.nullable(z.string()),
    year: z.nullable(z.int()),
    division: z.nullable(z.string()),
    division_name: z.nullable(z.string()),
    area: z.string(),
    /** The match format as a sentence. Null for a round robin. */
    format: z.nullable(z.string()),
    /** The name of its parts with separate tables: 'Flight' or 'Box'. Null if it has one table. */
    group: z.nullable(z.string()),
    /** Whether positions are won by challenges, not ranked by wins. */
    ladder: z.boolean(),
    /** The figure by which the season ranks. */
    ranking: z.enum(['wins', 'share', 'points', 'strength']),
    has_results: z.boolean(),
    /** Entries with results that have left. */
    left: z.array(leftEntry),
    /** Corrections after the season, newest first. */
    corrections: z.array(correction),
  }),
})
export type Standings = z.output<typeof listStandings.reply>
