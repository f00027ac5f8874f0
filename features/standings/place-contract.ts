import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id } from '#/contract/fields.ts'
import { pageQuery } from '#/contract/page.ts'
import { sports } from '#/rules/sports/formats.ts'
import { tieBreakChain, type TieBreakCode } from '#/rules/ranking.ts'
import { listStandings, replacements, standingRow } from './contract.ts'
import { leagueQuery } from '#/features/leagues/contract.ts'

/** `in` and `out` are certain, however the remaining matches end. */
const playoffStatus = z.enum(['in', 'out', 'open', 'not_worked_out'])
export type PlayoffStatus = z.output<typeof playoffStatus>

const fullRow = z.extend(standingRow, {
  sets_won: z.int(),
  sets_lost: z.int(),
  games_won: z.int(),
  games_lost: z.int(),
  /** No-shows and late cancellations by this entry. */
  no_shows: z.int(),
  playoffs: playoffStatus,
  /** Whether `playoffs` could still change through a correction, or a match that players may add. */
  provisional: z.boolean(),
})
export type FullStandingLine = z.output<typeof fullRow>

/** A league of the area, for the filter. */
const choice = z.object({
  season: z.string(),
  season_slug: z.string(),
  year: z.int(),
  division: z.string(),
  division_name: z.string(),
})
export type LeagueChoice = z.output<typeof choice>

export const listFullStandings = endpoint({
  method: 'GET',
  path: '/users/standings/full',
  access: 'player',
  kept_on_device: true,
  tag: 'Standings',
  summary: "One league's full table, with sets, games and play-off status, and the leagues of the area to choose from.",
  query: z.object({ ...pageQuery(), ...leagueQuery }),
  reply: z.object({
    ...listStandings.reply.shape,
    players: z.array(fullRow),
    sport: z.enum(sports),
    /** The last position in the top half, rounded up. */
    top_half: z.int(),
    /** The season's rules: the matches required for the play-offs, and their places. */
    playoff_matches: z.int(),
    playoff_places: z.int(),
    /** Newest first, at most 200. */
    leagues: z.array(choice),
  }),
  example: {
    reply: {
      players: [
        {
          entry_id: 12,
          first_name: 'Ada',
          last_name: 'Moreno',
          partner_first_name: null,
          partner_last_name: null,
          rank: 1,
          flight: null,
          wins: 6,
          losses: 1,
          ties: 0,
          played: 7,
          points: null,
          strength: null,
          byes: 0,
          deducted: 0,
          unconfirmed: 0,
          replacements: [{ name: 'Ada Moreno', replaces: 'Bea Lund', since: '2026/04/20' }],
          is_me: true,
          sets_won: 12,
          sets_lost: 4,
          games_won: 84,
          games_lost: 61,
          no_shows: 0,
          playoffs: 'in',
          provisional: false,
        },
      ],
      total: 1,
      skip: 0,
      league_id: 4,
      season: 'Spring',
      season_slug: 'spring',
      year: 2026,
      division: 'womens-singles-3-5',
      division_name: "Women's Singles 3.5",
      area: 'brighton',
      format: null,
      group: null,
      ladder: false,
      ranking: 'wins',
      has_results: true,
      left: [{ name: 'Eve Stone', results: 'drop', left_on: '2026/05/20' }],
      corrections: [
        {
          corrected_on: '2026/08/10',
          match: 'Ada Moreno – Bea Lund',
          before: 'Bea Lund beat Ada Moreno 6-4 6-4',
          after: 'Ada Moreno beat Bea Lund 6-4 6-4',
          reason: 'The sides had been swapped',
        },
      ],
      top_half: 1,
      playoff_matches: 4,
      playoff_places: 8,
      leagues: [
        {
          season: 'Spring',
          season_slug: 'spring',
          year: 2026,
          division: 'womens-singles-3-5',
          division_name: "Women's Singles 3.5",
        },
      ],
    },
  },
})

