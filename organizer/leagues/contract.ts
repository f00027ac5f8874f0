import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { id, instant } from '#/contract/fields.ts'
import { leagueFormat } from '#/contract/league-format.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { organizerStates as matchStates } from '#/organizer/matches/contract.ts'
import { sums } from '#/organizer/payments/contract.ts'
import { organizerStates as playoffStates } from '#/organizer/playoffs/contract.ts'
import { seasonStates } from '#/organizer/seasons/contract.ts'
import { sports } from '#/rules/sports/formats.ts'

const params = z.object({ id })

/** A day that comes next in a league. */
const nextDay = z.object({
  kind: z.enum(['sale_begins', 'sale_ends', 'season_begins', 'round_ends', 'match', 'last_day', 'counts_until']),
  /** yyyy/MM/dd. */
  day: z.string(),
  /** The round that ends, or both sides of the match. Null for the other kinds. */
  detail: z.nullable(z.string()),
  /** The match. Null for the other kinds. */
  match_id: z.nullable(z.int()),
})
export type NextDay = z.output<typeof nextDay>

export const getOrganizerLeague = endpoint({
  method: 'GET',
  path: '/organizer/leagues/{id}',
  access: 'organizer',
  tag: 'Organizer',
  summary:
    'One league of my areas: its rules in words, its places, its money, its matches, the next days, and the state of its play-offs. Its lists are other calls: entries, matches, payments and the audit log take `league_id`.',
  params,
  reply: z.object({
    id: z.int(),
    area: z.string(),
    time_zone: z.string(),
    division_id: z.int(),
    division: z.string(),
    division_name: z.string(),
    kind: z.enum(['singles', 'doubles']),
    sport: z.enum(sports),
    /** The division is no longer on sale anywhere. */
    retired: z.boolean(),
    /** Whether the division is sold in this season and area. */
    offered: z.boolean(),
    season_id: z.int(),
    season: z.string(),
    season_slug: z.string(),
    year: z.int(),
    state: z.enum(seasonStates),
    on_sale: z.boolean(),
    starting_date: z.string(),
    ending_date: z.string(),
    format: leagueFormat,
    /** The format as a sentence, then the rules of the season in this sport, one sentence each. */
    rules: z.array(z.string()),
    /** Whether its matches are drawn. */
    drawn: z.boolean(),
    /** Dollars. */
    price: z.number(),
    /** Places taken: entries that count, and open orders. */
    taken: z.int(),
    /** Null for no limit. */
    capacity: z.nullable(z.int()),
    /** Entries that count; those that money was received for; those at no price. */
    entries: z.int(),
    paid: z.int(),
    free: z.int(),
    waiting: z.int(),
    invited: z.int(),
    money: sums,
    matches: z.object({
      /** With a result. */
      played: z.int(),
      /** Played or still to be played, without play-offs. */
      planned: z.int(),
      overdue: z.int(),
      arranged: z.int(),
      disputed: z.int(),
      unconfirmed: z.int(),
    }),
    /** Soonest first, six at most. */
    next: z.array(nextDay),
    playoffs: z.object({
      state: z.enum(playoffStates),
      /** The number of entries that would qualify by the current table. */
      qualified: z.int(),
      champion: z.nullable(z.string()),
    }),
  }),
})
export type LeagueDetail = z.output<typeof getOrganizerLeague.reply>

const scheduled = z.object({
  match_id: z.int(),
  one_id: z.int(),
  two_id: z.int(),
  /** In doubles, both names. */
  one: z.string(),
  two: z.string(),
  state: z.enum(matchStates),
  winner: z.nullable(z.enum(['one', 'two'])),
  /** From the winner's side. Null without a score. */
  score_line: z.nullable(z.string()),
  /** The day it was or is to be played, yyyy/MM/dd, and 'HH:mm'. */
  match_date: z.nullable(z.string()),
  match_time: z.nullable(z.string()),
})
export type ScheduledMatch = z.output<typeof scheduled>

/** Matches in one answer. */
export const MOST_SCHEDULED = 2000

export const listLeagueSchedule = endpoint({
  method: 'GET',
  path: '/organizer/leagues/{id}/schedule',
  access: 'organizer',
  tag: 'Organizer',
  summary: `The matches of a league by round, without play-offs: ${MOST_SCHEDULED} at most, earliest round first. Without rounds, one group of all.`,
  params,
  reply: z.object({
    /** Whether the league is drawn in rounds. */
    has_rounds: z.boolean(),
    /** By which name a round goes. */
    word: z.enum(['round', 'period']),
    /** The entries of the table, best first. */
    entries: z.array(z.object({ entry_id: z.int(), name: z.string(), rank: z.int(), flight: z.nullable(z.int()) })),
    rounds: z.array(
      z.object({
        /** Null for matches outside the rounds. */
        round: z.nullable(z.int()),
        /** Its days, yyyy/MM/dd. Null if its matches have none. */
        play_from: z.nullable(z.string()),
        play_by: z.nullable(z.string()),
        matches: z.array(scheduled),
      }),
    ),
    total: z.int(),
  }),
})
export type LeagueSchedule = z.output<typeof listLeagueSchedule.reply>

export const listLeagueWaitList = endpoint({
  method: 'GET',
  path: '/organizer/leagues/{id}/wait-list',
  access: 'organizer',
  tag: 'Organizer',
  summary: 'The players who wait for a place in a league, in their order.',
  params,
  query: z.object(pageQuery()),
  reply: paged(
    'waiting',
    z.object({
      id: z.int(),
      player_id: z.int(),
      name: z.string(),
      /** 1 is next. */
      place: z.int(),
      since: instant,
      /** Until when a free place is held for the player. Null if none is. */
      held_until: z.nullable(instant),
    }),
  ),
})
