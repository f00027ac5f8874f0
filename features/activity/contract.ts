import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { instant, message } from '#/contract/fields.ts'
import { matchCard } from '#/features/matches/contract.ts'
import { waitingKinds } from '#/rules/activity.ts'
import { matchStatuses } from '#/rules/outcome.ts'
import { seasonMoments } from '#/rules/season-moment.ts'

/** `league_*` is the season, `level_*` the division. */
const league = z.object({
  league_name: z.string(),
  league_slug: z.string(),
  level_name: z.string(),
  level_slug: z.string(),
  year: z.int(),
  area: z.string(),
})
export type ActivityLeague = z.output<typeof league>

const waiting = z.object({
  kind: z.enum(waitingKinds),
  /** When it expires. Null if it does not. */
  until: z.nullable(instant),
  league,
  /** Set for the kinds that are about a match. */
  match: z.nullable(matchCard),
  /** The other side: 'Julia Baxter', in doubles 'Julia Baxter and Ann Lee'. */
  opponents: z.nullable(z.string()),
  /** Set for `pay`. */
  order_id: z.nullable(z.string()),
  /** Set for `unplayed`: who decides if no score comes. */
  decides: z.nullable(z.enum(['organizer', 'clock'])),
})
export type Waiting = z.output<typeof waiting>

/** The best and the worst possible position. */
const places = z.object({ first: z.int(), last: z.int() })

const meaning = z.object({
  /** The player's position, null before the first result, and the number of positions. */
  rank: z.nullable(z.int()),
  /** Whether nobody has a result yet. */
  is_first: z.boolean(),
  total: z.int(),
  /** Possible positions after a win and after a loss, if nothing else changes. */
  won: places,
  lost: places,
})
export type Meaning = z.output<typeof meaning>

const next = z.object({
  match: matchCard,
  opponents: z.string(),
  /** A play-off match: 1 quarter-final, 2 semi-final, 3 final; 0, -1 and -2 the rounds before. */
  stage: z.nullable(z.int()),
  /** Whether it is the match for third place, of stage 3. */
  third_place: z.boolean(),
  /** Whether it is a match of the consolation. */
  consolation: z.boolean(),
  /** How the match could change the player's position. Null if it cannot change it, or if that is not certain. */
  meaning: z.nullable(meaning),
})
export type NextMatch = z.output<typeof next>

/** The player's next match of a bracket whose opponent is not known yet. */
const playoff = z.object({
  league_id: z.int(),
  league,
  stage: z.int(),
  third_place: z.boolean(),
  consolation: z.boolean(),
  seed: z.int(),
  seeds: z.int(),
  /** The day by which it is played, yyyy/MM/dd. */
  play_by: z.nullable(z.string()),
  /** The sides of the match whose winner (for third place: loser) is the opponent. Null until both are known. */
  opponents: z.nullable(z.tuple([z.string(), z.string()])),
})
export type PlayoffAhead = z.output<typeof playoff>

/** How the player's newest bracket ended for them. */
const ended = z.object({
  league_id: z.int(),
  league,
  won: z.boolean(),
  /** The stage of the last match, its result and the other side. Null if the bracket was won without one. */
  last: z.nullable(
    z.object({ stage: z.int(), third_place: z.boolean(), match_id: z.int(), opponent: z.string(), score: z.string() }),
  ),
})
export type BracketEnd = z.output<typeof ended>

/** The season that ended last, and the player's place in its table. */
const past = z.extend(league, {
  league_id: z.int(),
  season_id: z.int(),
  /** Null if the player has no row in the table. */
  rank: z.nullable(z.int()),
  total: z.int(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
})
export type PastLeague = z.output<typeof past>

/** A season on sale that the player has not joined. */
const again = z.object({
  slug: z.string(),
  name: z.string(),
  year: z.int(),
  /** yyyy/MM/dd. */
  starting_date: z.string(),
  /** The division of the past league, if it is sold there. */
  division: z.nullable(
    z.object({ id: z.int(), slug: z.string(), name: z.string(), image: z.string(), price: z.number() }),
  ),
})
export type SeasonAgain = z.output<typeof again>

const news = z.object({
  kind: z.enum(['result', 'joined', 'playoffs']),
  at: instant,
  /** Whether it happened after the player's last visit. */
  is_new: z.boolean(),
  league,
  /** Set for `result`. */
  result: z.nullable(
    z.object({
      match_id: z.int(),
      /** The names of entry one if it is a tie. */
      winner: z.string(),
      opponent: z.string(),
      match_status: z.nullable(z.enum(matchStatuses)),
      score_line: z.string(),
      is_mine: z.boolean(),
    }),
  ),
  /** The players who joined: two in doubles. */
  joined: z.nullable(z.string()),
})
export type News = z.output<typeof news>

/** The player's row in a table. */
const standing = z.extend(league, {
  league_id: z.int(),
  rank: z.int(),
  total: z.int(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
})
export type MyStanding = z.output<typeof standing>

export const getActivity = endpoint({
  method: 'GET',
  path: '/users/activity',
  access: 'player',
  kept_on_device: true,
  tag: 'Activity',
  summary:
    'My to-dos, my next match and what it means for my position, and news from my leagues since my last visit. Responds with 304 to a conditional request if nothing changed.',
  reply: z.object({
    /** The player's to-dos, most urgent first: a score to confirm, an offer to answer, a payment. */
    waiting: z.array(waiting),
    /** The time of the player's year (rules/season-moment.ts). */
    moment: z.enum(seasonMoments),
    /** How many matches of tables are left to play, and the last day of the first season of them, yyyy/MM/dd. */
    left: z.object({ matches: z.int(), until: z.nullable(z.string()) }),
    next: z.nullable(next),
    playoff: z.nullable(playoff),
    bracket: z.nullable(ended),
    past: z.nullable(past),
    /** The next season to join, once one is over and no other is being played. */
    again: z.nullable(again),
    /** The player's leagues in progress. */
    standings: z.array(standing),
    /** The end of the player's previous visit. Null on the first visit. */
    since: z.nullable(instant),
    /** News of the last 30 days, newest first. */
    news: z.array(news),
    /** Whether there is more than `news` contains. */
    more: z.boolean(),
  }),
})
export type Activity = z.output<typeof getActivity.reply>

export const noteVisit = endpoint({
  method: 'POST',
  path: '/users/activity/visits',
  access: 'player',
  tag: 'Activity',
  summary:
    'Record that I opened my dashboard. Later events count as new at my next visit, which begins when I open it again after half an hour or more, on any device.',
  reply: message,
  example: { reply: { message: 'Noted.' } },
})