const codes = tieBreakChain.map(({ code }) => code) as [TieBreakCode, ...TieBreakCode[]]

const step = z.object({
  code: z.enum(codes),
  title: z.string(),
  sentence: z.string(),
  /** Not asked, because the tied have not all met equally often; a figure is how many of the others the entry has met. */
  skipped: z.boolean(),
  /**
   * The figures of all entries that were tied at this step, best first. Each is a count, a share
   * (`value` of `of`), or a strength with decimals.
   */
  figures: z.array(z.object({ entry_id: z.int(), name: z.string(), value: z.number(), of: z.nullable(z.int()) })),
  /** Entry ids in the groups that the step produced, best first. A single group means that it separated nobody. */
  groups: z.array(z.array(z.int())),
})
export type PlaceStep = z.output<typeof step>

/** Possible positions after the match, by wins and head-to-head, because its sets are unknown. */
const prospect = z.object({ first_place: z.int(), last_place: z.int(), status: playoffStatus })

const needs = z.object({
  status: playoffStatus,
  provisional: z.boolean(),
  /** Results of the league that can still be corrected or disputed, or that an organizer has to settle. */
  open_results: z.int(),
  season_over: z.boolean(),
  /** Whether players may add matches that count, so that nothing is certain before the season ends. */
  may_add_matches: z.boolean(),
  /** Whether only scheduled matches are left, because not everyone plays everyone; more may be drawn. */
  only_scheduled: z.boolean(),
  top_half: z.int(),
  /** Matches required for the play-offs, and how many are still missing. */
  matches: z.int(),
  matches_to_play: z.int(),
  /** Scheduled matches and, unless `only_scheduled`, one against each opponent not met yet. */
  matches_left: z.int(),
  /** The number of wins, in any matches, that make the place certain. Null if it also depends on other entries. */
  wins_for_sure: z.nullable(z.int()),
  /** False if the number of wins was too expensive to compute. */
  exact: z.boolean(),
  /** In a box league with another period to come: whether the entry goes up, and down, after this one. */
  moves: z.nullable(z.object({ up: playoffStatus, down: playoffStatus, provisional: z.boolean() })),
  next: z.nullable(
    z.object({
      opponent: z.string(),
      /** Only on the player's own match cards. Null if the match is not scheduled. */
      matchup_id: z.nullable(z.int()),
      match_date: z.nullable(z.string()),
      won: prospect,
      lost: prospect,
    }),
  ),
})
export type PlaceNeeds = z.output<typeof needs>

export const explainPlace = endpoint({
  method: 'GET',
  path: '/users/standings/why',
  access: 'player',
  tag: 'Standings',
  summary:
    'Why an entry has its place: each deciding step with its figures, and what the entry still needs for the play-offs.',
  query: z.object({ league_id: id, entry_id: id }),
  reply: z.object({
    league_id: z.int(),
    /** The season's name. */
    league_name: z.string(),
    /** The division's name. */
    level_name: z.string(),
    year: z.int(),
    area: z.string(),
    entry_id: z.int(),
    name: z.string(),
    replacements,
    is_me: z.boolean(),
    rank: z.int(),
    total: z.int(),
    /** Whether positions are won by challenges, so that there are no steps. */
    ladder: z.boolean(),
    steps: z.array(step),
    needs,
  }),
  example: {
    reply: {
      league_id: 4,
      league_name: 'Spring',
      level_name: "Women's Singles 3.5",
      year: 2026,
      area: 'brighton',
      entry_id: 12,
      name: 'Ada Moreno',
      replacements: null,
      is_me: true,
      rank: 1,
      total: 2,
      ladder: false,
      steps: [
        {
          code: 'wins',
          title: 'Wins',
          sentence: 'More wins in the season, walkovers and byes included.',
          skipped: false,
          figures: [
            { entry_id: 12, name: 'Ada Moreno', value: 6, of: null },
            { entry_id: 31, name: 'Grace Lindqvist', value: 5, of: null },
          ],
          groups: [[12], [31]],
        },
      ],
      needs: {
        status: 'open',
        provisional: false,
        open_results: 0,
        season_over: false,
        may_add_matches: false,
        top_half: 1,
        matches: 4,
        matches_to_play: 0,
        matches_left: 1,
        wins_for_sure: 1,
        exact: true,
        moves: null,
        next: {
          opponent: 'Grace Lindqvist',
          matchup_id: 480,
          match_date: '2026/07/20',
          won: { first_place: 1, last_place: 1, status: 'in' },
          lost: { first_place: 1, last_place: 2, status: 'open' },
        },
      },
    },
  },
})

const percent = z.nullable(z.int().check(z.minimum(0), z.maximum(100)))
const chance = {
  /** In percent; 0 and 100 are certain. Null if nothing can be said. */
  qualify: percent,
  /** Going down to the next box. Null unless `of` is 'going_up' and there is a lower box. */
  down: percent,
}

export const readChances = endpoint({
  method: 'GET',
  path: '/users/leagues/{id}/chances',
  access: 'player',
  tag: 'Standings',
  summary:
    'The chances of everybody in my league, and what my next matches make of mine, from simulated endings of the season.',
  params: z.object({ id }),
  reply: z.object({
    league_id: z.int(),
    /** How matches are decided: each side as likely, or by ratings. Null if nothing is open, or before the draw. */
    basis: z.nullable(z.enum(['even', 'rating'])),
    /** The aim: the play-offs or, in a box league with a period to come, a higher box, or staying in the highest. */
    of: z.enum(['play_offs', 'going_up', 'staying']),
    entry_id: z.int(),
    ...chance,
    /** My open matches, nearest first, at most three. */
    next: z.array(
      z.object({
        match_id: z.int(),
        opponent: z.string(),
        match_date: z.nullable(z.string()),
        if_win: z.int(),
        if_loss: z.int(),
      }),
    ),
    league: z.array(z.object({ entry_id: z.int(), ...chance })),
  }),
  example: {
    reply: {
      league_id: 4,
      basis: 'even',
      of: 'play_offs',
      entry_id: 12,
      qualify: 64,
      down: null,
      next: [{ match_id: 480, opponent: 'Grace Lindqvist', match_date: '2026/07/18', if_win: 91, if_loss: 40 }],
      league: [{ entry_id: 12, qualify: 64, down: null }],
    },
  },
})
export type ChancesReply = z.output<typeof readChances.reply>

const crossResult = z.object({
  match_id: z.int(),
  entry_id: z.int(),
  opponent_id: z.int(),
  /** From the entry's side, like the score, whose first games are the entry's. */
  outcome: z.enum(['won', 'lost', 'tied']),
  score_line: z.string(),
})
export type CrossResult = z.output<typeof crossResult>

export const readCrossTable = endpoint({
  method: 'GET',
  path: '/users/leagues/{id}/cross-table',
  access: 'player',
  tag: 'Standings',
  summary:
    "Everybody against everybody: a league's entries in the order of the table, and each result that is not disputed from both sides, without play-offs.",
  params: z.object({ id }),
  reply: z.object({
    league_id: z.int(),
    league_name: z.string(),
    level_name: z.string(),
    league_slug: z.string(),
    level_slug: z.string(),
    year: z.int(),
    area: z.string(),
    /** The name of its parts with separate tables: 'Flight' or 'Box'. Null if it has one table. */
    group: z.nullable(z.string()),
    entries: z.array(
      z.object({ entry_id: z.int(), name: z.string(), rank: z.int(), flight: z.nullable(z.int()), is_me: z.boolean() }),
    ),
    results: z.array(crossResult),
  }),
})
export type CrossTable = z.output<typeof readCrossTable.reply>
